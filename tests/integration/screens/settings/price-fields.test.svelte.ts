import { afterEach, expect, it } from 'vitest';
import { unknownCard, type ModelCard } from '#core/models/model-card.ts';
import type { SavedSettings } from '#state/settings/saved-settings.svelte.ts';
import PriceFields from '#ui/settings/PriceFields.svelte';
import { flushSync } from 'svelte';
import { clear, show } from '../../kit/kit-page.ts';

/** The prices of a model, typed one after the other, quicker than what was stored is read back. */

afterEach(clear);

const field = (label: string): HTMLInputElement => {
	const labels = [...document.querySelectorAll('label')];
	const { htmlFor } = labels.find((one) => one.textContent.trim() === label)!;
	return document.querySelector<HTMLInputElement>(`[id="${htmlFor}"]`)!;
};

function fill(label: string, value: string) {
	const input = field(label);
	input.value = value;
	input.dispatchEvent(new Event('input', { bubbles: true }));
	flushSync();
}

/** The fields of a card that the page has read once and not again; gives what is stored by then. */
function fieldsOf(card: ModelCard): () => ModelCard {
	let stored = card;
	const form = {
		begin: () => undefined,
		end: () => undefined,
		following: <T>(work: () => T) => ({ answer: work(), stored: Promise.resolve(null) }),
		setCard: (_: string, change: (before: ModelCard) => ModelCard) => (stored = change(stored))
	} as unknown as SavedSettings;
	show(PriceFields, { form, card });
	return () => stored;
}

it('a price typed right behind another does not bring back what stood there before', () => {
	const prices = { input: 2, output: 10, cacheRead: 0.2, cacheWrite: 2.5 };
	const stored = fieldsOf({ ...unknownCard('a-model'), prices });
	fill('Input price', '1000');
	fill('Cache read price', '500');
	expect(stored().prices).toEqual({ ...prices, input: 1000, cacheRead: 500 });
});

it('a price that nobody typed is not kept as if somebody had: it follows the input price when that is corrected', () => {
	const stored = fieldsOf(unknownCard('a-model'));
	fill('Output price', '10');
	fill('Input price', '1');
	fill('Input price', '15');
	expect(stored().prices).toEqual({ input: 15, output: 10 });
});

it('prices are known once those of input and output are there, and unknown again without one', () => {
	const stored = fieldsOf(unknownCard('a-model'));
	fill('Cache read price', '0.2');
	fill('Input price', '2');
	expect(stored().prices).toBeNull();
	fill('Output price', '10');
	expect(stored().prices).toEqual({ input: 2, output: 10, cacheRead: 0.2 });
	fill('Output price', '');
	expect(stored().prices).toBeNull();
});
