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

/** Before the first call to a model that costs money, until the person has seen what it may cost. */
export function firstCall({ settings, answerer, weight }: Looked): Offer | null {
	if (!settings || answerer === onDevice || settings.agreedModels.includes(answerer)) return null;
	const dollars =
		weight && priceAtMost(weight, cardOf(settings, answerer), cacheLifetimeOf(settings, answerer));
	return dollars === 0 ? null : { model: answerer, dollars };
}
