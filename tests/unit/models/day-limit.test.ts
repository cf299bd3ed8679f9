import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dayLimitBar } from '#core/models/day-limit.ts';

/** Prices of calls as they come: millionths of dollars, or unknown. */
const cents = fc.integer({ min: 0, max: 50_000_000 }).map((millionths) => millionths / 1e6);
const costs = fc.array(fc.option(cents));

describe('what may be spent a day', () => {
	test('holds calls back from the moment the sum has come to it, and not before', () => {
		const limit = 1;
		expect(dayLimitBar([0.5, 0.499999], limit)).toBeNull();
		expect(dayLimitBar([0.5, 0.5], limit)).toEqual({ kind: 'day-limit', spent: 1, limit });
		expect(dayLimitBar([0.5, 0.75], limit)).toEqual({ kind: 'day-limit', spent: 1.25, limit });
	});

	test('is reached by as many tenths as are in it, although floats add up to less', () => {
		const tenths = Array.from({ length: 10 }, () => 0.1);
		expect(tenths.reduce((sum, cost) => sum + cost, 0)).toBeLessThan(1);
		expect(dayLimitBar(tenths, 1)).toEqual({ kind: 'day-limit', spent: 1, limit: 1 });
		expect(dayLimitBar(tenths.slice(1), 1)).toBeNull();
	});

	test('of nothing lets no call through', () => {
		expect(dayLimitBar([], 0)).toEqual({ kind: 'day-limit', spent: 0, limit: 0 });
	});

	test('is lifted by no price below nothing', () => {
		expect(dayLimitBar([1, -5], 1)).toEqual({ kind: 'day-limit', spent: 1, limit: 1 });
	});

	test('is told the same in whatever order the calls were made, and unknown prices change nothing', () => {
		fc.assert(
			fc.property(costs, cents, (some, limit) => {
				const said = dayLimitBar(some, limit);
				expect(dayLimitBar([...some].reverse(), limit)).toEqual(said);
				expect(
					dayLimitBar(
						some.filter((cost) => cost !== null),
						limit
					)
				).toEqual(said);
			})
		);
	});

	test('that holds goes on holding as more is spent, and lets go where it is raised above what was spent', () => {
		fc.assert(
			fc.property(costs, cents, fc.option(cents), (some, limit, more) => {
				const held = dayLimitBar(some, limit);
				if (held?.kind !== 'day-limit') return;
				expect(dayLimitBar([...some, more], limit)).not.toBeNull();
				expect(dayLimitBar(some, held.spent + 0.000001)).toBeNull();
			})
		);
	});

	test('never lets through a sum that has reached it', () => {
		fc.assert(
			fc.property(costs, cents, (some, limit) => {
				const millionths = some.reduce<number>(
					(sum, cost) => sum + Math.round((cost ?? 0) * 1e6),
					0
				);
				expect(dayLimitBar(some, limit) === null).toBe(millionths < Math.round(limit * 1e6));
			})
		);
	});
});
