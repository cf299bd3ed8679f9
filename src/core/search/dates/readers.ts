/** Makes a stretch of time of what a rule has matched: each reader knows one way in which people say when. */
import { dayMs } from '#core/time/day-ms.ts';
import { monthNames, numberWords, seasons, weekdays } from '#core/search/dates/names.ts';
import {
	days,
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

const months = monthNames.map((name) => new RegExp(`^(?:${name})$`, 'iu'));

/** Counted from 0, of a month by its number or its name; -1 where there is none. */
const monthOf = (name: string): number =>
	/^\d+$/.test(name) ? Number(name) - 1 : months.findIndex((pattern) => pattern.test(name));

/** “3/25/2026” and “25/3/2026”; where both could be a month nobody knows which is. */
export function slashedDay(groups: Groups, today: Date): Span | undefined {
	const { first, second, year } = groups;
	if (Number(first) <= 12 && Number(second) <= 12 && first !== second) return undefined;
	const [day, month] = Number(first) > 12 ? [first, second] : [second, first];
	return calendarDay({ day, month, year }, today);
}

/** “3 March 2024”, “on the 3rd of March”. */
export function calendarDay(groups: Groups, today: Date): Span | undefined {
	const month = monthOf(groups['month'] ?? '');
	const day = Number(groups['day']);
	if (month < 0 || month > 11 || day < 1 || day > 31) return undefined;
	const year =
		groups['year'] === undefined ? latestYear(today, month, day) : Number(groups['year']);
	const first = utc(year, month, day);
	// No such day: 31 February would be one of March.
	return new Date(first).getUTCMonth() === month ? days(first, 1) : undefined;
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

/** “last week”, “this summer”. */
export function relative({ which = 'last', unit = 'week' }: Groups, today: Date): Span | undefined {
	const back = /^(?:last|past|previous)$/i.test(which) ? 1 : 0;
	const year = today.getUTCFullYear();
	const name = unit.toLowerCase();
	if (name === 'week') return days(weekOf(today) - back * 7 * dayMs, 7);
	if (name === 'weekend') return days(weekOf(today) + (5 - back * 7) * dayMs, 2);
	if (name === 'month') return wholeMonth(year, today.getUTCMonth() - back);
	if (name === 'year') return wholeYear(year - back);
	const season = seasons.indexOf(name === 'fall' ? 'autumn' : name);
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
	const wanted = weekdays.indexOf(name.toLowerCase());
	const back = (today.getUTCDay() - wanted + 7) % 7 || 7;
	return days(startOf(today) - back * dayMs, 1);
}
