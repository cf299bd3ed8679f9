import { expect, test } from 'vitest';
import { dayMs } from '#core/time/day-ms.ts';
import { reachedTime, type ReachedTime } from '#core/forgetting/reached-time.ts';

const start = Date.UTC(2026, 10, 20);
/** What is believed after looks at these times. */
const looks = (...times: number[]) =>
	times.reduce<ReachedTime | null>(reachedTime, null)?.believed ?? null;

test('a time that goes on is believed, also after a weekend away', () => {
	expect(looks(start, start + 60_000)).toBe(start + 60_000);
	expect(looks(start, start + 3 * dayMs)).toBe(start + 3 * dayMs);
});

test('a clock that is a year ahead is not believed on the same day, however often it is looked at', () => {
	const ahead = start + 365 * dayMs;
	expect(looks(start, ahead, ahead + 60_000, ahead + dayMs - 1)).toBe(start);
	expect(looks(start, ahead, start + 3600_000)).toBe(start + 3600_000);
});

test('who was away for weeks is believed on the second day, and so is who comes every ten days', () => {
	const back = start + 20 * dayMs;
	expect(looks(start, back, back + dayMs)).toBe(back + dayMs);
	expect(looks(start, back, back + 10 * dayMs)).toBe(back + 10 * dayMs);
});

test('a clock that went back is believed', () => {
	expect(looks(start, start - 400 * dayMs)).toBe(start - 400 * dayMs);
	const ahead = start + 365 * dayMs;
	expect(looks(start, ahead, ahead - 10 * dayMs, ahead - 9 * dayMs - 1)).toBe(start);
});
