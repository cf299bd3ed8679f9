import { describe, expect, test, vi } from 'vitest';
import { pathOf } from '#core/log/path.ts';
import { draftOf, type Summary } from '#core/summary/summary.ts';
import type { Truth } from '#db/schema.ts';
import { branchesOf, sessionOf } from '#db/log/sessions.ts';
import { writeSetting } from '#db/settings.ts';
import { removeMark } from '#db/log/append.ts';
import { addBranch } from '#db/log/forks.ts';
import { cutSummary } from '#db/forgetting/summaries.ts';
import { summariesOf } from '#db/summaries/summaries.ts';
import { addDraft } from '#db/summaries/drafts.ts';
import { undoLast } from '#flows/sessions/undo-last.ts';
import { discardSummary, restoreDraft } from '#flows/compaction/discard-draft.ts';
import { editSummary } from '#flows/compaction/edit-summary.ts';
import { undoCompaction } from '#flows/compaction/undo-compaction.ts';
import { useSummary } from '#flows/compaction/use-summary.ts';
import {
	scriptedSummariser,
	soundSummary,
	type Scripted,
	soundBeds
} from '../../../support/scripted/scripted-summariser.ts';
import { start } from '../../../support/builders/a-clock.ts';
import {
	appAround,
	gardenTurns,
	storeGarden,
	drafted,
	prepare
} from '../../../support/apps/compactable.ts';
import {
	bodyNow,
	inUse,
	kinds,
	storeMore,
	weighed,
	withTurns
} from '../../../support/apps/garden-now.ts';
import { withDatabase } from '../../../support/builders/a-database.ts';

/** A draft: what it tells of its losses, when it comes into use, and what becomes of it when it does not. */

let db: Truth;
withDatabase((own) => (db = own));

test('INV-38 of two commits of the same draft one wins, and one turn range is covered once', async () => {
	const [app] = await withTurns(db, 30);
	const draft = drafted(await prepare(app));
	const both = await Promise.all([useSummary(app, draft.id), useSummary(app, draft.id)]);
	expect(both.map(({ status }) => status).sort()).toEqual(['failed', 'used']);
	expect((await sessionOf(db, 's1'))?.counters.compactions).toBe(1);
});

test('a draft that waited while more was said tells what the prompt weighs on the day it is used', async () => {
	const [app] = await withTurns(db, 30);
	const draft = drafted(await prepare(app));
	await storeMore(db, gardenTurns(30, gardenTurns(30)));
	const before = (await weighed(app)).weight.tokens;
	expect(before).toBeGreaterThan(draft.tokensBefore + 5000);
	await useSummary(app, draft.id);
	const after = (await weighed(app)).weight.tokens;
	const used = await inUse(app);
	const row = (await db.activity.toArray()).find(({ kind }) => kind === 'compaction');
	for (const told of [used, row?.details as Pick<Summary, 'tokensBefore' | 'tokensAfter'>]) {
		expect(told?.tokensBefore).toBe(before);
		expect(Math.abs((told?.tokensAfter ?? 0) - after)).toBeLessThan(after / 20);
	}
});

test('a draft of a branch that is not on screen is weighed with what that branch says', async () => {
	const [app] = await withTurns(db, 30);
	const draft = drafted(await prepare(app));
	const { tokensBefore, tokensAfter } = draft;
	const fork = { parent: 'trunk', forkSeq: 2, headSeq: 1, createdAt: start };
	await addBranch(db, { sessionId: 's1', branch: 'other', ...fork });
	await useSummary(app, draft.id);
	expect(await inUse(app)).toMatchObject({ tokensBefore, tokensAfter });
});

test('a draft is put to use where nobody can weigh the prompt: the telephone does not start', async () => {
	const [app] = await withTurns(db, 30);
	const draft = drafted(await prepare(app));
	await storeMore(db, gardenTurns(2, gardenTurns(30)));
	vi.spyOn(app.telephone, 'keyStatus').mockRejectedValue(new Error('telephone failed: not-loaded'));
	expect((await useSummary(app, draft.id)).status).toBe('used');
});

test('nor does it wait for a workshop that is behind something long', async () => {
	const [app] = await withTurns(db, 30);
	const draft = drafted(await prepare(app));
	await storeMore(db, gardenTurns(2, gardenTurns(30)));
	vi.spyOn(app.telephone, 'keyStatus').mockReturnValue(new Promise(() => undefined));
	expect((await useSummary(app, draft.id)).status).toBe('used');
});

describe('a draft behind which the user keeps turns from the prompt', () => {
	const mark = (turnId: string, kind: 'left-out' | 'deleted') =>
		db.marks.put({ sessionId: 's1', turnId, kind, at: start });
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

test('an edited draft is used as it was edited; a discarded one cannot be used', async () => {
	const [app] = await withTurns(db, 30);
	const draft = drafted(await prepare(app));
	await editSummary(app, draft.id, { text: 'My own words about the beds.' });
	await useSummary(app, draft.id);
	expect(await bodyNow(app)).toContain('My own words about the beds.');
	await undoCompaction(app, 's1', draft.id);
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

test('an edit that its own button has undone is no step of /undo, nor is that undo', async () => {
	const [app] = await withTurns(db, 30);
	const { id, text, anchors } = drafted(await prepare(app));
	await editSummary(app, id, { text: 'My own words about the beds.' });
	await editSummary(app, id, { text, anchors }, { takes: { editedAt: null, told: () => [] } });
	expect(await undoLast(app, 's1')).toEqual({ status: 'nothing-to-do' });
	expect((await db.summaries.get(id))?.text).toBe(text);
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

	test('is none that waited beside it when it was thrown away: Undo brings it back beside that', async () => {
		const [app] = await withTurns(db, 30);
		const first = drafted(await prepare(app));
		const fork = { sessionId: 's1', parent: 'trunk', forkSeq: 20, headSeq: 29, createdAt: 1 };
		await db.branches.put({ ...fork, branch: 'other' });
		await db.sessions.update('s1', { branch: 'other' });
		const ends = { ...first.through, seq: 2 };
		const shared = { ...first, through: ends, id: 'shared', round: 2, compactionId: null };
		const own = { ...first, branch: 'other', id: 'own', round: 3, compactionId: null };
		await db.summaries.bulkPut([shared, { ...own, through: { ...ends, seq: 25 } }]);
		for (const id of ['shared', 'own']) {
			await discardSummary(app, id);
			expect(await restoreDraft(app, id)).toEqual({ status: 'done' });
			expect(await statuses()).toEqual(['draft', 'draft', 'draft']);
		}
		// What has taken its place since gives way.
		await discardSummary(app, 'shared');
		await addDraft(db, { ...shared, id: 'later', round: 4 });
		await restoreDraft(app, 'shared');
		expect(await db.summaries.get('later')).toMatchObject({ status: 'discarded' });
	});
});

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
	expect(draft.loss.filter(({ text }) => text.includes('tar on the fence'))).toMatchObject([
		{ turnId: 'turn-2', seq: 2 }
	]);
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
