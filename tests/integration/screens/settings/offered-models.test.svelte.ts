import { afterEach, expect, it } from 'vitest';
import { unknownCard, type ModelCard } from '#core/models/model-card.ts';
import { defaultSettings } from '#core/settings.ts';
import type { SavedSettings } from '#state/settings/saved-settings.svelte.ts';
import ProviderSection from '#ui/settings/ProviderSection.svelte';
import { clear, show } from '../../kit/kit-page.ts';

/** Which models the settings offer where one is typed. */

afterEach(clear);

it('the endpoint of now is offered with the models it has, as beside the composer, not with those of an earlier one', () => {
	const listed = (id: string, endpoint: string): ModelCard => ({
		...unknownCard(id),
		lookedUpAt: 1,
		listedAt: { [endpoint]: 1 }
	});
	const [here, there] = ['https://here.example', 'https://there.example'];
	const cards = [listed('a', here), listed('b', here), listed('c', there), unknownCard('typed')];
	const settings = {
		...defaultSettings,
		endpoint: here,
		model: 'a',
		models: Object.fromEntries(cards.map((card) => [card.id, card]))
	};
	const form = { current: settings } as unknown as SavedSettings;
	show(ProviderSection, { form, settings, onendpoint: () => undefined });
	const offered = [...document.querySelectorAll('option[value]')]
		.filter((option) => option.closest('datalist') !== null)
		.map((option) => option.getAttribute('value'));
	expect(offered).toEqual(['a', 'b', 'typed']);
});
