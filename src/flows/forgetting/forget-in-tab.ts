import type { Truth } from '#db/schema.ts';
import { forgottenAmong } from '#db/forgetting/tombstones.ts';
import { onWrite } from '#db/watch.ts';
import { dropLastWords, sessionsWithLastWords } from '#flows/sessions/last-words.ts';

/**
 * What a tab keeps for itself of forgotten sessions goes: now, and whenever something is forgotten, in whatever tab. No
 * worker and no other tab can reach it.
 */
export function forgetInTab(db: Truth, signal: AbortSignal): void {
	const drop = () => void dropForgotten(db);
	drop();
	signal.addEventListener('abort', onWrite([db.tombstones], drop), { once: true });
}

async function dropForgotten(db: Truth): Promise<void> {
	for (const id of await forgottenAmong(db, sessionsWithLastWords())) dropLastWords(id);
}
