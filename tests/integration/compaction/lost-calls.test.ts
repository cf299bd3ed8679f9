import { expect, test } from 'vitest';
import type { Truth } from '#db/schema.ts';
import type { Model, ModelEvent } from '#flows/ports/model.ts';
import { writeSetting } from '#db/settings.ts';
import { prepareDraft } from '#flows/compaction/prepare-draft.ts';
import { appAround, gardenTurns, storeGarden } from '../../support/apps/compactable.ts';
import { withDatabase } from '../../support/builders/a-database.ts';
import { start } from '../../support/builders/a-clock.ts';

/** A call for a summary of which nobody knows what it took is told with the sum of the session. */

let db: Truth;
withDatabase((own) => (db = own));

/** The sums of a session whose compaction is cancelled behind these events. */
async function cancelledAfter(...events: readonly ModelEvent[]) {
	await storeGarden(db, gardenTurns(30));
	await writeSetting(db, 'preset', 'rounds');
	const stop = new AbortController();
	const model: Model = {
		async *stream() {
			yield* events;
			await Promise.resolve();
			stop.abort();
		},
		count: () => Promise.resolve({ status: 'unsupported' })
	};
	const ask = { sessionId: 's1', trigger: 'manual' } as const;
	expect(await prepareDraft(appAround(db, model), ask, stop.signal)).toEqual({ status: 'stopped' });
	expect((await db.ledger.toArray()).map(({ outcome }) => outcome)).toEqual(['stopped']);
	return (await db.sessions.get('s1'))?.counters;
}

test('cancelled before its first byte it is one call of unknown price', async () => {
	expect(await cancelledAfter()).toMatchObject({ cost: 0, unpriced: 1 });
});

test('cancelled while an overloaded endpoint is waited for it has cost nothing', async () => {
	const failure = { kind: 'overloaded' } as const;
	const until = start + 3_600_000;
	const waits = { type: 'retrying', attempt: 2, failure, until, pause: 1 } as const;
	expect(await cancelledAfter(waits)).toMatchObject({ cost: 0, unpriced: 0 });
});

test('cancelled before it went out it has cost nothing', async () => {
	await storeGarden(db, gardenTurns(30));
	const stop = new AbortController();
	const model: Model = {
		async *stream() {
			await Promise.resolve();
			yield* [];
		},
		count: () => Promise.resolve({ status: 'unsupported' })
	};
	db.ledger.hook('creating', () => {
		stop.abort();
	});
	await prepareDraft(appAround(db, model), { sessionId: 's1', trigger: 'manual' }, stop.signal);
	expect((await db.sessions.get('s1'))?.counters.unpriced).toBe(0);
});
