import { describe, expect, it } from 'vitest';
import { defaultSettings, type Settings } from '#core/settings.ts';
import { onDevice, type ModelCard } from '#core/models/model-card.ts';
import { builtInPresets, recommended } from '#core/presets/built-in.ts';
import type { Weight } from '#core/prompt/prompt.ts';
import { firstCall, priceAtMost } from '#core/offers/first-call.ts';
import { backgroundOffer, savingsOf } from '#core/offers/price-offers.ts';
import { aCard } from '../../support/builders/a-prompt.ts';
import { aSession } from '../../support/builders/a-session.ts';

/** What is said about money before it is spent, and what a draft saves. Prices in dollars a million tokens. */

const prices = { input: 3, output: 15, cacheRead: 0.3, cacheWrite: 3.75 };
const settingsWith = (card: ModelCard): Settings => ({
	...defaultSettings,
	models: { [card.id]: card }
});
const looked = (over: Partial<ModelCard> = {}) => {
	const card = aCard({ prices, ...over });
	return { settings: settingsWith(card), answerer: card.id };
};
const draft = { tokensBefore: 100_000, tokensAfter: 20_000, cost: 0.05 };

describe('what a draft saves', () => {
	it('is the difference of the cached prompts on each turn, and the turns until its cost and the cold start are made good', () => {
		// 80,000 tokens at 0.3; the first request behind it writes 20,000 anew instead of reading 100,000.
		const told = savingsOf(looked(), draft);
		expect(told?.perTurn).toBeCloseTo(0.024, 6);
		const spent = 0.05 + 20_000 * 3.75e-6 - 100_000 * 0.3e-6;
		expect(told?.breakEven).toBe(Math.ceil(spent / 0.024));
	});

	it('is nothing where the summary is as long as what it stands for', () => {
		expect(savingsOf(looked(), { ...draft, tokensAfter: 100_000 })?.breakEven).toBe('never');
	});

	it('is not told where a price is unknown, where nothing costs anything, and before the settings are read', () => {
		expect(savingsOf(looked({ prices: null }), draft)).toBeNull();
		expect(savingsOf(looked(), { ...draft, cost: null })).toBeNull();
		expect(savingsOf({ ...looked(), answerer: onDevice }, draft)).toBeNull();
		expect(savingsOf({ ...looked(), settings: undefined }, draft)).toBeNull();
	});
});

const weight: Weight = {
	tokens: 1000,
	usable: null,
	window: null,
	maxOutput: 500,
	soft: null,
	hard: null,
	turns: null,
	basis: 'estimated'
};

describe('the most a request can cost', () => {
	it('counts everything as written to the cache and the whole answer as used', () => {
		expect(priceAtMost(weight, { prices, priceStep: null }, '5m')).toBeCloseTo(
			(1000 * 3.75 + 500 * 15) / 1e6
		);
	});

	it('counts an hour of cache by its own price, which is unknown where nobody told it', () => {
		const card = { prices: { ...prices, cacheWriteHour: 6 }, priceStep: null };
		expect(priceAtMost(weight, card, '1h')).toBeCloseTo((1000 * 6 + 500 * 15) / 1e6);
		expect(priceAtMost(weight, card, null)).toBeCloseTo((1000 * prices.input + 500 * 15) / 1e6);
		expect(priceAtMost(weight, { prices, priceStep: null }, '1h')).toBeNull();
	});

	it('is unknown where the prices are, and never nothing', () => {
		expect(priceAtMost(weight, { prices: null, priceStep: null }, '5m')).toBeNull();
	});
});

const session = aSession();

describe('before the first call to a model', () => {
	it('its price is told, or that it is unknown, until the person has seen it', () => {
		const at = { ...looked(), session, weight };
		const model = at.answerer;
		expect(firstCall(at)).toEqual({ model, dollars: priceAtMost(weight, aCard({ prices }), '5m') });
		expect(firstCall({ ...at, ...looked({ prices: null }) })).toEqual({ model, dollars: null });
		const settings = { ...at.settings, agreedModels: [model] };
		expect(firstCall({ ...at, settings })).toBeNull();
	});

	it('nothing is said before the request was weighed: its price is not unknown by then', () => {
		expect(firstCall({ ...looked(), session, weight: null })).toBeNull();
	});

	it('nothing is said where it costs nothing, or nobody is called', () => {
		const free = looked({ prices: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 } });
		expect(firstCall({ ...free, session, weight })).toBeNull();
		expect(firstCall({ ...looked(), answerer: onDevice, session, weight })).toBeNull();
		expect(firstCall({ ...looked(), settings: undefined, session, weight })).toBeNull();
	});
});

describe('summaries in the background are offered', () => {
	const soon = { ...weight, tokens: 1000, soft: 1000 };
	const at = { ...looked(), session, weight: soon };
	const offered = (over: Partial<Settings>, weighed = soon) =>
		backgroundOffer({ ...at, weight: weighed, settings: { ...at.settings, ...over } });

	it('once the conversation has grown long, until the person has said yes or no', () => {
		expect(offered({})).not.toBeNull();
		expect(offered({}, { ...soon, soft: 1001 })).toBeNull();
		expect(offered({}, { ...soon, soft: 1001, turns: { said: 3, limit: 3 } })).not.toBeNull();
		expect(offered({ backgroundDrafts: 'yes' })).toBeNull();
		expect(offered({ backgroundDrafts: 'no' })).toBeNull();
	});

	it('to nobody who has switched them off, or pays nothing', () => {
		expect(offered({ automaticCompaction: false })).toBeNull();
		expect(backgroundOffer({ ...at, answerer: onDevice })).toBeNull();
		expect(backgroundOffer({ ...at, weight: null })).toBeNull();
		const own = { ...recommended, id: 'own', summariser: { model: onDevice } };
		expect(offered({ preset: own.id, customPresets: { own } })).toBeNull();
	});

	it('with the price of all that is asked for them, and as unknown where one part is', () => {
		const plain = offered({});
		expect(plain?.dollars).toBeCloseTo((1000 * 3 + 2000 * 15) / 1e6);
		const flushing = builtInPresets.find(({ flush }) => flush !== null);
		expect(offered({ preset: flushing?.id ?? '' })?.dollars).toBeGreaterThan(plain?.dollars ?? 0);
		expect(backgroundOffer({ ...at, ...looked({ prices: null }) })?.dollars).toBeNull();
	});
});
