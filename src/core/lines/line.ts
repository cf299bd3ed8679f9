import type { Failure } from '#core/failure.ts';
import { cleanText } from '#core/text/clean-text.ts';
import { startOfText } from '#core/text/excerpt.ts';

/** A memory line is one line: whatever text comes in, exactly one list item goes out (security rows 20 and 32). */

/** Longest memory line, in UTF-16 units. */
export const longestLine = 500;
/** Of a longer text only this much is looked at: marks come off one by one, and a text may be made of nothing else. */
const longestLook = 4000;

/**
 * Marks of lists, headings, quotes, tasks and fences at the beginning of a line. A number may be a date, a minus belong to a
 * number and a # to a word: whoever reads a list takes its marks off.
 */
const leadingMark =
	/^(?:(?:>|#(?![\p{L}\p{N}])|-(?!\d))+|[*+•·](?=\s|$)|\[[ xX]?\](?=\s|$)|`{3,}|~{3,})\s*/u;

/**
 * One line of at most 500 UTF-16 units: invisible signs out, white space and line ends to single spaces, leading
 * list, heading and quote marks off, a hyphen before a number made a minus. Empty when nothing readable is left.
 * Cleaning twice is cleaning once.
 */
export const cleanLine = (text: string): string =>
	startOfText(withoutMarks(inOneLine(text)), longestLine).trimEnd();

/** Whether `cleanLine` would leave words of this out: what somebody wrote to be kept is kept whole or not at all. */
export function isTooLong(text: string): boolean {
	const whole = inOneLine(text);
	return whole.length > longestLook || withoutMarks(whole).length > longestLine;
}

/** Why somebody's words make no line of memory; null: they make one. */
export function whyNoLine(text: string): Failure | null {
	if (cleanLine(text) === '') return { kind: 'unreadable', what: text };
	return isTooLong(text) ? { kind: 'line-too-long', most: longestLine } : null;
}

const inOneLine = (text: string): string =>
	cleanText(text)
		.text.replace(/[\s\u0085]+/gu, ' ')
		.trim();

function withoutMarks(whole: string): string {
	let line = startOfText(whole, longestLook);
	for (let before = ''; before !== line;) {
		before = line;
		// A sign that belonged to a mark is left alone with it.
		line = cleanText(line.replace(leadingMark, '')).text.trimStart();
	}
	return line.replace(/^-(?=\d)/, '−');
}

/** What changes how a word is drawn and not which it is. */
const unheard = /\u200c|\u200d|\ufe0e|\ufe0f/gu;
const edge = /^[^\p{L}\p{N}\p{S}#@%-]+|[^\p{L}\p{N}\p{M}\p{S}#%]+$/gu;

/**
 * The form in which lines are compared: two lines that a person would call the same have one. Case, width, marks of
 * emphasis, punctuation around words and spaces do not count, nor a # in front: lines were stored without.
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
		.replace(/^#+/, '')
		.normalize('NFKC')
		.toLowerCase()
		.replace(unheard, '')
		.replace(/[*_`~]+/g, ' ')
		.split(/\s+/u)
		.map((word) => word.replace(edge, '').replace(/^-+(?!\d)/, ''))
		.filter((word) => word !== '')
		.join(' ');
