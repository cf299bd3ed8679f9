/** What Enter, Tab and Shift+Tab do in a Markdown list: decided on the text, done by whoever holds the text area. */

/** Replace `from`–`to` by `text`; then the selection is `start`–`end`. UTF-16 offsets, line ends as `\n`. */
export interface TextEdit {
	readonly from: number;
	readonly to: number;
	readonly text: string;
	readonly start: number;
	readonly end: number;
}

interface Selection {
	readonly start: number;
	readonly end: number;
}

const itemMark = /^([ \t]*)([-*+]|\d{1,9}[.)])([ \t]+|$)(\[[ xX]\][ \t]+)?/;
const fenceMark = /^\s*(?:```|~~~)/;

/** Whether an offset lies in a code fence, where a dash is only a dash. */
const isFenced = (text: string, at: number): boolean =>
	text
		.slice(0, at)
		.split('\n')
		.slice(0, -1)
		.filter((line) => fenceMark.test(line)).length %
		2 ===
	1;

const lineStart = (text: string, at: number): number => text.lastIndexOf('\n', at - 1) + 1;

function lineEnd(text: string, at: number): number {
	const end = text.indexOf('\n', at);
	return end < 0 ? text.length : end;
}

/**
 * Enter in a list goes on with the list: a new item of the same kind; in an empty one, out of the list. Null where
 * Enter is only a line break: with a selection, outside lists, in front of the words of an item, in code.
 */
export function continueList(text: string, { start, end }: Selection): TextEdit | null {
	if (start !== end || isFenced(text, start)) return null;
	const from = lineStart(text, start);
	const line = text.slice(from, lineEnd(text, start));
	const mark = itemMark.exec(line);
	if (!mark) return null;
	const [whole, indent = '', sign = '', gap = '', box] = mark;
	if (start < from + whole.length) return null;
	if (line.trimEnd().length <= whole.trimEnd().length)
		return { from, to: lineEnd(text, start), text: '', start: from, end: from };
	const number = /^\d+/.exec(sign)?.[0];
	const next = number === undefined ? sign : sign.replace(number, String(Number(number) + 1));
	const put = `\n${indent}${next}${gap === '' ? ' ' : gap}${box ? '[ ] ' : ''}`;
	const caret = start + put.length;
	return { from: start, to: start, text: put, start: caret, end: caret };
}

/** Columns of an indent; a tab goes to the next multiple of four. */
function columnsOf(indent: string): number {
	let columns = 0;
	for (const sign of indent) columns += sign === '\t' ? 4 - (columns % 4) : 1;
	return columns;
}

interface Item {
	readonly columns: number;
	/** Where its words begin, columns. */
	readonly words: number;
}

function itemOf(line: string): Item | null {
	const mark = itemMark.exec(line);
	if (!mark) return null;
	const [, indent = '', sign = '', gap = ''] = mark;
	const columns = columnsOf(indent);
	return { columns, words: columns + sign.length + Math.min(Math.max(gap.length, 1), 4) };
}

/** Items above a line, nearest first, up to the beginning of the list: a blank line or a paragraph ends it. */
function itemsAbove(text: string, from: number): Item[] {
	const lines = text.slice(0, Math.max(0, from - 1)).split('\n');
	if (from === 0) return [];
	const items: Item[] = [];
	for (const line of lines.toReversed()) {
		const item = itemOf(line);
		if (item) items.push(item);
		else if (line.trim() === '' || !/^\s/.test(line)) break;
	}
	return items;
}

/** How many columns the first of the items goes in or out; 0 where it can go nowhere. */
function shiftOf(item: Item, above: readonly Item[], way: 'in' | 'out'): number {
	if (way === 'out') {
		if (item.columns === 0) return 0;
		const parent = above.find((other) => other.columns < item.columns);
		return (parent?.columns ?? 0) - item.columns;
	}
	// An item goes under the one before it on its own level, and no deeper.
	const sibling = above.find((other) => other.columns <= item.columns);
	const nearest = above[0];
	if (!sibling || !nearest || nearest.columns < item.columns) return 0;
	return Math.max(0, sibling.words - item.columns);
}

/** An indent moved by columns; one made of tabs stays one made of tabs. */
function reindent(indent: string, by: number): string {
	const columns = Math.max(0, columnsOf(indent) + by);
	if (/^\t+$/.test(indent)) return '\t'.repeat(Math.max(0, indent.length + Math.sign(by)));
	return ' '.repeat(columns);
}

/**
 * Tab and Shift+Tab move the items of the selection in and out of the list above them. Null where there is nothing to
 * move: the key then moves the focus on, so that nobody is held in the text area.
 */
export function indentList(text: string, selection: Selection, way: 'in' | 'out'): TextEdit | null {
	const from = lineStart(text, selection.start);
	// A selection that ends at the beginning of a line does not hold that line.
	const last = selection.end > selection.start ? selection.end - 1 : selection.end;
	const to = Math.max(lineEnd(text, last), from);
	if (isFenced(text, from)) return null;
	const lines = text.slice(from, to).split('\n');
	const first = itemOf(lines[0] ?? '');
	if (!first) return null;
	const by = shiftOf(first, itemsAbove(text, from), way);
	if (by === 0) return null;
	const moved = lines.map((line) => {
		const indent = /^[ \t]*/.exec(line)?.[0] ?? '';
		if (line.trim() === '') return line;
		return reindent(indent, by) + line.slice(indent.length);
	});
	const put = moved.join('\n');
	const grown = (moved[0]?.length ?? 0) - (lines[0]?.length ?? 0);
	return {
		from,
		to,
		text: put,
		start: Math.max(from, selection.start + grown),
		end: Math.max(from, selection.end + put.length - (to - from))
	};
}
