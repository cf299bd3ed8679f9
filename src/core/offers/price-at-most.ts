import { priceOfRequest } from '#core/models/price.ts';
import type { Weight } from '#core/prompt/prompt.ts';
import type { ModelCard } from '#core/models/model-card.ts';
import type { CacheLifetime } from '#core/wire/cache.ts';

/**
 * The most a request of this weight can cost, in US dollars: nothing cached, all of it written to the cache for
 * `lifetime` where that costs more, the whole answer used. Null: unknown.
 */
export function priceAtMost(
	weight: Weight,
	card: Pick<ModelCard, 'prices' | 'priceStep'>,
	lifetime: CacheLifetime | null
): number | null {
	const asked = { prompt: weight.tokens, cached: 0, output: weight.maxOutput };
	const prices = [null, lifetime].map((written) =>
		priceOfRequest({ ...asked, lifetime: written }, card)
	);
	return prices.reduce((most, price) =>
		most === null || price === null ? null : Math.max(most, price)
	);
}
