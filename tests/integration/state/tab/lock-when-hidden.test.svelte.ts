import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { lockWhenHidden } from '#state/tab/lock-when-hidden.ts';

/** Security row 33: a key under a passphrase is locked when no tab was in sight for five minutes, and not before. */

const minute = 60_000;
let locks = 0;
let closing: AbortController[] = [];

/** A tab that somebody looks at, or does not. */
class Tab extends EventTarget {
	visibilityState: DocumentVisibilityState;
	readonly close: () => void;

	constructor(state: DocumentVisibilityState) {
		super();
		this.visibilityState = state;
		const closed = new AbortController();
		closing.push(closed);
		// Going is the last that is heard of it.
		this.close = () => {
			this.turn('hidden');
			closed.abort();
		};
		const lock = () => {
			locks++;
			return Promise.resolve({ state: 'locked', keep: 'passphrase', fingerprint: null } as const);
		};
		const clock = { now: () => Date.now() };
		lockWhenHidden({ telephone: { lock }, clock }, this, closed.signal);
	}

	turn(state: DocumentVisibilityState): void {
		this.visibilityState = state;
		this.dispatchEvent(new Event('visibilitychange'));
	}
}

beforeEach(() => {
	locks = 0;
	vi.useFakeTimers();
});
afterEach(() => {
	for (const one of closing) one.abort();
	closing = [];
	localStorage.clear();
	vi.useRealTimers();
});

test('a tab that was out of sight for five minutes locks it', () => {
	const tab = new Tab('visible');
	vi.advanceTimersByTime(20 * minute);
	expect(locks).toBe(0);
	tab.turn('hidden');
	vi.advanceTimersByTime(5 * minute - 1);
	expect(locks).toBe(0);
	vi.advanceTimersByTime(1);
	expect(locks).toBe(1);
});

test('a tab behind another does not lock it while somebody works in that one', () => {
	const behind = new Tab('visible');
	const inUse = new Tab('visible');
	behind.turn('hidden');
	vi.advanceTimersByTime(30 * minute);
	expect(locks).toBe(0);
	inUse.turn('hidden');
	vi.advanceTimersByTime(4 * minute);
	expect(locks).toBe(0);
	vi.advanceTimersByTime(minute);
	expect(locks).toBeGreaterThan(0);
});

test('a tab behind another locks it when that one was closed five minutes ago', () => {
	const behind = new Tab('hidden');
	locks = 0;
	const inUse = new Tab('visible');
	behind.turn('hidden');
	vi.advanceTimersByTime(10 * minute);
	inUse.close();
	vi.advanceTimersByTime(5 * minute - 1);
	expect(locks).toBe(0);
	vi.advanceTimersByTime(1);
	expect(locks).toBe(1);
});

test('who comes back in time finds it open, whatever the clock did', () => {
	const tab = new Tab('visible');
	tab.turn('hidden');
	vi.advanceTimersByTime(4 * minute);
	tab.turn('visible');
	vi.advanceTimersByTime(10 * minute);
	expect(locks).toBe(0);
	// Set back by a day while it is out of sight: it does not stay open for a day.
	tab.turn('hidden');
	vi.setSystemTime(Date.now() - 24 * 60 * minute);
	vi.advanceTimersByTime(5 * minute);
	expect(locks).toBe(1);
});

test('a browser that keeps nothing for the app locks it as well', () => {
	const refused = () => {
		throw new DOMException('full', 'QuotaExceededError');
	};
	const stored = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(refused);
	const tab = new Tab('visible');
	vi.advanceTimersByTime(20 * minute);
	expect(locks).toBe(0);
	tab.turn('hidden');
	vi.advanceTimersByTime(5 * minute);
	expect(locks).toBe(1);
	stored.mockRestore();
});
