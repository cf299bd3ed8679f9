/** Finds paths, links, hashes, ids and code names: the things written without spaces. */
import { matchesOf } from '#core/anchors/text/matches.ts';
import type { AnchorKind, Mention } from '#core/anchors/passage.ts';

const isDigit = (code: number): boolean => code >= 48 && code <= 57;
const isUpper = (code: number): boolean => code >= 65 && code <= 90;
const isLower = (code: number): boolean => code >= 97 && code <= 122;
const isAlnum = (code: number): boolean => isDigit(code) || isLower(code | 32);

const codeOf = (sign: string): number => sign.charCodeAt(0);

/** Signs that may stand inside one of these names. */
const inside = new Set(Array.from('_./@~+-#:%?&=$', codeOf));
const isPart = (code: number): boolean =>
	isAlnum(code) || inside.has(code) || (code >= 0xc0 && code < 0x250);

/** Longest name that is worth carrying, in characters. */
const longest = 240;

/** `from a.b import c`, `import a.b.C;`: the one place where words joined by points are surely one name. */
const imports = /^[ \t]*(?:from|import|package|using) ((?:[a-z]\w*\.)+\w+)/gmu;

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
		// The language of a fence.
		const isFence = text.startsWith('```', at - 3);
		while (end < text.length && isPart(text.charCodeAt(end))) end++;
		if (end - at > 2 && !isFence) split(text, at, end, found);
		at = end;
	}
	for (const match of matchesOf(imports, text))
		push(found, 'code', match[1] ?? '', match.index + match[0].length - (match[1] ?? '').length);
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

const loose = new Set(Array.from('.,:;!?-+%#=&', codeOf));

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
	// `_unused` is `unused`, but `__name__` is a name as it stands.
	const leading = raw.endsWith('__') ? '+-=%&?$@' : '+-=%&?$@_';
	while (lead < raw.length && leading.includes(raw.charAt(lead))) lead++;
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
	if (traits.dot >= 0) {
		dotted(piece, at, found);
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
	// One part after a stroke is a closing tag or a division more often than a folder of the root.
	if (piece.startsWith('/')) return parts.length > 1 && parts.some(hasLetter);
	if (piece.startsWith('~/') || piece.startsWith('.')) return parts.some(hasLetter);
	if (parts.length > 2) return !parts.every(isPlainWord) || roots.test(piece);
	if (piece.endsWith('/')) return (parts[0] ?? '').length > 2;
	if (parts.length < 2) return false;
	const [first = '', second = ''] = parts;
	if (!hasLetter(first) || !hasLetter(second)) return false;
	// Two words in capitals are alternatives, said loudly.
	if (piece === piece.toUpperCase() && !piece.includes('.')) return false;
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

const isPlainWord = (part: string): boolean => /^[a-z]+$/iu.test(part);
/** `open/closed/blocked` are choices; folders begin like this. */
const roots =
	/^(?:src|lib|libs|app|apps|bin|etc|usr|home|var|tmp|opt|mnt|dev|docs?|tests?|spec|packages|deps|config|priv|public|static|assets|scripts|build|dist|node_modules|vendor|internal|cmd|components|routes|pages|server|client|core|origin|upstream|feature|features|fix|refs|github|plugins?|extensions|modules|examples|tools|users)\//iu;

/** Whether one part of a path is a folder that projects have. */
export const hasRoot = (path: string): boolean =>
	path.split('/').some((part) => roots.test(`${part}/`));

function hasLetter(part: string): boolean {
	for (let at = 0; at < part.length; at++) if (isLower(part.charCodeAt(at) | 32)) return true;
	return false;
}

function kindOf(piece: string, traits: Traits): AnchorKind | null {
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
	for (let at = 0; at < piece.length; at++) if (isLower(piece.charCodeAt(at) | 32)) letters++;
	return letters > 1;
}

/** Endings of files that people and tools name in a conversation. */
const endings = new Set(
	(
		'ts tsx mts cts js jsx mjs cjs svelte vue json jsonl json5 md mdx txt html htm css scss sass less yml yaml toml ini ' +
		'rst adoc env lock conf cfg xml svg png jpg jpeg gif webp ico pdf csv tsv sql db sqlite py pyi ipynb rb ex exs heex eex erl ' +
		'rs go java kt kts scala swift m mm c h cc cpp hpp cs fs php pl lua r jl dart zig nim hs ml clj sh bash zsh fish ' +
		'ps1 bat cmake gradle proto graphql tf log diff zip gz tgz tar docx xlsx pptx odt ods epub wasm'
	).split(' ')
);

/** What looks like a file and is a call. */
const calls = new Set(['console.log', 'Math.log', 'process.env', 'import.meta.env']);

/** `file.ts`, `Module.Sub`, `#name.field`, `a@b.example`: one thing, or several that a point joins. */
function dotted(piece: string, offset: number, found: Mention[]): void {
	const parts = piece.split('.');
	const last = parts.at(-1) ?? '';
	if (piece.includes('@') && piece.indexOf('@') > 0) push(found, 'id', piece, offset);
	else if (endings.has(last.toLowerCase()) && !calls.has(piece)) push(found, 'file', piece, offset);
	else if (isModule(parts)) push(found, 'code', piece, offset);
	else if (dotfile.test(piece)) push(found, 'file', piece, offset);
	// An issue's number may have a point: `shop-12.3`.
	else if (parts.length === 2 && isPrefix(parts[0] ?? '') && isNumber(last))
		push(found, 'id', piece, offset);
	else {
		let at = offset;
		for (const part of parts) {
			const name = trim(part);
			if (name.length > 2) {
				const kind = kindOf(name, traitsOf(name));
				if (kind !== null) push(found, kind, name, at);
			}
			at += part.length + 1;
		}
	}
}

const dotfile = /^\.[a-z][a-z_-]*(?:ignore|rc|env|config|attributes)$/u;

/** What issues are numbered under: `shop-12`, `shop`; not `v1` and not `Fig`. */
const isPrefix = (part: string): boolean => /^[a-z][a-z0-9]*-[\w-]*$|^[a-z]{3,}$/iu.test(part);

const isNumber = (part: string): boolean => part !== '' && Array.from(part, codeOf).every(isDigit);

/** Two and more parts with capitals that spell out words; not `Enum.map`. */
const isModule = (parts: readonly string[]): boolean =>
	parts.length > 1 &&
	parts.every(
		(part) => part.length > 2 && isUpper(part.charCodeAt(0)) && isLower(part.charCodeAt(1))
	);

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
