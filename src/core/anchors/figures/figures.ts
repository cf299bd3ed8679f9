/** Finds quantities with units, money, dates and times. */
import {
	months,
	number,
	numbered,
	spelt,
	uncounted,
	units
} from '#core/anchors/figures/vocabulary.ts';
import type { AnchorKind, Mention } from '#core/anchors/passage.ts';
import { matchesOf } from '#core/anchors/text/matches.ts';
import { inPieces } from '#core/anchors/text/patterns.ts';

/** `12 new tests`, `5 to 7 business days`: up to four words may stand before what is counted. */
const counted = String.raw`\s(?:(?!${uncounted}\b)[a-z][a-z-]+\s){0,4}(?!${uncounted}\b)[a-z][a-z-]*[a-rt-z]s\b`;

/** In order: what an earlier pattern has taken, a later one leaves alone. */
const patterns: readonly (readonly [AnchorKind, RegExp])[] = [
	['date', /\b\d{4}[-/.]\d{1,2}[-/.]\d{1,2}\b/g],
	[
		'date',
		inPieces(
			'g',
			String.raw`\b(?:0?[1-9]|[12]\d|3[01])[./](?:0?[1-9]|[12]\d|3[01])[./]`,
			String.raw`(?:\d{4}|\d{2})(?![\d.])\b`
		)
	],
	[
		'date',
		inPieces(
			'g',
			String.raw`\d{2,4}\s?年(?:\s?\d{1,2}\s?月)?(?:\s?\d{1,2}\s?[日号])?`,
			String.raw`|\d{1,2}\s?月\s?\d{1,2}\s?[日号]`
		)
	],
	[
		'date',
		inPieces(
			'g',
			String.raw`\d{2,4}\s?년(?:\s?\d{1,2}\s?월)?(?:\s?\d{1,2}\s?일)?`,
			String.raw`|\d{1,2}\s?월\s?\d{1,2}\s?일`
		)
	],
	// `3 March 2024`, `3. März`, `March 3rd`.
	[
		'date',
		inPieces(
			'giu',
			String.raw`(?<![\p{L}\d])\d{1,2}(?:st|nd|rd|th|\.)?\s(?:of\s|de\s)?`,
			String.raw`(?:${months})(?![\p{L}])(?:\.?,?\s(?:de\s)?\d{4})?`
		)
	],
	[
		'date',
		inPieces(
			'giu',
			String.raw`(?<![\p{L}\d])(?:${months})\.?\s`,
			String.raw`\d{1,2}(?:st|nd|rd|th)?(?!\d)(?:,?\s\d{4})?`
		)
	],
	// `17:30`, `9 am`.
	[
		'time',
		inPieces(
			'gi',
			String.raw`\b(?:[01]?\d|2[0-3]):[0-5]\d(?::[0-5]\d)?(?:\s?[ap]\.?m\b\.?)?`,
			String.raw`|\b(?:1[0-2]|[1-9])\s?[ap]m\b`
		)
	],
	[
		'money',
		new RegExp(String.raw`[$€£¥₹₩₽]\s?(?:${number})(?:\s?(?:k|m|bn|million|billion)\b)?`, 'gi')
	],
	[
		'money',
		inPieces(
			'giu',
			String.raw`(?<![\d.,])(?:${number})\s?`,
			'(?:[€£¥₹₩₽元円원]',
			String.raw`|(?:USD|EUR|GBP|CHF|JPY|CNY|dollars?|euros?|pounds?|Franken|yen|yuan)(?![\p{L}]))`
		)
	],
	// `page 12`, `lines 3 to 9`.
	[
		'quantity',
		inPieces(
			'giu',
			String.raw`(?<![\p{L}\d_/-])(?:${numbered})`,
			String.raw`(?:\s(?:number|no\.?|nr\.?))?(?:\s(?:is|was|ist|est|es))?\s`,
			String.raw`#?\d{1,7}(?:\.\d+)*(?:\s?(?:[-–]|and|or|to|und|et|y)\s?\d{1,7})?(?![\p{L}\d])`
		)
	],
	// `5 km`, `30-day`.
	[
		'quantity',
		new RegExp(String.raw`(?<![\p{L}\d.,:/-])(?:${number})(?:\s?|-)(?:${units})(?![\p{L}\d])`, 'gu')
	],
	[
		'quantity',
		inPieces(
			'gu',
			String.raw`(?<![\p{L}\d.,:/#-])(?:${number})`,
			String.raw`(?:\s?(?:to|–|-|or|and)\s?(?:${number}))?${counted}`
		)
	],
	['quantity', new RegExp(String.raw`(?<![\p{L}\d-])(?:${spelt})${counted}`, 'giu')],
	// With one thing, where it matters that it is one.
	[
		'quantity',
		inPieces(
			'gu',
			String.raw`(?<![\p{L}\d-])(?:only|just|exactly|at least|at most|no more than) `,
			'one (?!of|from|in|to|and|or|at|is|that|who)[a-z]+'
		)
	],
	// `the 4th position`: which of several.
	[
		'quantity',
		inPieces(
			'gu',
			String.raw`(?<![\p{L}\d.,:/-])\d{0,3}(?:1st|2nd|3rd|\dth)\s`,
			String.raw`(?!(?:of|and|or|to|is|in|on)\b)[a-z]{3,}`
		)
	],
	// The end of a card or an account, which stands for all of it.
	[
		'id',
		inPieces(
			'gi',
			String.raw`(?<=\b(?:ending (?:in|with)|ends (?:in|with)`,
			String.raw`|last (?:four|4)(?: digits)?(?: are| is|:)?|endet auf|finissant par)\s)`,
			String.raw`\d{2,8}\b`
		)
	],
	// A version.
	['id', /(?<![\p{L}\d.])v?\d{1,4}\.\d{1,4}\.\d{1,5}(?:-[a-z][\w.]*)?(?![\d]|\.\d)/gu],
	// `W3C`, `S3B`: too short to be told from code elsewhere.
	['id', /(?<![\p{L}\d_.:/#$@-])(?=[A-Z]*\d)[A-Z][A-Z\d]{2,3}(?![\p{L}\d_.:/-])/gu],
	// `/compact`: a command of a chat.
	['code', /(?<![^\s`("'“])\/[a-z][a-z-]{2,20}(?![\w/.-])/gu],
	// So many digits in a row count nothing: they name something.
	['id', /(?<![\p{L}\d.,:/#@_-])\d{6,15}(?![\p{L}\d,.:/_-]\d|[\p{L}\d])/gu],
	// Chinese, Japanese, Korean.
	[
		'quantity',
		inPieces(
			'gu',
			String.raw`(?<![\d.,])\d{1,9}(?:[.,]\d{1,3})?\s?`,
			'(?:公里|公斤|小时|分钟|个月|年|天|岁|人|万|億|亿|時間|分|キロ|歳|人|個',
			'|시간|분|명|개|킬로)'
		)
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
