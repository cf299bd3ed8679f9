import { createRawSnippet, flushSync } from 'svelte';
import { afterEach, expect, it, vi } from 'vitest';
import Composer from '#ui/chat/composer/Composer.svelte';
import { eventually } from '../../../support/eventually.ts';
import { clear, show } from '../../kit/kit-page.ts';

/** The place where a message is written, to a screen reader. */

afterEach(clear);

const nothing = createRawSnippet(() => ({ render: () => '<span></span>' }));

function composer(): HTMLTextAreaElement {
	const on = vi.fn();
	const acts = { onfiles: on, onbefore: on, onsend: on, onstop: on, oncommand: on, onunknown: on };
	show(Composer, {
		...acts,
		oneditlast: on,
		text: '',
		answering: false,
		attached: false,
		enterSends: true,
		closed: false,
		above: nothing,
		foot: nothing
	});
	return document.querySelector('textarea')!;
}

function type(area: HTMLTextAreaElement, words: string): void {
	area.value = words;
	area.dispatchEvent(new Event('input', { bubbles: true }));
	flushSync();
}

it('points to the command that is meant only while the list of them is there, which comes with the first one typed', async () => {
	const area = composer();
	const pointsTo = () =>
		['aria-controls', 'aria-activedescendant'].map((name) => area.getAttribute(name));
	type(area, '/');
	expect(document.querySelector('[role=listbox]')).toBeNull();
	expect(pointsTo()).toEqual([null, null]);
	await eventually(() => expect(document.querySelector('[role=listbox]')).not.toBeNull());
	flushSync();
	for (const id of pointsTo()) expect(document.getElementById(id ?? '')).not.toBeNull();
	type(area, '');
	expect(pointsTo()).toEqual([null, null]);
});
