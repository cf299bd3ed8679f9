/** Blanks formulas out: their letters with a low line or a stroke look like names in code, and are none. */

/** Longer ones stay text, in characters, as on screen. */
const longest = 4000;

/** Code is never part of a formula, and comes first so that none begins in it. */
const parts = new RegExp(
	[
		String.raw`(?<code>\x60{3}[^]*?(?:\x60{3}|$)|\x60[^\x60\n]+\x60)`,
		String.raw`\$\$[^$\x60]{1,${String(longest)}}\$\$`,
		String.raw`\\\[(?:[^\\\x60]|\\(?![[\]])){1,${String(longest)}}\\\]`,
		String.raw`\\\((?:[^\\\x60\n]|\\(?![()])){1,300}\\\)`,
		// Dollars are money and variables of a shell more often: no space inside, no word on either side.
		String.raw`(?<![\w$\\])\$(?![\s$])[^$\x60\n]{1,300}(?<!\s)\$(?![\w$({])`
	].join('|'),
	'gu'
);

/** Signs that hardly ever stand in words that are no formula. */
const looksLikeTex = /[\\^_={}]/u;

/** A text of the same length and lines with its formulas blanked out. */
export function withoutFormulas(text: string): string {
	if (!/\$|\\[([]/u.test(text)) return text;
	return text.replace(parts, (found, code: string | undefined) => {
		if (code !== undefined) return found;
		const inside = found.replace(/^(?:\$+|\\[([])|(?:(?<!\$)\$+|\\[)\]])$/gu, '');
		return looksLikeTex.test(inside) ? found.replace(/[^\n]/gu, ' ') : found;
	});
}
