/** A restore or an import that breaks off: what is here by then is whole, and what could not be written is said. */
import { expect, test } from 'vitest';
import { readPath } from '#db/log/sessions.ts';
import { readExchanges } from '#db/log/turns.ts';
import { originsOfTrust } from '#db/memory/files.ts';
import type { Truth } from '#db/schema.ts';
import { archiveSession } from '#flows/archives/archive-covered.ts';
import { serveArchives } from '#flows/archives/cool-turns.ts';
import { saveMemoryFile } from '#flows/memory/memory-files.ts';
import { packer } from '#worker/workshop/packer.ts';
import { fileOf } from '../../../support/foreign.ts';
import {
	importClock as clock,
	importFile,
	readFile,
	runRead,
	wholeBackup,
	zipOf
} from '../../../support/apps/importing.ts';
import { aSession } from '../../../support/builders/a-session.ts';
import { someExchanges, storeSession } from '../../../support/builders/stored-session.ts';
import { db, another, previewOf, withTarget } from '../../../support/apps/import-target.ts';
import { whileFull } from '../../../support/breaking/while-full.ts';

withTarget();

const isFull = { status: 'failed', failure: { kind: 'storage-full' } };

/** A session whose first turns, or all of them, lie in an archive alone. */
async function coldSession(from: Truth, id: string, throughSeq: number): Promise<void> {
	const before = someExchanges(4, { sessionId: id });
	await storeSession(from, aSession({ id }), before);
	const made = await archiveSession({ db: from, clock, packer }, { sessionId: id });
	if (made.status !== 'archived') throw new Error(made.status);
	await from.cold.put({
		id: `${made.archiveId} trunk 0`,
		sessionId: id,
		branch: 'trunk',
		fromSeq: 0,
		throughSeq,
		archiveId: made.archiveId,
		turnIds: before.slice(0, throughSeq + 1).map(({ turn }) => turn.turnId),
		at: 1
	});
	await from.turns.where(':id').between([id, 'trunk', 0], [id, 'trunk', throughSeq, []]).delete();
	await from.steps.where(':id').between([id, 'trunk', 0], [id, 'trunk', throughSeq, []]).delete();
}

async function turnsOf(at: Truth, id: string): Promise<readonly string[]> {
	serveArchives(at, packer, () => Promise.reject(new Error('no vault')));
	const read = await readExchanges(at, id, await readPath(at, id, 'trunk'));
	return read.map(({ turn }) => turn.turnId);
}

test('a restore that is stopped leaves whole sessions, whatever is written before it is run again', async () => {
	const from = another();
	for (const [id, through] of [
		['s1', 3],
		['s2', 1],
		['s3', 3]
	] as const)
		await coldSession(from, id, through);
	const made = await wholeBackup(from);
	const { read } = await readFile(db, made);
	const stop = new AbortController();
	let seen = 0;
	db.sessions.hook('creating', () => {
		if (++seen === 2) stop.abort();
	});
	expect(await runRead(db, read!, [], stop.signal)).toMatchObject({ status: 'stopped' });
	const whole = async (id: string) => turnsOf(from, id);
	const restored = await db.sessions.toCollection().primaryKeys();
	expect(restored).toHaveLength(2);
	for (const id of restored) expect(await turnsOf(db, id)).toEqual(await whole(id));
	expect(await db.cold.count()).toBe(2);

	await storeSession(db, aSession({ id: 'mine' }), someExchanges(1, { sessionId: 'mine' }));
	expect(await importFile(db, made)).toMatchObject({ status: 'imported', sessions: 1, there: 2 });
	for (const id of ['s1', 's2', 's3']) expect(await turnsOf(db, id)).toEqual(await whole(id));
	const preview = await previewOf([made]);
	expect(preview.items.filter(({ what }) => what === 'session')).toMatchObject(
		['s1', 's2', 's3'].map(() => ({ state: 'there' }))
	);
});

test('a restore that is stopped and run again is equal to one that was not', async () => {
	const from = another();
	await coldSession(from, 's1', 3);
	await coldSession(from, 's2', 1);
	const made = await wholeBackup(from);
	const { read } = await readFile(db, made);
	expect(await whileFull(db.archives.hook('creating'), () => runRead(db, read!))).toMatchObject(
		isFull
	);
	expect(await db.sessions.count()).toBe(0);
	expect(await importFile(db, made)).toMatchObject({ status: 'imported', sessions: 2 });
	for (const table of ['sessions', 'turns', 'cold', 'archives', 'archiveBytes'])
		expect(await db.table(table).toArray()).toEqual(await from.table(table).toArray());
});

test('a session whose records were not chosen comes with the turns that lie in its archive', async () => {
	const from = another();
	await coldSession(from, 's1', 3);
	const { read } = await readFile(db, await wholeBackup(from));
	await runRead(db, read!, ['state.jsonl.gz']);
	expect(await turnsOf(db, 's1')).toEqual(await turnsOf(from, 's1'));
});

test('lines of a stranger’s file keep where they came from when the import breaks off behind the file', async () => {
	const theirs = another();
	await saveMemoryFile(
		{ db: theirs, clock },
		{ path: 'MEMORY.md', text: '- Owns a boat\n', expectedRev: null }
	);
	const made = await wholeBackup(theirs);
	await storeSession(db, aSession({ id: 'mine' }), someExchanges(1, { sessionId: 'mine' }));
	for (const table of [db.memoryOrigins, db.memoryRevisions])
		expect(await whileFull(table.hook('creating'), () => importFile(db, made))).toMatchObject(
			isFull
		);
	expect(await importFile(db, made)).toMatchObject({ status: 'imported' });
	expect((await db.memoryFiles.toArray()).map(({ text }) => text)).toEqual(['- Owns a boat\n']);
	const brought = (await originsOfTrust(db)).filter(({ origin }) => origin === 'import');
	expect(brought.map(({ line }) => line)).toEqual(['owns a boat']);
});

test('a memory file that cannot be written is no import, from a backup or a folder', async () => {
	const theirs = another();
	const path = 'MEMORY.md';
	await saveMemoryFile({ db: theirs, clock }, { path, text: '- Owns a boat\n', expectedRev: null });
	const made = await wholeBackup(theirs);
	await saveMemoryFile({ db, clock }, { path, text: '- Likes tea\n', expectedRev: null });
	const folder = { file: zipOf({ 'MEMORY.md': '- Owns a boat\n' }), name: 'memory.zip' };
	for (const file of [made, folder]) {
		expect(
			await whileFull(db.memoryRevisions.hook('creating'), () => importFile(db, file))
		).toMatchObject(isFull);
		expect(await db.memoryFiles.get(path)).toMatchObject({ text: '- Likes tea\n' });
	}
	expect(await importFile(db, folder)).toMatchObject({ status: 'imported', memoryFiles: 1 });
});

test('what a product remembers is not called imported when it could not be put on the desk', async () => {
	const file = fileOf('pam.json');
	expect(await whileFull(db.proposals.hook('creating'), () => importFile(db, file))).toMatchObject(
		isFull
	);
	expect(await db.proposals.count()).toBe(0);
	expect(await importFile(db, file)).toMatchObject({ status: 'imported' });
	expect(await db.proposals.count()).toBeGreaterThan(0);
});
