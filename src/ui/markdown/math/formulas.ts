/** Finds formulas in Markdown, so that nothing in them is taken for a star, a list or a link. What they look like is decided later. */
import type { MarkdownIt, StateBlock, StateInline } from 'markdown-it';

/** A formula as it was typed, taken apart. */
interface Formula {
	readonly tex: string;
	/** On lines of its own. */
	readonly display: boolean;
}

/** Longer ones stay text (characters): setting one would hold the page for longer than a long task. */
const longestFormula = 4000;

const kinds = [
	{ open: '$$', close: '$$', display: true },
	{ open: '\\[', close: '\\]', display: true },
	{ open: '\\(', close: '\\)', display: false },
	{ open: '$', close: '$', display: false }
] as const;

/** Takes a formula out of its signs; `typed` is what the parser found. */
export function formulaIn(typed: string): Formula | null {
	const text = typed.trim();
	const kind = kinds.find(({ open, close }) => text.startsWith(open) && text.endsWith(close));
	if (!kind) return null;
	const tex = text.slice(kind.open.length, -kind.close.length);
	return { tex, display: kind.display };
}

/** Words between brackets or dollars may be anything; these signs are hardly ever in any that is no formula. */
const looksLikeTex = /[\\^_={}]/;

export function readFormulas(markdown: MarkdownIt) {
	markdown.inline.ruler.before('escape', 'formula', inlineFormula);
	markdown.block.ruler.before('fence', 'formula', formulaLines, {
		alt: ['paragraph', 'reference', 'blockquote', 'list']
	});
	const { escapeHtml } = markdown.utils;
	markdown.renderer.rules.formula = (tokens, index) => {
		const { content = '', block } = tokens[index] ?? {};
		// An element of lines, though it is drawn as a block: it may stand in a paragraph, and a block would end that.
		const isDisplay = formulaIn(content)?.display === true;
		const typed = escapeHtml(content);
		const element = `<span class="formula${isDisplay ? ' scroll' : ''}">${typed}</span>`;
		return block === true ? `<p>${element}</p>\n` : element;
	};
}

function inlineFormula(state: StateInline, silent: boolean): boolean {
	const rest = state.src.slice(state.pos, Math.min(state.posMax, state.pos + longestFormula));
	const before = state.src[state.pos - 1] ?? '';
	const typed = formulaAtStart(rest, { before });
	if (typed === null) return false;
	if (!silent) state.push('formula', '', 0).content = typed;
	state.pos += typed.length;
	return true;
}

/** The formula a text begins with, as it was typed, or null. */
function formulaAtStart(text: string, { before }: { readonly before: string }): string | null {
	const kind = kinds.find(({ open }) => text.startsWith(open));
	if (!kind) return null;
	const { open, close } = kind;
	const end = closing(text, { close, from: open.length });
	if (end < 0) return null;
	const tex = text.slice(open.length, end);
	const after = text.slice(end + close.length, end + close.length + 3);
	// Code is never part of a formula.
	if (tex.trim() === '' || tex.includes('`')) return null;
	if (open === '\\[' && !isBracketed(tex, after)) return null;
	if (open === '$' && !isBetweenDollars(tex, { before, after })) return null;
	return open + tex + close;
}

/** Where the closing sign begins, one behind a backslash left out; −1 where there is none. */
function closing(
	text: string,
	{ close, from }: { readonly close: string; readonly from: number }
): number {
	for (let at = from; at < text.length; at += 1) {
		if (text.startsWith(close, at)) return at;
		if (text[at] === '\\') at += 1;
	}
	return -1;
}

/** In Markdown `\[` is also a bracket that begins no link, and many programs write every bracket so. */
const isBracketed = (tex: string, after: string): boolean =>
	/^\s|\\[a-z]|\^/i.test(tex) && !after.startsWith('(');

/**
 * Dollars are money and variables of a shell far more often than formulas: as in Pandoc no space stands inside of them
 * and no digit behind, and beyond that no word on either side, but for the ending of an ordinal.
 */
const isBetweenDollars = (
	tex: string,
	{ before, after }: { readonly before: string; readonly after: string }
): boolean =>
	!/^\s|\s$/.test(tex) &&
	!/[\w$\\]$/.test(before) &&
	(!/^[\w$({]/.test(after) || /^(?:th|st|nd|rd|s)(?!\w)/.test(after));

/**
 * A formula on lines of its own. Where one begins is settled by its first line, so that nothing before it changes when
 * more text comes; it ends with its closing sign, and without one before an empty line or code, and then it is a paragraph.
 */
function formulaLines(state: StateBlock, startLine: number, endLine: number, silent: boolean) {
	const first = lineOf(state, startLine);
	if (indentOf(state, startLine) >= 4) return false;
	const kind = kinds.find(({ open, display }) => display && first.startsWith(open));
	if (!kind || !begins(first.slice(kind.open.length), kind.close)) return false;
	if (silent) return true;
	let line = startLine;
	let closed = closesAt(first.slice(kind.open.length), kind.close);
	while (closed < 0 && line + 1 < endLine && goesOn(state, line + 1)) {
		line += 1;
		closed = closesAt(lineOf(state, line), kind.close);
	}
	state.line = line + 1;
	const content = state.getLines(startLine, line + 1, state.blkIndent, false).trim();
	const isWhole = closed === 0 && content.length <= longestFormula && isSomething(content, kind);
	put(state, { content, isWhole, map: [startLine, line + 1] });
	return true;
}

const lineOf = ({ src, bMarks, tShift, eMarks }: StateBlock, line: number): string =>
	src.slice((bMarks[line] ?? 0) + (tShift[line] ?? 0), eMarks[line]).trimEnd();

/** Columns beyond what it stands in; negative where it stands outside. */
const indentOf = ({ sCount, blkIndent }: StateBlock, line: number): number =>
	(sCount[line] ?? 0) - blkIndent;

/** Whether what follows the opening sign on its line can be the beginning of a formula, or all of one. */
function begins(rest: string, close: string): boolean {
	if (rest.includes('`')) return false;
	const left = closesAt(rest, close);
	if (left >= 0) return left === 0 && (close === '$$' || isBracketed(rest.slice(0, -2), ''));
	return rest === '' || looksLikeTex.test(rest);
}

/** How many characters stand behind the closing sign of a line; −1 where it does not close. */
function closesAt(line: string, close: string): number {
	const at = closing(line, { close, from: 0 });
	return at < 0 ? -1 : line.length - at - close.length;
}

const goesOn = (state: StateBlock, line: number): boolean =>
	!state.isEmpty(line) && indentOf(state, line) >= 0 && !/`|^~~~/.test(lineOf(state, line));

const isSomething = (content: string, kind: (typeof kinds)[number]): boolean =>
	content.slice(kind.open.length, -kind.close.length).trim() !== '';

function put(
	state: StateBlock,
	{
		content,
		isWhole,
		map
	}: { readonly content: string; readonly isWhole: boolean; readonly map: [number, number] }
) {
	if (isWhole) {
		const token = state.push('formula', '', 0);
		Object.assign(token, { content, map });
		return;
	}
	state.push('paragraph_open', 'p', 1).map = map;
	Object.assign(state.push('inline', '', 0), { content, map, children: [] });
	state.push('paragraph_close', 'p', -1);
}
