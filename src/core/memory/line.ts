/** A memory line is one line: whatever text comes in, exactly one list item goes out (security rows 20 and 32). */

/** Longest memory line, in UTF-16 units. */
export const longestLine = 500;

/** Controls, lone surrogates, tags, bidi controls, zero-width and other signs that a person cannot see. */
const invisible =
	// eslint-disable-next-line no-control-regex, no-misleading-character-class -- the ranges are the point
	/[\u0000-\u0008\u000e-\u001f\u007f-\u0084\u0086-\u009f\u00ad\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff0-\ufffb\u{1bca0}-\u{1bca3}\u{1d173}-\u{1d17a}\u{e0000}-\u{e0fff}]|\p{Cs}/gu;

/** A selector that belongs to no emoji or keycap hides data. */
const selectors = /(?<!\p{Extended_Pictographic}|[0-9#*])[\ufe00-\ufe0f]/gu;

/** Marks of lists, headings, quotes, tasks and fences at the beginning of a line. */
const leadingMark =
	/^(?:[#>-]+|[*+•·](?=\s|$)|\d{1,9}[.)](?=\s|$)|\[[ xX]?\](?=\s|$)|`{3,}|~{3,})\s*/u;

/** Text without signs that a person cannot see, and how many there were. */
export function withoutInvisible(text: string): {
	readonly text: string;
	readonly removed: number;
} {
	let removed = 0;
	const drop = (): string => {
		removed++;
		return '';
	};
	// A selector that hid behind another one shows only when that one is gone.
	let shown = text.replace(invisible, drop);
	for (let before = ''; before !== shown;) {
		before = shown;
		shown = shown.replace(selectors, drop);
	}
	return { text: shown, removed };
}

/**
 * One line of at most 500 UTF-16 units: invisible signs out, white space and line ends to single spaces, leading
 * list, heading and quote marks off. Empty when nothing readable is left. Cleaning twice is cleaning once.
 */
export function cleanLine(text: string): string {
	let line = withoutInvisible(text)
		.text.replace(/[\s\u0085]+/gu, ' ')
		.trim();
	for (let before = ''; before !== line;) {
		before = line;
		line = line.replace(leadingMark, '').replace(selectors, '').trimStart();
	}
	return cut(line).trimEnd();
}

/** Cut at 500 units, never inside a character. */
function cut(line: string): string {
	if (line.length <= longestLine) return line;
	return line.slice(0, longestLine).replace(/[\ud800-\udbff]$/, '');
}

const edge = /^[^\p{L}\p{N}\p{S}#@%-]+|[^\p{L}\p{N}\p{M}\p{S}#%]+$/gu;

/**
 * The form in which lines are compared: two lines that a person would call the same have one. Case, width, marks of
 * emphasis, punctuation around words and spaces do not count.
 */
export function normaliseLine(text: string): string {
	let line = normaliseOnce(text);
	// What is left may begin with a mark again.
	for (let before = ''; before !== line;) {
		before = line;
		line = normaliseOnce(line);
	}
	return line;
}

const normaliseOnce = (text: string): string =>
	cleanLine(text)
		.normalize('NFKC')
		.toLowerCase()
		.replace(/[*_`~]+/g, ' ')
		.split(/\s+/u)
		.map((word) => word.replace(edge, '').replace(/^-+(?!\d)/, ''))
		.filter((word) => word !== '')
		.join(' ');
