import { createRawSnippet, type ComponentProps } from 'svelte';
import { afterEach, expect, it, vi } from 'vitest';
import NumbersPart from '#ui/inspector/NumbersPart.svelte';
import { clear, show } from '../../kit/kit-page.ts';

/** The numbers of the inspector, which on a phone stand before the parts of the request. */

afterEach(async () => {
	vi.restoreAllMocks();
	await clear();
});

function open(isWide: boolean): HTMLDetailsElement {
	vi.spyOn(window, 'matchMedia').mockReturnValue({ matches: isWide } as MediaQueryList);
	const props: ComponentProps<typeof NumbersPart> = {
		limits: [{ name: 'Window', value: '30,000' }],
		money: {
			next: [{ name: 'Prices', value: 'not known', href: '/settings#provider' }],
			summary: [],
			soFar: [{ name: 'Compactions', value: '1' }]
		},
		children: createRawSnippet(() => ({ render: () => '<p>For claude-test</p>' }))
	};
	show(NumbersPart, { ...props });
	return document.querySelector('details')!;
}

it('are folded away there, and stand open beside the conversation', async () => {
	expect(open(false).open).toBe(false);
	await clear();
	expect(open(true).open).toBe(true);
});

it('are told apart by what they tell of, and lead to where a price is entered', () => {
	const parts = [...open(true).children].map(({ textContent }) => textContent.trim());
	expect(parts).toEqual([
		'Numbers and prices',
		'Next message',
		expect.stringMatching(/Window.*30,000.*Prices.*not known/),
		'For claude-test',
		'So far',
		expect.stringMatching(/Compactions.*1/)
	]);
	expect(document.querySelector('a')?.getAttribute('href')).toBe('/settings#provider');
});
