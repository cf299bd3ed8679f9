/** Numbers, sizes, times and money in words, all of it by Intl, so that no sentence formats for itself. */

/** The catalogue is English; of the English ways to write a date or number the reader's own is taken. */
// Where the tests of core run there is no navigator.
const wanted = (globalThis as { navigator?: { language?: string } }).navigator?.language;
const locale = wanted?.startsWith('en') ? wanted : 'en';

const whole = new Intl.NumberFormat(locale, { maximumFractionDigits: 0 });
const oneDigit = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 });
const plurals = new Intl.PluralRules(locale);
const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
const day = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' });
const dayAndClock = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' });
const clock = new Intl.DateTimeFormat(locale, { timeStyle: 'short' });
const list = new Intl.ListFormat(locale, { type: 'conjunction' });

/** Letters of Hebrew, Arabic and their neighbours. */
const runsLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;

/** Words of a person within ours, set apart where they run the other way: the sentence around them keeps its order. */
export const apart = (text: string): string => (runsLeft.test(text) ? `\u2068${text}\u2069` : text);

/** `“A walk”` */
export const quoted = (text: string): string => `“${apart(text)}”`;

/** `12,345` */
export const number = (value: number): string => whole.format(value);

/** `34 %`, rounded, but never 0 or 100 where it is not quite so. */
export function percent(ratio: number): string {
	const value = ratio * 100;
	const rounded = value > 0 && value < 1 ? 1 : value > 99 && value < 100 ? 99 : Math.round(value);
	return `${whole.format(rounded)} %`;
}

/** `1 message`, `3 messages`. */
export function count(
	value: number,
	forms: { readonly one: string; readonly other: string }
): string {
	return `${whole.format(value)} ${plurals.select(value) === 'one' ? forms.one : forms.other}`;
}

/** `turn 3`, `turns 3–5`, both ends included, as people count them. */
export const turns = (from: number, through: number): string =>
	from === through ? `turn ${number(from)}` : `turns ${number(from)}–${number(through)}`;

/** `a, b and c` */
export const listed = (items: readonly string[]): string => list.format(items.map(apart));

/** `1,204 tokens` */
export const tokens = (value: number): string => count(value, { one: 'token', other: 'tokens' });

const units = ['bytes', 'KB', 'MB', 'GB', 'TB'] as const;

/** `512 bytes`, `1.5 KB`, `14 MB`; thousands, as file managers count. */
export function bytes(value: number): string {
	if (value === 1) return '1 byte';
	let size = value;
	let unit = 0;
	while (size >= 999.5 && unit < units.length - 1) {
		size /= 1000;
		unit += 1;
	}
	const digits = unit > 0 && size < 10 ? oneDigit : whole;
	return `${digits.format(size)} ${units[unit] ?? ''}`;
}

/** US dollars: `$0.0042`, `$1.20`, `less than $0.0001`; null is `unknown`, never 0. */
export function money(dollars: number | null): string {
	if (dollars === null) return 'unknown';
	if (dollars === 0) return '$0';
	if (dollars < 0.0001) return 'less than $0.0001';
	const digits =
		dollars < 0.1
			? { maximumSignificantDigits: 2 }
			: { minimumFractionDigits: 2, maximumFractionDigits: 2 };
	return `$${new Intl.NumberFormat(locale, digits).format(dollars)}`;
}

/** `450 ms`, `12 seconds`, `3 minutes`, `2 hours`; for waiting times. */
export function duration(ms: number): string {
	if (ms < 1000) return `${whole.format(ms)} ms`;
	const seconds = Math.round(ms / 1000);
	if (seconds < 90) return count(seconds, { one: 'second', other: 'seconds' });
	const minutes = Math.round(seconds / 60);
	if (minutes < 90) return count(minutes, { one: 'minute', other: 'minutes' });
	return count(Math.round(minutes / 60), { one: 'hour', other: 'hours' });
}

/** `Nov 20, 2026` of a time in ms. */
export const date = (at: number): string => day.format(at);

/** `Nov 20, 2026, 14:05` of a time in ms. */
export const dateTime = (at: number): string => dayAndClock.format(at);

/** `14:05` of a time in ms. */
export const time = (at: number): string => clock.format(at);

const dayOfYear = { weekday: 'long', month: 'long', day: 'numeric' } as const;
const thisYear = new Intl.DateTimeFormat(locale, dayOfYear);
const anyYear = new Intl.DateTimeFormat(locale, { ...dayOfYear, year: 'numeric' });

/** `Friday, November 20` of a time in ms, with the year where it is not that of `now`. */
export function weekdayDate(at: number, { now }: { readonly now: number }): string {
	const isNow = new Date(at).getFullYear() === new Date(now).getFullYear();
	return (isNow ? thisYear : anyYear).format(at);
}

/** `just now`, `5 minutes ago`, `yesterday`, and a date after a week. Both times in ms. */
export function ago(at: number, { now }: { readonly now: number }): string {
	const minutes = Math.round((at - now) / 60_000);
	if (Math.abs(minutes) < 1) return 'just now';
	if (Math.abs(minutes) < 60) return relative.format(minutes, 'minute');
	const hours = Math.round(minutes / 60);
	if (Math.abs(hours) < 24) return relative.format(hours, 'hour');
	const days = Math.round(hours / 24);
	return Math.abs(days) < 7 ? relative.format(days, 'day') : date(at);
}

// A day of the calendar is no moment: it is written as noon in UTC, and read as such.
const inUtc = (options: Intl.DateTimeFormatOptions) =>
	new Intl.DateTimeFormat(locale, { timeZone: 'UTC', ...options });
const noon = (localDay: string): Date => new Date(`${localDay}T12:00:00Z`);
const longDays = inUtc({ weekday: 'long', year: 'numeric', month: 'long', day: 'numeric' });
const months = inUtc({ year: 'numeric', month: 'long' });
const weekdays = { long: inUtc({ weekday: 'long' }), narrow: inUtc({ weekday: 'narrow' }) };

/** `Friday, November 20, 2026` of a local day. */
export const longDay = (localDay: string): string => longDays.format(noon(localDay));

/** `November 2026` of `2026-11`. */
export const monthName = (month: string): string => months.format(noon(`${month}-01`));

/** The weekday of a local day. */
export const weekdayName = (localDay: string, length: 'long' | 'narrow'): string =>
	weekdays[length].format(noon(localDay));

/** The day a week begins with where the reader lives; 0 is Sunday. Monday where the browser does not say. */
export function firstWeekday(): number {
	interface Weeks {
		readonly weekInfo?: { readonly firstDay: number };
		getWeekInfo?(): { readonly firstDay: number };
	}
	const info: Weeks = new Intl.Locale(locale);
	return ((info.getWeekInfo?.() ?? info.weekInfo)?.firstDay ?? 1) % 7;
}
