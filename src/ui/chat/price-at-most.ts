import type { Weight } from '#core/prompt.ts';
import { costOf, type Prices } from '#core/usage.ts';

/** The most a request of this weight can cost, in US dollars: nothing cached, the whole answer used. Null: unknown. */
export const priceAtMost = (weight: Weight, prices: Prices | null): number | null =>
	prices &&
	costOf(
		{ input: 0, cacheRead: 0, cacheWrite: weight.tokens, output: weight.maxOutput },
		{ ...prices, cacheWrite: Math.max(prices.cacheWrite, prices.input) }
	);
