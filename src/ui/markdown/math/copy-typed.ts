/** Formulas leave the page as they were typed: a browser writes their signs one below the other, and their source behind them. */

/** What is selected, with whole formulas in their own words. */
interface Selected {
	readonly text: string;
	readonly html: string;
}

/** Where a set formula holds what was typed. */
const typed = 'data-typed';

/** Remembers what a formula was set from. */
export const keepTyped = (math: Element, text: string): void => {
	math.setAttribute(typed, text);
};

/**
 * Null where no formula is selected: what the browser writes is right. `within`: what is selected in this element alone,
 * also where no formula is.
 */
export function selectedAsTyped(within: Element | null = null): Selected | null {
	const selection = document.getSelection();
	if (!selection || selection.isCollapsed || selection.rangeCount === 0) return null;
	const selected = selection.getRangeAt(0);
	const range = withWholeFormulas(within ? partIn(selected, within) : selected);
	const holder = document.createElement('div');
	holder.className = 'prose visually-hidden';
	holder.append(range.cloneContents());
	const formulas = holder.querySelectorAll(`[${typed}]`);
	if (formulas.length === 0 && !within) return null;
	for (const math of formulas) math.replaceWith(math.getAttribute(typed) ?? '');
	// Who copies what is around them wants neither the buttons nor the head of a block of code.
	for (const pressed of holder.querySelectorAll('button, .code-head')) pressed.remove();
	// Lines are known only to what is in the page.
	document.body.append(holder);
	const text = holder.innerText;
	holder.remove();
	return { text, html: holder.innerHTML };
}

/** Not by `cloneRange`: of a range of the selection, once an end is moved, Firefox 153 copies no contents but throws. */
function copyOf({ startContainer, startOffset, endContainer, endOffset }: Range): Range {
	const range = document.createRange();
	range.setStart(startContainer, startOffset);
	range.setEnd(endContainer, endOffset);
	return range;
}

/** What of a range is in an element in which it begins or ends. */
export function partIn(selected: Range, element: Element): Range {
	const range = copyOf(selected);
	if (!element.contains(range.startContainer)) range.setStart(element, 0);
	if (!element.contains(range.endContainer)) range.setEnd(element, element.childNodes.length);
	return range;
}

/** A part of a formula has no words of its own: it goes as a whole. */
function withWholeFormulas(selected: Range): Range {
	const range = copyOf(selected);
	const first = formulaAround(range.startContainer);
	const last = formulaAround(range.endContainer);
	if (first) range.setStartBefore(first);
	if (last) range.setEndAfter(last);
	return range;
}

const formulaAround = (node: Node): Element | null => {
	const element = node instanceof Element ? node : node.parentElement;
	return element?.closest('.formula') ?? null;
};

const isField = (target: EventTarget | null): boolean =>
	target instanceof Element && target.closest('input, textarea') !== null;

/** Answers `copy` anywhere in the page. */
export function copyAsTyped(event: ClipboardEvent): void {
	if (event.defaultPrevented || !event.clipboardData || isField(event.target)) return;
	const selected = selectedAsTyped();
	if (!selected) return;
	event.clipboardData.setData('text/plain', selected.text);
	event.clipboardData.setData('text/html', selected.html);
	event.preventDefault();
}
