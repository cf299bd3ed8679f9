import { addPrices, priceOfRequest, type Priced } from '#core/models/price.ts';
import type { CacheLifetime } from '#core/wire/cache.ts';

/** What a summary costs, and whether it is worth it. In US dollars; null is unknown and never counts as nothing. */

export interface CompactionFigures {
	/** The prompt as it is, and as it would be with the summary. */
	readonly before: number;
	readonly after: number;
	/** What the cache holds of the prompt as it is. */
	readonly cached: number;
	readonly lifetime: CacheLifetime | null;
	/** Who answers. */
	readonly card: Priced;
	/** What making the summary costs, or has cost. */
	readonly compacting: number | null;
}

/** After how many turns a compaction has paid for itself; `never`: the prompt does not get cheaper. */
type BreakEven = number | 'never' | null;

export interface CompactionPrice {
	readonly compacting: number | null;
	/** Of each later turn, while the cache is warm. */
	readonly savedPerTurn: number | null;
	readonly breakEven: BreakEven;
}

/**
 * Whether a compaction is worth its price. The first request after it pays for a prefix that no cache knows; every
 * later one saves what it no longer carries. Break-even counts those later turns, 0: it pays at once.
 */
export function priceOfCompaction(told: CompactionFigures): CompactionPrice {
	const { before, after, cached, lifetime, card, compacting } = told;
	const request = (prompt: number, held: number) =>
		priceOfRequest({ prompt, cached: held, output: 0, lifetime }, card);
	const later = difference(request(before, before), request(after, after));
	const first = difference(request(after, 0), request(before, cached));
	const spent = addPrices(compacting, first);
	return { compacting, savedPerTurn: later, breakEven: breakEvenOf(spent, later) };
}

const difference = (a: number | null, b: number | null): number | null =>
	a === null || b === null ? null : a - b;

function breakEvenOf(spent: number | null, saved: number | null): BreakEven {
	if (spent === null || saved === null) return null;
	if (spent <= 0) return 0;
	return saved <= 0 ? 'never' : Math.ceil(spent / saved);
}

/** The estimate of tokens may be too low by so much, and a price that is promised must hold. */
const margin = 1.15;

/** Tokens that a price is promised for. */
export const promisedTokens = (estimate: number): number => Math.ceil(estimate * margin);

/** One call to the summariser. */
export interface SummaryCall {
	readonly input: number;
	readonly cached: number;
	readonly output: number;
}

/** Price of a summary made in so many calls. No calls: code makes it on this device, for nothing. */
export const priceOfSummary = (
	calls: readonly SummaryCall[],
	card: Priced | null,
	lifetime: CacheLifetime | null = null
): number | null =>
	card === null
		? 0
		: calls
				.map(({ input, cached, output }) =>
					priceOfRequest({ prompt: input, cached, output, lifetime }, card)
				)
				.reduce(addPrices, 0);
