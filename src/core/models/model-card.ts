import type { Prices } from '#core/wire/usage.ts';

/** What is known of a model. Null is unknown, never assumed; `by` says who filled it in. */
export interface ModelCard {
	readonly id: string;
	readonly name: string;
	/** Tokens. */
	readonly window: number | null;
	/** Tokens. */
	readonly maxOutput: number | null;
	readonly prices: Prices | null;
	/** Prompt size above which the model costs more, in tokens; counts as the window by default. */
	readonly priceStep: number | null;
	readonly windowBy: 'api' | 'user' | 'unknown';
	readonly outputBy: 'api' | 'user' | 'unknown';
	/** Which ways of thinking the endpoint says the model takes; left out: it does not say. */
	readonly thinking?: TakenThinking;
	/** When an endpoint has last named it, ms. */
	readonly lookedUpAt: number | null;
	/** The same by address of the endpoint; left out: it was not noted which, and counts for every one. */
	readonly listedAt?: Readonly<Record<string, number>>;
}

/** Null: the endpoint does not say. `disabled` false: the model always thinks. */
export interface TakenThinking {
	readonly adaptive: boolean | null;
	readonly disabled: boolean | null;
}

/** Id of the answerer that needs no key. */
export const onDevice = 'on-device';

/** The on-device answerer's card: small on purpose, so that a newcomer sees a compaction in a few minutes. */
const onDeviceCard: ModelCard = {
	id: onDevice,
	name: 'On-device recall',
	window: 8192,
	maxOutput: 1024,
	prices: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
	priceStep: null,
	windowBy: 'api',
	outputBy: 'api',
	lookedUpAt: null
};

/** In the place of the model of an imported answer that names none. */
export const unnamedModel = 'unknown';

export const unknownCard = (id: string): ModelCard => ({
	id,
	name: id,
	window: null,
	maxOutput: null,
	prices: null,
	priceStep: null,
	windowBy: 'unknown',
	outputBy: 'unknown',
	lookedUpAt: null
});

/** The card of a model; an unknown one says so in every field. */
export const cardOf = (
	settings: { readonly models: Readonly<Record<string, ModelCard>> },
	model: string
): ModelCard =>
	model === onDevice ? onDeviceCard : (settings.models[model] ?? unknownCard(model));
