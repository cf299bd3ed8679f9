import { dayMs } from '#core/time/day-ms.ts';

/** Reckons with days, weeks, months and years as stretches of UTC, for whoever reads a date. Months count from 0. */

/** Milliseconds since 1970, `to` exclusive. */
export interface Span {
	readonly from: number;
	readonly to: number;
}

export const utc = (year: number, month: number, day: number): number => Date.UTC(year, month, day);

export const days = (from: number, count: number): Span => ({ from, to: from + count * dayMs });

export const wholeMonth = (year: number, month: number): Span => ({
	from: utc(year, month, 1),
	to: utc(year, month + 1, 1)
});

export const wholeYear = (year: number): Span => ({
	from: utc(year, 0, 1),
	to: utc(year + 1, 0, 1)
});

export const startOf = (today: Date): number =>
	utc(today.getUTCFullYear(), today.getUTCMonth(), today.getUTCDate());

/** Weeks begin on Monday. */
export const weekOf = (today: Date): number =>
	startOf(today) - ((today.getUTCDay() + 6) % 7) * dayMs;

/** Whether a month has such a day that year: 31 February would be one of March. */
export const isDayOf = (year: number, month: number, day: number): boolean =>
	new Date(utc(year, month, day)).getUTCMonth() === month;

/** The year of a month (and day) without one: the latest that has already begun, of a leap day that has it. */
export function latestYear(today: Date, month: number, day: number): number {
	const year = today.getUTCFullYear();
	const years = Array.from({ length: 9 }, (_, back) => year - back);
	return (
		years.find((one) => utc(one, month, day) <= today.getTime() && isDayOf(one, month, day)) ?? year
	);
}
