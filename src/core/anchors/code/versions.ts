/** Finds what a number after its name tells apart: releases, pinned packages, standards, answers of a server. */
import type { Mention } from '#core/anchors/passage.ts';
import { matchesOf } from '#core/anchors/text/matches.ts';
import { inPieces } from '#core/anchors/text/patterns.ts';

/** Before these a capital only begins a sentence or a label. */
const labels = [
	'Section|Item|Task|Step|Chapter|Figure|Table|Part|Page|Phase|Rating|Score|Total|Price',
	'About|Only|From'
].join('|');
/** What is released by whole numbers. */
const released = [
	// Languages and systems.
	String.raw`Python|Node(?:\.js)?|Windows|Ubuntu|Debian|Fedora`,
	// Frameworks, more languages, a database.
	'Vue|Svelte|React|Angular|Java|PHP|Ruby|Rails|Django|Postgres(?:QL)?',
	// Models.
	'Claude|Llama|Gemini|GPT',
	// Telephones and more frameworks.
	String.raw`iOS|Android|Tailwind|Bootstrap|Elixir|OTP|Next(?:\.js)?`
].join('|');

/** From its first digit on, which is rare, with the name before it as what the pattern remembers. */
const after = (name: string, rest: string): RegExp =>
	new RegExp(String.raw`\d(?<=(?<![\p{L}\d_./@#:-])(${name})\d)${rest}`, 'gu');

const patterns: readonly RegExp[] = [
	// `numpy==1.26`, `react@18.2.0`.
	after(
		String.raw`@?[A-Za-z][\w./-]{1,40}(?:\[\w+\])?(?:[=~><!]=|@[~^]?)v?`,
		String.raw`(?:[\w.]*\w)?`
	),
	// `gpt-3.5-turbo`, `python3.12`.
	after(
		'(?:[A-Za-z][a-z]{0,20}(?:-[a-z]{1,12}){0,3}-v?|[a-z]{2,12})',
		String.raw`\d{0,2}(?:\.\d{1,4}){1,3}(?:-[a-z\d](?:[a-z\d.]{0,19}[a-z\d])?){0,4}(?![\p{L}\d_/])`
	),
	// `Python 3.12`, `v2.0`; “Fetched 3.5 hours” is none.
	after(
		String.raw`v|(?!(?:${labels})\b)\p{Lu}[\p{L}+#]{1,20} v?`,
		String.raw`\d{0,2}(?:\.\d{1,4}){1,3}(?:\+|\.x)?(?![\p{L}\d%]|[.,:/-]\d| ?[€$£]| \p{Ll}+s\b)`
	),
	after(`(?:${released}) `, String.raw`\d?(?:\+|\.x)?(?![\p{L}\d%]|[.,:/-]\d| \p{Ll}+s\b)`),
	// `ISO 8601`, `SGR 38;5`.
	after(
		String.raw`(?!(?:ID|AM|PM|IN|OR|AND|TO|OF|AT|ON|BY|NO|OPTION)\b)\p{Lu}{2,6} `,
		String.raw`\d{0,4}(?:[;.]\d{1,5}){0,4}(?![\p{L}\d_,:/-])`
	),
	// What a server answered.
	inPieces(
		'gmu',
		String.raw`[1-5]\d\d(?<=\b(?:returns?|returned|returning|status|code|got|an?|the) \d{3})`,
		String.raw`(?= (?:error|response|status|page|for|if|when|on|instead)\b|[.,;)]|$)`
	)
];

export function findVersions(prose: string): Mention[] {
	const found: Mention[] = [];
	for (const pattern of patterns)
		for (const { 0: number, 1: name = '', index } of matchesOf(pattern, prose))
			found.push({ kind: 'id', text: name + number, offset: index - name.length });
	return found;
}
