import { expect, test } from 'vitest';
import type { MemoryOrigin } from '#core/memory/memory.ts';
import { tombstoneId } from '#core/forgetting/tombstone-id.ts';
import { normaliseLine } from '#core/lines/line.ts';
import { bulletsOf } from '#core/memory/file.ts';
import { memoryFile, originsOf, revisionsOf, setMemoryScope } from '#db/memory/files.ts';
import { moveLines, renameMemoryFile, undoMemoryAct } from '#flows/memory/memory-acts.ts';
import { deleteMemoryFile, rememberText, saveMemoryFile } from '#flows/memory/memory-files.ts';
import { undoLast } from '#flows/sessions/undo-last.ts';
import type { TestApp } from '../../support/apps/an-app.ts';
import { withApp } from '../../support/apps/with-app.ts';
import { aSession } from '../../support/builders/a-session.ts';

/** Lines that move between memory files, and files that get another name: all of it or nothing, undone as one. */

const note = 'memory/2026-11-20.md';
let app: TestApp;
withApp((own) => (app = own));

const write = async (path: string, text: string) => {
	const file = await memoryFile(app.db, path);
	await saveMemoryFile(app, { path, text, expectedRev: file?.rev ?? null });
};
const textOf = async (path: string) => (await memoryFile(app.db, path))?.text ?? null;
const origin = (line: string): MemoryOrigin => ({
	id: `o-${line}`,
	path: note,
	line: normaliseLine(line),
	sessionId: 's1',
	turnIds: ['t1'],
	origin: 'tool',
	writer: 'compaction',
	at: 1,
	importance: 7,
	tags: ['drinks']
});
async function move(...lines: string[]) {
	const file = await memoryFile(app.db, note);
	const starts = bulletsOf(file?.text ?? '')
		.filter(({ text }) => lines.includes(text))
		.map(({ start }) => start);
	return moveLines(app, { from: note, starts, expectedRev: file?.rev ?? 0 });
}

const day = '\ufeff### Saved in conversation (10:00)\r\n- Likes tea\r\n- Lives in Porto\r\n';

test('what nobody sees is not saved: a model would read it; joined scripts, emoji and the BOM stay', async () => {
	const said = '\ufeff- می\u200cخواهم چای 👩\u200d🔧\r\n';
	await write('MEMORY.md', `${said}- Likes tea\u{e0041}\u{e0042}\u202e\r\n`);
	expect(await textOf('MEMORY.md')).toBe(`${said}- Likes tea\r\n`);
});

test.each(['Q\ufeff- Likes tea\r\n', 'Q- Likes tea\r\n'])(
	'a file keeps its BOM, which nobody sees, when words are put before it or in its place',
	async (shown) => {
		await write('MEMORY.md', '\ufeff- Likes tea\r\n');
		await write('MEMORY.md', shown);
		expect(await textOf('MEMORY.md')).toBe('\ufeffQ- Likes tea\r\n');
	}
);

test('moving lines to where more may read them is told', async () => {
	await write(note, day);
	await setMemoryScope(app.db, note, 'never');
	expect(await move('Likes tea')).toMatchObject({ status: 'done', opened: 'everywhere' });
	await setMemoryScope(app.db, 'MEMORY.md', 'never');
	expect(await move('Lives in Porto')).toMatchObject({ status: 'done', opened: null });
});

test('#175 #178 moved lines stand in MEMORY.md with where they were learnt, and one undo gives both files back byte for byte', async () => {
	await write(note, day);
	await write('MEMORY.md', '# Me\n- Owns a boat');
	await app.db.memoryOrigins.put(origin('Likes tea'));
	const moved = await move('Likes tea');
	expect(moved).toMatchObject({ status: 'done', lines: 1, known: 0 });
	expect(await textOf('MEMORY.md')).toBe('# Me\n- Owns a boat\n- Likes tea\n');
	expect(await textOf(note)).toBe(
		'\ufeff### Saved in conversation (10:00)\r\n- Lives in Porto\r\n'
	);
	expect(await originsOf(app.db, 'MEMORY.md')).toMatchObject([
		{ line: 'likes tea', sessionId: 's1', turnIds: ['t1'], origin: 'tool', importance: 7 }
	]);
	if (moved.status !== 'done') throw new Error('not moved');
	expect(await undoMemoryAct(app, moved.act)).toEqual({ status: 'done' });
	expect(await textOf('MEMORY.md')).toBe('# Me\n- Owns a boat');
	expect(await textOf(note)).toBe(day);
	expect(await originsOf(app.db, note)).toHaveLength(1);
});

test('a note whose last line has moved is gone, with its heading; /undo brings both back', async () => {
	await write(note, day);
	await move('Likes tea', 'Lives in Porto');
	expect(await textOf(note)).toBeNull();
	expect(await textOf('MEMORY.md')).toBe('- Likes tea\n- Lives in Porto\n');
	expect(await undoLast(app, 's1')).toMatchObject({
		status: 'undone',
		what: 'memory',
		name: 'MEMORY.md'
	});
	expect(await textOf(note)).toBe(day);
	expect(await textOf('MEMORY.md')).toBeNull();
});

test('a move is taken back whole or not at all: with the old file forgotten, no line is left in neither', async () => {
	await write('MEMORY.md', '- Owns a boat\n');
	await write(note, day);
	const moved = await move('Likes tea', 'Lives in Porto');
	if (moved.status !== 'done') throw new Error('not moved');
	await app.db.memoryRevisions.where('path').equals(note).modify({ text: '' });
	expect(await undoMemoryAct(app, moved.act)).toMatchObject({
		failure: { kind: 'changed-meanwhile' }
	});
	await undoLast(app, 's1');
	expect(await textOf('MEMORY.md')).toContain('- Likes tea\n- Lives in Porto\n');
});

test('what was written since the old file was forgotten makes nothing of it come back empty', async () => {
	await write(note, day);
	const moved = await move('Likes tea', 'Lives in Porto');
	if (moved.status !== 'done') throw new Error('not moved');
	const deletedAt = (await app.db.memoryFiles.get(note))?.deletedAt ?? 0;
	const id = tombstoneId({ kind: 'memory-file', path: note, deletedAt });
	await app.db.tombstones.put({ id, kind: 'memory-file', at: 1 });
	await app.db.memoryRevisions.where('path').equals(note).modify({ text: '' });
	await write(note, '- New\n');
	await deleteMemoryFile(app, note);
	expect(await undoMemoryAct(app, moved.act)).toMatchObject({
		failure: { kind: 'changed-meanwhile' }
	});
	expect(await textOf(note)).toBeNull();
	expect(await textOf('MEMORY.md')).toBe('- Likes tea\n- Lives in Porto\n');
});

test('a line that MEMORY.md holds already is not written twice', async () => {
	await write(note, day);
	await write('MEMORY.md', '- likes tea.\n');
	expect(await move('Likes tea')).toMatchObject({ known: 1 });
	expect(await textOf('MEMORY.md')).toBe('- likes tea.\n');
	expect(await textOf(note)).not.toContain('tea');
});

test('what was changed meanwhile is neither moved nor undone over', async () => {
	await write(note, day);
	const file = await memoryFile(app.db, note);
	await write(note, `${day}- More\r\n`);
	expect(
		await moveLines(app, { from: note, starts: [0], expectedRev: file?.rev ?? 0 })
	).toMatchObject({
		failure: { kind: 'changed-meanwhile' }
	});
	const moved = await move('Likes tea');
	await write('MEMORY.md', '- Likes tea\n- Written since\n');
	if (moved.status !== 'done') throw new Error('not moved');
	expect(await undoMemoryAct(app, moved.act)).toMatchObject({
		failure: { kind: 'changed-meanwhile' }
	});
	expect(await textOf('MEMORY.md')).toContain('Written since');
});

test('/undo takes back no more than was made: a line that came into the file since stays, and it says so', async () => {
	await write('MEMORY.md', '# Me\n- Owns a boat\n');
	await write('MEMORY.md', '# Me\n- Owns a ship\n');
	await rememberText(app, { text: 'Likes tea', sessionId: 's2', guest: false });
	expect(await undoLast(app, 's1')).toMatchObject({
		status: 'failed',
		failure: { kind: 'changed-meanwhile' },
		name: 'MEMORY.md'
	});
	expect(await textOf('MEMORY.md')).toBe('# Me\n- Owns a ship\n- Likes tea\n');
	expect(await undoLast(app, 's2')).toMatchObject({ status: 'undone' });
	expect(await undoLast(app, 's1')).toMatchObject({ status: 'undone', name: 'MEMORY.md' });
	expect(await textOf('MEMORY.md')).toBe('# Me\n- Owns a boat\n');
});

test('a renamed file keeps its text, its scope and its provenance; the old name is free, and one undo takes it back', async () => {
	await write(note, day);
	await setMemoryScope(app.db, note, 'local');
	await app.db.memoryOrigins.put(origin('Likes tea'));
	const to = 'memory/habits.md';
	const renamed = await renameMemoryFile(app, { from: note, to });
	expect(await memoryFile(app.db, to)).toMatchObject({ text: day, scope: 'local' });
	expect(await textOf(note)).toBeNull();
	expect(await originsOf(app.db, to)).toMatchObject([{ sessionId: 's1' }]);
	expect((await revisionsOf(app.db, to))[0]).toMatchObject({ from: note });
	if (renamed.status !== 'done') throw new Error('not renamed');
	await undoMemoryAct(app, renamed.act);
	expect(await textOf(note)).toBe(day);
	expect(await textOf(to)).toBeNull();
});

test.each(['memory/2026-11-21.md', '../secret.md', 'memory/a/b.md', 'notes.md', note])(
	'no file is renamed to %s when that is taken or no memory path',
	async (to) => {
		await write(note, day);
		await write('memory/2026-11-21.md', 'taken');
		expect((await renameMemoryFile(app, { from: note, to })).status).toBe('failed');
		expect(await textOf(note)).toBe(day);
		expect(await textOf('memory/2026-11-21.md')).toBe('taken');
	}
);

test('/remember writes at once, in the user’s own words, with no stop at the review desk', async () => {
	await app.db.sessions.add(aSession());
	await rememberText(app, { text: '- I take oat milk\n', sessionId: 's1', guest: false });
	expect(await textOf('MEMORY.md')).toBe('- I take oat milk\n');
	expect(await app.db.proposals.count()).toBe(0);
	expect(await originsOf(app.db, 'MEMORY.md')).toMatchObject([
		{ origin: 'own', writer: 'user', sessionId: 's1' }
	]);
	expect(await undoLast(app, 's1')).toMatchObject({ status: 'undone', what: 'memory' });
	expect(await textOf('MEMORY.md')).toBeNull();
});

test('/remember writes no line that its file holds already', async () => {
	const fact = { text: 'I take oat milk', sessionId: null, guest: false };
	expect(await rememberText(app, fact)).toMatchObject({ status: 'remembered' });
	expect(await rememberText(app, { ...fact, text: ' - I take  oat milk' })).toEqual({
		status: 'known',
		path: 'MEMORY.md'
	});
	expect(await textOf('MEMORY.md')).toBe('- I take oat milk\n');
	expect(await app.db.memoryRevisions.count()).toBe(1);
	expect(await originsOf(app.db, 'MEMORY.md')).toHaveLength(1);
});

test('/undo passes over a file that was deleted and then forgotten: nothing is there to bring back', async () => {
	await rememberText(app, { text: 'I take oat milk', sessionId: 's1', guest: false });
	await write(note, day);
	await deleteMemoryFile(app, note);
	await app.db.memoryRevisions.where('path').equals(note).modify({ text: '' });
	expect(await undoLast(app, 's1')).toMatchObject({ status: 'undone', name: 'MEMORY.md' });
	expect(await textOf(note)).toBeNull();
});

test('the last is what was done last, though an earlier one is dated later: its clock ran ahead', async () => {
	const ahead = { text: 'Said while the clock ran ahead', sessionId: 's1', guest: false };
	app.clock.at += 3 * 24 * 60 * 60_000;
	await rememberText(app, ahead);
	app.clock.at -= 3 * 24 * 60 * 60_000;
	await rememberText(app, { ...ahead, text: 'Said last' });
	expect(await undoLast(app, 's1')).toMatchObject({ status: 'undone', what: 'memory' });
	expect(await textOf('MEMORY.md')).toContain(ahead.text);
	expect(await textOf('MEMORY.md')).not.toContain('Said last');
	expect(await undoLast(app, 's1')).toMatchObject({ status: 'undone', what: 'memory' });
	expect((await textOf('MEMORY.md')) ?? '').not.toContain(ahead.text);
});
