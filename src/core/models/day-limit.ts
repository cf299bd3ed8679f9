import type { Failure } from '#core/failure.ts';

/** What the user allows to be spent on one day. In US dollars. */

/** Summed in whole billionths: ten calls of $0.1 are a dollar, not a little less. */
const billionths = (dollars: number): number => Math.round(dollars * 1e9);

/** Why no more calls are made today; null: they may be. A price that is unknown (null), or below nothing, cannot be counted. */
export function dayLimitBar(costs: readonly (number | null)[], limit: number): Failure | null {
	const spent = costs.reduce<number>((sum, cost) => sum + billionths(Math.max(0, cost ?? 0)), 0);
	return spent < billionths(limit) ? null : { kind: 'day-limit', spent: spent / 1e9, limit };
}
