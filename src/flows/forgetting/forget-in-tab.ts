import type { Truth } from '#db/schema.ts';
import { forgottenAmong } from '#db/forgetting/tombstones.ts';
import { onWrite } from '#db/watch.ts';
import { dropLastWords, placesWithLastWords } from '#flows/sessions/last-words.ts';

/**
 * What a tab keeps for itself of forgotten sessions and turns goes: now, and whenever something is forgotten, in whatever tab. No
 * worker and no other tab can reach it.
 */
export function forgetInTab(db: Truth, signal: AbortSignal): void {
	const drop = () => void dropForgotten(db);
	drop();
	signal.addEventListener('abort', onWrite([db.tombstones], drop), { once: true });
}

async function dropForgotten(db: Truth): Promise<void> {
	const kept = placesWithLastWords();
	// Those of a message lie by the ids of its session and its turn.
	const forgotten = await forgottenAmong(
		db,
		kept.flatMap((place) => place.split(' '))
	);
	for (const place of kept)
		if (place.split(' ').some((id) => forgotten.has(id))) dropLastWords(place);
}
