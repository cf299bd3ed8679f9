import { afterEach, expect, it, vi } from 'vitest';
import { announce } from '#ui/kit/notices/announce.ts';
import BackgroundOffer from '#ui/chat/summary/BackgroundOffer.svelte';
import { eventually } from '../../../support/eventually.ts';
import { clear, show } from '../../kit/kit-page.ts';

/** The question whether summaries may be prepared, to whoever listens: in a tab of its own, for a tab tells it once. */

afterEach(clear);

it('is heard once, though it comes back behind each answer at another price', async () => {
	const heard = () => document.querySelector('[aria-live=polite]')?.textContent;
	show(BackgroundOffer, { model: 'claude-sonnet-5-5', dollars: 0.1, onanswer: vi.fn() });
	await eventually(() => expect(heard()).toContain('claude-sonnet-5-5'));
	await clear();
	show(BackgroundOffer, { model: 'claude-sonnet-5-5', dollars: 0.2, onanswer: vi.fn() });
	announce('Something else.');
	// What is said at once is said in one with it.
	await eventually(() => expect(heard()).toBe('Something else.'));
});
