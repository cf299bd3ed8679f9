import type { SearchHit } from '#core/search/found.ts';

/** Where a hit is read: its line's file, its turn in the conversation, or its turn in the archive. */
export function placeOfHit(hit: SearchHit): string {
	if (hit.kind === 'memory') return `/memory/${hit.place ?? ''}`;
	const turn = hit.turnId === null ? '' : `#${hit.turnId}`;
	if (hit.kind === 'archive' && hit.place !== null) return `/archive/${hit.place}${turn}`;
	return `/chat/${hit.sessionId ?? ''}${turn}`;
}
