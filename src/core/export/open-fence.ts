/** A block of code that a text opens and does not close: in a file of several texts it would swallow all that follow. */

const opening = /^ {0,3}(`{3,}|~{3,})(.*)$/;
const item = /^ {0,3}(?:[-*+]|\d{1,9}[.)]) (?: {0,3}(?=\S))?/;
const breakLine = /^ {0,3}([-*_])[ \t]*(?:\1[ \t]*){2,}$/;
/** What goes on in no paragraph of an item. */
const begins = /^ {0,3}(?:>|`{3}|~{3}|#{1,6}(?:\s|$)|<)/;

const indentOf = (line: string): number => /^ */.exec(line)?.[0].length ?? 0;

/** The mark of a block of code after a line: that of the block it stands in, or opens; empty: of none. */
function markAfter(open: string, line: string): string {
	const [, mark = '', info = ''] = opening.exec(line) ?? [];
	if (open === '') return mark.startsWith('`') && info.includes('`') ? '' : mark;
	return mark.startsWith(open) && info.trim() === '' ? '' : open;
}

/**
 * The mark that closes the block of code in which a text ends; empty where it ends in none, or in one of an item or a
 * quote, which ends with these.
 */
export function openFence(text: string): string {
	let open = '';
	/** How far lines are indented that stand in the item that began last, 0: none; the mark of its block of code. */
	let width = 0;
	let inItem = '';
	/** The last line is a paragraph of the item: it goes on also without the indent. */
	let isParagraph = false;
	for (const line of text.split(/\r?\n/)) {
		if (line.trim() === '') {
			isParagraph = false;
		} else if (open !== '') {
			open = markAfter(open, line);
		} else if (width > 0 && indentOf(line) >= width) {
			[inItem, isParagraph] = withinItem(inItem, line.slice(width));
		} else if (!isParagraph || beginsAnew(line) || widthOf(line) > 0) {
			width = widthOf(line);
			[inItem, isParagraph] = width > 0 ? withinItem('', line.slice(width)) : ['', false];
			if (width === 0) open = markAfter('', line);
		}
	}
	return open;
}

/** After a line of an item: the mark of its block of code, and whether the line is one of a paragraph. */
function withinItem(mark: string, line: string): [string, boolean] {
	const after = markAfter(mark, line);
	return [after, mark === '' && after === '' && !beginsAnew(line)];
}

const beginsAnew = (line: string): boolean => begins.test(line) || breakLine.test(line);

/** How far the lines of the item are indented that a line begins; 0: it begins none. */
const widthOf = (line: string): number =>
	breakLine.test(line) ? 0 : (item.exec(line)?.[0].length ?? 0);
