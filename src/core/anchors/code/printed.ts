/** Finds what a program printed and a person showed: how tests ended, what a package requires, the end of a key. */
import type { AnchorKind, Mention } from '#core/anchors/passage.ts';
import { matchesOf } from '#core/anchors/text/matches.ts';
import { inPieces } from '#core/anchors/text/patterns.ts';

/** With a sign that each needs: where it is missing nothing is searched for. */
const patterns: readonly (readonly [AnchorKind, needs: string, RegExp])[] = [
	// `1 failed, 26 passed in 4.32s`; “2 passed away” ends no test.
	[
		'quantity',
		' ',
		inPieces(
			'gu',
			String.raw`(?<![\p{L}\d.,:/#_$€£¥-])\d{1,7} `,
			'(?:passed|failed|failing|passing|failures?|skipped|xfailed|xpassed|deselected|pending|ignored',
			String.raw`|errors?|warnings?|todo)(?= *(?:[,;.)|=\n]|in \d|$|\())`
		)
	],
	[
		'quantity',
		' ',
		inPieces(
			'giu',
			String.raw`(?<=\b(?:in|took|after|time:?|finished in|done in|duration:?) {1,4})`,
			String.raw`\d{1,6}(?:\.\d{1,6})? ?(?:m?s|µs|min|sec)(?!\w)`
		)
	],
	// Between which releases: `left-pad<2.0,>=1.1`, `name ~> 1.2`.
	[
		'code',
		'=',
		inPieces(
			'gu',
			String.raw`(?<![\w./@-])[A-Za-z][\w.-]{1,40}(?:\[[\w,]{1,40}\])? ?`,
			String.raw`(?:[<>~^!=]=?=?|~>) ?\d[\w.*]{0,16}`,
			String.raw`(?:, ?(?:[<>~^!=]=?=?|~>) ?\d[\w.*]{0,15}[\w*])+`
		)
	],
	[
		'code',
		'=',
		inPieces(
			'gmu',
			'(?<=^[ \\t]{0,40}(?:[-*] )?["\'`]?)',
			String.raw`[A-Za-z][\w.-]{1,40}(?:\[[\w,]{1,40}\])?(?:[>~<!]=|==)\d{1,5}(?:\.\d{1,5}){1,3}`,
			'(?=["\'`]?[ \\t]*(?:,|$))'
		)
	],
	// An option with its two dashes, also in what is set like code.
	['code', '--', /(?<![\w/=-])--[a-z][a-z\d]+(?:-[a-z\d]+)*(?=[\s=:,.)\]"'`]|$)/gu],
	// The end of a key or a card, the rest of which is hidden.
	[
		'id',
		' ',
		inPieces(
			'gu',
			String.raw`(?<![\p{L}\d.*])(?:[a-z]{2}-)?(?:\.{3}|…|\*{3,}|•{3,})`,
			String.raw`(?=[A-Za-z]{0,3}\d|[a-z]{1,3}[A-Z]|[A-Z][a-z]{0,2}[A-Z])[A-Za-z\d]{4}(?![\p{L}\d])`
		)
	],
	// What a function says of itself.
	['quote', '"""', /(?<=""")[\p{L}][^"\n]{8,120}(?="""|\n)/gu]
];

export function findPrinted(text: string): Mention[] {
	const found: Mention[] = [];
	for (const [kind, needs, pattern] of patterns) {
		if (!text.includes(needs)) continue;
		for (const match of matchesOf(pattern, text))
			found.push({ kind, text: match[0].trimEnd(), offset: match.index });
	}
	return found;
}
