/** Tells keys, hashes and base64 from words. */
import { slotOf } from '#core/tokens/classes.ts';

const dense = slotOf('dense');
const denseHex = slotOf('denseHex');

const isUpper = (code: number): boolean => code >= 65 && code <= 90;
const isDigit = (code: number): boolean => code >= 48 && code <= 57;

/**
 * The class of a run of letters and digits that carries no words, 0 where it does: many changes of case or many digits
 * tell them apart.
 */
export function denseKind(text: string, from: number, end: number): number {
	let digits = 0;
	let changes = 0;
	let hex = true;
	let last = 0;
	for (let at = from; at < end; at++) {
		const code = text.charCodeAt(at);
		const kind = isDigit(code) ? 1 : isUpper(code) ? 2 : 3;
		if (kind === 1) digits++;
		else if ((code | 32) > 102) hex = false;
		// A capital before small letters begins a word and is no change.
		if (last !== 0 && kind !== last && !(last === 2 && kind === 3)) changes++;
		last = kind;
	}
	const length = end - from;
	if (digits === length) return 0;
	if (hex && digits > 0) return denseHex;
	return changes * 5 >= length || digits * 5 >= length ? dense : 0;
}
