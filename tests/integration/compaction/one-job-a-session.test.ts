import { expect, test } from 'vitest';
import type { Truth } from '#db/schema.ts';
import { writeSetting } from '#db/settings.ts';
import { changeCompaction } from '#db/summaries/compactions.ts';
import { summariesOf } from '#db/summaries/summaries.ts';
import type { Model } from '#flows/ports/model.ts';
import type { CompactProgress } from '#flows/ports/workshop.ts';
import { prepareDraft } from '#flows/compaction/prepare-draft.ts';
import { scriptedSummariser, soundBeds } from '../../support/scripted/scripted-summariser.ts';
import { heldClock } from '../../support/builders/a-clock.ts';
import {
	appAround,
	gardenTurns,
	storeGarden,
	drafted,
	prepare
} from '../../support/apps/compactable.ts';
import { never } from '../../support/never.ts';
import { inUse, withTurns } from '../../support/apps/garden-now.ts';
import { aCompaction } from '../../support/builders/a-compaction.ts';
import { withDatabase } from '../../support/builders/a-database.ts';

/** A session has one job and one draft at a time: others see it at work, wait for it, and find what it has made. */

let db: Truth;
withDatabase((own) => (db = own));

test('of what two tabs change of a job at once each builds on the other', async () => {
	await db.compactions.put(aCompaction({ attempts: 0 }));
	const once = () => changeCompaction(db, 'c1', ({ attempts }) => ({ attempts: attempts + 1 }));
	const came = await Promise.all([once(), once()]);
	expect(came).toMatchObject([{ value: { attempts: 1 } }, { value: { attempts: 2 } }]);
	expect(await db.compactions.get('c1')).toMatchObject({ attempts: 2 });
});

test('one that is begun anew calls off what was left of its session, and nothing of another', async () => {
	const [app] = await withTurns(db, 60);
	const left = (id: string, sessionId: string) =>
		aCompaction({ id, sessionId, status: 'running', focus: 'the fence' });
	await db.compactions.bulkPut([left('mine', 's1'), left('theirs', 's2')]);
	drafted(await prepare(app));
	expect(await db.compactions.bulkGet(['mine', 'theirs'])).toMatchObject([
		{ status: 'cancelled' },
		{ status: 'running' }
	]);
});

test('a summary whose call waits to be made again tells until when, and is still at work by then', async () => {
	await storeGarden(db, gardenTurns(30));
	const clock = heldClock();
	const sound = scriptedSummariser(soundBeds);
	const retry = {
		failure: { kind: 'overloaded' },
		until: clock.now() + 240_000,
		pause: 3
	} as const;
	const waiting: Model = {
		...sound,
		async *stream(asked, signal) {
			yield { type: 'retrying', attempt: 2, ...retry };
			const [job] = await db.compactions.toArray();
			expect(job?.leaseUntil).toBeGreaterThan(retry.until);
			// Other tabs read it there.
			expect(job?.retry).toEqual(retry);
			yield* sound.stream(asked, signal);
		}
	};
	const seen: CompactProgress[] = [];
	drafted(
		await prepareDraft(
			appAround(db, waiting, { clock }),
			{ sessionId: 's1', trigger: 'manual', onProgress: (progress) => seen.push(progress) },
			never
		)
	);
	const at = seen.findIndex((progress) => progress.retry);
	expect(seen[at]).toEqual({ ...seen[at - 1], retry });
	expect(seen[at + 1]).toEqual(seen[at - 1]);
	expect((await db.compactions.toArray())[0]?.retry ?? null).toBeNull();
});

test('whoever waits behind another compaction may stop: the wait ends, the other does not', async () => {
	const [app, model] = await withTurns(db, 60);
	let free: () => void = () => undefined;
	const other = app.locks.hold(
		'compact:s1',
		() => new Promise<void>((resolve) => (free = resolve))
	);
	const stop = new AbortController();
	const waiting = prepareDraft(app, { sessionId: 's1', trigger: 'hard' }, stop.signal);
	stop.abort();
	expect(await waiting).toEqual({ status: 'stopped' });
	expect(await app.locks.isHeld('compact:s1')).toBe(true);
	free();
	expect((await other).status).toBe('done');
	expect((await prepare(app, 'hard')).status).toBe('drafted');
	expect(model.asked.length).toBeGreaterThan(0);
	expect(await db.compactions.count()).toBe(1);
});

test('under the rule auto the draft is in use at once; a draft that waits is found again instead of paid for twice', async () => {
	const [app, model] = await withTurns(db, 50);
	const draft = drafted(await prepare(app, 'hard'));
	const asked = model.asked.length;
	expect(drafted(await prepare(app, 'hard')).id).toBe(draft.id);
	expect(model.asked).toHaveLength(asked);
	await writeSetting(db, 'reviewSummaries', 'auto');
	expect(drafted(await prepare(app, 'hard')).status).toBe('active');
	expect((await inUse({ db }))?.id).toBe(draft.id);
});

test('INV-38 two tabs do not compact the same session at once', async () => {
	const [app, model] = await withTurns(db, 30);
	const both = await Promise.all([prepare(app), prepare(app)]);
	expect(both.map(({ status }) => status).sort()).toEqual(['drafted', 'failed']);
	expect(await summariesOf(db, 's1')).toHaveLength(1);
	expect(model.asked.length).toBeGreaterThan(0);
});
