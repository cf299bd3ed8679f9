import { dropEdits } from '#db/forgetting/unsaved.ts';
import { forgottenAmong } from '#db/forgetting/tombstones.ts';
import { placesOfEdits } from '#db/scratch/unsent-edits.ts';
import { spared } from '#db/scratch/spared.ts';
import { storing } from '#db/storing.ts';
import { onWrite } from '#db/watch.ts';
import type { App } from '#flows/ports.ts';
import { dropLastWords, placesWithLastWords } from '#flows/sessions/last-words.ts';

/**
 * What the walk of a forgetting cannot reach goes: what a tab keeps for itself of forgotten sessions and turns, and other
 * wordings of such turns that a tab has stored since, because it had not heard of it or the words were under way. Now, and
 * whenever something is forgotten or written, in whatever tab.
 *
 * @param underPen what this tab holds of other wordings, by turn; of a session that goes whole no editor can write them
 */
export function forgetInTab(
	app: Pick<App, 'db' | 'scratch'>,
	underPen: Map<string, unknown>,
	signal: AbortSignal
): void {
	const { db, scratch } = app;
	// Where nothing can be read any more, nothing is written from here either.
	const drop = () => void storing(() => dropForgotten(app, underPen));
	drop();
	signal.addEventListener('abort', onWrite([db.tombstones, scratch.unsent], drop), { once: true });
}

/** Words of a message lie by the ids of its session and its turn; those of a composer by its session. */
const idsOf = (place: string): string[] => place.split(' ');

async function dropForgotten(
	{ db, scratch }: Pick<App, 'db' | 'scratch'>,
	underPen: Map<string, unknown>
): Promise<void> {
	const kept = placesWithLastWords();
	const stored = await spared(scratch, () => placesOfEdits(scratch), []);
	const held = [...underPen.keys()];
	const asked = [...held, ...[...kept, ...stored].flatMap(idsOf)];
	if (asked.length === 0) return;
	const forgotten = await forgottenAmong(db, asked);
	const isGone = (place: string) => idsOf(place).some((id) => forgotten.has(id));
	for (const turnId of held.filter(isGone)) underPen.delete(turnId);
	for (const place of kept.filter(isGone)) dropLastWords(place);
	// What stands in the composer of a forgotten session was written there since, and begins one of its own.
	const gone = stored.filter(isGone);
	// Deleting nothing is told as a write as well, and every write is looked at.
	if (gone.length > 0) await spared(scratch, () => dropEdits(scratch, gone), undefined);
}
