import { flushSync } from 'svelte';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { linkThrough } from '#core/log/chain.ts';
import { acceptProposal, editProposalText, rejectProposal } from '#flows/desk/review-desk.ts';
import { memoryFile } from '#db/memory/files.ts';
import { waitingProposals } from '#db/memory/waiting-proposals.ts';
import { writeSetting } from '#db/settings.ts';
import { Desk } from '#state/desk/desk.svelte.ts';
import { readingPens } from '#state/tab/reading-pens.svelte.ts';
import { linesUnderPen } from '#state/tab/under-pen.ts';
import { words } from '#ui/words/all-words.ts';
import { gardenTurns } from '../../../support/apps/compactable.ts';
import { aProposal } from '../../../support/builders/a-proposal.ts';
import { aSession } from '../../../support/builders/a-session.ts';
import { storeSession } from '../../../support/builders/stored-session.ts';
import { aSummary } from '../../../support/builders/a-summary.ts';
import type { TestApp } from '../../../support/apps/an-app.ts';
import { withApp } from '../../../support/apps/with-app.ts';
import { eventually } from '../../../support/eventually.ts';

/** Taking back what was decided at the review desk, where that does not work at once. */

const note = 'memory/2026-11-20.md';

let app: TestApp;
let desk: Desk;

withApp((own) => (app = own));
beforeEach(() => {
	desk = new Desk(app);
});
afterEach(() => {
	vi.restoreAllMocks();
	linesUnderPen.clear();
});

/** Ids of what the desk shows, kept up to date until it is stopped. */
function onScreen(): { readonly ids: readonly string[] | undefined; readonly stop: () => void } {
	const ids = $derived(desk.items?.map(({ id }) => id));
	const stop = $effect.root(() => {
		$effect(() => void ids);
	});
	return {
		get ids() {
			return ids;
		},
		stop
	};
}

const statuses = async (...texts: readonly string[]) =>
	(await app.db.proposals.bulkGet(texts.map((text) => `p-${text}`))).map((row) => row?.status);

const shown = (text: string) => {
	const proposal = aProposal(text);
	return { kind: 'line' as const, id: proposal.id, at: 1, proposal, beside: null };
};
const none = { taken: 0, known: 0, unsaved: 0, changed: 0, refused: 0, tainted: 0, drafts: 0 };

const done = { status: 'done' };
const full = { status: 'failed', failure: { kind: 'storage-full' } };
const fillDisk = () =>
	vi.spyOn(app.db.proposals, 'put').mockRejectedValueOnce(new Error('disk full'));

it('what could not be taken back is told as it is, still stands, and can be tried again', async () => {
	await app.db.proposals.bulkPut([aProposal('Likes tea'), aProposal('Has a cat')]);
	expect(await desk.accept([aProposal('Likes tea'), aProposal('Has a cat')])).toEqual({
		taken: 2,
		known: 0
	});

	fillDisk();
	expect(await desk.undo()).toEqual(full);
	expect(await statuses('Likes tea', 'Has a cat')).toEqual(['accepted', 'accepted']);
	expect(await desk.undo()).toMatchObject({ ...done, what: 'accepted' });
	expect(await statuses('Likes tea', 'Has a cat')).toEqual(['waiting', 'waiting']);
	expect(await desk.undo()).toBeNull();
});

it('what could not be stored is told as that, not as changed meanwhile, and waits', async () => {
	const two = ['Likes tea', 'Has a cat'];
	const lines = two.map((text) => aProposal(text));
	await app.db.proposals.bulkPut(lines);
	const { failure: unstored } = full;
	const nothing = { taken: 0, known: 0, unstored };
	fillDisk();
	expect(await desk.accept(lines.slice(1))).toEqual(nothing);
	fillDisk();
	expect(await desk.acceptAll(two.map(shown))).toEqual({ ...none, unstored });
	fillDisk();
	expect(await desk.acceptSelected(lines)).toEqual({ ...none, unstored });
	fillDisk();
	expect(await desk.reject(lines)).toEqual({ taken: 0, unstored });
	expect(await statuses(...two)).toEqual(['waiting', 'waiting']);
	expect(await desk.undo()).toBeNull();
	expect(await desk.reject(lines)).toEqual({ taken: 2 });
});

it('taking “Replace it” back gives a line the file again that it was for', async () => {
	const line = aProposal('Likes tea', { path: 'MEMORY.md', source: 'save-memory' });
	await app.db.proposals.put(line);
	await desk.replace(line, { path: 'memory/2026-11-19.md', text: 'Likes coffee' });
	expect(await desk.undo()).toMatchObject(done);
	expect(await app.db.proposals.get(line.id)).toMatchObject(line);
});

it('a decision that does not stand any more is told, and stands in the way of no earlier one', async () => {
	await app.db.proposals.bulkPut([aProposal('Likes tea'), aProposal('Has a cat')]);
	await desk.reject([aProposal('Has a cat')]);
	await desk.replace(aProposal('Likes tea'), {
		path: 'memory/2026-11-20.md',
		text: 'Likes coffee'
	});
	// Decided in another tab.
	await rejectProposal(app, 'p-Likes tea');

	expect(await desk.undo()).toEqual({ status: 'failed', failure: { kind: 'changed-meanwhile' } });
	expect(await desk.undo()).toMatchObject(done);
	expect(await statuses('Likes tea', 'Has a cat')).toEqual(['rejected', 'waiting']);
});

it('only what was on the screen is accepted with the others, and the words say what stays and why', async () => {
	await app.db.proposals.bulkPut([
		aProposal('Likes tea'),
		aProposal('Has a cat', { origin: 'web' }),
		aProposal('Came meanwhile'),
		aProposal('Runs')
	]);
	await editProposalText(app, 'p-Runs', 'Runs marathons');
	const draft = { kind: 'draft' as const, id: 's', at: 1, summary: aSummary(3, { id: 's' }) };
	const items = [shown('Likes tea'), shown('Has a cat'), shown('Runs'), draft];
	const sums = await desk.acceptAll(items);
	expect(sums).toEqual({ ...none, taken: 1, tainted: 1, changed: 2, drafts: 1 });
	expect(words.desk.acceptedAll(sums)).toMatch(/^Accepted 1 item\. 4 stay: 1 from tools/);
	expect(words.desk.acceptedAll({ ...none, taken: 1, drafts: 1 })).toBe(
		'Accepted 1 item. 1 stays: summaries are read and used one by one.'
	);
	// What was written here is what was seen, before the list has told it.
	await desk.edit('p-Runs', 'Runs far');
	const there = { ...shown('Runs'), proposal: (await app.db.proposals.get('p-Runs'))! };
	await desk.edit('p-Runs', 'Runs');
	await desk.edit('p-Runs', 'Runs by night');
	expect(await desk.acceptAll([there])).toMatchObject({ taken: 1, changed: 1 });
	// Written elsewhere since, and seen: those words are meant.
	await desk.undo();
	await desk.edit('p-Runs', 'Runs by day');
	await editProposalText(app, 'p-Runs', 'Runs at noon');
	const proposal = (await app.db.proposals.get('p-Runs'))!;
	expect(await desk.accept([proposal])).toEqual({ taken: 1, known: 0 });
});

it('a line that memory holds by now is told as known, not as written', async () => {
	await app.db.proposals.bulkPut([aProposal('Likes tea'), aProposal('Likes tea', { id: 'again' })]);
	expect(await desk.accept([aProposal('Likes tea')])).toEqual({ taken: 1, known: 0 });
	const again = aProposal('Likes tea', { id: 'again' });
	expect(await desk.accept([again])).toEqual({ taken: 1, known: 1 });
});

it('a line that another tab decides while it is written in stays with its words, which can wait anew', async () => {
	await app.db.proposals.bulkPut([
		aProposal('Likes tea'),
		aProposal('Has a cat'),
		aProposal('Runs')
	]);
	const drawn = onScreen();
	await eventually(() => {
		expect(drawn.ids).toHaveLength(3);
	});
	linesUnderPen.set('p-Likes tea', 'Likes green tea');
	linesUnderPen.set('p-Has a cat', 'Has two cats');
	await acceptProposal(app, 'p-Likes tea');
	await rejectProposal(app, 'p-Has a cat');
	await acceptProposal(app, 'p-Runs');
	await eventually(() => {
		expect([...(drawn.ids ?? [])].sort()).toEqual(['p-Has a cat', 'p-Likes tea']);
	});
	expect(await desk.acceptAll(desk.items ?? [])).toEqual(none);

	expect(await desk.edit('p-Likes tea', 'Likes green tea')).toEqual(done);
	expect(await desk.edit('p-Has a cat', '  ')).toMatchObject({ status: 'failed' });
	expect(await desk.edit('p-Has a cat', 'Has a cat')).toMatchObject({ status: 'failed' });
	linesUnderPen.clear();
	const waiting = () => desk.items?.flatMap((item) => (item.kind === 'line' ? item.proposal : []));
	await eventually(() => {
		expect(waiting()).toMatchObject([
			{ text: 'Likes green tea', replaces: 'Likes tea', origin: 'own', status: 'waiting' }
		]);
	});
	expect(await statuses('Likes tea', 'Has a cat')).toEqual(['accepted', 'rejected']);
	await desk.accept(waiting() ?? []);
	const text = (await memoryFile(app.db, note))?.text;
	expect(text).toContain('- Likes green tea\n');
	expect(text).not.toContain('- Likes tea\n');
	drawn.stop();
});

it('a line that was decided is listed where words for it are found after the list was read', async () => {
	await app.db.proposals.put(aProposal('Has a cat', { status: 'rejected' }));
	const drawn = onScreen();
	await eventually(() => {
		expect(drawn.ids).toEqual([]);
	});
	linesUnderPen.set('p-Has a cat', 'Has two cats');
	desk.lookAgain();
	await eventually(() => {
		expect(drawn.ids).toEqual(['p-Has a cat']);
	});
	drawn.stop();
});

it('a line in which somebody writes stays where a restored copy does not know it, and its words can wait anew', async () => {
	await app.db.proposals.bulkPut([aProposal('Likes tea'), aProposal('Has a cat')]);
	const drawn = onScreen();
	await eventually(() => {
		expect(drawn.ids).toHaveLength(2);
	});
	linesUnderPen.set('p-Likes tea', 'Likes green tea');
	await app.db.proposals.clear();
	await eventually(() => {
		expect(drawn.ids).toEqual(['p-Likes tea']);
	});
	expect(desk.items).toMatchObject([{ kind: 'decided', proposal: { status: 'rejected' } }]);
	expect(await desk.edit('p-Likes tea', 'Likes green tea')).toEqual(done);
	linesUnderPen.clear();
	await eventually(() => {
		expect(desk.items).toMatchObject([{ kind: 'line', proposal: { text: 'Likes green tea' } }]);
	});
	drawn.stop();
});

it('words for a line that was decided wait whatever passes unread', async () => {
	await writeSetting(app.db, 'reviewMemories', 'untainted');
	await app.db.proposals.put(aProposal('Has a cat'));
	await rejectProposal(app, 'p-Has a cat');
	expect(await desk.edit('p-Has a cat', 'Plays the violin')).toEqual(done);
	expect(await waitingProposals(app.db)).toMatchObject([{ text: 'Plays the violin' }]);
	expect(await memoryFile(app.db, note)).toBeUndefined();
});

it('words for a line that was decided wait also where they are those it was offered in, or such as no model may offer', async () => {
	await app.db.proposals.bulkPut([
		aProposal('Likes tea', { origin: 'assistant' }),
		aProposal('Runs')
	]);
	await editProposalText(app, 'p-Likes tea', 'Likes green tea');
	await acceptProposal(app, 'p-Likes tea');
	await rejectProposal(app, 'p-Runs');
	expect(await desk.edit('p-Likes tea', 'Likes tea')).toEqual(done);
	expect(await desk.edit('p-Runs', 'None')).toEqual(done);
	expect(await waitingProposals(app.db)).toMatchObject([
		{ text: 'Likes tea', replaces: 'Likes green tea' },
		{ text: 'None', replaces: null }
	]);
	expect(await desk.edit('p-Runs', '...')).toMatchObject({ status: 'failed' });
});

it('words for a line that was decided which memory holds already are known: nothing waits', async () => {
	await app.db.proposals.bulkPut([aProposal('Likes tea'), aProposal('Has a cat')]);
	await acceptProposal(app, 'p-Likes tea');
	await rejectProposal(app, 'p-Has a cat');
	expect(await desk.edit('p-Has a cat', 'Likes tea')).toEqual({ status: 'known' });
	expect(await waitingProposals(app.db)).toEqual([]);
});

it('a line whose words are being changed is not accepted with the others, and that is said', async () => {
	const three = ['Likes tea', 'Has a cat', 'Runs'];
	await app.db.proposals.bulkPut(three.map((text) => aProposal(text)));
	linesUnderPen.set('p-Likes tea', 'Likes green t');

	const sums = await desk.acceptAll(three.map(shown));
	expect(sums).toEqual({ ...none, taken: 2, unsaved: 1 });
	expect(await statuses(...three)).toEqual(['waiting', 'accepted', 'accepted']);
	expect(words.desk.acceptedAll(sums)).toBe(
		'Accepted 2 items. 1 stays because of words you have not saved: save or cancel them, then accept.'
	);

	const tea = [aProposal('Likes tea')];
	expect(await desk.acceptSelected(tea)).toEqual({ ...none, unsaved: 1 });
	linesUnderPen.clear();
	expect(await desk.acceptSelected(tea)).toEqual({ ...none, taken: 1 });
});

it('a line that is rejected goes with the words that were being written in it; what could not be stored keeps them', async () => {
	await app.db.proposals.bulkPut([aProposal('Likes tea'), aProposal('Has a cat')]);
	const drawn = onScreen();
	await eventually(() => {
		expect(drawn.ids).toHaveLength(2);
	});
	linesUnderPen.set('p-Likes tea', 'Likes green t');
	const both = [aProposal('Likes tea'), aProposal('Has a cat')];
	fillDisk();
	expect(await desk.reject(both)).toMatchObject({ taken: 0 });
	expect(linesUnderPen.get('p-Likes tea')).toBe('Likes green t');
	expect(await desk.reject(both)).toEqual({ taken: 2 });
	await eventually(() => {
		expect(drawn.ids).toEqual([]);
	});
	expect(linesUnderPen.has('p-Likes tea')).toBe(false);
	expect(await desk.undo()).toMatchObject({ ...done, what: 'rejected' });
	await eventually(() => {
		expect(drawn.ids).toHaveLength(2);
	});
	drawn.stop();
});

it('the undo of a rejection brings back the words that were being written, unless something was forgotten since', async () => {
	await app.db.proposals.bulkPut([aProposal('Likes tea'), aProposal('Has a cat')]);
	const both = [aProposal('Likes tea'), aProposal('Has a cat')];
	linesUnderPen.set('p-Likes tea', 'Likes green t');
	expect(await desk.reject(both)).toEqual({ taken: 2 });
	fillDisk();
	expect(await desk.undo()).toEqual(full);
	expect([...linesUnderPen]).toEqual([]);
	const undone = await desk.undo();
	expect(undone).toMatchObject({ ...done, what: 'rejected' });
	expect([...linesUnderPen]).toEqual([['p-Likes tea', 'Likes green t']]);
	// Decided again they go, and newer ones stay.
	expect(undone?.status === 'done' && (await undone.again())).toEqual(done);
	expect([...linesUnderPen]).toEqual([]);
	linesUnderPen.set('p-Likes tea', 'Likes white t');
	await desk.undo();
	expect(linesUnderPen.get('p-Likes tea')).toBe('Likes white t');

	expect(await desk.reject(both)).toEqual({ taken: 2 });
	readingPens.forgotten++;
	await desk.undo();
	expect(await statuses('Likes tea', 'Has a cat')).toEqual(['waiting', 'waiting']);
	expect([...linesUnderPen]).toEqual([]);
});

it('the list stands still while many lines are decided, and is drawn once for all of them', async () => {
	const texts = ['Likes tea', 'Has a cat', 'Runs', 'Sings'];
	await app.db.proposals.bulkPut(texts.map((text) => aProposal(text)));
	const drawn: (readonly [waiting: number | undefined, busy: boolean])[] = [];
	const leave = $effect.root(() => {
		$effect(() => {
			drawn.push([desk.items?.length, desk.isDeciding]);
		});
	});
	const untilDrawn = (waiting: number) =>
		eventually(() => {
			flushSync();
			expect(drawn.at(-1)).toEqual([waiting, false]);
		});
	await untilDrawn(4);
	drawn.length = 0;
	await desk.acceptAll(texts.map(shown));
	await untilDrawn(0);
	await desk.undo();
	await untilDrawn(4);
	await desk.reject([aProposal('Runs')]);
	await untilDrawn(3);
	expect(drawn.filter(([waiting]) => ![0, 3, 4].includes(waiting ?? NaN))).toEqual([]);
	expect(drawn).toContainEqual([4, true]);
	expect(drawn).toContainEqual([0, true]);
	expect(drawn).not.toContainEqual([3, true]);
	leave();
});

it('what was taken back is told by its name, and can be decided again as it was', async () => {
	const texts = ['Likes tea', 'Has a cat', 'Runs'];
	const lines = texts.map((text) => aProposal(text));
	await app.db.proposals.bulkPut(lines);
	await desk.accept(lines.slice(0, 2));
	await desk.reject([aProposal('Runs')]);
	const rejected = await desk.undo();
	expect(rejected).toMatchObject({ ...done, what: 'rejected' });
	const accepted = await desk.undo();
	expect(accepted).toMatchObject({ ...done, what: 'accepted' });
	expect(await statuses(...texts)).toEqual(['waiting', 'waiting', 'waiting']);
	for (const undone of [accepted, rejected])
		expect(undone?.status === 'done' && (await undone.again())).toEqual(done);
	expect(await statuses(...texts)).toEqual(['accepted', 'accepted', 'rejected']);
	expect(await desk.undo()).toMatchObject({ what: 'rejected' });
	// Decided elsewhere since: there is nothing to decide again.
	await rejectProposal(app, 'p-Runs');
	expect(rejected?.status === 'done' && (await rejected.again())).toMatchObject({
		failure: { kind: 'changed-meanwhile' }
	});
});

it('a summary whose use was taken back is put to use again, and taken back again', async () => {
	const turns = gardenTurns(10);
	const through = { seq: 3, step: turns[3]?.steps.at(-1)?.index ?? -1 };
	const throughHash = linkThrough(turns, through);
	const draft = aSummary(3, { id: 's', status: 'draft', through, throughHash });
	await storeSession(app.db, aSession(), turns);
	await app.db.summaries.put(draft);
	const status = async () => (await app.db.summaries.get('s'))?.status;
	expect(await desk.use(draft)).toEqual(done);
	const undone = await desk.undo();
	expect(undone).toMatchObject({ ...done, what: 'used' });
	expect(await status()).toBe('reverted');
	expect(undone?.status === 'done' && (await undone.again())).toEqual(done);
	expect(await status()).toBe('active');
	expect(await desk.undo()).toMatchObject({ ...done, what: 'used' });
	expect(await status()).toBe('reverted');
});

it('an entry that was allowed comes back as it was, forgotten words included', async () => {
	const refused = [
		{ hash: 'h1', line: 'likes tea', at: 1, proposalId: 'p1' },
		{ hash: 'h2', line: '', at: 2 }
	];
	await app.db.refusals.bulkPut(refused);
	for (const refusal of refused) expect(await desk.refused.allow(refusal)).toEqual(done);
	expect(await app.db.refusals.count()).toBe(0);
	for (let nth = 0; nth < 2; nth++)
		expect(await desk.undo()).toMatchObject({ ...done, what: 'allowed' });
	expect(await app.db.refusals.toArray()).toEqual(refused);
});

it('lines can be for another file before they are accepted, together, and go back together', async () => {
	const lines = [
		aProposal('Likes tea'),
		aProposal('Has a cat'),
		aProposal('Lives in Lyon', { path: 'memory/2026-11-19.md', replaces: 'Lives in Porto' })
	];
	await app.db.proposals.bulkPut(lines);
	const paths = async () =>
		(await app.db.proposals.bulkGet(lines.map(({ id }) => id))).map((row) => row?.path);
	const before = await paths();
	expect(await desk.aim(lines, 'MEMORY.md')).toEqual({ taken: 2 });
	expect(await paths()).toEqual(['MEMORY.md', 'MEMORY.md', 'memory/2026-11-19.md']);
	expect(await desk.aim(lines, 'MEMORY.md')).toEqual({ taken: 0 });
	const undone = await desk.undo();
	expect(undone).toMatchObject({ ...done, what: 'replaced' });
	expect(await paths()).toEqual(before);
	if (undone?.status === 'done') expect(await undone.again()).toEqual(done);
	expect(await desk.accept(lines.slice(0, 2))).toEqual({ taken: 2, known: 0 });
	const [curated] = await app.db.memoryFiles.toArray();
	expect(curated).toMatchObject({ path: 'MEMORY.md' });
	expect(curated?.text).toContain('- Likes tea\n- Has a cat\n');
});

it('what was accepted into a note of the day goes to MEMORY.md with one press, and back into the note with one', async () => {
	const [tea, cat] = [aProposal('Likes tea'), aProposal('Has a cat')];
	await app.db.proposals.bulkPut([tea, cat]);
	const stands = async (path: string) => (await app.db.memoryFiles.get(path))?.text ?? '';
	await desk.accept([tea, cat]);
	expect(desk.written).toEqual([tea.id, cat.id]);
	expect(await stands(tea.path)).toContain('- Likes tea');
	expect(await desk.carry('MEMORY.md')).toEqual({ taken: 2, known: 0 });
	expect(await stands(tea.path)).not.toContain('Likes tea');
	expect(await stands('MEMORY.md')).toMatch(/- Likes tea\n- Has a cat/);
	const undone = await desk.undo();
	expect(undone).toMatchObject({ ...done, what: 'carried' });
	expect(await stands('MEMORY.md')).not.toContain('Likes tea');
	expect(await stands(tea.path)).toMatch(/- Likes tea\n- Has a cat/);
	expect(undone?.status === 'done' && (await undone.again())).toEqual(done);
	expect(await stands('MEMORY.md')).toMatch(/- Likes tea\n- Has a cat/);
	expect(await desk.undo()).toMatchObject({ ...done, what: 'carried' });
	expect(await desk.undo()).toMatchObject({ ...done, what: 'accepted' });
	expect(await app.db.proposals.bulkGet([tea.id, cat.id])).toEqual([tea, cat]);
});

it('only what was written goes on to MEMORY.md, and stands as it was accepted where that could not be stored', async () => {
	const [tea, again] = [aProposal('Likes tea'), aProposal('Likes tea', { id: 'again' })];
	const fixed = aProposal('Has a cat', { source: 'edit-memory' });
	await app.db.proposals.bulkPut([tea, again, fixed]);
	expect(await desk.accept([tea, again, fixed])).toEqual({ taken: 3, known: 1 });
	expect(desk.written).toEqual([tea.id, fixed.id]);
	fillDisk();
	expect(await desk.carry('MEMORY.md')).toMatchObject({ taken: 0, unstored: full.failure });
	expect(await statuses('Likes tea', 'Has a cat')).toEqual(['accepted', 'accepted']);
	expect(await desk.carry('MEMORY.md')).toEqual({ taken: 1, known: 0 });
	expect((await app.db.memoryFiles.get('MEMORY.md'))?.text).not.toContain('Has a cat');
	expect(await desk.undo()).toMatchObject({ ...done, what: 'carried' });
	expect(await desk.undo()).toMatchObject({ ...done, what: 'accepted' });
	expect(await app.db.proposals.bulkGet([tea.id, again.id, fixed.id])).toEqual([tea, again, fixed]);
});

it('how long what was accepted goes along is said of one line, of all and of some', () => {
	const { goesAlong } = words.desk;
	expect([
		goesAlong({ all: 1, lines: 1, days: 1 }),
		goesAlong({ all: 3, lines: 3, days: 0 }),
		goesAlong({ all: 3, lines: 1, days: null })
	]).toEqual([
		'It is sent until tomorrow, then only looked up.',
		'They are sent today, then only looked up.',
		'1 of them is only looked up.'
	]);
});

it('a line that is put on the list once more leaves the older refusal there when that is taken back', async () => {
	await app.db.proposals.put(aProposal('Likes tea'));
	expect(await desk.reject([aProposal('Likes tea')])).toEqual({ taken: 1 });
	const older = await app.db.refusals.toArray();
	await app.db.proposals.put(aProposal('Likes tea', { id: 'p-again' }));
	expect(await desk.refused.refuse('Likes tea')).toEqual(done);
	expect((await app.db.proposals.get('p-again'))?.status).toBe('rejected');

	expect(await desk.undo()).toMatchObject({ ...done, what: 'refused' });
	expect(await app.db.refusals.toArray()).toEqual(older);
	expect((await app.db.proposals.get('p-again'))?.status).toBe('waiting');
	expect(await statuses('Likes tea')).toEqual(['rejected']);
});
