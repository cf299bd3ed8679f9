/** Tells what one piece written without spaces is: a hash, an id, a name in code, or nothing. */
import { hasLetter, isDigit, isLetter, isLower, isUpper } from '#core/anchors/code/characters.ts';
import type { AnchorKind } from '#core/anchors/passage.ts';

/** What stands in a piece, told in one pass. */
interface Traits {
	readonly letter: boolean;
	readonly digit: boolean;
	readonly slash: boolean;
	readonly under: boolean;
	readonly hyphens: number;
	readonly dot: number;
	/** A small letter before a capital. */
	readonly humps: number;
	readonly hex: boolean;
}

export function traitsOf(piece: string): Traits {
	let letter = false;
	let digit = false;
	let slash = false;
	let under = false;
	let hyphens = 0;
	let dot = -1;
	let humps = 0;
	let hex = true;
	for (let at = 0; at < piece.length; at++) {
		const code = piece.charCodeAt(at);
		if (isDigit(code)) digit = true;
		else if (isLetter(code)) {
			letter = true;
			if ((code | 32) > 102 || isUpper(code)) hex = false;
			if (isUpper(code) && at > 0 && isLower(piece.charCodeAt(at - 1))) humps++;
		} else {
			hex = false;
			if (code === 47) slash = true;
			else if (code === 95) under = true;
			else if (code === 45) hyphens++;
			else if (code === 46) dot = at;
		}
	}
	return { letter, digit, slash, under, hyphens, dot, humps, hex };
}

/** What a piece without strokes and points is, told by its traits; null: nothing. */
export function kindOf(piece: string, traits: Traits): AnchorKind | null {
	if (isUuid(piece)) return 'uuid';
	if (/^0x[0-9a-f]+$/iu.test(piece)) return 'id';
	if (traits.hex && traits.digit && piece.length >= 7 && piece.length <= 64) return 'hash';
	if (piece.startsWith('#')) return traits.digit || isColour(piece) ? 'id' : null;
	if (traits.under) return hasWord(piece) ? 'code' : null;
	if (traits.humps > 0) return 'code';
	if (!hasLetter(piece)) return null;
	// `256-color` says how many or of what sort.
	if (traits.hyphens > 0 && traits.digit)
		return piece.length > 5 && !/^\d{1,3}-[a-z]+$/u.test(piece) ? 'id' : null;
	if (traits.hyphens > 1) return piece.length > 8 && !idiom.test(piece) ? 'code' : null;
	// `2FBBAH`: a booking; `81a2be`: a colour or a short hash.
	if (traits.digit && isBooking(piece, traits)) return 'id';
	// `sha256`, `utf8`, `v12`: letters and digits in one word.
	return traits.digit && piece.length > 4 && !isDigit(piece.charCodeAt(0)) ? 'id' : null;
}

/** `end-to-end`, `up-to-date`: words of prose. */
const idiom = /-(?:to|of|the|by|in|on|and|or|a|for|up)-/iu;

function isBooking(piece: string, { hex }: Traits): boolean {
	if (hex) return piece.length === 6;
	return piece.length > 4 && piece.length < 13 && /^[\dA-Z]+$/u.test(piece);
}

const isColour = (piece: string): boolean => /^#(?:[0-9a-f]{3}){1,2}$/iu.test(piece);

function hasWord(piece: string): boolean {
	let letters = 0;
	for (let at = 0; at < piece.length; at++) if (isLetter(piece.charCodeAt(at))) letters++;
	return letters > 1;
}

function isUuid(piece: string): boolean {
	if (piece.length !== 36) return false;
	for (let at = 0; at < 36; at++) {
		const code = piece.charCodeAt(at);
		const dash = at === 8 || at === 13 || at === 18 || at === 23;
		if (dash ? code !== 45 : !(isDigit(code) || ((code | 32) >= 97 && (code | 32) <= 102)))
			return false;
	}
	return true;
}
