/** Tells when two spellings name one thing, so that it is counted and listed once. */
import type { AnchorKind } from '#core/anchors/passage.ts';

/** Kinds that are written one way only, and of which one thing may be found as several. */
const exact: ReadonlySet<AnchorKind> = new Set([
	'url',
	'path',
	'file',
	'hash',
	'uuid',
	'id',
	'code'
]);

/**
 * The form under which two spellings are one thing: case, spaces, quotation marks, and the separators
 * of a number do not count; in links, paths and code only the case of hashes does not.
 */
export function normalise(kind: AnchorKind, text: string): string {
	if (kind === 'url' || kind === 'path') return text.endsWith('/') ? text.slice(0, -1) : text;
	if (kind === 'hash' || kind === 'uuid') return text.toLowerCase();
	if (exact.has(kind)) return text;
	const flat = text.toLowerCase().replace(/\s+/gu, ' ').trim();
	if (kind === 'quantity' || kind === 'money' || kind === 'date')
		return flat.replace(/[\s\u00a0\u202f,.']/gu, '');
	return flat.replace(/["'“”‘’«»]/gu, '');
}

/** Names a thing across the texts that mention it: sentences and figures by their kind too. */
export const idOf = (kind: AnchorKind, normal: string): string =>
	(exact.has(kind) ? '' : kind) + '\n' + normal;
