import { priceOfRequest } from '#core/models/price.ts';
import type { Weight } from '#core/prompt/prompt.ts';
import type { ModelCard } from '#core/models/model-card.ts';

/** The most a request of this weight can cost, in US dollars: nothing cached, the whole answer used. Null: unknown. */
export function priceAtMost(
	weight: Weight,
	card: Pick<ModelCard, 'prices' | 'priceStep'>
): number | null {
	const asked = { prompt: weight.tokens, cached: 0, output: weight.maxOutput };
	const prices = [null, '5m' as const].map((lifetime) =>
		priceOfRequest({ ...asked, lifetime }, card)
	);
	return prices.reduce((most, price) =>
		most === null || price === null ? null : Math.max(most, price)
	);
}
