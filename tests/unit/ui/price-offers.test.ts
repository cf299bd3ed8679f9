import { describe, expect, it } from 'vitest';
import { defaultSettings, type Settings } from '#core/settings.ts';
import { onDevice, type ModelCard } from '#core/models/model-card.ts';
import { savingsOf } from '../../../src/routes/chat/price-offers.ts';
import { aCard } from '../../support/builders/a-prompt.ts';

/** What a draft is said to save. Prices in dollars a million tokens. */

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
