import type { Weight } from '#core/prompt/prompt.ts';
import type { Session } from '#core/session/session.ts';
import { cardOf, onDevice } from '#core/models/model-card.ts';
import { cacheLifetimeOf, type Settings } from '#core/settings.ts';
import { priceAtMost } from '#core/offers/price-at-most.ts';

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
