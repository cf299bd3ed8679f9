import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { calmly, type Watchable } from '#db/watch.ts';

/** A query that is watched calmly: thousands of writes are not thousands of reads. */

beforeEach(() => {
	vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
});
afterEach(() => {
	vi.useRealTimers();
});

/** Each write is read by whoever is subscribed, and the newest state by whoever subscribes. */
function aSource() {
	let value = 0;
	const listeners = new Set<(value: number) => void>();
	const source: Watchable<number> & { reads: number } = {
		reads: 0,
		subscribe(next) {
			listeners.add(next);
			source.reads++;
			next(value);
			return () => listeners.delete(next);
		}
	};
	const write = () => {
		value++;
		for (const next of [...listeners]) {
			source.reads++;
			next(value);
		}
	};
	return { source, write, listeners };
}

test('one change is told at once, many are told now and then, and the last of them always', () => {
	const { source, write, listeners } = aSource();
	const told: number[] = [];
	const stop = calmly(source, 400).subscribe(
		(value) => told.push(value),
		() => undefined
	);
	vi.advanceTimersByTime(1000);
	write();
	expect(told).toEqual([0, 1]);
	for (let at = 0; at < 1000; at++) {
		write();
		vi.advanceTimersByTime(4);
	}
	vi.advanceTimersByTime(1000);
	expect(told.at(-1)).toBe(1001);
	expect(source.reads).toBeLessThan(40);
	// At rest it listens, so that the next change is told at once.
	vi.advanceTimersByTime(1000);
	write();
	expect(told.at(-1)).toBe(1002);
	stop();
	write();
	vi.advanceTimersByTime(1000);
	expect(told.at(-1)).toBe(1002);
	expect(listeners.size).toBe(0);
});

test('a read that takes long is not followed by the next at once: the page keeps most of its time', () => {
	let [reads, at, wanted] = [0, 0, 0];
	const going = new Set<number>();
	const slow: Watchable<number> & { write: () => void } = {
		subscribe(next) {
			let isOver = false;
			const read = () => {
				reads++;
				const value = wanted;
				going.add(value);
				setTimeout(() => {
					going.delete(value);
					if (isOver) return;
					at = value;
					next(value);
					if (wanted !== value) slow.write();
				}, 300);
			};
			slow.write = () => {
				wanted++;
				if (!isOver && going.size === 0) read();
			};
			read();
			return () => {
				isOver = true;
			};
		},
		write: () => undefined
	};
	const stop = calmly(slow, 400).subscribe(
		() => undefined,
		() => undefined
	);
	for (let time = 0; time < 20_000; time += 10) {
		slow.write();
		vi.advanceTimersByTime(10);
	}
	// One after the other there would be 66.
	expect(reads).toBeLessThan(20);
	vi.advanceTimersByTime(10_000);
	expect(at).toBe(wanted);
	stop();
});
