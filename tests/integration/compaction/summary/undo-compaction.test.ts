import { expect, test } from 'vitest';
import type { Truth } from '#db/schema.ts';
import { summariesOf } from '#db/summaries/summaries.ts';
import type { App } from '#flows/ports.ts';
import { editSummary } from '#flows/compaction/edit-summary.ts';
import {
	deleteSummary,
	redoCompaction,
	undoCompaction
} from '#flows/compaction/undo-compaction.ts';
import { useSummary } from '#flows/compaction/use-summary.ts';
import { undoLast } from '#flows/sessions/undo-last.ts';
import { activityText } from '#ui/settings/activity/activity-text.ts';
import { aSummary } from '../../../support/builders/a-summary.ts';
import { gardenTurns, drafted, prepare } from '../../../support/apps/compactable.ts';
import { bodyNow, kinds, storeMore, withTurns } from '../../../support/apps/garden-now.ts';
import { withDatabase } from '../../../support/builders/a-database.ts';

/** A compaction is undone and done again, with the rounds that stand on it. */

let db: Truth;
withDatabase((own) => (db = own));

test('undo brings the request back byte for byte, redo the summary', async () => {
	const [app] = await withTurns(db, 30);
	const before = await bodyNow(app);
	const draft = drafted(await prepare(app));
	await useSummary(app, draft.id);
	const after = await bodyNow(app);
	expect(await undoCompaction(app, 's1', draft.id)).toEqual({ status: 'done' });
	expect(await bodyNow(app)).toBe(before);
	expect(await redoCompaction(app, draft.id)).toEqual({ status: 'done' });
	expect(await bodyNow(app)).toBe(after);
	expect(await kinds({ db })).toEqual(['draft', 'compaction', 'compaction-undone', 'compaction']);
});

test('`/undo` of a compaction is one row, which names its round', async () => {
	const [app] = await withTurns(db, 30);
	await useSummary(app, drafted(await prepare(app)).id);
	const before = await db.activity.count();
	expect(await undoLast(app, 's1')).toMatchObject({ status: 'undone', what: 'compaction' });
	const rows = await db.activity.orderBy('at').toArray();
	expect(rows.slice(before).map(activityText)).toEqual(['A compaction was undone · round 1']);
	expect(await undoLast(app, 's1')).toEqual({ status: 'nothing-to-do' });
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
	await undoCompaction(app, 's1', second.id);
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

test.each([
	['undone', (app: App, id: string) => undoCompaction(app, 's1', id)],
	['deleted', (app: App, id: string) => deleteSummary(app, id, 'bring-back')],
	['deleted with its messages', (app: App, id: string) => deleteSummary(app, id, 'leave-out')]
] as const)(
	'a draft that waits, as it was edited, goes with the summary before it when that is %s, and comes back with it',
	async (_, takeOut) => {
		const [app] = await withTurns(db, 24);
		const first = drafted(await prepare(app));
		await useSummary(app, first.id);
		await storeMore(db, gardenTurns(24, gardenTurns(24)));
		const { id } = drafted(await prepare(app));
		await editSummary(app, id, { text: 'My own words about the beds.' });
		const before = await db.summaries.get(id);
		await takeOut(app, first.id);
		expect(await db.summaries.get(id)).toMatchObject({ status: 'discarded' });
		expect(await redoCompaction(app, first.id)).toEqual({ status: 'done' });
		expect(await db.summaries.get(id)).toEqual(before);
		expect(await useSummary(app, id)).toMatchObject({ status: 'used' });
	}
);

test('what was drafted while a deleted summary stood for nothing does not wait when that comes back, what waited before does', async () => {
	const [app] = await withTurns(db, 24);
	const first = drafted(await prepare(app));
	await useSummary(app, first.id);
	await storeMore(db, gardenTurns(24, gardenTurns(24)));
	const before = drafted(await prepare(app));
	await deleteSummary(app, first.id, 'leave-out');
	const between = drafted(await prepare(app));
	const statuses = async () =>
		Promise.all([before, between].map(async ({ id }) => (await db.summaries.get(id))?.status));
	expect(await statuses()).toEqual(['discarded', 'draft']);
	for (let times = 0; times < 2; times++) {
		await redoCompaction(app, first.id);
		expect(await statuses()).toEqual(['draft', 'discarded']);
		await undoCompaction(app, 's1', first.id);
		expect(await statuses()).toEqual(['discarded', 'discarded']);
	}
});
