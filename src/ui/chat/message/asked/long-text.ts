/** Which messages are folded: told from their words alone, so that no message costs a layout. */

const lines = 20;
const characters = 2000;

/** Whether a text takes more room than somebody who reads on wants to scroll past. */
export function isLong(text: string): boolean {
	if (text.length > characters) return true;
	let count = 1;
	for (let at = text.indexOf('\n'); at !== -1 && count <= lines; at = text.indexOf('\n', at + 1))
		count += 1;
	return count > lines;
}
