import type { CacheLifetime } from '#core/wire/cache.ts';
import type { RequestBody } from '#core/prompt/prompt.ts';
import type { ModelCard } from '#core/models/model-card.ts';
import { promptTokens, type Prices, type Usage } from '#core/wire/usage.ts';

/** What a call costs, before and after it is made. In US dollars; null is unknown and never counts as nothing. */

export type Priced = Pick<ModelCard, 'prices' | 'priceStep'>;

const million = 1_000_000;

/** A price and another; one that is unknown makes the sum unknown. */
export const addPrices = (one: number | null, other: number | null): number | null =>
	one === null || other === null ? null : one + other;

/** Above the price step a model costs more, but endpoints do not say how much. */
const pricesFor = ({ prices, priceStep }: Priced, tokens: number): Prices | null =>
	priceStep !== null && tokens > priceStep ? null : prices;

/** What writing to the cache costs; an hour has a price of its own. */
const writePrice = (prices: Prices, lifetime: CacheLifetime): number | null =>
	lifetime === '1h' ? (prices.cacheWriteHour ?? null) : (prices.cacheWrite ?? prices.input);

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
			usage.cacheRead * (prices.cacheRead ?? prices.input) +
			usage.cacheWrite * (write ?? 0)) /
		million
	);
}

/** A request that is not made yet. All in tokens. */
interface RequestAhead {
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
