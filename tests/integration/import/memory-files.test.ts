/** Memory that is brought: files are shown as differences, what a product remembers waits at the desk. */
import { expect, test } from 'vitest';
import { exportedLines } from '#core/export/memory-forms.ts';
import { pamOf } from '#core/export/pam.ts';
import { memoryFiles } from '#db/memory/files.ts';
import { writeSetting } from '#db/settings.ts';
import { exportMemory } from '#flows/export/export-memory.ts';
import { storyOfLine } from '#flows/memory/line-story.ts';
import { saveMemoryFile } from '#flows/memory/memory-files.ts';
import { proposeLine } from '#flows/desk/propose-line.ts';
import { rejectProposal } from '#flows/desk/review-desk.ts';
import { packer } from '#worker/workshop/packer.ts';
import { seal } from '#worker/workshop/seal.ts';
import { writeZip } from '#worker/zip/write.ts';
import { fileOf, foreignText } from '../../support/foreign.ts';
import {
	importClock,
	importFile,
	importFiles,
	readFile,
	runRead,
	zipOf
} from '../../support/apps/importing.ts';
import { aSession } from '../../support/builders/a-session.ts';
import { someExchanges, storeSession } from '../../support/builders/stored-session.ts';
import { db, another, previewOf, withTarget } from '../../support/apps/import-target.ts';
import { isGate } from '../../support/occasion.ts';

withTarget();

test('what a product remembers becomes proposals, never lines; what was refused is not proposed again', async () => {
	const outcome = await importFiles(db, [fileOf('claude-memories.json'), fileOf('pam.json')]);
	expect(outcome).toMatchObject({ status: 'imported', proposals: 5, memoryFiles: 0 });
	const waiting = await db.proposals.toArray();
	expect(
		waiting.every((proposal) => proposal.origin === 'import' && proposal.status === 'waiting')
	).toBe(true);
	expect(await db.memoryFiles.count()).toBe(0);
	const tea = waiting.find((proposal) => proposal.text === 'Drinks oolong tea')!;
	await rejectProposal({ db, clock: importClock }, tea.id);
	expect(await importFile(db, fileOf('pam.json'))).toMatchObject({ proposals: 0 });
	expect((await previewOf([fileOf('pam.json')])).items).toMatchObject([
		{ what: 'memories', state: 'there' }
	]);
});

test('a list that is pasted waits at the desk line by line; pasted again it changes nothing', async () => {
	const pasted = (text: string) =>
		({ file: new Blob([text]), name: 'Pasted list', isPasted: true }) as const;
	const list = pasted('Prefers tea\nLives in Graz');
	expect((await previewOf([list])).items).toMatchObject([
		{ what: 'memories', name: 'Pasted list', state: 'new', count: 2 }
	]);
	expect(await importFile(db, list)).toMatchObject({ proposals: 2, memoryFiles: 0 });
	const texts = async () => (await db.proposals.toArray()).map(({ text }) => text).toSorted();
	expect(await texts()).toEqual(['Lives in Graz', 'Prefers tea']);
	expect(await importFile(db, list)).toMatchObject({ proposals: 0 });
	// Dates in brackets look like the beginning of JSON; what really is JSON is read as such.
	expect(await importFile(db, pasted('[2026-02-01] - Owns a boat'))).toMatchObject({
		proposals: 1
	});
	expect(await importFile(db, pasted(foreignText('pam.json')))).toMatchObject({ proposals: 1 });
	expect(await texts()).toContain('Drinks oolong tea');
	expect((await readFile(db, pasted('---'))).outcome).toMatchObject({
		status: 'failed',
		failure: { kind: 'unreadable', what: 'no-lines' }
	});
});

test('a memory goes to the note of the day it was saved on, and to that of today where nobody knows it', async () => {
	const list =
		'[2026-02-01] - Prefers tea\n[2025-12-24] - Has a dog\n[2050-01-01] - Owns a boat\nLives in Graz';
	await importFile(db, { file: new Blob([list]), name: 'Pasted list', isPasted: true });
	const waiting = await db.proposals.toArray();
	expect(Object.fromEntries(waiting.map(({ text, path }) => [text, path]))).toEqual({
		'Prefers tea': 'memory/2026-02-01.md',
		'Has a dog': 'memory/2025-12-24.md',
		'Owns a boat': 'memory/2026-11-20.md',
		'Lives in Graz': 'memory/2026-11-20.md'
	});
});

test('a memory that is cut because it is too long is counted, before and after', async () => {
	const list = {
		file: new Blob(['word '.repeat(200)]),
		name: 'Pasted list',
		isPasted: true
	} as const;
	const { outcome } = await readFile(db, list);
	expect(outcome).toMatchObject({ preview: { skippedLines: 1 } });
	expect(await importFile(db, list)).toMatchObject({ proposals: 1, skippedLines: 1 });
});

test('notes of one name are all brought, each to a place of its own, and twice is once', async () => {
	const zip = {
		file: zipOf({
			'work/todo.md': '- ship it',
			'home/todo.md': '- water the plants',
			'a/MEMORY.md': '- Lives in Porto',
			'b/MEMORY.md': '- Owns a boat'
		}),
		name: 'notes.zip'
	};
	const again = { file: new Blob(['- call Ana']), name: 'work/todo.md' };
	const files = [zip, again, again];
	expect((await previewOf(files)).items).toHaveLength(5);
	expect(await importFiles(db, files)).toMatchObject({ status: 'imported', memoryFiles: 5 });
	const texts = (await memoryFiles(db)).map(({ path, text }) => [path, text]);
	expect(texts).toEqual([
		['MEMORY.md', '- Lives in Porto'],
		['memory/b-MEMORY.md', '- Owns a boat'],
		['memory/todo.md', '- water the plants'],
		[expect.stringMatching(/^memory\/work-todo-[0-9a-f]{6}.md$/), '- call Ana'],
		['memory/work-todo.md', '- ship it']
	]);
	expect(await importFiles(db, files)).toMatchObject({ memoryFiles: 0 });
	expect((await previewOf(files)).items.every(({ state }) => state === 'there')).toBe(true);
});

test('memory exported alone takes no provenance along: read back elsewhere, a line says Import and names no turn, and as PAM it waits', async () => {
	const ports = { db, clock: importClock };
	const line = 'Keeps bees behind the house';
	const from = { sessionId: 's1', turnIds: ['s1-trunk-0'] };
	await storeSession(db, aSession(), someExchanges(1));
	await writeSetting(db, 'reviewMemories', 'own');
	const asked = { text: line, path: 'MEMORY.md', source: 'reset', origin: 'own', ...from } as const;
	expect((await proposeLine(ports, asked)).status).toBe('written');
	const place = { path: 'MEMORY.md', text: line };
	expect((await storyOfLine({ db }, place)).learnt).toMatchObject([
		{ origin: 'own', by: 'reset', turns: [{ turnId: 's1-trunk-0', state: 'here' }] }
	]);
	const made = await exportMemory(
		{ db, packer, zip: writeZip, seal, app: 'test' },
		{ day: '2026-11-20' }
	);
	if (made.status !== 'made') throw new Error('not exported');
	const pam = pamOf(exportedLines(await memoryFiles(db), await db.memoryOrigins.toArray(), 'UTC'), {
		now: 1,
		version: '1.2.3'
	});

	const there = another();
	expect(await importFile(there, { file: made.file, name: made.name })).toMatchObject({
		status: 'imported',
		memoryFiles: 1
	});
	expect((await memoryFiles(there)).map(({ path, text }) => [path, text])).toEqual(
		(await memoryFiles(db)).map(({ path, text }) => [path, text])
	);
	expect((await storyOfLine({ db: there }, place)).learnt).toMatchObject([
		{ origin: 'import', by: 'import', turns: [] }
	]);

	const other = another();
	await importFile(other, { file: new Blob([pam]), name: 'memory.json' });
	expect(await memoryFiles(other)).toEqual([]);
	expect(await other.proposals.toArray()).toMatchObject([
		{ text: line, origin: 'import', status: 'waiting', turnIds: [] }
	]);

	// Where the line stands already, with where it came from, a plain file changes nothing of that.
	await importFile(db, { file: made.file, name: made.name });
	expect((await storyOfLine({ db }, place)).learnt).toMatchObject([{ origin: 'own' }]);
});

test('a file named in another script leaves under its name and comes back under it', async () => {
	const ports = { db, clock: importClock };
	const path = 'memory/Рецепты.md';
	await saveMemoryFile(ports, { path, text: '- Борщ\n', expectedRev: null });
	const made = await exportMemory(
		{ db, packer, zip: writeZip, seal, app: 'test' },
		{ day: '2026-11-20' }
	);
	if (made.status !== 'made') throw new Error('not exported');
	const there = another();
	await importFile(there, { file: made.file, name: made.name });
	expect((await memoryFiles(there)).map((file) => [file.path, file.text])).toEqual([
		[path, '- Борщ\n']
	]);
});

test('a note that came when its name could not be a path is found where it lies', async () => {
	const ports = { db, clock: importClock };
	const note = { name: 'Vault/Рецепты.md', file: new Blob(['- Борщ\n']) };
	expect((await previewOf([note])).items).toMatchObject([
		{ name: 'memory/Рецепты.md', state: 'new' }
	]);
	const path = 'memory/note-b7433e.md';
	await saveMemoryFile(ports, { path, text: '- Борщ\n', expectedRev: null });
	expect((await previewOf([note])).items).toMatchObject([{ name: path, state: 'there' }]);
});

test('what was written to a memory file after the preview stays: only what was shown is done', async () => {
	const ports = { db, clock: importClock };
	const path = 'MEMORY.md';
	await saveMemoryFile(ports, { path, text: '- Likes tea\n', expectedRev: null });
	const files = {
		'MEMORY.md': '- Likes tea\n- Bakes bread\n',
		'memory/new.md': '- Owns a boat\n',
		'memory/both.md': '- Sings\n'
	};
	const { read } = await readFile(db, { file: zipOf(files), name: 'memory.zip' });
	const since = '- Likes tea\n- Allergic to nuts\n';
	await saveMemoryFile(ports, { path, text: since, expectedRev: 1 });
	const both = { path: 'memory/both.md', text: '- Sings\n' };
	await saveMemoryFile(ports, { ...both, expectedRev: null });
	expect(await runRead(db, read!)).toMatchObject({
		status: 'imported',
		memoryFiles: 1,
		writtenSince: 1
	});
	expect((await memoryFiles(db)).map((file) => [file.path, file.text])).toEqual([
		[path, since],
		['memory/both.md', '- Sings\n'],
		['memory/new.md', '- Owns a boat\n']
	]);
});

test('what nobody sees in a memory file from elsewhere is left out, and the preview counts it', async () => {
	const file = zipOf({ 'MEMORY.md': '- Likes tea\u{e0069}\u{e0067}\u{e006e}\n' });
	const preview = await previewOf([{ file, name: 'memory.zip' }]);
	expect(preview.items).toMatchObject([{ after: '- Likes tea\n', hiddenSigns: 3 }]);
	const { read } = await readFile(db, { file, name: 'memory.zip' });
	await runRead(db, read!, []);
	expect((await db.memoryFiles.toArray()).map(({ text }) => text)).toEqual(['- Likes tea\n']);
});

test('a note that is the only thing in a file is taken; beside others nobody meant it for memory', async () => {
	const notes = { 'chat.md': '# Garden\n', 'Shopping list.md': '- eggs\n' };
	const alone = await previewOf([{ file: new Blob([notes['chat.md']]), name: 'chat.md' }]);
	expect(alone.items).toMatchObject([{ name: 'memory/chat.md', state: 'new', isChosen: true }]);
	const several = await previewOf([{ file: zipOf(notes), name: 'vault.zip' }]);
	expect(several.items).toMatchObject([{ isChosen: false }, { isChosen: false }]);
	await saveMemoryFile(
		{ db, clock: importClock },
		{ path: 'memory/chat.md', text: '- mine\n', expectedRev: null }
	);
	const other = await previewOf([{ file: new Blob([notes['chat.md']]), name: 'chat.md' }]);
	expect(other.items).toMatchObject([{ state: 'changed', isChosen: false }]);
});

test('a note that was left out beside MEMORY.md is left out the next time too, when it alone would bring something', async () => {
	const zip = zipOf({
		'workspace/MEMORY.md': '- Likes tea\n',
		'elsewhere/Shopping list.md': '- eggs\n'
	});
	const chosen = async () =>
		(await previewOf([{ file: zip, name: 'memory.zip' }])).items.map(
			({ name, state, isChosen }) => [name, state, isChosen]
		);
	const note = ['memory/Shopping-list.md', 'new', false];
	expect(await chosen()).toContainEqual(note);
	const { read } = await readFile(db, { file: zip, name: 'memory.zip' });
	await runRead(db, read!, ['memory/Shopping-list.md']);
	expect(await chosen()).toEqual([['MEMORY.md', 'there', true], note]);
});

test('a folder of memory: each file is shown as a difference, written as it is, its new lines say Import', async () => {
	await saveMemoryFile(
		{ db, clock: importClock },
		{ path: 'MEMORY.md', text: '- Likes tea\n', expectedRev: null }
	);
	const zip = zipOf({
		'workspace/MEMORY.md': '\ufeff- Likes tea\r\n- Lives in Graz\r\n',
		'workspace/memory/2026-02-18.md':
			'### Extracted from context compaction (14:30)\n- Baked bread\n',
		'workspace/SOUL.md': 'Be kind.\n',
		'elsewhere/Shopping list.md': '- eggs\n',
		'workspace/.obsidian/app.json': '{}'
	});
	const preview = await previewOf([{ file: zip, name: 'openclaw.zip' }]);
	expect(
		preview.items.map(({ name, state, before, isChosen }) => [name, state, before, isChosen])
	).toEqual([
		['MEMORY.md', 'changed', '- Likes tea\n', true],
		['memory/2026-02-18.md', 'new', null, true],
		['memory/SOUL.md', 'new', null, true],
		['memory/Shopping-list.md', 'new', null, false]
	]);
	const { read } = await readFile(db, { file: zip, name: 'openclaw.zip' });
	await runRead(db, read!, ['memory/Shopping-list.md', 'memory/SOUL.md']);
	expect((await db.memoryFiles.toArray()).map(({ path, text }) => [path, text])).toEqual([
		['MEMORY.md', '\ufeff- Likes tea\r\n- Lives in Graz\r\n'],
		['memory/2026-02-18.md', '### Extracted from context compaction (14:30)\n- Baked bread\n']
	]);
	expect(
		(await db.memoryOrigins.toArray())
			.map(({ line, origin, writer }) => [line, origin, writer])
			.toSorted()
	).toEqual([
		['baked bread', 'import', 'import'],
		['extracted from context compaction 14:30', 'import', 'import'],
		['lives in graz', 'import', 'import']
	]);
	expect(await db.memoryRevisions.where('path').equals('MEMORY.md').count()).toBe(2);
});

const facts = Array.from({ length: 1203 }, (_, at) => `Fact zz${String(at * 7919)}q`);
const pastedFacts = {
	file: new Blob([facts.join('\n')]),
	name: 'Pasted list',
	isPasted: true
} as const;

test('what is known already takes no place among the memories that are reviewed at once', async () => {
	const known = facts.slice(0, 1200).map((fact) => `- ${fact}\n`);
	await saveMemoryFile(
		{ db, clock: importClock },
		{ path: 'MEMORY.md', text: known.join(''), expectedRev: null }
	);
	expect(await importFile(db, pastedFacts)).toMatchObject({ proposals: 3, skippedLines: 0 });
});

// A thousand proposals, each held against all that wait, take the database of the tests half a minute.
if (!isGate)
	test('of more memories than anybody reviews at once the rest is told as skipped, and comes when the file is imported again', async () => {
		expect(await importFile(db, pastedFacts)).toMatchObject({
			proposals: 1000,
			skippedLines: 203
		});
		expect((await previewOf([pastedFacts])).items).toMatchObject([{ state: 'new', count: 203 }]);
		expect(await importFile(db, pastedFacts)).toMatchObject({ proposals: 203, skippedLines: 0 });
		expect(await db.proposals.count()).toBe(1203);
	}, 180_000);
