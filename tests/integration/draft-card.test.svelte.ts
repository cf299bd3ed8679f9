import { flushSync } from 'svelte';
import { afterEach, expect, it, vi } from 'vitest';
import DraftCard from '#ui/chat/summary/DraftCard.svelte';
import type { SummaryActions } from '#ui/chat/summary/summary-actions.ts';
import { aSummary } from '../support/a-summary.ts';
import { all, clear, click, show } from './kit-page.ts';

/** A draft whose words are being changed when it is decided about. */

afterEach(clear);

const draft = aSummary(3, { status: 'draft' });
const button = (name: string) => all('button').find((one) => one.textContent.trim() === name);

/** The order in which things are asked for; `stored` is how saving ends. */
function open(stored: boolean) {
	const asked: unknown[] = [];
	const save = vi.fn((_, change: unknown) => {
		asked.push(change);
		return Promise.resolve(stored);
	});
	const use = vi.fn(() => asked.push('use'));
	const actions = { save, use } as unknown as SummaryActions;
	show(DraftCard, { draft, actions });
	click(button('Edit summary'));
	return asked;
}

function write(text: string) {
	const area = document.querySelector('textarea');
	if (area) area.value = text;
	area?.dispatchEvent(new Event('input', { bubbles: true }));
	flushSync();
}

it('stores the words under the pen before it is used', async () => {
	const asked = open(true);
	write('They spoke about coffee.');
	click(button('Use summary'));
	await vi.waitFor(() => {
		expect(asked).toEqual([{ text: 'They spoke about coffee.' }, 'use']);
	});
	flushSync();
	expect(document.querySelector('textarea')).toBeNull();
});

it('is not used while the words cannot be stored, and they stay', async () => {
	const asked = open(false);
	write('They spoke about coffee.');
	click(button('Use summary'));
	await vi.waitFor(() => {
		expect(button('Save')?.hasAttribute('aria-busy')).toBe(false);
	});
	expect(asked).toEqual([{ text: 'They spoke about coffee.' }]);
	expect(document.querySelector('textarea')?.value).toBe('They spoke about coffee.');
});

it('is used as it is stored where nothing was changed', async () => {
	const asked = open(true);
	click(button('Use summary'));
	await vi.waitFor(() => {
		expect(asked).toEqual(['use']);
	});
});
