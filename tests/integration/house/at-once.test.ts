import { expect, test } from 'vitest';
import type { Activity } from '#core/activity.ts';
import { noteCutOff, putActivity } from '#db/ledger/activity.ts';
import { dropOldCosts, droppedCosts, keepCosts, mergeCosts } from '#db/ledger/dropped-costs.ts';
import { dayMs } from '#core/time/day-ms.ts';
import type { Truth } from '#db/schema.ts';
import { atOnce } from '../../support/breaking/at-once.ts';

/** What happened and what it cost, written down by two tabs at once. */

const now = 10 * dayMs;
const costs = async (db: Truth) => (await droppedCosts(db)).map(({ cost }) => cost).toSorted();
const keep = (cost: number) => (db: Truth) => keepCosts(db, [{ at: now, cost }], now);

test('what a copy knows to have been spent, and what is taken off the file meanwhile, both count', () =>
	atOnce({
		before: keep(1),
		first: (db) => mergeCosts(db, [{ at: now, cost: 2 }], now),
		second: keep(3),
		holds: async (db) => {
			expect(await costs(db)).toEqual([1, 2, 3]);
		}
	}));

test('what is taken off the file as older costs go counts', () =>
	atOnce({
		before: (db) => keepCosts(db, [{ at: now - 5 * dayMs, cost: 1 }], now - 5 * dayMs),
		first: (db) => dropOldCosts(db, now),
		second: keep(3),
		holds: async (db) => {
			expect(await costs(db)).toEqual([3]);
		}
	}));

const begun: Activity = {
	id: 'a1',
	at: 1,
	kind: 'import',
	sessionId: null,
	details: { begun: true, sessions: 0 },
	failure: null
};

test('an import whose end is noted as another tab takes it for cut off has come to its end', () =>
	atOnce({
		before: (db) => putActivity(db, begun),
		first: (db) => noteCutOff(db, 'a1'),
		second: (db) => putActivity(db, { ...begun, details: { sessions: 7 } }),
		holds: async (db) => {
			expect((await db.activity.get('a1'))?.details).toEqual({ sessions: 7 });
		}
	}));

test('an import that was cut off is told in one tab', () =>
	atOnce({
		before: (db) => putActivity(db, begun),
		first: (db) => noteCutOff(db, 'a1'),
		second: (db) => noteCutOff(db, 'a1'),
		holds: (_, one, two) => {
			expect([one, two].filter(Boolean)).toEqual([true]);
		}
	}));
