/** Cutting text to a length in characters without ever leaving half of one. */

const isLow = (code: number): boolean => code >= 0xdc00 && code <= 0xdfff;

/** The first at most `length` UTF-16 units; a surrogate pair is never split. */
export const headOf = (text: string, length: number): string =>
	text.length <= length
		? text
		: text.slice(0, isLow(text.charCodeAt(length)) ? Math.max(0, length - 1) : length);

/** The last at most `length` UTF-16 units; a surrogate pair is never split. */
function tailOf(text: string, length: number): string {
	if (text.length <= length) return text;
	const start = text.length - length;
	return text.slice(isLow(text.charCodeAt(start)) ? start + 1 : start);
}

/** Head and tail of a text with a line between them that says how much is missing; whole when it is short enough. */
export function excerpt(
	text: string,
	{
		over,
		head,
		tail,
		gap
	}: {
		readonly over: number;
		readonly head: number;
		readonly tail: number;
		readonly gap: (missing: number) => string;
	}
): string {
	if (text.length <= over) return text;
	const start = headOf(text, head);
	const end = tailOf(text, tail);
	return `${start}\n${gap(text.length - start.length - end.length)}\n${end}`;
}
