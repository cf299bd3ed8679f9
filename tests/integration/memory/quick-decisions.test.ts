import { expect, it } from 'vitest';
import { bulletsOf } from '#core/memory/file.ts';
import type { Refusal } from '#core/memory/memory.ts';
import { memoryFile } from '#db/memory/files.ts';
import { refusals } from '#db/memory/proposals.ts';
import { waitingProposals } from '#db/memory/waiting-proposals.ts';
import type { Truth } from '#db/schema.ts';
import { proposeLine } from '#flows/desk/propose-line.ts';
import {
	acceptAll,
	acceptLines,
	acceptShown,
	rejectProposal,
	replaceLine
} from '#flows/desk/review-desk.ts';
import { memoryTaint } from '#flows/desk/session-words.ts';
import { undoDecision, undoDecisions } from '#flows/desk/undo-decisions.ts';
import { renameMemoryFile } from '#flows/memory/memory-acts.ts';
import { rememberText, saveMemoryFile } from '#flows/memory/memory-files.ts';
import { deskItems } from '#state/desk/desk-items.ts';
import { heldClock } from '../../support/builders/a-clock.ts';
import { aProposal } from '../../support/builders/a-proposal.ts';
import { withDatabase } from '../../support/builders/a-database.ts';

/** Decisions at the desk that follow each other quickly, and such that are about what another one has changed. */

let db: Truth;
const clock = heldClock();
const ports = () => ({ db, clock });
const note = 'memory/2026-11-18.md';
const changed = { failure: { kind: 'changed-meanwhile' } };

withDatabase((own) => (db = own));

async function propose(text: string, origin: 'own' | 'import' = 'own') {
	const line = { text, path: note, origin, sessionId: null, turnIds: ['t1'] } as const;
	const source = origin === 'own' ? 'compaction' : 'import';
	const out = await proposeLine(ports(), { ...line, source });
	if (!('proposal' in out)) throw new Error(out.status);
	return out.proposal;
}
const curated = async () => (await memoryFile(db, 'MEMORY.md'))?.text;
const holding = async (text: string) => {
	const expectedRev = (await memoryFile(db, 'MEMORY.md'))?.rev ?? null;
	await saveMemoryFile(ports(), { path: 'MEMORY.md', text, expectedRev });
};
/** As the desk shows what waits. */
const cards = async () =>
	(await deskItems(db)).flatMap((item) => (item.kind === 'line' ? [item.proposal] : []));

const texts = ['Likes tea', 'Plays the cello', 'Owns a red bicycle', 'Speaks Dutch well'];

it('lines that are accepted in one moment are all written, and all go back in one', async () => {
	const lines = [];
	for (const text of texts) lines.push(await propose(text));
	const out = await Promise.all(lines.map((line) => acceptLines(ports(), [line])));
	expect(out.map(({ accepted }) => accepted)).toEqual(lines.map(({ id }) => [id]));
	for (const text of texts) expect((await memoryFile(db, note))?.text).toContain(`- ${text}\n`);
	expect(await waitingProposals(db)).toEqual([]);
	const back = await Promise.all(lines.map(({ id }) => undoDecisions(ports(), [id])));
	expect(back).toEqual(lines.map(() => ({ status: 'done' })));
	expect(await memoryFile(db, note)).toBeUndefined();
});

it('one line that is accepted in two tabs is written once', async () => {
	const line = await propose('Likes tea');
	const out = await Promise.all([acceptShown(ports(), line), acceptShown(ports(), line)]);
	expect(out).toMatchObject([{ status: 'accepted' }, changed]);
	expect((await memoryFile(db, note))?.text.split('Likes tea')).toHaveLength(2);
});

it('of two corrections of one line the second takes the place of the first, once that was shown', async () => {
	await holding('# Me\n\n- Lives in Porto\n');
	const lyon = await propose('Lives in Lyon');
	const nice = await propose('Lives in Nice');
	expect(nice).toMatchObject({ replaces: 'Lives in Porto' });
	await acceptShown(ports(), lyon);
	expect(await acceptShown(ports(), nice)).toMatchObject(changed);
	expect(await acceptAll(ports(), new Set(), [nice])).toMatchObject({ accepted: [], changed: 1 });
	expect(await curated()).toBe('# Me\n\n- Lives in Lyon\n');
	const [card] = await cards();
	expect(card).toMatchObject({ id: nice.id, replaces: 'Lives in Lyon', path: 'MEMORY.md' });
	expect(await acceptShown(ports(), card ?? nice)).toEqual({ status: 'accepted' });
	expect(await curated()).toBe('# Me\n\n- Lives in Nice\n');
	expect(await undoDecision(ports(), nice.id)).toEqual({ status: 'done' });
	expect(await curated()).toBe('# Me\n\n- Lives in Lyon\n');
});

it('a correction that a hand has made meanwhile is known, and its card says so', async () => {
	await holding('- Lives in Porto\n');
	const line = await propose('Lives in Lyon');
	await holding('- I live in Lyon\n');
	expect(await deskItems(db)).toMatchObject([
		{ proposal: { replaces: null }, beside: { relation: 'same', row: { text: 'I live in Lyon' } } }
	]);
	expect(await acceptShown(ports(), line)).toEqual({ status: 'known' });
	expect(await curated()).toBe('- I live in Lyon\n');
});

it('a correction of a line that was deleted meanwhile strikes out no other, and is taken at once', async () => {
	await holding('- Lives in Porto\n');
	const line = await propose('Lives in Lyon');
	expect(line).toMatchObject({ path: 'MEMORY.md', replaces: 'Lives in Porto' });
	await holding('- Likes tea\n');
	expect(await acceptShown(ports(), line)).toEqual({ status: 'accepted' });
	expect(await curated()).toMatch(/^- Likes tea\n\n### .*\n- Lives in Lyon\n$/);
});

it('an undo that could not bring the replaced line back is refused, and works in its turn', async () => {
	await holding('- Lives in Porto\n');
	const lyon = await propose('Lives in Lyon');
	await acceptShown(ports(), lyon);
	const nice = await propose('Lives in Nice');
	await acceptShown(ports(), nice);
	expect(await undoDecision(ports(), lyon.id)).toMatchObject(changed);
	expect(await undoDecisions(ports(), [lyon.id])).toMatchObject(changed);
	expect(await curated()).toBe('- Lives in Nice\n');
	expect(await undoDecisions(ports(), [lyon.id, nice.id])).toEqual({ status: 'done' });
	expect(await curated()).toBe('- Lives in Porto\n');
	expect((await waitingProposals(db)).map(({ text }) => text)).toEqual([
		'Lives in Lyon',
		'Lives in Nice'
	]);
});

it('what an acceptance noted of an imported line goes with its undo: the same fact is the user’s own afterwards', async () => {
	const line = await propose('Likes tea', 'import');
	await acceptShown(ports(), line);
	expect(await memoryTaint(db)).toBe('import');
	await undoDecision(ports(), line.id);
	expect(await db.memoryOrigins.toArray()).toEqual([]);
	await acceptShown(ports(), line);
	expect(await db.memoryOrigins.count()).toBe(1);
	expect(await memoryTaint(db)).toBe('import');
});

it('who writes an imported line out themselves has vouched for it; who picks it from a message has not', async () => {
	const line = await propose('Likes tea', 'import');
	await acceptShown(ports(), line);
	await rememberText(ports(), { text: 'Likes tea', sessionId: null, guest: false });
	expect(await memoryTaint(db)).toBe('none');
	const origins = await db.memoryOrigins.toArray();
	for (const row of origins)
		if (row.writer === 'user') await db.memoryOrigins.update(row.id, { turnIds: ['t2'] });
	expect(await memoryTaint(db)).toBe('import');
});

it('lines that are one are written once where they are accepted together, also in the place of another', async () => {
	await holding('- Lives in Porto\n- Likes tea\n');
	const lines = [
		aProposal('Blood type is A'),
		aProposal('blood type is **A**.'),
		aProposal('Blood type is A-'),
		aProposal('Lives in Lyon', { path: 'MEMORY.md', replaces: 'Lives in Porto' }),
		aProposal('lives in Lyon.'),
		aProposal('Lives in Porto')
	].map((line, at) => ({ ...line, createdAt: at }));
	await db.proposals.bulkPut(lines);
	const { accepted, written } = await acceptAll(ports());
	expect([accepted.length, written.length]).toEqual([6, 4]);
	expect(await curated()).toBe('- Lives in Lyon\n- Likes tea\n');
	const daily = (await memoryFile(db, 'memory/2026-11-20.md'))?.text ?? '';
	expect(bulletsOf(daily).map(({ text }) => text)).toEqual([
		'Blood type is A',
		'Blood type is A-',
		'Lives in Porto'
	]);
});

it('the undo of rejections reads their own refusals alone, and finds one whose words are forgotten', async () => {
	const rows = ['Likes tea', 'Keeps bees', 'Plays chess'].map((text) => aProposal(text));
	await db.proposals.bulkPut(rows);
	for (const { id } of rows) await rejectProposal(ports(), id);
	let read = 0;
	const counting = (row: Refusal | undefined) => {
		if (row) read++;
		return row;
	};
	db.refusals.hook('reading', counting);
	await undoDecisions(ports(), ['p-Likes tea']);
	expect(read).toBe(1);
	db.refusals.hook('reading').unsubscribe(counting);
	await db.proposals.update('p-Keeps bees', { text: '', hash: '' });
	await undoDecisions(ports(), ['p-Keeps bees']);
	expect((await refusals(db)).map(({ line }) => line)).toEqual(['Plays chess']);
});

it('of two changes of one line the second is not held up by the first: it stands beside it, or in its place once that was shown', async () => {
	await holding('- Likes tea\n- Lives in Porto\n');
	const edit = async (replaces: string, text: string, origin: 'own' | 'assistant' = 'own') => {
		const from = { path: 'MEMORY.md', origin, sessionId: null, turnIds: [] } as const;
		const out = await proposeLine(ports(), { ...from, source: 'edit-memory', text, replaces });
		if (!('proposal' in out)) throw new Error(out.status);
		return out.proposal;
	};
	const green = await edit('Likes tea', 'Likes green tea');
	const milk = await edit('Likes tea', 'Likes tea with milk');
	const lyon = await edit('Lives in Porto', 'Lives in Lyon');
	const nice = await edit('Lives in Porto', 'Lives in Nice');
	const oslo = await edit('Lives in Porto', 'Lives in Oslo', 'assistant');
	await acceptLines(ports(), [green, lyon]);
	const [second, third, fourth] = await cards();
	// The assistant’s word takes the place of no other line than the one it named.
	expect(fourth).toMatchObject({ id: oslo.id, path: 'MEMORY.md', replaces: null });
	expect(second).toMatchObject({ id: milk.id, path: 'MEMORY.md', replaces: null });
	expect(third).toMatchObject({ id: nice.id, path: 'MEMORY.md', replaces: 'Lives in Lyon' });
	expect(await acceptShown(ports(), nice)).toMatchObject(changed);
	if (!second || !third) throw new Error('two cards');
	expect(await acceptLines(ports(), [second, third])).toMatchObject({
		accepted: [milk.id, nice.id]
	});
	expect(await curated()).toMatch(
		/^- Likes green tea\n- Lives in Nice\n\n### Saved in conversation .*\n- Likes tea with milk\n$/
	);
	expect(await undoDecisions(ports(), [milk.id, nice.id])).toEqual({ status: 'done' });
	expect(await curated()).toBe('- Likes green tea\n- Lives in Lyon\n');
});

it('a change may stand beside the line it was to change', async () => {
	await holding('- Likes tea\n');
	const from = { path: 'MEMORY.md', origin: 'assistant', sessionId: null, turnIds: [] } as const;
	const line = { text: 'Likes green tea', replaces: 'Likes tea', source: 'edit-memory' } as const;
	await proposeLine(ports(), { ...from, ...line });
	const [before] = await cards();
	expect(await replaceLine(ports(), before!.id, null)).toEqual({ status: 'done' });
	const [card] = await cards();
	expect(await acceptShown(ports(), card!)).toEqual({ status: 'accepted' });
	expect(await curated()).toMatch(/^- Likes tea\n\n### .*\n- Likes green tea\n$/);
});

it('a change follows its line into the file that was given another name, or that it was moved to', async () => {
	await saveMemoryFile(ports(), { path: note, text: '- Likes tea\n', expectedRev: null });
	const from = { path: note, origin: 'assistant', sessionId: null, turnIds: [] } as const;
	const line = { text: 'Likes green tea', replaces: 'Likes tea', source: 'edit-memory' } as const;
	await proposeLine(ports(), { ...from, ...line });
	const to = 'memory/drinks.md';
	await renameMemoryFile(ports(), { from: note, to });
	const [card] = await cards();
	expect(card).toMatchObject({ path: to, replaces: 'Likes tea' });
	expect(await acceptShown(ports(), card!)).toEqual({ status: 'accepted' });
	expect((await memoryFile(db, to))?.text).toBe('- Likes green tea\n');
	expect(await memoryFile(db, note)).toBeUndefined();
	expect(await undoDecision(ports(), card!.id)).toEqual({ status: 'done' });
	expect((await memoryFile(db, to))?.text).toBe('- Likes tea\n');
});
