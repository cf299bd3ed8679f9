/** A block of code that a text opens and does not close: in a file of several texts it would swallow all that follow. */

const opening = /^( {0,3})(`{3,}|~{3,})(.*)$/;
const item = /^ {0,3}(?:[-*+]|\d{1,9}[.)]) /;

/**
 * The mark that closes the block of code in which a text ends; empty where it ends in none, or in one of an item or a
 * quote, which ends with these.
 */
export function openFence(text: string): string {
	let open = '';
	/** Behind an item, what is indented is taken to belong to one. */
	let hasItem = false;
	for (const line of text.split(/\r?\n/)) {
		const [, indent = '', mark = '', info = ''] = opening.exec(line) ?? [];
		if (open !== '') {
			if (mark.startsWith(open) && info.trim() === '') open = '';
		} else {
			hasItem ||= item.test(line);
			const isOpened = !(mark.startsWith('`') && info.includes('`')) && !(hasItem && indent !== '');
			if (isOpened) open = mark;
		}
	}
	return open;
}
