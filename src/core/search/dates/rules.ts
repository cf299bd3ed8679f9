/** The patterns by which dates are found in a question, each with what it says, in the order they are tried. */
import { dayMs } from '#core/time/day-ms.ts';
import {
	lastBehind,
	lastWords,
	monthNames,
	seasons,
	thisWords,
	units,
	weekdayNames
} from '#core/search/dates/names.ts';
import {
	ago,
	calendarDay,
	calendarMonth,
	relative,
	slashedDay,
	weekday as lastSuch,
	type Groups
} from '#core/search/dates/readers.ts';
import { days, startOf, wholeMonth, wholeYear, type Span } from '#core/search/dates/spans.ts';

interface Rule {
	readonly pattern: RegExp;
	/** `locale`: of the person who asks. Several where nobody knows which is meant. */
	readonly read: (
		groups: Groups,
		today: Date,
		locale?: string
	) => Span | readonly Span[] | undefined;
	/** Only where the query holds this. */
	readonly among?: RegExp;
}

const month = `(?<month>${monthNames.join('|')})\\.?`;
const dayNumber = '(?<day>[0-3]?\\d)(?:st|nd|rd|th|er|\\.)?';
const of = '(?:(?:of|del?)\\s+)?';
const weekday = `(?<name>${weekdayNames.join('|')})`;
const unit = Object.values(units).join('|');
const year = '(?<year>(?:19|20)\\d\\d)';

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
	looseRule(pattern, (_, today) => days(startOf(today) - back * dayMs, count));

/** In order: what an earlier rule has read, a later one leaves alone. */
export const rules: readonly Rule[] = [
	// In figures.
	rule(`${year}[-/.](?<month>[01]?\\d)[-/.](?<day>[0-3]?\\d)(?:T[\\d:.]+Z?)?`, calendarDay),
	rule(`(?<day>[0-3]?\\d)\\.\\s?(?<month>[01]?\\d)\\.\\s?${year}`, calendarDay),
	rule('(?:am|vom|seit|bis|zum)\\s+(?<day>[0-3]?\\d)\\.\\s?(?<month>[01]?\\d)\\.?', calendarDay),
	rule(`(?<first>[0-3]?\\d)/(?<second>[0-3]?\\d)/${year}`, slashedDay),
	// Chinese, Japanese and Korean.
	looseRule(
		`${year}\\s*[年년]\\s*(?<month>\\d{1,2})\\s*[月월]\\s*(?<day>\\d{1,2})\\s*[日号일]?`,
		calendarDay
	),
	looseRule('(?<month>\\d{1,2})\\s*[月월]\\s*(?<day>\\d{1,2})\\s*[日号일]?', calendarDay),
	looseRule(`${year}\\s*[年년]\\s*(?<month>\\d{1,2})\\s*[月월]`, calendarMonth),
	// Days and months by name, the fullest first.
	rule(`${dayNumber}\\s*${of}${month},?\\s*${of}${year}`, calendarDay),
	rule(`${month}\\s*${dayNumber},?\\s*${of}${year}`, calendarDay),
	rule(`${month},?\\s*${of}${year}`, calendarMonth),
	rule(`${year}[-/](?<month>[01]\\d)`, calendarMonth),
	rule(`${dayNumber}\\s*${of}${month}`, calendarDay),
	rule(`${month}\\s*${dayNumber}`, calendarDay),
	// From where one stands.
	rule(
		'(?<count>\\d{1,3}|a couple of|couple|a few|few|an?|one|two|three|four|five|six|seven|eight|nine' +
			'|ten|eleven|twelve)\\s+(?<unit>days?|weeks?|months?|years?)\\s+ago',
		ago
	),
	rule(
		'vor\\s+(?<count>\\d{1,3}|eine[mr]|ein paar|zwei|drei|vier|fünf|sechs)\\s+(?<unit>tag|woche|monat|jahr)e?n?',
		ago
	),
	rule(
		'(?:(?<count>\\d{1,3}|два|две|три|четыре|пять|шесть)\\s+)?' +
			'(?<unit>дней|дня|день|недел[юиь]|месяц(?:а|ев)?|года?|лет)\\s+назад',
		ago
	),
	rule(`(?<which>${lastWords}|${thisWords})\\s+(?<unit>${unit}|${seasons.join('|')})`, relative),
	rule(`(?<unit>${unit})\\s+(?<which>${lastBehind})`, relative),
	rule(
		`(?:last|this past|in|during|since|early|late|mid|around|im|seit|anfang|mitte|ende|letzten|en|в)\\s+${month}`,
		calendarMonth
	),
	rule(`(?:on|am|${lastWords}|${thisWords})\\s+${weekday}`, lastSuch),
	rule(`(?:in|during|of|since)\\s+${year}`, ({ year: named }) => wholeYear(Number(named))),
	// The same in other languages.
	someDays(
		'\\b(?:day before yesterday|avant-hier)\\b|前天|一昨日|おととい|позавчера|vorgestern|그저께',
		2
	),
	someDays('\\b(?:yesterday|gestern|ayer)\\b|昨天|昨日|вчера|어제|أمس|เมื่อวาน', 1),
	{
		...someDays('\\bhier\\b', 1),
		// In German and Dutch that is “here”.
		among: /(?<!\p{L})(?:[cdjln]['’]|qu['’e]|(?:nous|vous|on|soir)(?!\p{L}))/iu
	},
	someDays('\\b(?:today|tonight|this morning|heute)\\b|今天|今日|сегодня|오늘|اليوم|วันนี้', 0),
	someDays('上周|上星期|先週|지난주', 9, 7),
	looseRule('上个月|先月|지난달', (_, today) =>
		wholeMonth(today.getUTCFullYear(), today.getUTCMonth() - 1)
	),
	looseRule('去年|작년', (_, today) => wholeYear(today.getUTCFullYear() - 1))
];
