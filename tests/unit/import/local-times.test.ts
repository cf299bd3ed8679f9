import fc from 'fast-check';
import { expect, test } from 'vitest';
import { localTimes } from '#core/import/local-times.ts';

/** Dates as browsers write them for their own user: which number is the day is nowhere said. */

const at = (year: number, month: number, day: number, hour = 0, minute = 0, second = 0) =>
	new Date(year, month - 1, day, hour, minute, second).getTime();

const read = (texts: readonly string[], end = 0) => texts.map(localTimes(texts, end));

test('a number beyond twelve decides for all dates of the chat, and dots put the day first', () => {
	expect(read(['5/12/2025, 15:04:05', '13/12/2025, 09:00:00'])).toEqual([
		at(2025, 12, 5, 15, 4, 5),
		at(2025, 12, 13, 9)
	]);
	expect(read(['12/5/2025, 3:04:05 PM', '12/13/2025, 12:00:00 AM'])).toEqual([
		at(2025, 12, 5, 15, 4, 5),
		at(2025, 12, 13)
	]);
	expect(read(['5.12.2025, 15:04:05'])).toEqual([at(2025, 12, 5, 15, 4, 5)]);
});

test('where both would do, the last message lies next to the last change of the chat', () => {
	const texts = ['05/12/2025, 15:04:05'];
	expect(read(texts, at(2025, 12, 5, 15, 4, 6))).toEqual([at(2025, 12, 5, 15, 4, 5)]);
	expect(read(texts, at(2025, 5, 12, 15, 4, 6))).toEqual([at(2025, 5, 12, 15, 4, 5)]);
});

test('where the last day has the number of its month, or no change is known, twelve hours tell the month to be first', () => {
	const last = ['1/11/2024, 3:04:05 PM', '2/2/2028, 12:00:00 AM'];
	const end = at(2028, 2, 2);
	expect(read(last, end)).toEqual([at(2024, 1, 11, 15, 4, 5), end]);
	expect(read(['01/11/2024, 15:04:05', '02/02/2028, 00:00:00'], end)).toEqual([
		at(2024, 11, 1, 15, 4, 5),
		end
	]);
	expect(read(['05/12/2025, 15:04:05'])).toEqual([at(2025, 12, 5, 15, 4, 5)]);
	expect(read(['5/12/2025, 3:04:05 PM'])).toEqual([at(2025, 5, 12, 15, 4, 5)]);
});

test('a chat may have more times than a function takes arguments', () => {
	const texts = Array.from({ length: 200_000 }, () => '2/3/2026, 10:00:00 AM');
	expect(localTimes(texts, Date.UTC(2026, 1, 3))('2/4/2026, 10:00:00 AM')).toBe(
		new Date(2026, 1, 4, 10).getTime()
	);
});

test('other ways of writing are read as ever, and what is no date is none', () => {
	expect(read(['2026-02-18 14:30', '31/31/2025, 10:00:00', 'yesterday', ''])).toEqual([
		at(2026, 2, 18, 14, 30),
		0,
		0,
		0
	]);
});

test('whatever a browser wrote comes back, day first or month first', () => {
	const moment = fc.date({
		min: new Date(2015, 0, 1),
		max: new Date(2035, 0, 1),
		noInvalidDate: true
	});
	fc.assert(
		fc.property(
			fc.array(moment, { minLength: 1 }),
			fc.constantFrom('en-US', 'en-GB', 'de-DE'),
			(dates, locale) => {
				const whole = dates
					.map((date) => new Date(date.setMilliseconds(0)))
					.toSorted((a, b) => Number(a) - Number(b));
				const texts = whole.map((date) => date.toLocaleString(locale));
				const end = Number(whole.at(-1));
				expect(read(texts, end)).toEqual(whole.map(Number));
			}
		)
	);
});
