import { flushSync } from 'svelte';
import { afterEach, expect, it, vi } from 'vitest';
import RetryWait from '#ui/chat/message/reply/RetryWait.svelte';
import { all, clear, click, show } from '../../kit/kit-page.ts';

/** The pause before a call is made again, and what is said once it is being made. */

afterEach(async () => {
	vi.useRealTimers();
	await clear();
});

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

it.each([
	[
		{ kind: 'overloaded', retryAfterMs: 60_000 },
		'The provider has too much to do right now. Trying'
	],
	[{ kind: 'server-error', status: 503 }, 'The endpoint reports an error of its own (503). Trying'],
	[{ kind: 'unreachable', host: '127.0.0.1:1' }, 'Keepsake cannot reach 127.0.0.1:1. Trying'],
	[{ kind: 'rate-limited', retryAfterMs: null }, 'Too many requests in a short time. Trying']
] as const)('says what happened, and not what is being done by itself: %o', (why, said) => {
	show(RetryWait, { retry: { failure: why, until: Date.now() + 60_000, pause: 1 } });
	expect(document.body.textContent.replaceAll(/\s+/g, ' ')).toContain(said);
});

it.each([-3_600_000, 3_600_000])(
	'counts on as it was where the clock is set by %i ms meanwhile',
	(by) => {
		vi.useFakeTimers();
		const began = Date.now();
		show(RetryWait, { retry: { failure, until: began + 60_000, pause: 7 }, ontry: vi.fn() });
		vi.setSystemTime(began + by);
		vi.advanceTimersByTime(1_000);
		flushSync();
		expect(document.body.textContent).toContain('Trying again in 59 s');
	}
);

it('offers nothing where the pause is over by itself', () => {
	show(RetryWait, { retry: { failure, until: Date.now() - 5_000, pause: 1 }, ontry: vi.fn() });
	expect(document.body.textContent).toContain('Waiting for the first words');
	expect(all('button')).toHaveLength(0);
});
