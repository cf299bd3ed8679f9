import { expect, it, vi } from 'vitest';
import { highlightWithin } from '#ui/markdown/code/highlight.ts';
import { eventually } from '../../support/eventually.ts';

/** A file of its own: what was fetched once is there for as long as the page is. */

function shown(): Element {
	const text = document.createElement('div');
	text.innerHTML = '<pre><code class="language-json">{"a": 1}</code></pre>';
	document.body.append(text);
	return text;
}

it('colours come with the next block of code where they could not be fetched for the first', async () => {
	let asked = 0;
	vi.doMock('highlight.js/lib/core', () => {
		asked++;
		return Promise.reject(new TypeError('no such chunk'));
	});
	const [first, second] = [shown(), shown()];
	highlightWithin(first);
	await eventually(() => {
		expect(asked).toBe(1);
	});
	expect(first.querySelector('span')).toBeNull();
	vi.doUnmock('highlight.js/lib/core');
	await eventually(() => {
		highlightWithin(second);
		expect(second.querySelector('span')).not.toBeNull();
	});
});
