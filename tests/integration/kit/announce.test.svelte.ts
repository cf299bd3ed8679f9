import { expect, it, vi } from 'vitest';
import { announce } from '#ui/kit/notices/announce.ts';

/** Words for screen readers alone: only what comes into a region that was there before is heard. */

it('the first words of all come into a region that stood there without them', () => {
	vi.useFakeTimers();
	const region = () => document.querySelector('[aria-live=polite]');
	announce('Attached a.txt.');
	expect(region()?.textContent).toBe('');
	announce('Attached b.txt.');
	vi.runAllTimers();
	// The words of that very moment are the newest ones.
	expect(region()?.textContent).toBe('Attached b.txt.');
	announce('Attached b.txt.');
	expect(region()?.textContent).toBe('Attached b.txt.\u00A0');
	vi.useRealTimers();
});
