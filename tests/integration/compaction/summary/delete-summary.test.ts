import { expect, test } from 'vitest';
import type { Truth } from '#db/schema.ts';
import { editSummary } from '#flows/compaction/edit-summary.ts';
import { deleteSummary, redoCompaction } from '#flows/compaction/undo-compaction.ts';
import { useSummary } from '#flows/compaction/use-summary.ts';
import { gardenTurns, drafted, prepare } from '../../../support/apps/compactable.ts';
import { bodyNow, storeMore, withTurns } from '../../../support/apps/garden-now.ts';
import { withDatabase } from '../../../support/builders/a-database.ts';

/** A summary is deleted: its messages come back or are left out, what was made of it goes along, and all of it can be taken back. */

let db: Truth;
withDatabase((own) => (db = own));

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
