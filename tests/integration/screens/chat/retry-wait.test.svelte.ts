import { flushSync } from 'svelte';
import { afterEach, expect, it, vi } from 'vitest';
import RetryWait from '#ui/chat/message/reply/RetryWait.svelte';
import { all, clear, click, show } from '../../kit/kit-page.ts';

/** The pause before a call is made again, and what is said once it is being made. */

afterEach(clear);

const failure = { kind: 'overloaded' } as const;

it('says how long it takes and offers not to wait; then that the first words are waited for', () => {
	const ontry = vi.fn();
	show(RetryWait, { retry: { failure, until: Date.now() + 60_000, pause: 7 }, ontry });
	expect(document.body.textContent).toMatch(/Trying again in/);
	click(all('button')[0]);
	flushSync();
	expect(ontry).toHaveBeenCalledExactlyOnceWith(7);
	expect(document.body.textContent).toContain('Waiting for the first words');
	expect(all('button')).toHaveLength(0);
});

it('offers nothing where the pause is over by itself', () => {
	show(RetryWait, { retry: { failure, until: Date.now() - 5_000, pause: 1 }, ontry: vi.fn() });
	expect(document.body.textContent).toContain('Waiting for the first words');
	expect(all('button')).toHaveLength(0);
});
