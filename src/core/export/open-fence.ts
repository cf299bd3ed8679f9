/** What a text opens and does not close: in a file of several texts it would swallow all that follow. */

const opening = /^( {0,3})(`{3,}|~{3,})(.*)$/;
const item = /^ {0,3}(?:[-*+]|\d{1,9}[.)]) /;
/** Stands before what begins a line in a quote or an item. */
const lead = /^[\s>]*(?:(?:[-*+]|\d{1,9}[.)])\s[\s>]*)*/;

/** What closes the HTML that a line begins with, where that hides or takes in all that follows it. */
function closerOf(line: string): string {
	const [, kind = '', name = ''] =
		/^<(!--|\?|!\[CDATA\[|(script|style|pre|textarea)(?=[\s>]|$))/i.exec(line) ?? [];
	if (name !== '') return `</${name.toLowerCase()}>`;
	return { '': '', '!--': '-->', '?': '?>' }[kind] ?? ']]>';
}

/**
 * What closes the block of code, or the HTML, in which a text ends; empty where it ends in none, or in code of an item or
 * a quote, which ends with these. HTML does not: no viewer shows what follows a comment in a quote.
 */
export function openFence(text: string): string {
	let open = '';
	let isCode = false;
	/** What closes the HTML of an item or a quote; as Markdown it ends with these. */
	let within = '';
	/** Behind an item, what is indented is taken to belong to one. */
	let hasItem = false;
	for (const line of text.split(/\r?\n/)) {
		const [, indent = '', mark = '', info = ''] = opening.exec(line) ?? [];
		const isHeld = (closer: string) => !line.toLowerCase().includes(closer);
		if (open === '') {
			hasItem ||= item.test(line);
			const isOpened = !(mark.startsWith('`') && info.includes('`')) && !(hasItem && indent !== '');
			isCode = isOpened && mark !== '';
			open = isCode ? mark : closerOf(hasItem ? line : line.replace(/^ {0,3}/, ''));
			if (open === '') within ||= closerOf(line.replace(lead, ''));
			if (within !== '' && lead.exec(line)?.[0] !== '' && !isHeld(within)) within = '';
		} else if (isCode && mark.startsWith(open) && info.trim() === '') open = '';
		if (!isCode && open !== '' && !isHeld(open)) open = '';
	}
	return open || within;
}
