import { beforeEach, expect, test } from 'vitest';
import type { LineOrigin, ProposalSource } from '#core/memory/memory.ts';
import { memoryFile, originsOfLine } from '#db/memory/files.ts';
import { refusals } from '#db/memory/proposals.ts';
import { waitingProposals } from '#db/memory/waiting-proposals.ts';
import type { Truth } from '#db/schema.ts';
import { writeSetting } from '#db/settings.ts';
import { deskItems } from '#state/desk/desk-items.ts';
import { saveMemoryFile } from '#flows/memory/memory-files.ts';
import { proposeLine } from '#flows/desk/propose-line.ts';
import {
	acceptProposal,
	aimProposal,
	allowLine,
	refuseLine,
	rejectProposal,
	replaceLine
} from '#flows/desk/review-desk.ts';
import { readStateLine } from '#core/backup/rows.ts';
import { undoDecision } from '#flows/desk/undo-decisions.ts';
import { heldClock } from '../../support/builders/a-clock.ts';
import { aSession } from '../../support/builders/a-session.ts';
import { withDatabase } from '../../support/builders/a-database.ts';

/** A new line meets what is in memory: repetition is merged, a contradiction is shown with the line it would replace. */

let db: Truth;
const clock = heldClock();
const ports = () => ({ db, clock });
const note = 'memory/2026-11-18.md';
withDatabase((own) => (db = own));
beforeEach(async () => {
	await saveMemoryFile(ports(), {
		path: 'MEMORY.md',
		text: '# Me\r\n\r\n- Lives in Porto.\r\n- 用户喝茶\r\n- Likes tea\r\n',
		expectedRev: null
	});
});

const propose = (
	text: string,
	over: { origin?: LineOrigin; source?: ProposalSource; sessionId?: string } = {}
) =>
	proposeLine(ports(), {
		text,
		path: note,
		source: 'compaction',
		origin: 'own',
		sessionId: null,
		turnIds: ['t1'],
		...over
	});
const curated = async () => (await memoryFile(db, 'MEMORY.md'))?.text;

test.each([
	['Takes the pill before breakfast', 'I take the pill after breakfast'],
	['Blood type is A+', 'Blood type is A-']
])(
	'a correction by a small word or sign waits beside the line it corrects: %s',
	async (old, line) => {
		const text = `- ${old}\n`;
		await saveMemoryFile(ports(), { path: 'MEMORY.md', text, expectedRev: 1 });
		expect((await propose(line)).status).toBe('waiting');
		expect(await waitingProposals(db)).toMatchObject([{ text: line, replaces: old }]);
	}
);

test('#91 nor is what stands there in prose or in a numbered list', async () => {
	const text = '1. Bakes bread\r\n\r\nThe user has a boat called Rex.\r\n';
	await saveMemoryFile(ports(), { path: note, text, expectedRev: null });
	for (const line of ['I bake bread', 'Has a boat called Rex'])
		expect(await propose(line)).toEqual({ status: 'known' });
	expect(await waitingProposals(db)).toEqual([]);
});

test.each(['The user lives in Porto', '**I live in PORTO**', '我喝茶。', 'likes   tea!'])(
	'#91 what memory says already is not proposed again: %s',
	async (text) => {
		expect((await propose(text)).status).toBe('known');
		expect(await waitingProposals(db)).toEqual([]);
	}
);

test('a line that is said again stays one line and keeps the source it was accepted with', async () => {
	const from = async () =>
		(await originsOfLine(db, 'owns a red canoe')).map(({ sessionId, turnIds }) => [
			sessionId,
			turnIds
		]);
	await propose('Owns a red canoe', { sessionId: 's1' });
	const [proposal] = await waitingProposals(db);
	await acceptProposal(ports(), proposal?.id ?? '');
	expect(await from()).toEqual([['s1', ['t1']]]);
	const before = await memoryFile(db, note);
	expect(before?.text.split('red canoe')).toHaveLength(2);
	expect((await propose('I own a **red canoe**.', { sessionId: 's2' })).status).toBe('known');
	expect(await memoryFile(db, note)).toEqual(before);
	expect(await from()).toEqual([['s1', ['t1']]]);
});

test('a contradiction is proposed in the place of the line it contradicts; accepting changes that line alone, undo brings it back', async () => {
	await writeSetting(db, 'reviewMemories', 'untainted');
	const { status } = await propose('The user lives in Lyon');
	expect(status).toBe('waiting');
	const [proposal] = await waitingProposals(db);
	expect(proposal).toMatchObject({ path: 'MEMORY.md', replaces: 'Lives in Porto.' });
	await acceptProposal(ports(), proposal?.id ?? '');
	expect(await curated()).toBe(
		'# Me\r\n\r\n- The user lives in Lyon\r\n- 用户喝茶\r\n- Likes tea\r\n'
	);
	await undoDecision(ports(), proposal?.id ?? '');
	expect(await curated()).toBe('# Me\r\n\r\n- Lives in Porto.\r\n- 用户喝茶\r\n- Likes tea\r\n');
});

test.each(['assistant', 'tool', 'web', 'import'] as const)(
	'what is not the user’s word takes the place of no line by itself: %s',
	async (origin) => {
		await writeSetting(db, 'reviewMemories', 'untainted');
		expect((await propose('The user lives in Lyon', { origin })).status).toBe('waiting');
		const [item] = await deskItems(db);
		expect(item).toMatchObject({
			proposal: { path: note, replaces: null },
			beside: { relation: 'other', row: { path: 'MEMORY.md', text: 'Lives in Porto.' } }
		});
		await acceptProposal(ports(), item?.id ?? '');
		expect(await curated()).toContain('- Lives in Porto.');
		expect((await memoryFile(db, note))?.text).toContain('- The user lives in Lyon');
	}
);

test('said by the user as well, it is offered in the place of the line, and waits', async () => {
	await propose('The user lives in Lyon', { origin: 'assistant' });
	await writeSetting(db, 'reviewMemories', 'own');
	expect((await propose('I live in Lyon')).status).toBe('known');
	expect(await waitingProposals(db)).toMatchObject([
		{ origin: 'own', path: 'MEMORY.md', replaces: 'Lives in Porto.' }
	]);
});

test('a line that says more stands in for the shorter one, in any script', async () => {
	await propose('Likes tea with milk');
	await propose('用户不喝茶');
	expect((await waitingProposals(db)).map(({ text, replaces }) => [text, replaces])).toEqual([
		['Likes tea with milk', 'Likes tea'],
		['用户不喝茶', '用户喝茶']
	]);
});

test('the user may keep both: the line goes to the note of its day, and back into the place of the other', async () => {
	await propose('The user lives in Lyon');
	const [proposal] = await waitingProposals(db);
	const id = proposal?.id ?? '';
	await replaceLine(ports(), id, null);
	expect((await waitingProposals(db))[0]).toMatchObject({ path: note, replaces: null });
	await replaceLine(ports(), id, { path: 'MEMORY.md', text: 'Lives in Porto.' });
	expect((await waitingProposals(db))[0]).toMatchObject({ replaces: 'Lives in Porto.' });
	await replaceLine(ports(), id, null);
	await acceptProposal(ports(), id);
	expect(await curated()).toContain('- Lives in Porto.');
	expect((await memoryFile(db, note))?.text).toContain('- The user lives in Lyon');
});

test('kept beside the other, a line goes where it would have gone: to the day on which it was said, or the file chosen for it', async () => {
	const then = 'memory/2024-05-01.md';
	const aimed = async () => {
		const [{ path, replaces } = { path: '', replaces: '' }] = await waitingProposals(db);
		return [path, replaces];
	};
	await proposeLine(ports(), {
		text: 'The user lives in Lyon',
		path: then,
		source: 'compaction',
		origin: 'own',
		sessionId: null,
		turnIds: []
	});
	expect(await aimed()).toEqual(['MEMORY.md', 'Lives in Porto.']);
	const id = (await waitingProposals(db))[0]?.id ?? '';
	await replaceLine(ports(), id, null);
	expect(await aimed()).toEqual([then, null]);
	await replaceLine(ports(), id, { path: 'MEMORY.md', text: 'Lives in Porto.' });
	await replaceLine(ports(), id, null);
	expect(await aimed()).toEqual([then, null]);
	await aimProposal(ports(), id, { path: 'memory/places.md', replaces: null });
	await replaceLine(ports(), id, { path: 'MEMORY.md', text: 'Lives in Porto.' });
	await replaceLine(ports(), id, null);
	expect(await aimed()).toEqual(['memory/places.md', null]);
});

test('where a line would have gone is a memory file, whatever a backup says', async () => {
	await propose('The user lives in Lyon');
	const [row] = await waitingProposals(db);
	if (!row) throw new Error('nothing waits');
	const line = (home: string) => ({ table: 'proposals', row: { ...row, home } });
	expect(readStateLine(line('memory/places.md'))?.row).toMatchObject({ home: 'memory/places.md' });
	expect(readStateLine(line('../../evil.sh'))).toBeNull();
	// One that came before that was looked at.
	await db.proposals.put({ ...row, home: '../../evil.sh' });
	await replaceLine(ports(), row.id, null);
	expect((await waitingProposals(db))[0]).toMatchObject({ path: note, home: note });
});

test('where the line to be replaced has gone meanwhile, the new one is written beside nothing', async () => {
	await propose('The user lives in Lyon');
	const file = await memoryFile(db, 'MEMORY.md');
	await saveMemoryFile(ports(), {
		path: 'MEMORY.md',
		text: '- Likes tea\n',
		expectedRev: file?.rev ?? null
	});
	const [proposal] = await waitingProposals(db);
	expect(await acceptProposal(ports(), proposal?.id ?? '')).toEqual({ status: 'done' });
	expect(await curated()).toMatch(
		/^- Likes tea\n\n### Extracted[^\n]*\n- The user lives in Lyon\n$/
	);
	// The user had taken that line out: taking the acceptance back is no reason to write it again.
	expect(await undoDecision(ports(), proposal?.id ?? '')).toEqual({ status: 'done' });
	expect(await curated()).toBe('- Likes tea\n');
});

test('a line that came into memory while its twin waited is not written beside itself; its undo takes nothing out', async () => {
	await propose('Plays chess');
	const file = await memoryFile(db, 'MEMORY.md');
	await saveMemoryFile(ports(), {
		path: 'MEMORY.md',
		text: `${file?.text ?? ''}- plays chess.\r\n`,
		expectedRev: file?.rev ?? null
	});
	const [proposal] = await waitingProposals(db);
	const before = await curated();
	expect(await acceptProposal(ports(), proposal?.id ?? '')).toEqual({ status: 'done' });
	expect(await memoryFile(db, note)).toBeUndefined();
	expect(await waitingProposals(db)).toEqual([]);
	await undoDecision(ports(), proposal?.id ?? '');
	expect(await waitingProposals(db)).toHaveLength(1);
	expect(await curated()).toBe(before);
});

test('a line waits once; what the assistant said and the user says as well becomes theirs', async () => {
	expect((await propose('Owns a red canoe', { origin: 'assistant' })).status).toBe('waiting');
	expect((await propose('I own a red canoe')).status).toBe('known');
	expect((await waitingProposals(db)).map(({ origin }) => origin)).toEqual(['own']);
	expect((await propose('Owns a red canoe.', { origin: 'import' })).status).toBe('known');
	expect((await waitingProposals(db)).map(({ origin }) => origin)).toEqual(['own']);
});

test('INV-32 what a page has said first is not laundered by whoever repeats it', async () => {
	expect((await propose('Owns a red canoe', { origin: 'web' })).status).toBe('waiting');
	for (const origin of ['tool', 'assistant', 'own', 'import'] as const)
		expect((await propose('The user owns a red canoe', { origin })).status).toBe('known');
	expect((await waitingProposals(db)).map(({ origin }) => origin)).toEqual(['web']);
});

test('a rejected line stays rejected in other words as well, until the user takes it off the list', async () => {
	await propose('Owns a red canoe');
	const [proposal] = await waitingProposals(db);
	await rejectProposal(ports(), proposal?.id ?? '');
	for (const text of ['The user owns a red canoe.', 'I own a red canoe', 'owns a RED canoe'])
		expect((await propose(text)).status).toBe('refused');
	expect((await propose('Owns a blue canoe')).status).toBe('waiting');
	const [refused] = await refusals(db);
	await allowLine(ports(), refused?.hash ?? '');
	expect((await propose('The user owns a red canoe.')).status).toBe('waiting');
});

test('the user can forbid a line before anybody proposes it', async () => {
	await refuseLine(ports(), '- Owns a red canoe.');
	expect((await propose('The user owns a red canoe')).status).toBe('refused');
	expect(await refuseLine(ports(), ' - ')).toMatchObject({ failure: { kind: 'unreadable' } });
});

test('a guest learns nothing of MEMORY.md by asking what is known', async () => {
	await db.sessions.put(aSession({ id: 'g', kind: 'guest' }));
	expect((await propose('Lives in Porto', { sessionId: 'g' })).status).toBe('waiting');
	expect((await propose('Likes tea with milk', { sessionId: 'g' })).status).toBe('waiting');
	expect((await waitingProposals(db)).map(({ replaces }) => replaces)).toEqual([null, null]);
});
