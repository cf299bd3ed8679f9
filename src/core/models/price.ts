import type { CacheLifetime } from '#core/wire/cache.ts';
import type { RequestBody } from '#core/prompt/prompt.ts';
import type { ModelCard } from '#core/models/model-card.ts';
import { promptTokens, type Prices, type Usage } from '#core/wire/usage.ts';

/** What calls cost, before and after they are made. In US dollars; null is unknown and never counts as nothing. */

type Priced = Pick<ModelCard, 'prices' | 'priceStep'>;

const million = 1_000_000;

/** A price and another; one that is unknown makes the sum unknown. */
export const addPrices = (one: number | null, other: number | null): number | null =>
	one === null || other === null ? null : one + other;

/** Above the price step a model costs more, but endpoints do not say how much. */
const pricesFor = ({ prices, priceStep }: Priced, tokens: number): Prices | null =>
	priceStep !== null && tokens > priceStep ? null : prices;

/** What writing to the cache costs; an hour has a price of its own. */
const writePrice = (prices: Prices, lifetime: CacheLifetime): number | null =>
	lifetime === '1h' ? (prices.cacheWriteHour ?? null) : prices.cacheWrite;

/** For how long a request asks the endpoint to keep its prefix; null: not at all. */
export const lifetimeOf = ({
	cache_control
}: Pick<RequestBody, 'cache_control'>): CacheLifetime | null =>
	cache_control === undefined ? null : (cache_control.ttl ?? '5m');

/** Price of a call that was made, from what was reported. */
export function priceOfCall(
	usage: Usage | null,
	card: Priced,
	lifetime: CacheLifetime | null
): number | null {
	const prices = usage && pricesFor(card, promptTokens(usage));
	if (!prices) return null;
	const write = writePrice(prices, lifetime ?? '5m');
	if (write === null && usage.cacheWrite > 0) return null;
	return (
		(usage.input * prices.input +
			usage.output * prices.output +
			usage.cacheRead * prices.cacheRead +
			usage.cacheWrite * (write ?? 0)) /
		million
	);
}

/** A request that is not made yet. All in tokens. */
export interface RequestAhead {
	readonly prompt: number;
	/** Tokens of the input that are in the cache; the rest is written to it. */
	readonly cached: number;
	readonly output: number;
	/** Null: no cache is asked for. */
	readonly lifetime: CacheLifetime | null;
}

/** Price of a request that is not made yet. */
export function priceOfRequest(
	{ prompt, cached, output, lifetime }: RequestAhead,
	card: Priced
): number | null {
	const held = lifetime === null ? 0 : Math.min(cached, prompt);
	const rest = prompt - held;
	const usage: Usage =
		lifetime === null
			? { input: rest, cacheRead: 0, cacheWrite: 0, output }
			: { input: 0, cacheRead: held, cacheWrite: rest, output };
	return priceOfCall(usage, card, lifetime);
}

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
