/**
 * Enter in a list goes on with the list: a new bullet of the same kind, or, in an empty one, out of the list. Returns
 * false where the browser should do what it always does.
 */
export function continueList(area: HTMLTextAreaElement): boolean {
	const { value, selectionStart, selectionEnd } = area;
	const start = value.lastIndexOf('\n', selectionStart - 1) + 1;
	const line = value.slice(start, selectionStart);
	const mark = /^(\s*)([-*+]|\d+[.)])(\s+)(\[[ xX]\]\s+)?/.exec(line);
	if (!mark || selectionStart !== selectionEnd) return false;
	const [whole, indent = '', sign = '', gap = ' ', box] = mark;
	const isEmpty = line.length === whole.length;
	if (isEmpty) {
		area.setRangeText('', start, selectionStart, 'end');
		return true;
	}
	const number = /^\d+/.exec(sign)?.[0];
	const next = number === undefined ? sign : sign.replace(number, String(Number(number) + 1));
	area.setRangeText(
		`\n${indent}${next}${gap}${box ? '[ ] ' : ''}`,
		selectionStart,
		selectionEnd,
		'end'
	);
	return true;
}
