import { dayMs } from '#core/time/day-ms.ts';

/** Days and months of the calendar as text (`2026-11-20`, `2026-11`): no clock, no zone, so no hour can be lost. */

/** Noon, so that rounding never reaches another day. */
const noonOf = (day: string): number => Date.parse(`${day}T12:00:00Z`);
const dayAt = (at: number): string => new Date(at).toISOString().slice(0, 10);

/** Whether a text names a day that exists. */
export const isDay = (text: string): boolean =>
	/^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(noonOf(text)) && dayAt(noonOf(text)) === text;

export const monthOf = (day: string): string => day.slice(0, 7);

/** A day so many days later (negative: earlier). */
export const shiftDay = (day: string, by: number): string => dayAt(noonOf(day) + by * dayMs);

const two = (value: number): string => String(value).padStart(2, '0');

/** The first day of a month so many months later. */
function firstOf(month: string, by = 0): string {
	const months = Number(month.slice(0, 4)) * 12 + Number(month.slice(5, 7)) - 1 + by;
	return `${String(Math.floor(months / 12)).padStart(4, '0')}-${two((((months % 12) + 12) % 12) + 1)}-01`;
}

export const shiftMonth = (month: string, by: number): string => monthOf(firstOf(month, by));

/** The same day so many months later; the last day of a month that is shorter. */
export function sameDayOf(day: string, by: number): string {
	const last = shiftDay(firstOf(monthOf(day), by + 1), -1);
	const wanted = `${monthOf(last)}-${day.slice(8)}`;
	return wanted < last ? wanted : last;
}

/** 0 is Sunday. */
export const weekdayOf = (day: string): number => new Date(noonOf(day)).getUTCDay();

/** The weeks of a month, seven days each; null before the first and behind the last. `firstWeekday`: 0 is Sunday. */
export function weeksOf(
	month: string,
	firstWeekday: number
): readonly (readonly (string | null)[])[] {
	const first = firstOf(month);
	const lead = (weekdayOf(first) - firstWeekday + 7) % 7;
	const days: (string | null)[] = Array.from({ length: lead }, () => null);
	for (let day = first; monthOf(day) === month; day = shiftDay(day, 1)) days.push(day);
	while (days.length % 7 !== 0) days.push(null);
	return Array.from({ length: days.length / 7 }, (_, week) => days.slice(week * 7, week * 7 + 7));
}
