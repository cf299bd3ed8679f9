import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { announce } from '#ui/kit/notices/announce.ts';

/** Words for screen readers alone: only what comes into a region that was there before is heard. */

beforeEach(() => {
	vi.useFakeTimers();
});
afterEach(() => {
	vi.useRealTimers();
});

const region = () => document.querySelector('[aria-live=polite]');

it('the first words of all come into a region that stood there without them', () => {
	announce('Attached a.txt.');
	expect(region()?.textContent).toBe('');
	vi.runAllTimers();
	expect(region()?.textContent).toBe('Attached a.txt.');
	announce('Attached a.txt.');
	vi.runAllTimers();
	expect(region()?.textContent).toBe('Attached a.txt.\u00A0');
});

it('of words that come close together none are lost', () => {
	announce('Cut off.');
	vi.advanceTimersByTime(100);
	announce('Attached b.txt.');
	vi.runAllTimers();
	expect(region()?.textContent).toBe('Cut off. Attached b.txt.');
	announce('Attached c.txt.');
	vi.runAllTimers();
	expect(region()?.textContent).toBe('Attached c.txt.');
});
