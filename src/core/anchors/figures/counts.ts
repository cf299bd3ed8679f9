/** Finds numbers that are told in passing: in words, with one thing, how long, how old, how often. */
import type { AnchorKind, Mention } from '#core/anchors/passage.ts';
import { matchesOf } from '#core/anchors/text/matches.ts';
import { inPieces } from '#core/anchors/text/patterns.ts';

const spelt = [
	'two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fifteen',
	'twenty|thirty|forty|fifty|sixty|hundred|dozens?'
].join('|');
const spans = [
	'seconds?|minutes?|hours?|days?|nights?|weeks?|weekends?|months?|years?|decades?',
	'semesters?|quarters?|centur(?:y|ies)'
].join('|');
const wholly = '(?:more |full |whole |good |business |working )?';
const since = '(?:[- ](?:old|long|ago|later|earlier|and a half|a (?:day|week|month|year)))';
/** “An hour” by itself is no figure to be kept: somebody waits one, or takes a night ferry. */
const brief = `(?![- ]${wholly}(?:second|minute|hour|day|night)(?!${since}|\\p{L}))`;
/** What follows a number without being counted. */
const passing = `(?:${[
	'of|in|on|to|is|was|has|had|have|as|at|by|for|and|or|the|this|these|those|that|if|than|then',
	'from|with|its|us|it|be|are|were|does|thus|plus|minus|versus|vs|per|so|but|not|yes|always|already',
	'also|which|who|when|what|where|my|your|our|his|her|their|instead|more|less|total|now|will|would',
	'can|could|should|there|here|only|just|way|thing|time|day|other|another|non|until|after|before',
	'because|while|like|again|too|very|each|use|remaining|available|depends?'
].join('|')})`;

const currency = '(?:[$€£¥₹₩₽]|USD|EUR|GBP|CHF|JPY|CNY|dollars?|euros?|pounds?|Franken|yen|yuan)';
/** The unit of what something costs (“60 EUR a night”) counts nothing by itself. */
const priced = String.raw`(?:${currency}\s?[\d.,]*\d|\d\s?${currency})\s`;

const patterns: readonly (readonly [AnchorKind, RegExp])[] = [
	// `half an hour`, `two and a half years`, `3 weeks ago`.
	[
		'quantity',
		inPieces(
			'giu',
			String.raw`(?<![\p{L}\d])(?!a day (?:later|earlier))`,
			String.raw`(?:half an?|an?(?<!${priced}an?)${brief}|one|a few|a couple of|several|${spelt}|\d{1,3})(?: and a half)?[- ]`,
			`${wholly}(?:${spans})`,
			String.raw`${since}?(?![\p{L}\d])`
		)
	],
	// How often, and in which years of a life.
	[
		'quantity',
		inPieces(
			'giu',
			String.raw`(?<![\p{L}\d])(?:`,
			String.raw`(?:once|twice|(?:three|four|five|several|\d{1,2}) times) (?:a|an|per|every) `,
			'(?:day|week|month|year|hour)',
			'|every (?:other |second |single )?',
			'(?:day|week|weekend|month|year|morning|evening|night|hour|summer|winter)',
			String.raw`|in (?:my|his|her|their) (?:early |mid-?|late )?`,
			String.raw`(?:\d0s|teens|twenties|thirties|forties|fifties|sixties)`,
			String.raw`)(?![\p{L}\d])`
		)
	],
	// How old somebody is.
	[
		'quantity',
		inPieces(
			'giu',
			String.raw`(?<=\b(?:aged?|turn(?:ed|ing|s)?|I['’]m|I am|he is|she is|['’]s) )`,
			String.raw`\d{1,3}(?![%\p{L}\d:/-]|[.,]\d| ?[%]`,
			String.raw`| (?!(?:in|on|at|and|this|last|next|today|tomorrow|years?|when)\b)\p{L})`
		)
	],
	// `at most 3`, `nearly 200`.
	[
		'quantity',
		inPieces(
			'giu',
			String.raw`(?<![\p{L}\d])`,
			'(?:up to|at (?:most|least)|(?:more|less|fewer|no more|no less) than',
			'|nearly|almost|about|around|roughly|over|under) ',
			String.raw`(?:\d{1,7}(?:[.,]\d{1,3})?|${spelt}|one)(?![\p{L}\d:/%-]|[.,]\d| \p{L}| ?%)`
		)
	],
	// With one thing, or with things whose word shows no plural.
	[
		'quantity',
		inPieces(
			'gu',
			String.raw`(?<![\p{L}\d.,:/#_$€£¥-])(?:\d{1,7}(?:[.,]\d{1,3})? |(?:${spelt})[- ])`,
			String.raw`(?:(?!${passing}\b)(?:new|free|more|extra|full|open|small|large|big|other`,
			String.raw`|[a-z]{2,12}(?:ed|ing|al|ive)) ){0,2}(?!${passing}\b)[a-z]{3,}`
		)
	],
	[
		'quantity',
		new RegExp(String.raw`(?<![\p{L}\d-]|\bthan )one (?!${passing}\b)[a-z]{4,}(?![a-z'’])`, 'gu')
	],
	// Which of several. “Day 2” is a label where nothing happens on it.
	[
		'quantity',
		inPieces(
			'giu',
			String.raw`(?<![\p{L}\d])`,
			'(?:options?|flights?|episodes?|seasons?|volumes?|grade|lessons?|seats?|platform|terminal|zone|apartment',
			'|floor|number|days|(?<=(?:on|from|by|until|after|since|before) )day|weeks?|issues?|units?|parts?|questions?|steps?|stages?|examples?|channel|group|team',
			'|bus|route|size) ',
			String.raw`#?\d{1,5}(?:[.,]\d+)?(?: ?(?:[-–]|and|to) ?\d{1,5})?(?![\p{L}\d]|[.,]\d|[*_]{0,2}[:：])`
		)
	],
	// Of things that have a name in code: `15 CartLive tests`, “77 `chalk` usages”.
	[
		'quantity',
		inPieces(
			'gu',
			String.raw`(?<![\p{L}\d.,:/#_$€£¥-])\d{1,7} (?:[a-z-]{3,20} ){0,2}`,
			'(?:`[^`\\n]{2,40}`|\\p{Lu}[\\p{L}\\d]{2,30}) (?:[a-z-]{3,20} )?[a-z]{2,20}s\\b'
		)
	],
	// `40k lines`, `1.5M users`.
	[
		'quantity',
		inPieces(
			'gu',
			String.raw`(?<![\p{L}\d.,:/#_$€£¥-])\d{1,4}(?:\.\d{1,2})?[kKM] `,
			String.raw`(?:[a-z-]{3,20} ){0,2}[a-z]{2,20}s\b`
		)
	],
	// From which to which: `colors 232-255`.
	['quantity', /(?<![\p{L}\d])[a-z]{3,12}s \d{1,5} ?[-–] ?\d{1,5}(?![\p{L}\d:/-]|[.,]\d)/gu],
	// How many each, and in all.
	[
		'quantity',
		inPieces(
			'gu',
			String.raw`(?<![\p{L}\d.,:/#_$€£¥-])\d{1,7}(?:[.,]\d{1,3})? (?:in )?(?:total|all|overall)`,
			String.raw`(?: [a-z]{3,12}(?:ing|ed))?(?![ -]?[\p{L}\d])`
		)
	],
	['quantity', /(?<![\p{L}\d.,:/#_$€£¥-])\d{1,7}(?:[.,]\d{1,3})? (?:[a-z]{3,20} )?per [a-z]{3,}/gu],
	// `a total of 12`, `the default port of 8080`.
	[
		'quantity',
		inPieces(
			'giu',
			String.raw`(?<![\p{L}\d])(?:[a-z]{3,20} )?`,
			'(?:count|total|number|sum|average|score|maximum|minimum|limit) of ',
			String.raw`\d{1,9}(?:[.,]\d{1,3})?(?![\p{L}\d:/-]|[.,]\d| \p{L})`
		)
	],
	[
		'quantity',
		inPieces(
			'giu',
			String.raw`(?<=\b(?:default|value|size|length|width|height|timeout|port|threshold|budget)(?: value)? of )`,
			String.raw`\d{1,9}(?:[.,]\d{1,3})?(?![\p{L}\d:/-]|[.,]\d| \p{L})`
		)
	],
	// Shares: `10 % off`, `5-10 %`, `3 of 7`, `half of the`, `2x`.
	[
		'quantity',
		/(?<![\p{L}\d.,:/-])\d{1,3}(?:[.,]\d+)? ?% (?:refund|discount|off|fee|tax)(?![\p{L}])/gu
	],
	['quantity', /(?<![\p{L}\d.,/-])\d{1,3}(?:[.,]\d+)?\s?[-–]\s?\d{1,3}(?:[.,]\d+)?\s?%/gu],
	[
		'quantity',
		inPieces(
			'giu',
			String.raw`(?<![\p{L}\d.,/-])(?:`,
			String.raw`\d{1,4} ?(?:\/|out of|of) ?\d{1,4}(?![\d/])(?! ?[\p{L}]{1,2}\b)`,
			String.raw`|\d{1,3}(?:[.,]\d+)? ?(?:percent|per cent|Prozent|pour cent|por ciento)`,
			'|(?:a |one )?(?:half|third|quarter) of (?:the|all|my|our)',
			String.raw`|\d+(?:\.\d+)?[x×](?![\p{L}\d]))`
		)
	],
	// Prices of one, money of other countries, money in words.
	['money', /[$€£]\d[\d.,]*\d ?\/ ?(?:\d{1,4}[kKM]? ?)?[a-z]{2,12}/gu],
	[
		'money',
		inPieces(
			'gu',
			String.raw`(?<![\p{L}\d.,])(?:`,
			String.raw`(?:CA|AU|US|NZ|HK|A|C|S|R|RM|Rs\.?|Fr\.|kr\.?|zł|₺|₫|₪|₱|฿|₴)[$]?\s?\d[\d.,]*`,
			String.raw`|\d[\d.,]*\s?`,
			'(?:k|bucks|grand|cents?|francs?|rupees?|pesos?|kronor|kroner|złoty|zł|kr|Kč|Ft|₺|₫|₪|₱|฿|₴',
			String.raw`|块|塊|万元|CAD|AUD|NZD|SGD|HKD|INR|BRL|MXN|SEK|NOK|DKK|PLN|CZK)(?![\p{L}\d])`,
			'|(?:one|two|three|four|five|six|seven|eight|nine|ten|twenty|thirty|forty|fifty|hundred',
			'|a hundred|a thousand|a million|(?:two|three|five) (?:hundred|thousand)) ',
			'(?:dollars?|euros?|pounds?|bucks|yuan|francs?|million|thousand))'
		)
	],
	// The other languages of the interface.
	[
		'quantity',
		inPieces(
			'gu',
			String.raw`(?<![\p{L}\d-])(?:`,
			'(?:zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|elf|zwölf|zwanzig|hundert) ',
			String.raw`(?:\p{Ll}+ )?\p{Lu}\p{Ll}+`,
			String.raw`|(?:deux|trois|quatre|cinq|six|sept|huit|neuf|dix|douze|vingt|cent) \p{Ll}{3,}`,
			String.raw`|(?:dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|doce|veinte|cien) \p{Ll}{3,}`,
			'|(?:einem?r?|eine[nr]?|halbe[nr]?|une|un|una|medi[oa]) ',
			'(?:Stunde|Tag|Woche|Monat|Jahr|heure|jour|semaine|mois|an|hora|día|semana|mes|año)',
			String.raw`|(?<!\d[.,:/'’\u00a0\u202f])(?:\d{1,3}[.,'’\u00a0\u202f])*\d{1,7} \p{Lu}\p{Ll}{2,}(?:e|en|er|n|s))(?![\p{L}\d])`
		)
	],
	[
		'quantity',
		inPieces(
			'gu',
			'[一半](?:个(?:多)?(?:小时|月|星期)|天|周|小时|分钟|年|時間|週間)',
			String.raw`|(?:\d{1,9}|[二两三四五六七八九十百千万几幾][一二三四五六七八九十百千万]{0,4})\s?`,
			'(?:个(?:多)?(?:小时|月|星期|人)?|個|天|周|週|次|小时|時間|分钟|分鐘|年|岁|歲|歳|本|部|人|名|位|只|隻|家',
			'|遍|公里|斤|块|道|种|種|首|张|張|つ|回|日間|週間|ヶ月|か月|冊|匹|枚)'
		)
	]
];

/** Numbers with what they count, in looser forms than a list of names has room for. */
export function findCounts(prose: string): Mention[] {
	const found: Mention[] = [];
	for (const [kind, pattern] of patterns)
		for (const match of matchesOf(pattern, prose))
			found.push({ kind, text: match[0], offset: match.index });
	return found;
}
