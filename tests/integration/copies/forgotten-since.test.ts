import { beforeEach, describe, expect, test } from 'vitest';
import type { SnapshotReason } from '#core/copies/snapshot.ts';
import { sessionOf } from '#db/log/sessions.ts';
import { IndexStore } from '#db/schema.ts';
import { keepSnapshot } from '#flows/copies/keep-snapshot.ts';
import { restoreSnapshot } from '#flows/copies/restore-snapshot.ts';
import { readFolder, setAside } from '#flows/copies/snapshots.ts';
import { exportEverything } from '#flows/export/export-everything.ts';
import { forget, forgetDeleted } from '#flows/forgetting/forget.ts';
import { deleteMemoryFile, rememberText } from '#flows/memory/memory-files.ts';
import { deleteSessions } from '#flows/sessions/change-session.ts';
import { deleteTurn } from '#flows/sessions/delete-turn.ts';
import { packer, pieceByPiece } from '#worker/workshop/packer.ts';
import { seal } from '#worker/workshop/seal.ts';
import { writeZip } from '#worker/zip/write.ts';
import { anApp, type TestApp } from '../../support/apps/an-app.ts';
import { importFile, importInto } from '../../support/apps/importing.ts';
import { withAppAndWorkshop, withWorkshop } from '../../support/apps/with-workshop.ts';
import { aSession } from '../../support/builders/a-session.ts';
import { someExchanges, storeSession } from '../../support/builders/stored-session.ts';
import { never, unseen } from '../../support/never.ts';

/** Which copies go when something is forgotten: those that hold something of it, whenever they were made. */

const day = 86_400_000;
let app: TestApp;
withAppAndWorkshop((own) => (app = own));
beforeEach(async () => {
	importInto(app);
	await storeSession(app.db, aSession(), someExchanges(4));
});

const ports = () => ({ db: app.db, vault: app.vault, clock: app.clock, pieces: pieceByPiece });
const keep = (reason: SnapshotReason | 'when-due' = 'when-due') =>
	keepSnapshot(ports(), { reason }, never);
const restore = (generation: number) =>
	restoreSnapshot(ports(), { generation, safety: true }, never, unseen);
const generations = async () => {
	const { ring, aside } = await readFolder(app.vault);
	return [...ring, ...aside].map(({ generation }) => generation);
};

/** A backup of another device, on which things were deleted for good soon. */
async function backupWith(what: (other: TestApp) => Promise<unknown>) {
	const elsewhere = new IndexStore(`${app.db.name}-other`);
	const other = withWorkshop(await anApp(), elsewhere);
	await what(other);
	const exporting = { db: other.db, packer, zip: writeZip, seal, app: 'test' };
	const about = { day: '2026-11-20', now: other.clock.at, passphrase: null };
	const made = await exportEverything(exporting, about, never, unseen);
	await other.close();
	await elsewhere.delete();
	if (made.status !== 'made') throw new Error(made.status);
	return made;
}

const inSession = async ({ db }: TestApp, sessionId: string) => {
	const session = aSession({ id: sessionId });
	await storeSession(db, session, someExchanges(2, { sessionId }));
};

const brought: [string, (other: TestApp) => Promise<unknown>][] = [
	[
		'a session',
		async (other) => {
			await inSession(other, 's9');
			await deleteSessions(other, ['s9']);
		}
	],
	[
		'a message',
		async (other) => {
			await inSession(other, 's9');
			await deleteTurn(other, { sessionId: 's9', turnId: 's9-trunk-1' });
		}
	],
	[
		'a memory file',
		async (other) => {
			const text = 'Keeps her xyloquartz in the cellar';
			await rememberText(other, { text, sessionId: null, guest: false });
			await deleteMemoryFile(other, 'MEMORY.md');
		}
	]
];

describe.each(brought)('%s that was deleted where a backup was made', (_, what) => {
	beforeEach(async () => {
		await keep('safety');
		expect(await importFile(app.db, await backupWith(what))).toMatchObject({ status: 'imported' });
		app.clock.at += day / 24;
		expect(await keep()).toMatchObject({ status: 'kept' });
		app.clock.at += 2 * day;
		await forgetDeleted(app, never);
		expect((await app.db.tombstones.toArray()).some(({ brought: isBrought }) => !isBrought)).toBe(
			true
		);
	});

	test('takes no copy along that was made before the import', async () => {
		expect(await keep()).toMatchObject({ status: 'kept', card: { reason: 'forgotten' } });
		expect(await generations()).toEqual([3, 1]);
		expect(await keep()).toEqual({ status: 'unchanged' });
	});

	test('stays forgotten where such a copy is restored, and goes on taking copies along that hold it', async () => {
		await keep();
		const tombstones = await app.db.tombstones.toArray();
		expect(await restore(1)).toMatchObject({ status: 'restored' });
		expect(await app.db.tombstones.toArray()).toEqual(tombstones);
		const before = await generations();
		await forget(app, { what: { kind: 'session', sessionId: 's1' }, lines: [], summaries: {} });
		expect(await keep()).toMatchObject({ status: 'kept', card: { reason: 'forgotten' } });
		expect((await generations()).filter((one) => before.includes(one))).toEqual([]);
	});

	test('stays so where the truth has lost that it was forgotten', async () => {
		await keep();
		const tombstones = await app.db.tombstones.toArray();
		await app.db.tombstones.clear();
		expect(await restore(1)).toMatchObject({ status: 'restored' });
		expect(await app.db.tombstones.toArray()).toEqual(tombstones);
	});
});

test('a copy that was set aside stays where it holds nothing of what was forgotten, and goes where it does', async () => {
	await keep('regular');
	await storeSession(app.db, aSession({ id: 's2' }), someExchanges(2, { sessionId: 's2' }));
	await keep('regular');
	await setAside(app.vault);
	await forget(app, { what: { kind: 'session', sessionId: 's2' }, lines: [], summaries: {} });
	expect(await keep()).toMatchObject({ status: 'kept' });
	expect(await generations()).toEqual([3, 1]);
	expect((await readFolder(app.vault)).aside).toMatchObject([{ generation: 1 }]);
	// As it was when something else is forgotten that it holds.
	await forget(app, { what: { kind: 'session', sessionId: 's1' }, lines: [], summaries: {} });
	expect(await keep()).toMatchObject({ status: 'kept' });
	expect(await generations()).toEqual([4]);
	expect([...app.vault.files.keys()].filter((name) => name.startsWith('clear-'))).toEqual([]);
});

test('one that was cut off before the older ones were looked at is made up for', async () => {
	await keep('regular');
	await storeSession(app.db, aSession({ id: 's2' }), someExchanges(2, { sessionId: 's2' }));
	await keep('regular');
	await forget(app, { what: { kind: 'session', sessionId: 's2' }, lines: [], summaries: {} });
	const stopping = new AbortController();
	const pieces = {
		...pieceByPiece,
		unpackLines: async (...of: Parameters<typeof pieceByPiece.unpackLines>) => {
			const done = await pieceByPiece.unpackLines(...of);
			stopping.abort();
			return done;
		}
	};
	await keepSnapshot({ ...ports(), pieces }, { reason: 'when-due' }, stopping.signal);
	expect(await generations()).toContain(2);
	expect(await restore(2)).toMatchObject({ status: 'failed' });
	await keep();
	expect(await generations()).not.toContain(2);
	expect(await generations()).toContain(1);
	expect(await sessionOf(app.db, 's1')).toBeDefined();
});
