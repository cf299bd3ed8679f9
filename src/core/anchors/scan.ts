/** Finds paths, links, hashes, ids and code names: the things written without spaces. */
import type { AnchorKind, Mention } from './passage.ts';

const isDigit = (code: number): boolean => code >= 48 && code <= 57;
const isUpper = (code: number): boolean => code >= 65 && code <= 90;
const isLower = (code: number): boolean => code >= 97 && code <= 122;
const isAlnum = (code: number): boolean => isDigit(code) || isLower(code | 32);

/** Signs that may stand inside one of these names. */
const inside = new Set([...'_./@~+-#:%?&=$'].map((sign) => sign.charCodeAt(0)));
const isPart = (code: number): boolean =>
	isAlnum(code) || inside.has(code) || (code >= 0xc0 && code < 0x250);

/** Longest name that is worth carrying, in characters. */
const longest = 240;

/** All such names of a text, in order. Linear in its length; total on any string. */
export function scanNames(text: string): Mention[] {
	const found: Mention[] = [];
	let at = 0;
	while (at < text.length) {
		if (!isPart(text.charCodeAt(at))) {
			at++;
			continue;
		}
		let end = at + 1;
		while (end < text.length && isPart(text.charCodeAt(end))) end++;
		if (end - at > 2) split(text, at, end, found);
		at = end;
	}
	return found;
}

function split(text: string, from: number, end: number, found: Mention[]): void {
	const run = text.slice(from, end);
	const scheme = run.indexOf('://');
	if (scheme > 0) {
		const start = startOfScheme(run, scheme);
		push(found, 'url', trim(run.slice(start)), from + start);
		return;
	}
	// `name: value`, `key=value`, `file.ts:12`, `a?b` are several names in one run.
	let start = 0;
	for (let at = 0; at <= run.length; at++) {
		const code = run.charCodeAt(at);
		const cuts = at === run.length || code === 58 || code === 61 || code === 63 || code === 38;
		if (!cuts) continue;
		if (at - start > 2) classify(run.slice(start, at), from + start, found);
		start = at + 1;
	}
}

function startOfScheme(run: string, scheme: number): number {
	let start = scheme;
	while (start > 0 && isLower(run.charCodeAt(start - 1) | 32)) start--;
	return start;
}

const loose = new Set([...'.,:;!?-+%#=&'].map((sign) => sign.charCodeAt(0)));

function trim(piece: string): string {
	let end = piece.length;
	while (end > 0 && loose.has(piece.charCodeAt(end - 1))) end--;
	return piece.slice(0, end);
}

function push(found: Mention[], kind: AnchorKind, text: string, offset: number): void {
	if (text.length >= 3 && text.length <= longest) found.push({ kind, text, offset });
}

function classify(raw: string, offset: number, found: Mention[]): void {
	let lead = 0;
	while (lead < raw.length && '+-=%&?$@'.includes(raw.charAt(lead))) lead++;
	const piece = trim(raw.slice(lead));
	const at = offset + lead;
	if (piece.length < 3) return;
	const traits = traitsOf(piece);
	if (!traits.letter && !piece.startsWith('#')) return;
	if (traits.slash) {
		if (isPath(piece)) push(found, 'path', piece, at);
		else for (const part of partsOf(piece)) classify(part.text, at + part.at, found);
		return;
	}
	const kind = kindOf(piece, traits);
	if (kind !== null) push(found, kind, piece, at);
}

function partsOf(piece: string): { readonly text: string; readonly at: number }[] {
	const parts: { text: string; at: number }[] = [];
	let at = 0;
	for (const text of piece.split('/')) {
		parts.push({ text, at });
		at += text.length + 1;
	}
	return parts;
}

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

function traitsOf(piece: string): Traits {
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
		else if (isLower(code | 32)) {
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

/** Two plain words around a stroke are prose: “and/or”. */
function isPath(piece: string): boolean {
	const parts = piece.split('/').filter((part) => part !== '');
	if (parts.length === 0) return false;
	if (piece.startsWith('/') || piece.startsWith('~/') || piece.startsWith('.'))
		return parts.some((part) => part.length > 1);
	if (parts.length > 2 || piece.endsWith('/')) return true;
	if (parts.length < 2) return false;
	const [first = '', second = ''] = parts;
	if (!hasLetter(first) || !hasLetter(second)) return false;
	return !prose.has(piece.toLowerCase());
}

const prose = new Set([
	'and/or',
	'he/she',
	'his/her',
	'yes/no',
	'true/false',
	'input/output',
	'n/a'
]);

const hasLetter = (part: string): boolean => {
	for (let at = 0; at < part.length; at++) if (isLower(part.charCodeAt(at) | 32)) return true;
	return false;
};

function kindOf(piece: string, traits: Traits): AnchorKind | null {
	if (isUuid(piece)) return 'uuid';
	if (traits.hex && traits.digit && piece.length >= 7 && piece.length <= 64) return 'hash';
	if (piece.startsWith('#')) return traits.digit || isColour(piece) ? 'id' : null;
	if (traits.dot > 0) return kindOfDotted(piece, traits);
	if (traits.under) return hasWord(piece) ? 'code' : null;
	if (traits.humps > 0) return 'code';
	if (traits.hyphens > 0 && traits.digit && hasLetter(piece)) return 'id';
	if (traits.hyphens > 0) return traits.hyphens > 1 && piece.length > 8 ? 'code' : 'id';
	// `sha256`, `utf8`, `v12`: letters and digits in one word.
	return traits.digit && piece.length >= 4 && hasLetter(piece) && !isDigit(piece.charCodeAt(0))
		? 'id'
		: null;
}

const isColour = (piece: string): boolean => piece.length === 7 || piece.length === 4;

function hasWord(piece: string): boolean {
	let letters = 0;
	for (let at = 0; at < piece.length; at++) if (isLower(piece.charCodeAt(at) | 32)) letters++;
	return letters > 1;
}

function kindOfDotted(piece: string, traits: Traits): AnchorKind | null {
	const ending = piece.slice(traits.dot + 1);
	if (piece.includes('@')) return 'id';
	if (/^[a-z][a-z0-9]{0,5}$/i.test(ending) && traits.dot > 1) {
		const stem = piece.slice(0, traits.dot);
		if (stem.includes('.') && !/[\w-]{2}/.test(stem)) return null;
		return isUpper(ending.charCodeAt(0)) || traits.humps > 0 ? dottedCode(piece) : 'file';
	}
	if (traits.hyphens > 0) return 'id';
	return hasWord(piece) ? 'code' : null;
}

const dottedCode = (piece: string): AnchorKind =>
	/\.(?:[jt]sx?|md|py|rs|go|java|kt|swift|svelte|vue|json|ya?ml|css|html?|cs|cpp|php|rb)$/.test(
		piece
	)
		? 'file'
		: 'code';

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
