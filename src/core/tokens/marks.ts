/** What a run of marks does to the word behind it and to the end of its line. */
import { slotOf } from '#core/tokens/classes.ts';

const dashWord = slotOf('dashWord');
const dotWord = slotOf('dotWord');
const punctRunWord = slotOf('punctRunWord');

const open = 40;
const hyphen = 45;
const stop = 46;
const underscore = 95;

// A table, because half the characters of code are asked.
const marks = new Uint8Array(128);
marks.fill(1, 33, 127);
marks.fill(0, 48, 58).fill(0, 65, 91).fill(0, 97, 123);

export const isMark = (code: number): boolean => marks[code] === 1;

/** The last character of the line that ends here; the carriage return of Windows does not count. */
export function lastOfLine(text: string, end: number): number {
	const code = text.charCodeAt(end - 1);
	return code === 13 ? text.charCodeAt(end - 2) : code;
}

/** Which count a run of marks before a letter is: a word takes a single mark along, unless a space stands before it. */
export function markRunSlot(text: string, from: number, end: number): number {
	if (end - from > 1 || text.charCodeAt(from - 1) === 32) return punctRunWord;
	const code = text.charCodeAt(from);
	if (code === stop || code === open) return dotWord;
	return code === hyphen || code === underscore ? dashWord : punctRunWord;
}
