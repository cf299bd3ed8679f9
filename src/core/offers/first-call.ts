import type { Weight } from '#core/prompt/prompt.ts';
import type { Session } from '#core/session/session.ts';
import { cardOf, onDevice, type ModelCard } from '#core/models/model-card.ts';
import { cacheLifetimeOf, type Settings } from '#core/settings.ts';
import { priceOfRequest } from '#core/models/price.ts';
import type { CacheLifetime } from '#core/wire/cache.ts';

/** What is said about money before the first call to a model. */

export interface Looked {
	readonly settings: Settings | undefined;
	readonly session: Session;
	readonly answerer: string;
	/** Null until the next request has been weighed. */
	readonly weight: Weight | null;
}

/** US dollars; null where the price is unknown. */
export interface Offer {
	readonly model: string;
	readonly dollars: number | null;
}

/**
 * Before the first call to a model that costs money, until the person has seen what it may cost. Nothing before the request
 * was weighed: what is not known yet is not unknown, and may be nothing.
 */
export function firstCall({ settings, answerer, weight }: Looked): Offer | null {
	const isSaid = answerer === onDevice || settings?.agreedModels.includes(answerer);
	if (!settings || !weight || isSaid) return null;
	const lifetime = cacheLifetimeOf(settings, answerer);
	const dollars = priceAtMost(weight, cardOf(settings, answerer), lifetime);
	return dollars === 0 ? null : { model: answerer, dollars };
}

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
