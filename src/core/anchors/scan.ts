/** Finds paths, links, hashes, ids and code names: the things written without spaces. */
import { codeOf, isDigit, isLetter, trimEnd } from '#core/anchors/code/characters.ts';
import { kindOfDotted } from '#core/anchors/code/dotted.ts';
import { isPath } from '#core/anchors/code/paths.ts';
import { kindOf, traitsOf } from '#core/anchors/code/pieces.ts';
import type { AnchorKind, Mention } from '#core/anchors/passage.ts';
import { matchesOf } from '#core/anchors/text/matches.ts';

/** Signs that may stand inside one of these names. */
const inside = new Set(Array.from('_./@~+-#:%?&=$', codeOf));
const isPart = (code: number): boolean =>
	isDigit(code) || isLetter(code) || inside.has(code) || (code >= 0xc0 && code < 0x250);

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

/** A run of such signs is a link, or one name, or several. */
function split(text: string, from: number, end: number, found: Mention[]): void {
	const run = text.slice(from, end);
	const scheme = run.indexOf('://');
	if (scheme > 0) {
		const start = startOfScheme(run, scheme);
		push(found, 'url', trimEnd(run.slice(start)), from + start);
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
	while (start > 0 && isLetter(run.charCodeAt(start - 1))) start--;
	return start;
}

function push(found: Mention[], kind: AnchorKind, text: string, offset: number): void {
	if (text.length >= 3 && text.length <= longest) found.push({ kind, text, offset });
}

/** Names a piece, or the pieces in it where it is no path and no single name. */
function classify(raw: string, offset: number, found: Mention[]): void {
	let lead = 0;
	// `_unused` is `unused`, but `__name__` is a name as it stands.
	const leading = raw.endsWith('__') ? '+-=%&?$@' : '+-=%&?$@_';
	while (lead < raw.length && leading.includes(raw.charAt(lead))) lead++;
	const piece = trimEnd(raw.slice(lead));
	const at = offset + lead;
	if (piece.length < 3) return;
	const traits = traitsOf(piece);
	if (!traits.letter && !piece.startsWith('#')) return;
	if (traits.slash) {
		if (isPath(piece)) push(found, 'path', piece, at);
		else for (const part of partsOf(piece, '/')) classify(part.text, at + part.at, found);
		return;
	}
	if (traits.dot >= 0) {
		const kind = kindOfDotted(piece);
		if (kind === null) splitAtPoints(piece, at, found);
		else push(found, kind, piece, at);
		return;
	}
	const kind = kindOf(piece, traits);
	if (kind !== null) push(found, kind, piece, at);
}

function partsOf(
	piece: string,
	separator: string
): { readonly text: string; readonly at: number }[] {
	let next = 0;
	return piece.split(separator).map((text) => {
		const at = next;
		next += text.length + 1;
		return { text, at };
	});
}

/** Several things that points join, each by itself. */
function splitAtPoints(piece: string, offset: number, found: Mention[]): void {
	for (const part of partsOf(piece, '.')) {
		const name = trimEnd(part.text);
		if (name.length <= 2) continue;
		const kind = kindOf(name, traitsOf(name));
		if (kind !== null) push(found, kind, name, offset + part.at);
	}
}
