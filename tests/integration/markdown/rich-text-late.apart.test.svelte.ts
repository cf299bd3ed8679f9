import { afterEach, expect, it, vi } from 'vitest';
import RichText from '#ui/markdown/RichText.svelte';
import { eventually } from '../../support/eventually.ts';
import { clear, show } from '../kit/kit-page.ts';

/** A file of its own: what was fetched once is there for as long as the page is. */

afterEach(clear);

const drawn = () => [...document.querySelectorAll('strong')].map(({ textContent }) => textContent);

it('a text stands plain where its renderer cannot be fetched, and the next one asks again', async () => {
	let asked = 0;
	vi.doMock('#ui/markdown/Markdown.svelte', () => {
		asked++;
		return Promise.reject(new TypeError('no such chunk'));
	});
	// Signs that nobody sees; written out they would be warned of.
	const [turn = '', tag = ''] = String.fromCodePoint(0x202e, 0xe0041);
	show(RichText, { text: `Leave at **${turn}nine${tag}**.` });
	await eventually(() => {
		expect(asked).toBe(1);
	});
	expect(document.body.textContent).toContain('Leave at **nine**.');
	expect(drawn()).toEqual([]);
	// Without signs that nobody sees, and from the side where its language begins, as it is drawn later.
	expect(document.querySelector('.prose')?.getAttribute('dir')).toBe('auto');
	vi.doUnmock('#ui/markdown/Markdown.svelte');
	// What failed is known a moment after it was asked for.
	await new Promise((resolve) => setTimeout(resolve));
	show(RichText, { text: 'Or at **ten**.' });
	await eventually(() => {
		expect(drawn()).toEqual(['nine', 'ten']);
	});
});
