/** Finds quantities with units, money, dates and times. */
import { matchesOf } from '#core/anchors/text/matches.ts';
import type { AnchorKind, Mention } from '#core/anchors/passage.ts';

const number = String.raw`\d{1,3}(?:[,.'\u00a0\u202f]\d{3})+(?:[.,]\d{1,3})?|\d{1,15}(?:[.,]\d{1,6})?`;
const months =
	'jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?|' +
	'januar|februar|märz|mai|juni|juli|oktober|dezember|' +
	'janvier|février|mars|avril|juin|juillet|août|septembre|octobre|novembre|décembre|' +
	'enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre';
const units =
	'%|‰|°[CF]?|[kMGT]i?B|[kMGT]bit|bytes?|ms|µs|ns|secs?|seconds?|mins?|minutes?|hours?|hrs?|days?|weeks?|months?|years?|h|s|' +
	'km/h|mph|km|cm|mm|m²|m|miles?|kg|mg|g|lbs?|oz|l|ml|kWh|kW|W|V|A|Hz|MHz|GHz|px|pt|dpi|fps|tokens?|lines?|files?|' +
	'Sekunden?|Minuten?|Stunden?|Tage?n?|Wochen?|Monate?n?|Jahre?n?|Zeilen?|Dateien|' +
	'secondes?|heures?|jours?|semaines?|mois|ans?|lignes?|fichiers?|' +
	'segundos?|minutos?|horas?|días?|semanas?|meses|años?|líneas?|archivos?|' +
	'people|persons?|users?|items?|steps?|times|nights?|guests?|rooms?|seats?|points?';

/** Words that stand between a number and what it counts only where it counts nothing. */
const uncounted =
	'(?:of|in|on|to|is|was|has|as|at|by|for|and|or|the|this|these|those|that|if|than|from|with|its|us|it|be|are|were|does|thus|plus|minus|times|versus|vs|per|so|but|not|yes|always|also|which|who|when|what|my|your|our|his|her|their)';
/** `12 new tests`, `5 to 7 business days`: up to four words may stand before what is counted. */
const counted = String.raw`\s(?:(?!${uncounted}\b)[a-z][a-z-]+\s){0,4}(?!${uncounted}\b)[a-z][a-z-]*[a-rt-z]s\b`;
const spelt =
	'two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|twenty|thirty|forty|fifty|hundred|dozen';
/** What is told apart by numbers. */
const numbered =
	'lines?|pages?|ports?|versions?|tasks?|tickets?|chapters?|sections?|rooms?|gates?|tables?|figures?|exit code(?= [1-9])|error code|status code|PR|pull request|milestones?|phase|round|build|order|invoice|level|bug|test case|row|column|Zeilen?|Seiten?|Kapitel|Ticket|Raum|ligne|page|línea|página';

const patterns: readonly (readonly [AnchorKind, RegExp])[] = [
	['date', /\b\d{4}[-/.]\d{1,2}[-/.]\d{1,2}\b/g],
	['date', /\b(?:0?[1-9]|[12]\d|3[01])[./](?:0?[1-9]|[12]\d|3[01])[./](?:\d{4}|\d{2})(?![\d.])\b/g],
	[
		'date',
		/\d{2,4}\s?年(?:\s?\d{1,2}\s?月)?(?:\s?\d{1,2}\s?[日号])?|\d{1,2}\s?月\s?\d{1,2}\s?[日号]/g
	],
	['date', /\d{2,4}\s?년(?:\s?\d{1,2}\s?월)?(?:\s?\d{1,2}\s?일)?|\d{1,2}\s?월\s?\d{1,2}\s?일/g],
	[
		'date',
		new RegExp(
			String.raw`(?<![\p{L}\d])\d{1,2}(?:st|nd|rd|th|\.)?\s(?:of\s|de\s)?(?:${months})(?![\p{L}])\.?(?:,?\s(?:de\s)?\d{4})?`,
			'giu'
		)
	],
	[
		'date',
		new RegExp(
			String.raw`(?<![\p{L}\d])(?:${months})\.?\s\d{1,2}(?:st|nd|rd|th)?(?!\d)(?:,?\s\d{4})?`,
			'giu'
		)
	],
	[
		'time',
		/\b(?:[01]?\d|2[0-3]):[0-5]\d(?::[0-5]\d)?(?:\s?[ap]\.?m\b\.?)?|\b(?:1[0-2]|[1-9])\s?[ap]m\b/gi
	],
	[
		'money',
		new RegExp(String.raw`[$€£¥₹₩₽]\s?(?:${number})(?:\s?(?:k|m|bn|million|billion)\b)?`, 'gi')
	],
	[
		'money',
		new RegExp(
			String.raw`(?<![\d.,])(?:${number})\s?(?:[€£¥₹₩₽元円원]|(?:USD|EUR|GBP|CHF|JPY|CNY|dollars?|euros?|pounds?|Franken|yen|yuan)(?![\p{L}]))`,
			'giu'
		)
	],
	[
		'quantity',
		new RegExp(
			String.raw`(?<![\p{L}\d_/-])(?:${numbered})(?:\s(?:number|no\.?|nr\.?))?(?:\s(?:is|was|ist|est|es))?\s#?\d{1,7}(?:\.\d+)*(?:\s?(?:[-–]|and|or|to|und|et|y)\s?\d{1,7})?(?![\p{L}\d])`,
			'giu'
		)
	],
	[
		'quantity',
		new RegExp(String.raw`(?<![\p{L}\d.,:/-])(?:${number})(?:\s?|-)(?:${units})(?![\p{L}\d])`, 'gu')
	],
	[
		'quantity',
		new RegExp(
			String.raw`(?<![\p{L}\d.,:/#-])(?:${number})(?:\s?(?:to|–|-|or|and)\s?(?:${number}))?${counted}`,
			'gu'
		)
	],
	['quantity', new RegExp(String.raw`(?<![\p{L}\d-])(?:${spelt})${counted}`, 'giu')],
	[
		'quantity',
		/(?<![\p{L}\d-])(?:only|just|exactly|at least|at most|no more than) one (?!of|from|in|to|and|or|at|is|that|who)[a-z]+/gu
	],
	// `the 4th position`: which of several.
	[
		'quantity',
		/(?<![\p{L}\d.,:/-])\d{0,3}(?:1st|2nd|3rd|\dth)\s(?!(?:of|and|or|to|is|in|on)\b)[a-z]{3,}/gu
	],
	// The end of a card or an account, which stands for all of it.
	[
		'id',
		/(?<=\b(?:ending (?:in|with)|ends (?:in|with)|last (?:four|4)(?: digits)?(?: are| is|:)?|endet auf|finissant par)\s)\d{2,8}\b/gi
	],
	// A version.
	['id', /(?<![\p{L}\d.])v?\d{1,4}\.\d{1,4}\.\d{1,5}(?:-[a-z][\w.]*)?(?![\d]|\.\d)/gu],
	// `W3C`, `S3B`: too short to be told from code elsewhere.
	['id', /(?<![\p{L}\d_.:/#$@-])(?=[A-Z]*\d)[A-Z][A-Z\d]{2,3}(?![\p{L}\d_.:/-])/gu],
	// `/compact`: a command of a chat.
	['code', /(?<![^\s`("'“])\/[a-z][a-z-]{2,20}(?![\w/.-])/gu],
	// So many digits in a row count nothing: they name something.
	['id', /(?<![\p{L}\d.,:/#@_-])\d{6,15}(?![\p{L}\d,.:/_-]\d|[\p{L}\d])/gu],
	[
		'quantity',
		/(?<![\d.,])\d{1,9}(?:[.,]\d{1,3})?\s?(?:公里|公斤|小时|分钟|个月|年|天|岁|人|万|億|亿|時間|分|キロ|歳|人|個|시간|분|명|개|킬로)/gu
	]
];

/** All figures of a text that mean something by themselves, first come first served where they overlap. */
export function findFigures(text: string): Mention[] {
	const found: Mention[] = [];
	const taken = new Uint8Array(text.length);
	for (const [kind, pattern] of patterns)
		for (const match of matchesOf(pattern, text)) {
			const from = match.index;
			const end = from + match[0].length;
			if (taken.subarray(from, end).includes(1)) continue;
			taken.fill(1, from, end);
			found.push({ kind, text: match[0].trim(), offset: from });
		}
	return found;
}
