import { beforeEach, expect, test } from 'vitest';
import { textOf } from '#core/log/blocks.ts';
import { changeOrigins, memoryFile, originsOf } from '#db/memory/files.ts';
import { waitingProposals } from '#db/memory/waiting-proposals.ts';
import { Truth } from '#db/schema.ts';
import { findTurn } from '#db/log/turns.ts';
import { linesLearnt } from '#flows/memory/lines-learnt.ts';
import { lineSources, originsInFile } from '#flows/memory/line-sources.ts';
import { storyOfLine, storyOfProposal } from '#flows/memory/line-story.ts';
import { moveLines, renameMemoryFile, undoMemoryAct } from '#flows/memory/memory-acts.ts';
import { rememberText, saveMemoryFile } from '#flows/memory/memory-files.ts';
import { proposeLine } from '#flows/desk/propose-line.ts';
import { words } from '#ui/words/all-words.ts';
import { acceptProposal } from '#flows/desk/review-desk.ts';
import { importFile, wholeBackup } from '../../support/apps/importing.ts';
import { heldClock } from '../../support/builders/a-clock.ts';
import { aSession } from '../../support/builders/a-session.ts';
import { someExchanges, storeSession } from '../../support/builders/stored-session.ts';
import { withDatabase } from '../../support/builders/a-database.ts';

/** "Why do you know this?" keeps its answer through everything that can happen to a line. */

let db: Truth;
const clock = heldClock();
const ports = () => ({ db, clock });
const note = 'memory/2026-11-18.md';
const text = 'Lives in Porto';

withDatabase((own) => (db = own));
beforeEach(async () => {
	await storeSession(db, aSession(), someExchanges(3));
	await proposeLine(ports(), {
		text,
		path: note,
		source: 'reset',
		origin: 'own',
		sessionId: 's1',
		turnIds: ['s1-trunk-1'],
		importance: 7,
		tags: ['travel']
	});
	const [proposal] = await waitingProposals(db);
	await acceptProposal(ports(), proposal?.id ?? '');
});

const learnt = {
	origin: 'own',
	by: 'reset',
	importance: 7,
	tags: ['travel'],
	session: { title: 'A walk in Rome', href: '/chat/s1' },
	turns: [
		{
			number: 2,
			said: 'What about number 1? 👋',
			href: '/chat/s1#s1-trunk-1',
			state: 'here'
		}
	]
};
const story = (path: string, line: string, from = db) =>
	storyOfLine({ db: from }, { path, text: line });

async function edit(change: (words: string) => string, path = note): Promise<void> {
	const file = await memoryFile(db, path);
	const stored = await saveMemoryFile(ports(), {
		path,
		text: change(file?.text ?? ''),
		expectedRev: file?.rev ?? null
	});
	expect(stored.status).toBe('stored');
}

test('#181 a line knows its conversation, its turns, whose words they were, the job that noted it, and when', async () => {
	const told = await story(note, text);
	expect(told.learnt).toMatchObject([learnt]);
	expect(told.learnt[0]?.at).toBeGreaterThan(0);
	expect(told.written?.by).toBe('reset');
	expect(words.why.judged({ importance: 7, tags: ['travel'] })).toBe(
		'Importance 7 of 10 · tags: travel'
	);
});

test('a line that waits can be asked as well', async () => {
	await proposeLine(ports(), {
		text: 'Plays chess',
		path: note,
		source: 'flush',
		origin: 'tool',
		sessionId: 's1',
		turnIds: ['s1-trunk-2']
	});
	const [proposal] = await waitingProposals(db);
	expect(await storyOfProposal({ db }, proposal?.id ?? '')).toMatchObject({
		line: 'Plays chess',
		learnt: [{ origin: 'tool', by: 'flush', turns: [{ number: 3 }] }],
		written: null
	});
	expect(await storyOfProposal({ db }, 'gone')).toBeNull();
});

test('it survives a move within the file, marks of emphasis, and a little rewording, again and again', async () => {
	await edit(
		(words) => `- **lives in PORTO.**\n\n${words.replace(`- ${text}\n`, '')}- Likes tea\n`
	);
	expect((await story(note, '**lives in PORTO.**')).learnt).toMatchObject([learnt]);
	await edit((words) => words.replace('**lives in PORTO.**', 'Lives in Porto, by the river'));
	expect((await story(note, 'Lives in Porto, by the river')).learnt).toMatchObject([learnt]);
	await edit((words) => words.replace('by the river', 'near the river'));
	expect((await story(note, 'Lives in Porto, near the river')).learnt).toMatchObject([learnt]);
	expect((await story(note, 'Likes tea')).learnt).toEqual([]);
});

test('cut in two by hand it is known in both halves, and put together again in one', async () => {
	const save = async (lines: readonly string[]) => {
		const expectedRev = (await memoryFile(db, note))?.rev ?? null;
		const whole = lines.map((line) => `- ${line}\n`).join('');
		await saveMemoryFile(ports(), { path: note, text: whole, expectedRev });
	};
	const known = async () =>
		(await linesLearnt(db, ({ sessionId }) => sessionId === 's1')).map((line) => line.text);
	await save(['Lives in Porto and works as a baker']);
	await save(['Lives in Porto', 'Works as a baker']);
	expect(await known()).toEqual(['Lives in Porto', 'Works as a baker']);
	expect((await story(note, 'Works as a baker')).learnt).toMatchObject([learnt]);
	await save(['Lives in Porto, works as a baker']);
	expect(await known()).toEqual(['Lives in Porto, works as a baker']);
	expect((await story(note, 'Lives in Porto, works as a baker')).learnt).toHaveLength(1);
});

test('it goes along to another file, by the app and by hand, is told once, and comes back with an undo', async () => {
	const file = await memoryFile(db, note);
	const at = file?.text.indexOf(`- ${text}`) ?? -1;
	const moved = await moveLines(ports(), { from: note, starts: [at], expectedRev: file?.rev ?? 0 });
	if (moved.status !== 'done') throw new Error('not moved');
	expect((await story('MEMORY.md', text)).learnt).toMatchObject([learnt]);
	await undoMemoryAct(ports(), moved.act);
	expect((await story(note, text)).learnt).toMatchObject([learnt]);
	await edit((words) => words.replace(`- ${text}\n`, ''));
	await edit((words) => `${words}\n- ${text}\n`, 'memory/people.md');
	expect((await story('memory/people.md', text)).learnt).toMatchObject([learnt]);
});

test('it survives the renaming of its file', async () => {
	await renameMemoryFile(ports(), { from: note, to: 'memory/home.md' });
	expect((await story('memory/home.md', text)).learnt).toMatchObject([learnt]);
});

test('it survives export and import into a new profile', async () => {
	const made = await wholeBackup(db);
	const fresh = new Truth(`${db.name}-fresh`);
	await importFile(fresh, made);
	expect((await story(note, text, fresh)).learnt).toMatchObject([learnt]);
	await fresh.delete();
});

test('what is gone is said: a deleted turn, a forgotten turn, a conversation that is not there', async () => {
	const state = async () => (await story(note, text)).learnt[0]?.turns[0]?.state;
	await db.marks.put({ sessionId: 's1', turnId: 's1-trunk-1', kind: 'deleted', at: 1 });
	expect(await state()).toBe('deleted');
	await db.turns
		.where('[sessionId+branch+seq]')
		.equals(['s1', 'trunk', 1])
		.modify({ asked: [], forgottenAt: 1 });
	expect(await state()).toBe('forgotten');
	await db.turns.clear();
	expect(await state()).toBe('gone');
	await db.sessions.clear();
	expect((await story(note, text)).learnt[0]).toMatchObject({ session: { href: null } });
});

test('a line written by hand says so, and one from /remember names the conversation', async () => {
	await edit((words) => `${words}- Owns a canoe\n`);
	expect(await story(note, 'Owns a canoe')).toMatchObject({ learnt: [], written: { by: 'user' } });
	await rememberText(ports(), { text: 'My cat is Milo', sessionId: 's1', guest: false });
	expect((await story('MEMORY.md', 'My cat is Milo')).learnt).toMatchObject([
		{ origin: 'own', by: 'user', session: { href: '/chat/s1' }, turns: [] }
	]);
	expect(await story(note, 'Nobody wrote this')).toMatchObject({ learnt: [], written: null });
});

test('a line remembered from a message names the message and whose words it holds, so that it is found when that is forgotten', async () => {
	const at = { sessionId: 's1', turnId: 's1-trunk-1', guest: false };
	const turn = await findTurn(db, 's1', at.turnId);
	const own = textOf(turn?.asked ?? []);
	await rememberText(ports(), { ...at, text: `**${own}**` });
	await rememberText(ports(), { ...at, text: 'An answer nobody asked for' });
	expect((await story('MEMORY.md', `**${own}**`)).learnt).toMatchObject([
		{ origin: 'own', by: 'user', turns: [{ turnId: at.turnId, state: 'here' }] }
	]);
	expect((await story('MEMORY.md', 'An answer nobody asked for')).learnt).toMatchObject([
		{ origin: 'assistant', by: 'user', turns: [{ turnId: at.turnId, state: 'here' }] }
	]);
});

test('words remembered before their conversation has begun come from none, which is not one that is gone', async () => {
	await rememberText(ports(), { text: 'My cat is Milo', sessionId: 'not-yet', guest: false });
	expect((await story('MEMORY.md', 'My cat is Milo')).learnt).toMatchObject([
		{ origin: 'own', session: null, turns: [] }
	]);
	expect((await lineSources({ db }, await originsOf(db, 'MEMORY.md'))).size).toBe(0);
});

test('beside its line a file names the conversation it leads back to, and says where that is gone', async () => {
	const [origin] = await originsOf(db, note);
	const source = async () => [...(await lineSources({ db }, await originsOf(db, note)))];
	const here = { href: '/chat/s1#s1-trunk-1', title: 'A walk in Rome' };
	expect(await source()).toEqual([[origin?.id, here]]);

	await db.marks.put({ sessionId: 's1', turnId: 's1-trunk-1', kind: 'deleted', at: 5 });
	expect(await source()).toEqual([[origin?.id, null]]);
	await db.marks.clear();
	expect(await source()).toEqual([[origin?.id, here]]);

	await db.tombstones.put({ id: 's1-trunk-1', kind: 'turn', at: 6 });
	expect(await source()).toEqual([[origin?.id, null]]);
	await db.tombstones.clear();
	await db.sessions.update('s1', { deletedAt: 7 });
	expect(await source()).toEqual([[origin?.id, null]]);
	await db.sessions.delete('s1');
	expect(await source()).toEqual([[origin?.id, null]]);

	// One that came with a file belongs to no conversation: nothing of it is gone.
	const { id } = origin!;
	const foreign = { ...origin!, sessionId: null, turnIds: [] };
	expect((await lineSources({ db }, [foreign])).has(id)).toBe(false);
});

test('a line that a hand has moved to another file is still known there', async () => {
	const [origin] = await originsOf(db, note);
	await edit((words) => words.replace(`- ${text}\n`, ''));
	expect(await originsInFile({ db }, 'MEMORY.md')).toEqual([]);
	await saveMemoryFile(ports(), {
		path: 'MEMORY.md',
		text: `# Me\n\n- ${text}\n`,
		expectedRev: null
	});
	const there = await originsInFile({ db }, 'MEMORY.md');
	expect(there).toEqual([origin]);
	expect([...(await lineSources({ db }, there)).values()]).toMatchObject([
		{ href: '/chat/s1#s1-trunk-1' }
	]);
	await changeOrigins(db, { add: [{ ...origin!, id: 'own', path: 'MEMORY.md' }], without: [] });
	expect((await originsInFile({ db }, 'MEMORY.md')).map(({ id }) => id)).toEqual(['own']);
});

test('a line from /remember leads back to its conversation, for it stands in no message', async () => {
	await rememberText(ports(), { text: 'My cat is Milo', sessionId: 's1', guest: false });
	const source = async () => [
		...(await lineSources({ db }, await originsOf(db, 'MEMORY.md'))).values()
	];
	expect(await source()).toEqual([{ href: '/chat/s1', title: 'A walk in Rome' }]);
	await db.sessions.update('s1', { deletedAt: 7 });
	expect(await source()).toEqual([null]);
});
