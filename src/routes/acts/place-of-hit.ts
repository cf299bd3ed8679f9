import type { SearchHit } from '#core/search/found.ts';

/** Where a hit is read: its line in its file, its turn in the conversation, or its turn in the archive. */
export function placeOfHit(hit: SearchHit): string {
	if (hit.kind === 'memory') {
		const line = hit.line === undefined ? '' : `#line-${String(hit.line + 1)}`;
		return `/memory/${hit.place ?? ''}${line}`;
	}
	const turn = hit.turnId === null ? '' : `#${hit.turnId}`;
	if (hit.kind === 'archive' && hit.place !== null) return `/archive/${hit.place}${turn}`;
	return `/chat/${hit.sessionId ?? ''}${turn}`;
}
