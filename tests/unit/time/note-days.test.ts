import { expect, test } from 'vitest';
import { defaultSettings } from '#core/settings.ts';
import { noteDaysOf, todayOf } from '#flows/today.ts';

/** The days of notes are those of the user, wherever they are. */

const clock = { now: () => Date.UTC(2026, 1, 14, 23, 30), zone: () => 'Europe/Berlin' };
const daysFor = (noteDays: number) => noteDaysOf(clock, { ...defaultSettings, noteDays });

test('today has begun where the clock of the user is past midnight', () => {
	expect(todayOf(clock)).toBe('2026-02-15');
	expect(todayOf({ ...clock, zone: () => 'UTC' })).toBe('2026-02-14');
});

test('the note of today goes along, and behind it those of as many days as are set', () => {
	expect(daysFor(2)).toEqual(['2026-02-15', '2026-02-14', '2026-02-13']);
	expect(daysFor(1)).toEqual(['2026-02-15', '2026-02-14']);
	expect(daysFor(0)).toEqual(['2026-02-15']);
});
