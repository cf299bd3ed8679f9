/** Understands the dates people put in a question ("last May", "on 3 March", "two weeks ago") as stretches of time. */

const day = 86_400_000;

/** A stretch a query speaks of, ms since 1970, `to` exclusive; and the words that said so. */
export type Stretch = {
	readonly from: number;
	readonly to: number;
	/** Where in the query it stands, UTF-16 offsets. */
	readonly start: number;
	readonly end: number;
};

const monthNames = [
	'jan(?:uary)?|januar|январ[ья]',
	'feb(?:ruary)?|februar|феврал[ья]',
	'mar(?:ch)?|märz|март[а]?',
	'apr(?:il)?|апрел[ья]',
	'may|mai|ма[йя]',
	'june?|juni|июн[ья]',
	'july?|juli|июл[ья]',
	'aug(?:ust)?|август[а]?',
	'sept?(?:ember)?|сентябр[ья]',
	'oct(?:ober)?|oktober|октябр[ья]',
	'nov(?:ember)?|ноябр[ья]',
	'dec(?:ember)?|dezember|декабр[ья]'
] as const;
const month = `(?<month>${monthNames.join('|')})\\.?`;
const months = monthNames.map((name) => new RegExp(`^(?:${name})$`, 'iu'));
const dayNumber = '(?<day>[0-3]?\\d)(?:st|nd|rd|th|\\.)?';
const year = '(?<year>(?:19|20)\\d\\d)';

const monthOf = (name: string): number => months.findIndex((pattern) => pattern.test(name));

const numberWords: Readonly<Record<string, number>> = {
	a: 1,
	an: 1,
	one: 1,
	two: 2,
	'a couple of': 2,
	couple: 2,
	three: 3,
	'a few': 3,
	few: 3,
	four: 4,
	five: 5,
	six: 6,
	seven: 7,
	eight: 8,
	nine: 9,
	ten: 10,
	eleven: 11,
	twelve: 12
};

const weekdays = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];

type Span = { readonly from: number; readonly to: number };
type Groups = Readonly<Record<string, string | undefined>>;
type Rule = {
	readonly pattern: RegExp;
	readonly read: (groups: Groups, today: Date) => Span | undefined;
};

const utc = (y: number, m: number, d: number): number => Date.UTC(y, m, d);
const days = (from: number, count: number): Span => ({ from, to: from + count * day });
const wholeMonth = (y: number, m: number): Span => ({ from: utc(y, m, 1), to: utc(y, m + 1, 1) });
const startOf = (today: Date): number =>
	utc(today.getUTCFullYear(), today.getUTCMonth(), today.getUTCDate());
/** Weeks begin on Monday. */
const weekOf = (today: Date): number => startOf(today) - ((today.getUTCDay() + 6) % 7) * day;

/** The year of a month (and day) without one: the latest that has already begun. */
const latestYear = (today: Date, m: number, d: number): number => {
	const y = today.getUTCFullYear();
	return utc(y, m, d) <= today.getTime() ? y : y - 1;
};

const calendarDay = ({ year: y, month: name, day: d }: Groups, today: Date): Span | undefined => {
	const m = name === undefined ? -1 : /^\d+$/.test(name) ? Number(name) - 1 : monthOf(name);
	const date = Number(d);
	if (m < 0 || m > 11 || date < 1 || date > 31) return undefined;
	return days(utc(y === undefined ? latestYear(today, m, date) : Number(y), m, date), 1);
};

const calendarMonth = ({ year: y, month: name = '' }: Groups, today: Date): Span | undefined => {
	const m = /^\d+$/.test(name) ? Number(name) - 1 : monthOf(name);
	if (m < 0 || m > 11) return undefined;
	return wholeMonth(y === undefined ? latestYear(today, m, 1) : Number(y), m);
};

const ago = ({ count = 'one', unit = 'day' }: Groups, today: Date): Span => {
	const back = numberWords[count.toLowerCase()] ?? Number(count);
	const now = startOf(today);
	if (unit.startsWith('day')) return days(now - back * day, 1);
	if (unit.startsWith('week')) return days(now - (back * 7 + 3) * day, 7);
	const y = today.getUTCFullYear();
	const m = today.getUTCMonth();
	if (unit.startsWith('month')) return wholeMonth(y, m - back);
	return { from: utc(y - back, 0, 1), to: utc(y - back + 1, 0, 1) };
};

const relative = ({ which = 'last', unit = 'week' }: Groups, today: Date): Span | undefined => {
	const back = /^(?:last|past|previous)$/i.test(which) ? 1 : 0;
	const y = today.getUTCFullYear();
	const name = unit.toLowerCase();
	if (name === 'week') return days(weekOf(today) - back * 7 * day, 7);
	if (name === 'weekend') return days(weekOf(today) + (5 - back * 7) * day, 2);
	if (name === 'month') return wholeMonth(y, today.getUTCMonth() - back);
	if (name === 'year') return { from: utc(y - back, 0, 1), to: utc(y - back + 1, 0, 1) };
	const season = ['winter', 'spring', 'summer', 'autumn'].indexOf(
		name === 'fall' ? 'autumn' : name
	);
	if (season < 0) return undefined;
	const begins = utc(y, season * 3 - 1, 1) < today.getTime() - back * 90 * day ? y : y - 1;
	return { from: utc(begins, season * 3 - 1, 1), to: utc(begins, season * 3 + 2, 1) };
};

const weekday = ({ name = '' }: Groups, today: Date): Span => {
	const wanted = weekdays.indexOf(name.toLowerCase());
	const back = (today.getUTCDay() - wanted + 7) % 7 || 7;
	return days(startOf(today) - back * day, 1);
};

const rule = (pattern: string, read: Rule['read']): Rule => ({
	pattern: new RegExp(`(?<![\\p{L}\\p{N}])(?:${pattern})(?![\\p{L}\\p{N}])`, 'giu'),
	read
});
/** Without the borders of words, for scripts that do not mark them. */
const looseRule = (pattern: string, read: Rule['read']): Rule => ({
	pattern: new RegExp(pattern, 'giu'),
	read
});
const someDays = (pattern: string, back: number, count = 1): Rule =>
	looseRule(pattern, (_, today) => days(startOf(today) - back * day, count));

/** In order: what an earlier rule has read, a later one leaves alone. */
const rules: readonly Rule[] = [
	rule(`${year}[-/.](?<month>[01]?\\d)[-/.](?<day>[0-3]?\\d)(?:T[\\d:.]+Z?)?`, calendarDay),
	looseRule(
		'(?<year>(?:19|20)\\d\\d)\\s*[年년]\\s*(?<month>\\d{1,2})\\s*[月월]\\s*(?<day>\\d{1,2})\\s*[日号일]?',
		calendarDay
	),
	looseRule('(?<month>\\d{1,2})\\s*[月월]\\s*(?<day>\\d{1,2})\\s*[日号일]?', calendarDay),
	looseRule('(?<year>(?:19|20)\\d\\d)\\s*[年년]\\s*(?<month>\\d{1,2})\\s*[月월]', calendarMonth),
	rule(`${dayNumber}\\s*(?:of\\s+)?${month},?\\s*(?:of\\s+)?${year}`, calendarDay),
	rule(`${month}\\s*${dayNumber},?\\s*(?:of\\s+)?${year}`, calendarDay),
	rule(`${month},?\\s*(?:of\\s+)?${year}`, calendarMonth),
	rule(`${year}[-/](?<month>[01]\\d)`, calendarMonth),
	rule(`${dayNumber}\\s*(?:of\\s+)?${month}`, calendarDay),
	rule(`${month}\\s*${dayNumber}`, calendarDay),
	rule(
		`(?<count>\\d{1,3}|a couple of|couple|a few|few|an?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)\\s+(?<unit>days?|weeks?|months?|years?)\\s+ago`,
		ago
	),
	rule(
		'(?<which>last|past|previous|this)\\s+(?<unit>weekend|week|month|year|winter|spring|summer|autumn|fall)',
		relative
	),
	rule(`(?:last|this past|in|during|since|early|late|mid|around)\\s+${month}`, calendarMonth),
	rule(`(?:(?:on|last|this)\\s+)(?<name>${weekdays.join('|')})`, weekday),
	rule(`(?:in|during|of|since)\\s+${year}`, ({ year: y }) => ({
		from: utc(Number(y), 0, 1),
		to: utc(Number(y) + 1, 0, 1)
	})),
	someDays('\\bday before yesterday\\b|前天|一昨日|おととい|позавчера|vorgestern|그저께', 2),
	someDays('\\byesterday\\b|昨天|昨日|вчера|\\bgestern\\b|어제|أمس|เมื่อวาน', 1),
	someDays('\\b(?:today|tonight|this morning)\\b|今天|今日|сегодня|\\bheute\\b|오늘|اليوم|วันนี้', 0),
	someDays('上周|上星期|先週|지난주', 9, 7),
	looseRule('上个月|先月|지난달', (_, today) =>
		wholeMonth(today.getUTCFullYear(), today.getUTCMonth() - 1)
	),
	looseRule('去年|작년', (_, today) => ({
		from: utc(today.getUTCFullYear() - 1, 0, 1),
		to: utc(today.getUTCFullYear(), 0, 1)
	}))
];

/** Minutes east of UTC, always or at a moment: clocks are changed twice a year. */
export type Zone = number | ((at: number) => number);

/**
 * All stretches a query speaks of. `now` in ms since 1970. Total: what is no date is no stretch.
 */
export const readDates = (query: string, now: number, zone: Zone = 0): Stretch[] => {
	const found: Stretch[] = [];
	if (!Number.isFinite(now) || Math.abs(now) > 8e15) return found;
	const shiftAt = (at: number): number => (typeof zone === 'number' ? zone : zone(at)) * 60_000;
	const shift = shiftAt(now);
	/** The moment of a local time, by the clock of then. */
	const momentOf = (local: number): number => local - shiftAt(local - shift);
	const today = new Date(now + shift);
	for (const { pattern, read } of rules) {
		for (const match of query.matchAll(pattern)) {
			const start = match.index;
			const end = start + match[0].length;
			if (found.some((other) => start < other.end && other.start < end)) continue;
			const span = read(match.groups ?? {}, today);
			if (span) found.push({ from: momentOf(span.from), to: momentOf(span.to), start, end });
		}
	}
	return found;
};
