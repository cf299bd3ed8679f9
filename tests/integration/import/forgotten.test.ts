/** What was deleted or forgotten here is not brought back by its file. */
import { Dexie } from 'dexie';
import { expect, test, vi } from 'vitest';
import { formKey } from '#core/lines/same-line.ts';
import type { Truth } from '#db/schema.ts';
import { saveMemoryFile } from '#flows/memory/memory-files.ts';
import { fileOf } from '../../support/foreign.ts';
import {
	importClock,
	importFile,
	importFiles,
	readFile,
	readFiles,
	runRead,
	wholeBackup
} from '../../support/apps/importing.ts';
import { another, db, previewOf, stored, withTarget } from '../../support/apps/import-target.ts';

withTarget();

test('a conversation that was deleted here is said to be, and is not brought back by its file', async () => {
	await importFile(db, fileOf('claude-ai.json'));
	await db.sessions.toCollection().modify({ deletedAt: 5 });
	const { items } = await previewOf([fileOf('claude-ai.json')]);
	const deleted = { state: 'forgotten', reason: 'can-come-back' };
	expect(items).toMatchObject([deleted, deleted]);
	const before = await stored();
	await importFile(db, fileOf('claude-ai.json'));
	expect(await stored()).toEqual(before);
});

test('what the user has forgotten does not come back', async () => {
	await importFile(db, fileOf('claude-ai.json'));
	const [first, second] = await db.sessions.toArray();
	const turn = (await db.turns.toArray()).find((row) => row.sessionId === second!.id)!;
	for (const table of [db.sessions, db.branches, db.turns, db.steps]) await table.clear();
	await db.tombstones.bulkPut([
		{ id: first!.id, kind: 'session', at: 5 },
		{ id: turn.turnId, kind: 'turn', at: 6 }
	]);
	expect(
		(await previewOf([fileOf('claude-ai.json')])).items
			.map(({ state, reason }) => `${state} ${String(reason)}`)
			.toSorted()
	).toEqual(['forgotten null', 'new null']);
	await importFile(db, fileOf('claude-ai.json'));
	expect((await db.sessions.toArray()).map(({ id }) => id)).toEqual([second!.id]);
	expect(await db.turns.get([second!.id, turn.branch, turn.seq])).toMatchObject({
		turnId: turn.turnId,
		hash: turn.hash,
		asked: [],
		forgottenAt: importClock.now()
	});
});

test('lines the user has forgotten are not shown as coming, are counted, and make no file differ for ever', async () => {
	await db.tombstones.put({ id: formKey('Was in hospital in 2019'), kind: 'line', at: 5 });
	const file = {
		name: 'MEMORY.md',
		file: new Blob(['# Me\n\n- Likes tea\n- Was in hospital in 2019\n1. Was in hospital in 2019\n'])
	};
	const list = {
		name: 'Pasted list',
		isPasted: true,
		file: new Blob(['Was in hospital in 2019\nLikes jazz\n'])
	} as const;
	const kept = '# Me\n\n- Likes tea\n';
	expect((await previewOf([file])).items).toMatchObject([
		{ forgottenLines: 2, state: 'new', after: kept }
	]);
	expect((await previewOf([list])).items).toMatchObject([
		{ forgottenLines: 1, state: 'new', count: 1, after: '- Likes jazz' }
	]);
	expect(await importFiles(db, [file, list])).toMatchObject({ memoryFiles: 1, proposals: 1 });
	expect(await db.memoryFiles.get('MEMORY.md')).toMatchObject({ text: kept });
	const before = await stored();
	for (const [one, forgottenLines] of [
		[file, 2],
		[list, 1]
	] as const) {
		expect((await previewOf([one])).items).toMatchObject([{ forgottenLines, state: 'there' }]);
		expect(await importFile(db, one)).toMatchObject({ memoryFiles: 0, proposals: 0 });
	}
	expect(await stored()).toEqual(before);
});

test('nor does a memory file of a backup show lines that were forgotten here, or differ for ever by them', async () => {
	const there = another();
	const save = (to: Truth, text: string) =>
		saveMemoryFile({ db: to, clock: importClock }, { path: 'MEMORY.md', text, expectedRev: null });
	await save(there, '- Likes tea\n- Was in hospital\n');
	await save(db, '- Likes tea\n');
	await db.tombstones.put({ id: formKey('Was in hospital'), kind: 'line', at: 5 });
	const backup = await wholeBackup(there);
	const item = async () =>
		(await previewOf([backup])).items.find(({ name }) => name === 'MEMORY.md');
	expect(await item()).toMatchObject({ state: 'there', after: '- Likes tea\n', forgottenLines: 1 });
	await db.memoryFiles.clear();
	expect(await item()).toMatchObject({ state: 'new', after: '- Likes tea\n', forgottenLines: 1 });
});

test('a line that is forgotten while files are gone through does not come with the next of them', async () => {
	const before = { name: 'memory/a.md', file: new Blob(['- Likes tea\n']) };
	const after = { name: 'memory/b.md', file: new Blob(['- Likes jazz\n- Was in hospital\n']) };
	const { outcome, read } = await readFiles(db, [before, after]);
	if (outcome.status !== 'read') throw new Error(outcome.status);
	after.file.arrayBuffer = async () => {
		await db.tombstones.put({ id: formKey('Was in hospital'), kind: 'line', at: 5 });
		return new Blob(['- Likes jazz\n- Was in hospital\n']).arrayBuffer();
	};
	expect(await runRead(db, read!)).toMatchObject({ memoryFiles: 2 });
	expect(await db.memoryFiles.get('memory/b.md')).toMatchObject({ text: '- Likes jazz\n' });
});

test('a line that is forgotten while memory files of a backup are written does not come with the next of them', async () => {
	const there = another();
	const save = (to: Truth, path: string, text: string) =>
		saveMemoryFile({ db: to, clock: importClock }, { path, text, expectedRev: null });
	for (const path of ['memory/a.md', 'memory/b.md']) {
		await save(there, path, '- Likes jazz\n- Was in hospital\n');
		await save(db, path, '- Likes jazz\n');
	}
	const { read } = await readFile(db, await wholeBackup(there));
	const put = db.memoryFiles.put.bind(db.memoryFiles);
	vi.spyOn(db.memoryFiles, 'put').mockImplementationOnce((row) => {
		const gone = { id: formKey('Was in hospital'), kind: 'line', at: 5 } as const;
		void Dexie.ignoreTransaction(() => db.tombstones.put(gone));
		return put(row);
	});
	expect(await runRead(db, read!)).toMatchObject({ failure: { kind: 'changed-meanwhile' } });
	expect(await db.memoryFiles.get('memory/b.md')).toMatchObject({ text: '- Likes jazz\n' });
});

test('nor does one that is forgotten while the file before is written', async () => {
	const named = (name: string, text: string) => ({
		name: `memory/${name}.md`,
		file: new Blob([text])
	});
	const { read } = await readFiles(db, [
		named('a', '- Likes tea\n'),
		named('b', '- Likes jazz\n- Was in hospital\n')
	]);
	const put = db.memoryFiles.put.bind(db.memoryFiles);
	vi.spyOn(db.memoryFiles, 'put').mockImplementationOnce((row) => {
		const gone = { id: formKey('Was in hospital'), kind: 'line', at: 5 } as const;
		void Dexie.ignoreTransaction(() => db.tombstones.put(gone));
		return put(row);
	});
	expect(await runRead(db, read!)).toMatchObject({ memoryFiles: 2 });
	expect(await db.memoryFiles.get('memory/b.md')).toMatchObject({ text: '- Likes jazz\n' });
});
