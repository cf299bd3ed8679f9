/** What people read of a text in Markdown: its words without the signs. For snippets, where nothing is rendered. */

/** Each sign with what takes its place, in this order. */
const signs: readonly (readonly [RegExp, string])[] = [
	// Fences of code, rules of tables and between parts.
	[/^[ \t]*(?:```|~~~)[^\n]*$/gm, ''],
	[/^[ \t]*([-*_])(?:[ \t]*\1){2,}[ \t]*$/gm, ''],
	[/^[ \t]*\|(?:[ \t]*:?-+:?[ \t]*\|)+[ \t]*$/gm, ''],
	[
		/(?<![\p{L}\p{N}\]])!?\[([^[\]\n]*)\]\([^()\s]*(?:\([^()\s]*\)[^()\s]*)*(?:[ \t]+"[^"\n]*")?\)/gu,
		'$1'
	],
	// As deep as anybody nests: the engine remembers each round of it.
	[/^[ \t]*(?:(?:#{1,6}|>|[-*+]|\d{1,3}[.)])[ \t]+){1,40}(?:\[[ xX]\][ \t]+)?/gm, ''],
	[/(`{1,9})([^`\n]+)\1/g, '$2'],
	// Up to the next of them: to the end of the line would be as far again from each that none closes.
	[/\*\*(?=\S)((?:(?!\*\*)[^\n])*?\S)\*\*/g, '$1'],
	[/~~(?=\S)((?:(?!~~)[^\n])*?\S)~~/g, '$1'],
	[/(?<![\p{L}\p{N}*])\*(?=[^\s*])([^*\n]*?[^\s*])\*(?![\p{L}\p{N}*])/gu, '$1'],
	[/(?<![\p{L}\p{N}_])_(?=[^\s_])([^_\n]*?[^\s_])_(?![\p{L}\p{N}_])/gu, '$1'],
	[/\\([\\`*_{}[\]()#+.!<>~|-])/g, '$1'],
	[/\n{3,}/g, '\n\n']
];

/** A row of a table, as it is mostly written; strokes without room beside them are no borders. */
const row = /^[ \t]*\|[ \t][^\n]*[ \t]\|[ \t]*$/gm;

/** What stands in a row, cell by cell. */
function cellsOf(row: string): string {
	const cells = row.split('|').map((cell) => cell.trim());
	return cells.filter((cell) => cell !== '').join(' · ');
}

/** Total; a text without signs stays as it is. Words are neither added nor joined. */
export const plainWords = (text: string): string =>
	signs
		.reduce((left, [sign, instead]) => left.replace(sign, instead), text)
		.replace(row, cellsOf)
		.trim();
