/** Makes a stretch of time of what a rule has matched: each reader knows one way in which people say when. */
import { dayMs } from '#core/time/day-ms.ts';
import {
	lastBehind,
	lastWords,
	monthNames,
	numberWords,
	seasons,
	units,
	weekdayNames
} from '#core/search/dates/names.ts';
import {
	days,
	isDayOf,
	latestYear,
	startOf,
	utc,
	weekOf,
	wholeMonth,
	wholeYear,
	type Span
} from '#core/search/dates/spans.ts';

/** What the groups of a pattern have caught, by name. */
export type Groups = Readonly<Record<string, string | undefined>>;

const whole = (pattern: string): RegExp => new RegExp(`^(?:${pattern})$`, 'iu');
const months = monthNames.map(whole);
const weekdays = weekdayNames.map(whole);
const seasonNames = seasons.map(whole);
const before = whole(`${lastWords}|${lastBehind}`);
const isWeekend = whole(units.weekend);
const isWeek = whole(units.week);
const isMonth = whole(units.month);
const isYear = whole(units.year);

/** Which of some names a word is, counted from 0; -1 where it is none. */
const placeIn = (names: readonly RegExp[], word: string): number =>
	names.findIndex((pattern) => pattern.test(word));

/** Counted from 0, of a month by its number or its name; -1 where there is none. */
const monthOf = (name: string): number =>
	/^\d+$/.test(name) ? Number(name) - 1 : placeIn(months, name);

/** Whether a language writes the month before the day; null where both are done, or the year comes first. */
function isMonthFirst(locale = 'en'): boolean | null {
	if (locale === 'en') return null;
	const written = new Intl.DateTimeFormat(locale, { timeZone: 'UTC' }).format(utc(2000, 10, 22));
	return written.startsWith('11') || (written.startsWith('22') ? false : null);
}

/** “3/25/2026” and “25/3/2026”; where both could be a month the reader's language decides, and in doubt it is both. */
export function slashedDay(groups: Groups, today: Date, locale?: string): readonly Span[] {
	const { first, second, year } = groups;
	const monthFirst = Number(first) === Number(second) ? false : isMonthFirst(locale);
	return [
		...(monthFirst === true ? [] : [{ day: first, month: second, year }]),
		...(monthFirst === false ? [] : [{ day: second, month: first, year }])
	].flatMap((read) => calendarDay(read, today) ?? []);
}

/** “3 March 2024”, “on the 3rd of March”. */
export function calendarDay(groups: Groups, today: Date): Span | undefined {
	const month = monthOf(groups['month'] ?? '');
	const day = Number(groups['day']);
	if (month < 0 || month > 11 || day < 1 || day > 31) return undefined;
	const year =
		groups['year'] === undefined ? latestYear(today, month, day) : Number(groups['year']);
	return isDayOf(year, month, day) ? days(utc(year, month, day), 1) : undefined;
}

/** “in March”, “May 2023”. */
export function calendarMonth(groups: Groups, today: Date): Span | undefined {
	const month = monthOf(groups['month'] ?? '');
	if (month < 0 || month > 11) return undefined;
	const year = groups['year'] === undefined ? latestYear(today, month, 1) : Number(groups['year']);
	return wholeMonth(year, month);
}

/** “two weeks ago”, “vor zwei Wochen”, “две недели назад”: nobody counts the days exactly, so a week is meant. */
export function ago({ count = 'one', unit = 'day' }: Groups, today: Date): Span {
	const back = numberWords[count.toLowerCase()] ?? Number(count);
	const now = startOf(today);
	if (/^(?:day|tag|дн|ден)/i.test(unit)) return days(now - back * dayMs, 1);
	if (/^(?:week|woche|нед)/i.test(unit)) return days(now - (back * 7 + 3) * dayMs, 7);
	const year = today.getUTCFullYear();
	return /^(?:mon|мес)/i.test(unit)
		? wholeMonth(year, today.getUTCMonth() - back)
		: wholeYear(year - back);
}

/** “last week”, “this summer”, “la semana pasada”. */
export function relative({ which = 'last', unit = 'week' }: Groups, today: Date): Span | undefined {
	const back = before.test(which) ? 1 : 0;
	const year = today.getUTCFullYear();
	if (isWeek.test(unit)) return days(weekOf(today) - back * 7 * dayMs, 7);
	if (isWeekend.test(unit)) return days(weekOf(today) + (5 - back * 7) * dayMs, 2);
	if (isMonth.test(unit)) return wholeMonth(year, today.getUTCMonth() - back);
	if (isYear.test(unit)) return wholeYear(year - back);
	const season = placeIn(seasonNames, unit);
	return season < 0 ? undefined : latestSeason(season, back, today);
}

function latestSeason(season: number, back: number, today: Date): Span {
	const month = season * 3 - 1;
	const before = today.getTime() - back * 90 * dayMs;
	// A winter that begins this December counts to the next year.
	let year = today.getUTCFullYear() + 1;
	while (utc(year, month, 1) >= before) year--;
	return { from: utc(year, month, 1), to: utc(year, month + 3, 1) };
}

/** “on Friday”: the last one, today's being a week ago. */
export function weekday({ name = '' }: Groups, today: Date): Span {
	const wanted = placeIn(weekdays, name);
	const back = (today.getUTCDay() - wanted + 7) % 7 || 7;
	return days(startOf(today) - back * dayMs, 1);
}
