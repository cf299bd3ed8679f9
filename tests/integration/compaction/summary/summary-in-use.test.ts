import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { pathOf } from '#core/log/path.ts';
import { draftOf } from '#core/summary/summary.ts';
import { Truth } from '#db/schema.ts';
import { branchesOf, sessionOf } from '#db/log/sessions.ts';
import { writeSetting } from '#db/settings.ts';
import { putMark, removeMark } from '#db/log/turns.ts';
import { cutSummary } from '#db/forgetting/summaries.ts';
import { addDraft, summariesOf } from '#db/summaries/summaries.ts';
import { previewPrompt } from '#flows/prompt/preview-prompt.ts';
import { undoLast } from '#flows/sessions/undo-last.ts';
import { discardSummary, restoreDraft } from '#flows/compaction/discard-draft.ts';
import { editSummary } from '#flows/compaction/edit-summary.ts';
import {
	deleteSummary,
	redoCompaction,
	undoCompaction
} from '#flows/compaction/undo-compaction.ts';
import { useSummary } from '#flows/compaction/use-summary.ts';
import {
	scriptedSummariser,
	soundSummary,
	type Scripted,
	soundBeds
} from '../../../support/scripted/scripted-summariser.ts';
import { aSummary } from '../../../support/builders/a-summary.ts';
import { start } from '../../../support/builders/a-clock.ts';
import {
	appAround,
	gardenTurns,
	storeGarden,
	drafted,
	prepare
} from '../../../support/apps/compactable.ts';
import { bodyNow, inUse, kinds, storeMore, withTurns } from '../../../support/apps/garden-now.ts';

let db: Truth;
let count = 0;
beforeEach(() => {
	db = new Truth(`summary-in-use-${String(++count)}`);
});
afterEach(async () => {
	await db.delete();
});

test('INV-38 of two commits of the same draft one wins, and one turn range is covered once', async () => {
	const [app] = await withTurns(db, 30);
	const draft = drafted(await prepare(app));
	const both = await Promise.all([useSummary(app, draft.id), useSummary(app, draft.id)]);
	expect(both.map(({ status }) => status).sort()).toEqual(['failed', 'used']);
	expect((await sessionOf(db, 's1'))?.counters.compactions).toBe(1);
});

describe('a draft behind which the user keeps turns from the prompt', () => {
	const mark = (turnId: string, kind: 'left-out' | 'deleted') =>
		putMark(db, { sessionId: 's1', turnId, kind, at: start });
	const refused = { status: 'failed', failure: { kind: 'changed-meanwhile', why: 'left-out' } };

	test('is not put to use: what was left out or deleted would come back in its words', async () => {
		const [app] = await withTurns(db, 30);
		const draft = drafted(await prepare(app));
		await mark('turn-2', 'left-out');
		expect(await useSummary(app, draft.id)).toEqual(refused);
		await mark('turn-3', 'deleted');
		expect(await useSummary(app, draft.id)).toEqual(refused);
		expect((await summariesOf(db, 's1')).map(({ status }) => status)).toEqual(['draft']);
		expect((await sessionOf(db, 's1'))?.counters.compactions).toBe(0);
	});

	test('nor where a turn it says nothing of is back; once all is as it was it can be used', async () => {
		const [app] = await withTurns(db, 30);
		await mark('turn-2', 'left-out');
		const draft = drafted(await prepare(app));
		await removeMark(db, { sessionId: 's1', turnId: 'turn-2', kind: 'left-out' });
		expect(await useSummary(app, draft.id)).toEqual(refused);
		await mark('turn-2', 'left-out');
		expect((await useSummary(app, draft.id)).status).toBe('used');
	});

	test('is used where only turns behind its boundary are concerned', async () => {
		const [app] = await withTurns(db, 30);
		const draft = drafted(await prepare(app));
		await mark(`turn-${String(draft.through.seq + 1)}`, 'left-out');
		expect((await useSummary(app, draft.id)).status).toBe('used');
	});

	test('gives way to a new one where a summary is needed', async () => {
		await writeSetting(db, 'backgroundDrafts', 'yes');
		const [app, model] = await withTurns(db, 60);
		const draft = drafted(await prepare(app, 'soft'));
		const asked = model.asked.length;
		expect(drafted(await prepare(app, 'soft')).id).toBe(draft.id);
		expect(model.asked).toHaveLength(asked);
		await mark('turn-2', 'left-out');
		const next = drafted(await prepare(app, 'soft'));
		expect(next.id).not.toBe(draft.id);
		expect((await useSummary(app, next.id)).status).toBe('used');
	});
});

test('INV-38 a draft whose covered turns are not the ones it was made from is refused', async () => {
	const [app] = await withTurns(db, 30);
	const draft = drafted(await prepare(app));
	const key: [string, string, number, number] = [
		's1',
		'trunk',
		draft.through.seq,
		draft.through.step
	];
	await db.steps.update(key, { hash: 'something else' });
	expect(await useSummary(app, draft.id)).toEqual({
		status: 'failed',
		failure: { kind: 'changed-meanwhile' }
	});
	expect(await inUse({ db })).toBeNull();
});

test('undo brings the request back byte for byte, redo the summary', async () => {
	const [app] = await withTurns(db, 30);
	const before = await bodyNow(app);
	const draft = drafted(await prepare(app));
	await useSummary(app, draft.id);
	const after = await bodyNow(app);
	expect(await undoCompaction(app, 's1')).toMatchObject({ status: 'undone', round: 1 });
	expect(await bodyNow(app)).toBe(before);
	expect(await redoCompaction(app, draft.id)).toEqual({ status: 'redone', round: 1 });
	expect(await bodyNow(app)).toBe(after);
	expect(await kinds({ db })).toEqual(['draft', 'compaction', 'compaction-undone', 'compaction']);
});

test('undoing the second round lets the first stand again; undoing the first takes both, and redo brings both back', async () => {
	const [app] = await withTurns(db, 24);
	const first = drafted(await prepare(app));
	await useSummary(app, first.id);
	const oneRound = (await db.summaries.get(first.id))?.status;
	await storeMore(db, gardenTurns(24, gardenTurns(24)));
	const atOne = await bodyNow(app);
	const second = drafted(await prepare(app));
	await useSummary(app, second.id);
	const statuses = async () => (await summariesOf(db, 's1')).map(({ status }) => status);
	expect(await statuses()).toEqual(['superseded', 'active']);
	await undoCompaction(app, 's1');
	expect(await statuses()).toEqual([oneRound, 'reverted']);
	expect(await bodyNow(app)).toBe(atOne);
	await redoCompaction(app, second.id);
	await undoCompaction(app, 's1', first.id);
	expect(await statuses()).toEqual(['reverted', 'reverted']);
	await redoCompaction(app, first.id);
	expect(await statuses()).toEqual(['superseded', 'active']);
});

test('redo brings back what went with a summary whatever the list of activities still tells, also of older rows', async () => {
	const [app] = await withTurns(db, 24);
	const first = drafted(await prepare(app));
	await useSummary(app, first.id);
	await storeMore(db, gardenTurns(24, gardenTurns(24)));
	await useSummary(app, drafted(await prepare(app)).id);
	const before = await summariesOf(db, 's1');
	for (const how of ['bring-back', 'leave-out'] as const) {
		await deleteSummary(app, first.id, how);
		await db.activity.clear();
		await redoCompaction(app, first.id);
		expect(await summariesOf(db, 's1')).toEqual(before);
	}
	await undoCompaction(app, 's1', first.id);
	await db.summaries.toCollection().modify((row) => {
		delete (row as { revertedWith?: string }).revertedWith;
	});
	await redoCompaction(app, first.id);
	expect(await summariesOf(db, 's1')).toEqual(before);
});

test('undoing a round takes those along that stand on it in a branch that left behind it, and no others', async () => {
	const [app] = await withTurns(db, 24);
	const branch = { sessionId: 's1', parent: 'trunk', headSeq: 23, createdAt: 0 };
	await db.branches.bulkPut([
		{ ...branch, branch: 'behind', forkSeq: 8 },
		{ ...branch, branch: 'before', forkSeq: 4 }
	]);
	const used = { sessionId: 's1', committedAt: 1, from: { seq: 6, step: -1 } };
	await db.summaries.bulkPut([
		aSummary(5, { ...used, id: 'first', from: { seq: 0, step: -1 }, status: 'superseded' }),
		aSummary(9, { ...used, id: 'second', branch: 'behind', round: 2 }),
		aSummary(9, { ...used, id: 'third', branch: 'before', round: 3 }),
		aSummary(9, { ...used, id: 'waiting', branch: 'behind', round: 4, status: 'draft' })
	]);
	const statuses = async () =>
		Object.fromEntries((await summariesOf(db, 's1')).map(({ id, status }) => [id, status]));
	await undoCompaction(app, 's1', 'first');
	expect(await statuses()).toEqual({
		first: 'reverted',
		second: 'reverted',
		third: 'active',
		waiting: 'discarded'
	});
	await redoCompaction(app, 'first');
	expect(await statuses()).toMatchObject({ second: 'active', third: 'active' });
});

test('an edit of the summary in use is in the next request, raises the revision, and its taint stays', async () => {
	const [app] = await withTurns(db, 30);
	const draft = drafted(await prepare(app));
	await useSummary(app, draft.id);
	await db.summaries.update(draft.id, { taint: 'tool' });
	const rev = (await sessionOf(db, 's1'))?.rev ?? 0;
	const edited = await editSummary(app, draft.id, { text: 'The fence is on the SOUTH side.' });
	expect(edited).toMatchObject({
		status: 'edited',
		summary: { taint: 'tool', originalText: draft.text }
	});
	expect(await bodyNow(app)).toContain('SOUTH side');
	expect((await sessionOf(db, 's1'))?.rev).toBeGreaterThan(rev);
	expect(await editSummary(app, draft.id, { text: ' ' })).toMatchObject({ status: 'failed' });
});

test('an edit is weighed: what the draft says it comes to is what the next request weighs', async () => {
	const [app] = await withTurns(db, 30);
	const { id, tokensAfter, text, anchors } = drafted(await prepare(app));
	await editSummary(app, id, { text: `${text} A much longer story about the beds.`.repeat(20) });
	await useSummary(app, id);
	const now = (await db.summaries.get(id))!;
	expect(now.tokensAfter).toBeGreaterThan(tokensAfter + 1000);
	const session = (await sessionOf(db, 's1'))!;
	const { weight } = await previewPrompt(app, { session, unsent: [] });
	expect(Math.abs(weight.tokens - now.tokensAfter) / weight.tokens).toBeLessThan(0.05);
	const [told] = await db.activity.filter(({ kind }) => kind === 'compaction').toArray();
	expect(told?.details['tokensAfter']).toBe(now.tokensAfter);

	await editSummary(app, id, { text, anchors: '' });
	const short = (await db.summaries.get(id))!.tokensAfter;
	expect(short).toBeLessThan(tokensAfter);
	await editSummary(app, id, { anchors });
	expect((await db.summaries.get(id))?.tokensAfter).toBe(tokensAfter);
});

test('an edited draft is used as it was edited; a discarded one cannot be used', async () => {
	const [app] = await withTurns(db, 30);
	const draft = drafted(await prepare(app));
	await editSummary(app, draft.id, { text: 'My own words about the beds.' });
	await useSummary(app, draft.id);
	expect(await bodyNow(app)).toContain('My own words about the beds.');
	await undoCompaction(app, 's1');
	const other = drafted(await prepare(app));
	expect(other.round).toBe(2);
	expect(await discardSummary(app, other.id)).toEqual({ status: 'done' });
	expect(await useSummary(app, other.id)).toMatchObject({ status: 'failed' });
	expect(await discardSummary(app, other.id)).toMatchObject({ status: 'failed' });
	expect(await restoreDraft(app, other.id)).toEqual({ status: 'done' });
	expect(await useSummary(app, other.id)).toMatchObject({ status: 'used' });
	expect(await restoreDraft(app, other.id)).toMatchObject({
		failure: { kind: 'changed-meanwhile' }
	});
});

test('a discarded draft of which forgetting has left nothing does not come back, and /undo passes over it', async () => {
	const [app] = await withTurns(db, 30);
	const draft = drafted(await prepare(app));
	await discardSummary(app, draft.id);
	await cutSummary(db, draft.id, { text: '', originalText: '', anchors: '' });
	expect(await restoreDraft(app, draft.id)).toMatchObject({
		failure: { kind: 'changed-meanwhile' }
	});
	expect(await undoLast(app, 's1')).toEqual({ status: 'nothing-to-do' });
});

describe('a draft that another takes the place of', () => {
	const statuses = async () => (await summariesOf(db, 's1')).map(({ status }) => status);
	const textOnScreen = async () => {
		const path = pathOf(await branchesOf(db, 's1'), (await sessionOf(db, 's1'))?.branch ?? '');
		return draftOf(await summariesOf(db, 's1'), path)?.text;
	};

	test('is told of, and comes back with the words that were written in it, by its button or by /undo', async () => {
		const [app] = await withTurns(db, 30);
		const first = drafted(await prepare(app));
		await editSummary(app, first.id, { text: 'My own words about the beds.' });
		const outcome = await prepare(app);
		const second = drafted(outcome);
		expect(outcome).toMatchObject({
			replaced: { id: first.id, text: 'My own words about the beds.' }
		});
		expect(await statuses()).toEqual(['discarded', 'draft']);
		expect(await kinds({ db })).toEqual(['draft', 'summary-edited', 'draft', 'draft']);

		// By its button; the other one can be had back in the same way.
		expect(await restoreDraft(app, first.id)).toEqual({ status: 'done' });
		expect(await textOnScreen()).toBe('My own words about the beds.');
		expect(await statuses()).toEqual(['draft', 'discarded']);
		const back = { status: 'undone', what: 'discard' };
		expect(await undoLast(app, 's1')).toMatchObject({ ...back, name: '2' });
		expect(await textOnScreen()).toBe(second.text);
		expect(await undoLast(app, 's1')).toMatchObject({ ...back, name: '1' });
		expect(await textOnScreen()).toBe('My own words about the beds.');
		// And then it goes on to what was done before.
		expect(await undoLast(app, 's1')).toMatchObject({ what: 'summary-edit' });
		expect(await textOnScreen()).toBe(first.text);
		expect(await statuses()).toEqual(['draft', 'discarded']);
	});

	test('is no step of /undo where nobody has written in it', async () => {
		const [app] = await withTurns(db, 30);
		drafted(await prepare(app));
		const second = drafted(await prepare(app));
		expect(await undoLast(app, 's1')).toEqual({ status: 'nothing-to-do' });
		expect(await textOnScreen()).toBe(second.text);
	});

	test('goes also where another branch is on screen when the new one ends', async () => {
		const [app] = await withTurns(db, 30);
		const first = drafted(await prepare(app));
		const fork = { sessionId: 's1', parent: 'trunk', forkSeq: 1, headSeq: 1, createdAt: 1 };
		await db.branches.put({ ...fork, branch: 'short' });
		await db.sessions.update('s1', { branch: 'short' });
		const second = { ...first, id: 'later', round: 2, compactionId: null };
		expect(await addDraft(db, second)).toMatchObject({ value: [{ id: first.id }] });
		expect(await statuses()).toEqual(['discarded', 'draft']);
	});

	test('is one of the branch on screen: that of another branch waits on', async () => {
		const [app] = await withTurns(db, 30);
		const first = drafted(await prepare(app));
		const fork = { sessionId: 's1', parent: 'trunk', forkSeq: 4, headSeq: 29, createdAt: 1 };
		await db.branches.put({ ...fork, branch: 'other' });
		const isLater = ({ seq }: { readonly seq: number }) => seq >= 4;
		const turns = (await db.turns.toArray()).filter(isLater);
		const steps = (await db.steps.toArray()).filter(isLater);
		await db.turns.bulkPut(turns.map((turn) => ({ ...turn, branch: 'other' })));
		await db.steps.bulkPut(steps.map((step) => ({ ...step, branch: 'other' })));
		await db.sessions.update('s1', { branch: 'other' });
		const outcome = await prepare(app);
		expect(drafted(outcome)).toMatchObject({ branch: 'other', status: 'draft' });
		expect(outcome).not.toHaveProperty('replaced');
		expect(await db.summaries.get(first.id)).toMatchObject({ status: 'draft' });
		expect(await kinds({ db })).toEqual(['draft', 'draft']);
	});
});

test('a deleted summary brings its messages back, or leaves them out too; both can be taken back', async () => {
	const [app] = await withTurns(db, 30);
	const before = await bodyNow(app);
	const draft = drafted(await prepare(app));
	await useSummary(app, draft.id);
	const used = await bodyNow(app);

	await deleteSummary(app, draft.id, 'leave-out');
	const without = await bodyNow(app);
	expect(without).not.toContain('cedar (part');
	expect(without).not.toContain('Request 3 about');
	expect(without).toContain('Request 29 about');
	await redoCompaction(app, draft.id);
	expect(await bodyNow(app)).toBe(used);

	await deleteSummary(app, draft.id, 'bring-back');
	expect(await bodyNow(app)).toBe(before);
	await redoCompaction(app, draft.id);
	expect(await bodyNow(app)).toBe(used);
	expect(await db.turns.count()).toBe(30);
});

test('a summary that is deleted with its messages takes the rounds along that hold what it said, and all comes back', async () => {
	const [app] = await withTurns(db, 24);
	const first = drafted(await prepare(app));
	await useSummary(app, first.id);
	await storeMore(db, gardenTurns(24, gardenTurns(24)));
	const second = drafted(await prepare(app));
	await editSummary(app, second.id, { text: 'From the first round: the cedar. Then the beds.' });
	await useSummary(app, second.id);
	const used = await bodyNow(app);
	expect(used).toContain('the cedar');

	await deleteSummary(app, first.id, 'leave-out');
	const without = await bodyNow(app);
	expect(without).not.toContain('the cedar');
	expect(without).not.toContain('Request 3 about');
	// What the later round stood for alone is there word for word.
	expect(without).toContain(`Request ${String(first.through.seq + 1)} about`);
	await redoCompaction(app, first.id);
	expect(await bodyNow(app)).toBe(used);
});

test.each(['leave-out', 'bring-back'] as const)(
	'a draft that was written on a summary goes with it when it is deleted (%s): nothing of it comes back by another way',
	async (how) => {
		const [app] = await withTurns(db, 24);
		const first = drafted(await prepare(app));
		await useSummary(app, first.id);
		await storeMore(db, gardenTurns(24, gardenTurns(24)));
		const second = drafted(await prepare(app));
		expect(second.status).toBe('draft');
		await deleteSummary(app, first.id, how);
		expect(await db.summaries.get(second.id)).toMatchObject({ status: 'discarded' });
		expect(await useSummary(app, second.id)).toMatchObject({ status: 'failed' });
		const body = await bodyNow(app);
		expect(body).not.toContain(first.text);
		// The oldest answer that was covered.
		expect(body.includes('Answer 1:')).toBe(how === 'bring-back');
	}
);

test('#200 #203 what the summary dropped is reported, with the turn it stood in', async () => {
	const exchanges = gardenTurns(30);
	const told = exchanges.map((exchange) =>
		exchange.turn.seq === 2
			? {
					...exchange,
					turn: {
						...exchange.turn,
						asked: [
							{
								type: 'text' as const,
								text: 'From now on never use tar on the fence of Mrs Oliveira.'
							}
						]
					}
				}
			: exchange
	);
	await storeGarden(db, told);
	const draft = drafted(await prepare(appAround(db, scriptedSummariser(soundBeds))));
	expect(draft.loss.some(({ text, turnId }) => text.includes('tar') && turnId === 'turn-2')).toBe(
		true
	);
});

test('#145 INV-15 whatever a compaction comes to, until a draft is used the request is byte-identical', async () => {
	const ends: readonly (readonly [string, Scripted])[] = [
		['failed', { failure: { kind: 'overloaded' } }],
		['drafted', soundSummary('Beds.')]
	];
	for (const [status, answer] of ends) {
		const [app] = await withTurns(db, 30, () => answer);
		await writeSetting(db, 'preset', status === 'failed' ? 'rounds' : 'recommended');
		const before = await bodyNow(app);
		expect(await prepare(app)).toMatchObject({ status });
		expect(await bodyNow(app)).toBe(before);
	}
	const [draft] = await summariesOf(db, 's1');
	await discardSummary(appAround(db, scriptedSummariser(soundBeds)), draft!.id);
	expect(await inUse({ db })).toBeNull();
});

test('INV-35 a pinned fact stands word for word in the request after ten rounds, and no summary outgrows its cap', async () => {
	const model = scriptedSummariser((_, n) =>
		soundSummary(`Round fact ${String(n)}. ${'More was said about the beds. '.repeat(n)}`)
	);
	const app = appAround(db, model);
	let exchanges = gardenTurns(0);
	const sizes: number[] = [];
	await storeGarden(db, gardenTurns(1));
	const pinned = 'The gate code is 4711-K and must never change.';
	await db.pins.put({ id: 'p', sessionId: 's1', text: pinned, turnId: null, at: start });
	for (let round = 1; round <= 10; round++) {
		exchanges = gardenTurns(14, exchanges);
		await storeMore(db, exchanges);
		const draft = drafted(await prepare(app));
		await useSummary(app, draft.id);
		expect(draft.text).not.toContain('4711');
		sizes.push(draft.text.length);
	}
	expect(await bodyNow(app)).toContain(pinned);
	// 18,000 usable: a budget of 720 tokens, a cap of 1,200.
	expect(Math.max(...sizes)).toBeLessThan(1200 * 6);
	expect((await summariesOf(db, 's1')).map(({ round }) => round)).toEqual([
		1, 2, 3, 4, 5, 6, 7, 8, 9, 10
	]);
});
