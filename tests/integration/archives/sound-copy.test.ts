import { beforeEach, describe, expect, it } from 'vitest';
import { readExchanges } from '#db/log/turns.ts';
import { readPath } from '#db/log/sessions.ts';
import type { Truth } from '#db/schema.ts';
import { endSession } from '#db/log/resets.ts';
import { archiveSession } from '#flows/archives/archive-covered.ts';
import { coolEverything, serveArchives } from '#flows/archives/cool-turns.ts';
import { exportArchive, showArchive } from '#flows/archives/show-archive.ts';
import { keepSnapshot } from '#flows/copies/keep-snapshot.ts';
import { exportEverything } from '#flows/export/export-everything.ts';
import { packer, pieceByPiece } from '#worker/workshop/packer.ts';
import { seal } from '#worker/workshop/seal.ts';
import { writeZip } from '#worker/zip/write.ts';
import {
	importClock as clock,
	importFile,
	previewFrom,
	unzipped,
	wholeBackup
} from '../../support/apps/importing.ts';
import { another, db, withTarget } from '../../support/apps/import-target.ts';
import { aSession } from '../../support/builders/a-session.ts';
import { aVault } from '../../support/builders/a-vault.ts';
import { someExchanges, storeSession } from '../../support/builders/stored-session.ts';
import { never, unseen } from '../../support/never.ts';

/** An archive that is damaged in the database, of which a sound copy lies outside it. */

withTarget();

const all = someExchanges(4);
let from: Truth;
let vault: ReturnType<typeof aVault>;
const ports = () => ({ db: from, clock, packer });

beforeEach(async () => {
	from = another();
	vault = aVault();
	serveArchives(from, packer, () => Promise.resolve(vault));
	await storeSession(from, aSession({ title: 'A walk' }), all);
	await archiveSession(ports(), { sessionId: 's1' });
	await endSession(from, { id: 's1', at: clock.now(), next: null });
	await keepSnapshot({ ...ports(), vault, pieces: pieceByPiece }, { reason: 'safety' }, never);
	await coolEverything({ ...ports(), vault }, { afterDays: 0 }, never, unseen);
	expect(await from.turns.count()).toBe(0);
});

/** One bit of it, or all of it. */
async function damage(how: 'damaged' | 'gone'): Promise<void> {
	if (how === 'gone') return from.archiveBytes.clear();
	const [row] = await from.archiveBytes.toArray();
	const bytes = row!.bytes.slice();
	bytes[bytes.length >> 1]! ^= 1;
	await from.archiveBytes.put({ ...row!, bytes });
}

const archiveId = async () => (await from.archives.toArray())[0]!.id;
const isWhole = async (at: Truth) => {
	serveArchives(at, packer, () => Promise.resolve(null));
	expect(await readExchanges(at, 's1', await readPath(at, 's1'))).toEqual(all);
};
const exported = async () => {
	const made = await exportEverything(
		{ db: from, packer, zip: writeZip, seal, app: 'test' },
		{ day: '2026-11-20', now: clock.now(), passphrase: null },
		never,
		unseen
	);
	if (made.status !== 'made') throw new Error(made.status);
	return made;
};

describe.each(['damaged', 'gone'] as const)('bytes that are %s', (how) => {
	beforeEach(() => damage(how));

	it('go into a backup as they were written, and are so again in the database', async () => {
		const made = await exported();
		expect(made.damaged).toEqual([]);
		expect((await importFile(db, made)).status).toBe('imported');
		await isWhole(db);
		await isWhole(from);
	});

	it('are shown and downloaded as they were written', async () => {
		const id = await archiveId();
		const shown = await showArchive(ports(), { archiveId: id });
		expect(shown).toMatchObject({ status: 'read', damaged: 0, exchanges: all });
		await damage(how);
		const made = await exportArchive(ports(), { archiveId: id });
		const bytes = made.status === 'made' ? await made.file.bytes() : new Uint8Array();
		expect((await packer.unpack(bytes)).whole).toBe(true);
	});

	it('are named where the copy is damaged too, and what is lost is counted as missing, not as come', async () => {
		serveArchives(from, packer, () => Promise.resolve(null));
		const made = await exported();
		expect(made.damaged).toEqual(['A walk']);
		const { items } = await previewFrom(db, [made]);
		expect(items.find(({ what }) => what === 'session')).toMatchObject({
			count: 0,
			missingTurns: 4
		});
		expect(items.filter(({ state }) => state === 'unreadable')).toHaveLength(
			how === 'damaged' ? 1 : 0
		);
		expect(items.some(({ what }) => what === 'archives')).toBe(false);
		expect(await importFile(db, made)).toMatchObject({ sessions: 1, turns: 0, missingTurns: 4 });
	});
});

it('an archive of which nothing is left is told as damaged where it is downloaded', async () => {
	serveArchives(from, packer, () => Promise.resolve(null));
	await damage('gone');
	expect(await exportArchive(ports(), { archiveId: await archiveId() })).toMatchObject({
		status: 'failed',
		failure: { kind: 'damaged' }
	});
});

it('a backup that lost an archive on its way says what is missing, and a whole one brings it later', async () => {
	const whole = await wholeBackup(from);
	const files = await unzipped(whole.file);
	const name = [...files.keys()].find((one) => one.startsWith('archives/'))!;
	files.delete(name);
	const zip = writeZip(clock.now());
	for (const [path, bytes] of files) zip.add(path, bytes);
	const torn = { file: zip.finish(), name: 'torn.zip' };
	const { items } = await previewFrom(db, [torn]);
	expect(items).toMatchObject([
		{ what: 'session', count: 0, missingTurns: 4 },
		{ what: 'records', state: 'new' },
		{ state: 'unreadable', reason: 'missing' }
	]);
	expect(await importFile(db, torn)).toMatchObject({ turns: 0, missingTurns: 4 });
	await importFile(db, whole);
	await isWhole(db);
});
