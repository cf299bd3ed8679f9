import { expect, test } from 'vitest';
import type { Truth } from '#db/schema.ts';
import { sessionOf } from '#db/log/sessions.ts';
import { useSummary } from '#flows/compaction/use-summary.ts';
import { gardenCard, drafted, prepare } from '../../support/apps/compactable.ts';
import { bodyNow, kinds, weighed, withTurns } from '../../support/apps/garden-now.ts';
import { whileFull } from '../../support/breaking/while-full.ts';
import { withDatabase } from '../../support/builders/a-database.ts';

/** What a compaction leaves beside its summary: an event, counters, and its requests in the ledger. */

let db: Truth;
withDatabase((own) => (db = own));

test('INV-39 a compaction leaves an event with weights, range, model and cost, and no message', async () => {
	const [app] = await withTurns(db, 30);
	const steps = await db.steps.count();
	const draft = drafted(await prepare(app));
	await useSummary(app, draft.id);
	expect(await db.steps.count()).toBe(steps);
	const event = (await db.activity.toArray()).find(({ kind }) => kind === 'compaction');
	expect(event?.details).toMatchObject({
		summaryId: draft.id,
		round: 1,
		tokensBefore: draft.tokensBefore,
		tokensAfter: draft.tokensAfter,
		messages: draft.messageCount,
		model: gardenCard.id,
		tier: 'full',
		cost: draft.cost,
		trigger: 'manual',
		emergency: false,
		undo: 'compaction'
	});
	expect(draft.cost).toBeGreaterThan(0);
});

test('#146 #156 the event leads to the text, the messages it stands for, when it came into use, and what they weighed', async () => {
	const [app] = await withTurns(db, 30);
	const { weight: before } = await weighed(app);
	const draft = drafted(await prepare(app));
	const used = await useSummary(app, draft.id);
	expect(used.status).toBe('used');
	const { weight: after } = await weighed(app);

	const [event] = (await db.activity.toArray()).filter(({ kind }) => kind === 'compaction');
	const summary = await db.summaries.get(String(event?.details['summaryId']));
	expect(summary).toMatchObject({
		preset: 'recommended',
		standsFor: 'text',
		status: 'active',
		text: draft.text
	});
	expect(summary?.text).toContain('Bed B1 was built from cedar');
	expect(summary?.committedAt).toBeGreaterThan(draft.createdAt);
	expect(summary?.committedAt).toBeLessThanOrEqual(event?.at ?? 0);
	expect(event?.details['tokensBefore']).toBe(summary?.tokensBefore);
	expect(event?.details['tokensAfter']).toBe(summary?.tokensAfter);
	expect(Math.abs((summary?.tokensBefore ?? 0) - before.tokens) / before.tokens).toBeLessThan(0.05);
	expect(Math.abs((summary?.tokensAfter ?? 0) - after.tokens) / after.tokens).toBeLessThan(0.05);

	// No message is marked: those it stands for are the ones of its range, and no others are gone from the request.
	const body = await bodyNow(app);
	const turns = await db.turns.toArray();
	const covered = turns.filter(({ seq }) => seq <= (summary?.through.seq ?? -1));
	const gone = turns.filter(({ seq }) => !body.includes(`Answer ${String(seq)}:`));
	expect(gone.map(({ turnId }) => turnId)).toEqual(covered.map(({ turnId }) => turnId));
	expect(covered.length).toBeGreaterThan(5);
	expect(summary).toMatchObject({
		turnCount: covered.length,
		messageCount: 2 * covered.length
	});
});

test('#150 a summary comes into use with its event, its job and its counters, or not at all', async () => {
	const [app] = await withTurns(db, 30);
	const draft = drafted(await prepare(app));
	const before = await bodyNow(app);
	for (const place of [
		db.activity.hook('creating'),
		db.compactions.hook('updating'),
		db.sessions.hook('updating')
	]) {
		expect(await whileFull(place, () => useSummary(app, draft.id))).toMatchObject({
			status: 'failed',
			failure: { kind: 'storage-full' }
		});
		expect(await db.summaries.get(draft.id)).toMatchObject({ status: 'draft', committedAt: null });
		expect(await db.compactions.toArray()).toMatchObject([{ status: 'review' }]);
		expect((await sessionOf(db, 's1'))?.counters.compactions).toBe(0);
		expect(await kinds({ db })).toEqual(['draft']);
		expect(await bodyNow(app)).toBe(before);
	}
	expect(await useSummary(app, draft.id)).toMatchObject({ status: 'used' });
	expect(await kinds({ db })).toEqual(['draft', 'compaction']);
	expect(await db.compactions.toArray()).toMatchObject([{ status: 'committed' }]);
	expect((await sessionOf(db, 's1'))?.counters.compactions).toBe(1);
});

test('every request of a compaction is in the ledger, with its parts and its price', async () => {
	const [app, model] = await withTurns(db, 60);
	const draft = drafted(await prepare(app));
	const entries = await db.ledger.toArray();
	expect(model.asked.length).toBeGreaterThan(1);
	expect(entries).toHaveLength(model.asked.length);
	for (const entry of entries)
		expect(entry).toMatchObject({ kind: 'summary', outcome: 'answered', sessionId: 's1' });
	const cost = entries.reduce((sum, entry) => sum + (entry.cost ?? 0), 0);
	expect(draft.cost).toBeCloseTo(cost);
	expect((await sessionOf(db, 's1'))?.counters.cost).toBeCloseTo(cost);
});
