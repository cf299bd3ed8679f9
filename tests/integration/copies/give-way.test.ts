import { beforeEach, describe, expect, test } from 'vitest';
import { snapshotName } from '#core/copies/snapshot.ts';
import { trunk } from '#core/session/session.ts';
import { sessionOf } from '#db/log/sessions.ts';
import { pendingTombstones } from '#db/forgetting/intents.ts';
import { keepSnapshot } from '#flows/copies/keep-snapshot.ts';
import { readFolder, setAside } from '#flows/copies/snapshots.ts';
import { dropSnapshots, listSnapshots } from '#flows/copies/serve-copies.ts';
import { deleteArchive } from '#flows/archives/keep-archives.ts';
import { forget, forgetDeleted } from '#flows/forgetting/forget.ts';
import { deleteSessions, pinSessions } from '#flows/sessions/change-session.ts';
import { deleteTurn } from '#flows/sessions/delete-turn.ts';
import { pieceByPiece } from '#worker/workshop/packer.ts';
import type { TestApp } from '../../support/apps/an-app.ts';
import { withAppAndWorkshop } from '../../support/apps/with-workshop.ts';
import { aSession } from '../../support/builders/a-session.ts';
import { someExchanges, storeSession } from '../../support/builders/stored-session.ts';
import { never } from '../../support/never.ts';

/** On a full disk the copies on this device give way to what deletes and forgets: it writes a little before anything goes. */

const full = { status: 'failed', failure: { kind: 'storage-full' } } as const;
const hour = 60 * 60_000;

let app: TestApp;

const copies = () => ({ db: app.db, vault: app.vault, clock: app.clock, pieces: pieceByPiece });
const generations = async () =>
	(await readFolder(app.vault)).ring.map(({ generation }) => generation);

withAppAndWorkshop((own) => (app = own));
beforeEach(async () => {
	app.jobs['list-snapshots'] = () => listSnapshots(copies());
	app.jobs['drop-snapshots'] = (ask) => dropSnapshots(copies(), ask);
	await storeSession(app.db, aSession({ id: 's1', activeAt: app.clock.at }), someExchanges(2));
	for (let made = 0; made < 3; made++) {
		app.clock.at += hour;
		await keepSnapshot(copies(), { reason: 'regular' }, never);
	}
	expect(await generations()).toEqual([3, 2, 1]);
});

/** From now on nothing is written but where fewer than so many copies lie beside it; deleting rows goes on. */
function fullUnless(fewerThan: number): void {
	const refuse = (): undefined => {
		const there = [1, 2, 3].filter((generation) => app.vault.files.has(snapshotName(generation)));
		if (there.length >= fewerThan) throw new DOMException('no room', 'QuotaExceededError');
	};
	for (const { hook } of [...app.db.tables, ...app.scratch.tables]) {
		hook('creating', refuse);
		hook('updating', refuse);
	}
}

describe('where nothing can be written any more', () => {
	test('a session is deleted all the same: the oldest copy has made room', async () => {
		fullUnless(3);
		expect(await deleteSessions(app, ['s1'])).toEqual({ status: 'done' });
		expect((await sessionOf(app.db, 's1'))?.deletedAt).not.toBeNull();
		expect(await generations()).toEqual([3, 2]);
	});

	test('as many go as are needed, and the newest never', async () => {
		fullUnless(2);
		expect(await deleteSessions(app, ['s1'])).toEqual({ status: 'done' });
		expect(await generations()).toEqual([3]);
	});

	test('each copy that gave way is noted in Activity, with when it was made', async () => {
		const { ring } = await readFolder(app.vault);
		fullUnless(2);
		await deleteSessions(app, ['s1']);
		const rows = await app.db.activity.toArray();
		expect(rows.flatMap(({ details }) => (details.what === 'copy' ? [details] : []))).toEqual(
			[ring[2], ring[1]].map((card) => ({ what: 'copy', madeAt: card?.at }))
		);
	});

	test('what finds no room all the same is refused as before', async () => {
		fullUnless(1);
		expect(await deleteSessions(app, ['s1'])).toEqual(full);
		expect(await generations()).toEqual([3]);
		expect((await sessionOf(app.db, 's1'))?.deletedAt).toBeNull();
	});

	test('copies that were set aside stay', async () => {
		await setAside(app.vault);
		fullUnless(3);
		expect(await deleteSessions(app, ['s1'])).toEqual(full);
		expect((await readFolder(app.vault)).aside).toHaveLength(3);
	});

	test('a copy gives way to nothing but that', async () => {
		fullUnless(3);
		expect(await pinSessions(app, ['s1'], true)).toEqual(full);
		expect(await deleteSessions(app, ['unknown'])).toMatchObject({ status: 'failed' });
		expect(await generations()).toEqual([3, 2, 1]);
	});

	test('a message and an archive are deleted in the same way', async () => {
		await storeSession(app.db, aSession({ id: 's2', activeAt: app.clock.at }), someExchanges(2));
		const archived = await app.workshop.run('archive-session', { sessionId: 's2' }, never);
		if (archived.status === 'failed') throw new Error('No archive was made');
		fullUnless(3);
		const place = { sessionId: 's1', turnId: `s1-${trunk}-0` };
		expect(await deleteTurn(app, place)).toEqual({ status: 'done' });
		expect(await generations()).toEqual([3, 2]);
		fullUnless(2);
		expect(await deleteArchive(app, archived.archiveId)).toEqual({ status: 'done' });
		expect(await generations()).toEqual([3]);
	});

	test('“Forget now” forgets', async () => {
		await deleteSessions(app, ['s1']);
		fullUnless(3);
		const what = { kind: 'session', sessionId: 's1' } as const;
		expect(await forget(app, { what, lines: [], summaries: {} })).toMatchObject({
			status: 'forgotten'
		});
		expect(await sessionOf(app.db, 's1')).toBeUndefined();
		expect(await generations()).toEqual([3, 2]);
	});

	test('a walk that finds none begins anew', async () => {
		const what = { kind: 'session', sessionId: 's1' } as const;
		const walk = app.jobs.forget;
		let walks = 0;
		app.jobs.forget = (...asked) =>
			++walks === 1 ? Promise.resolve(full) : (walk?.(...asked) ?? Promise.resolve(full));
		expect(await forget(app, { what, lines: [], summaries: {} })).toMatchObject({
			status: 'forgotten'
		});
		expect(await pendingTombstones(app.db)).toEqual([]);
		expect(await generations()).toEqual([3, 2]);
	});

	test('what was deleted long enough ago is forgotten by itself, though the time cannot be noted', async () => {
		await deleteSessions(app, ['s1']);
		await forgetDeleted(app, never);
		app.clock.at += 2 * 24 * hour;
		fullUnless(3);
		await forgetDeleted(app, never);
		expect(await sessionOf(app.db, 's1')).toBeUndefined();
		expect(await generations()).toEqual([3, 2]);
	});

	test('nothing gives way while nothing is to be forgotten', async () => {
		await forgetDeleted(app, never);
		fullUnless(3);
		await forgetDeleted(app, never);
		expect(await generations()).toEqual([3, 2, 1]);
	});
});
