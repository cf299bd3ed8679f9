/** Tells characters by their codes: the scanner asks of every one of a text, and patterns would be slower. */

export const isDigit = (code: number): boolean => code >= 48 && code <= 57;
export const isUpper = (code: number): boolean => code >= 65 && code <= 90;
export const isLower = (code: number): boolean => code >= 97 && code <= 122;
export const isLetter = (code: number): boolean => isLower(code | 32);

export const codeOf = (sign: string): number => sign.charCodeAt(0);

export function hasLetter(text: string): boolean {
	for (let at = 0; at < text.length; at++) if (isLetter(text.charCodeAt(at))) return true;
	return false;
}

const loose = new Set(Array.from('.,:;!?-+%#=&', codeOf));

/** A piece without the signs at its end that belong to the sentence. */
export function trimEnd(piece: string): string {
	let end = piece.length;
	while (end > 0 && loose.has(piece.charCodeAt(end - 1))) end--;
	return piece.slice(0, end);
}
