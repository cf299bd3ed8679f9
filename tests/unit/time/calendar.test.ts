import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
	isDay,
	monthOf,
	sameDayOf,
	shiftDay,
	shiftMonth,
	weekdayOf,
	weeksOf
} from '#core/time/calendar.ts';
import { beginOfDay, lastDays, localDayOf, noonOfDay } from '#core/time/stamp.ts';

const zones = [
	'Europe/Berlin',
	'America/New_York',
	'America/St_Johns',
	'Asia/Kolkata',
	'Asia/Kathmandu',
	'Australia/Lord_Howe',
	'Pacific/Apia',
	'Pacific/Kiritimati',
	'Pacific/Pago_Pago',
	'UTC'
];
const time = fc.integer({ min: Date.UTC(1990, 0, 1), max: Date.UTC(2090, 0, 1) });

test('a month is whole weeks that hold each of its days once, in order, under the right weekday', () => {
	fc.assert(
		fc.property(
			fc.integer({ min: 1970, max: 2100 }),
			fc.integer({ min: 1, max: 12 }),
			fc.nat(6),
			(year, month, first) => {
				const name = `${String(year)}-${String(month).padStart(2, '0')}`;
				const weeks = weeksOf(name, first);
				const days = weeks.flat().filter((day) => day !== null);
				expect(days).toHaveLength(new Date(Date.UTC(year, month, 0)).getUTCDate());
				expect([...new Set(days)].sort()).toEqual(days);
				for (const week of weeks)
					week.forEach((day, column) => {
						if (day !== null) expect(weekdayOf(day)).toBe((first + column) % 7);
					});
			}
		)
	);
});

test('the months before and after are found over the ends of years, and the 31st becomes the last day', () => {
	expect(shiftMonth('2026-12', 1)).toBe('2027-01');
	expect(shiftMonth('2026-01', -1)).toBe('2025-12');
	expect(sameDayOf('2028-01-31', 1)).toBe('2028-02-29');
	expect(sameDayOf('2026-03-31', -1)).toBe('2026-02-28');
	expect(shiftDay('2026-12-31', 1)).toBe('2027-01-01');
	expect(monthOf('2026-11-20')).toBe('2026-11');
});

test('only days that exist are days', () => {
	expect(['2026-11-20', '2028-02-29'].every(isDay)).toBe(true);
	expect(['2026-02-29', '2026-13-01', '2026-11-31', '26-1-1', '2026-11-2x', ''].some(isDay)).toBe(
		false
	);
});

test('the day is the local one in every zone: at one minute to and at midnight, and on days of 23, 24 and 25 hours', () => {
	const at = (utc: string, zone: string) => localDayOf(Date.parse(utc), zone);
	// Berlin, one hour ahead in winter and two in summer.
	expect(at('2026-11-20T22:59:00Z', 'Europe/Berlin')).toBe('2026-11-20');
	expect(at('2026-11-20T23:00:00Z', 'Europe/Berlin')).toBe('2026-11-21');
	expect(at('2026-07-20T22:00:00Z', 'Europe/Berlin')).toBe('2026-07-21');
	// The day the clocks go forward has 23 hours, the day they go back 25.
	expect(at('2026-03-28T23:00:00Z', 'Europe/Berlin')).toBe('2026-03-29');
	expect(at('2026-03-29T21:59:59Z', 'Europe/Berlin')).toBe('2026-03-29');
	expect(at('2026-03-29T22:00:00Z', 'Europe/Berlin')).toBe('2026-03-30');
	expect(at('2026-10-24T22:00:00Z', 'Europe/Berlin')).toBe('2026-10-25');
	expect(at('2026-10-25T22:59:59Z', 'Europe/Berlin')).toBe('2026-10-25');
	expect(at('2026-10-25T23:00:00Z', 'Europe/Berlin')).toBe('2026-10-26');
	// Fourteen hours ahead, eleven behind, and a day that Samoa left out.
	expect(at('2026-11-20T10:00:00Z', 'Pacific/Kiritimati')).toBe('2026-11-21');
	expect(at('2026-11-20T10:59:00Z', 'Pacific/Pago_Pago')).toBe('2026-11-19');
	expect(at('2011-12-30T09:59:00Z', 'Pacific/Apia')).toBe('2011-12-29');
	expect(at('2011-12-30T10:00:00Z', 'Pacific/Apia')).toBe('2011-12-31');
});

test('a day begins with the first moment that counts as it, or with the next day where a zone left it out', () => {
	expect(beginOfDay('2026-03-29', 'Europe/Berlin')).toBe(Date.parse('2026-03-28T23:00:00Z'));
	expect(beginOfDay('2026-10-26', 'Europe/Berlin')).toBe(Date.parse('2026-10-25T23:00:00Z'));
	expect(beginOfDay('2011-12-30', 'Pacific/Apia')).toBe(Date.parse('2011-12-30T10:00:00Z'));
	fc.assert(
		fc.property(time, fc.constantFrom(...zones), (now, zone) => {
			const day = localDayOf(now, zone);
			const begin = beginOfDay(day, zone);
			expect(begin).toBeLessThanOrEqual(now);
			expect(localDayOf(begin, zone)).toBe(day);
			expect(localDayOf(begin - 1, zone) < day).toBe(true);
		}),
		{ numRuns: 60 }
	);
});

test('#174 the note of now is always loaded, and the one of a day of any length before it is yesterday’s', () => {
	fc.assert(
		fc.property(time, fc.constantFrom(...zones), fc.nat(5), (now, zone, before) => {
			const today = localDayOf(now, zone);
			const days = lastDays(today, before);
			expect(isDay(today)).toBe(true);
			expect(days[0]).toBe(today);
			expect(days).toEqual(days.map((_, back) => shiftDay(today, -back)));
			// A day later by the clock on the wall is one day, or none or two where the clocks were moved.
			const tomorrow = localDayOf(now + 24 * 3_600_000, zone);
			if (zone !== 'Pacific/Apia')
				expect([today, shiftDay(today, 1), shiftDay(today, 2)]).toContain(tomorrow);
		})
	);
});

test('noon of a day is a time in every zone, also of the last day that is written with four digits', () => {
	for (const zone of zones)
		for (const day of ['0001-01-01', '2026-11-27', '9999-12-31'])
			expect(Number.isFinite(noonOfDay(day, zone))).toBe(true);
	expect(Number.isFinite(noonOfDay('9999-12-31', 'Pacific/Auckland'))).toBe(true);
});
