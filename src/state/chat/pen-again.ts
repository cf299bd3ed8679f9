import { turnsMarked } from '#core/log/marks.ts';
import { branchAt } from '#core/log/path.ts';
import type { Placed } from '#db/archives/cold.ts';
import { findPlace, marksOf } from '#db/log/turns.ts';
import type { App } from '#flows/ports.ts';
import type { SessionView } from '#state/chat/session-view.svelte.ts';
import type { KeptEdits } from '#state/composer/kept-edits.ts';
import { messagesUnderPen } from '#state/tab/under-pen.ts';

/**
 * What was being written of other messages when the page was left is under the pen again. Answers where the one stands
 * that was written last; null where there is none on the branch that is on screen.
 */
export async function penAgain(
	{ db }: Pick<App, 'db'>,
	{ id, excerpt }: { readonly id: string; readonly excerpt: Pick<SessionView['excerpt'], 'path'> },
	edits: KeptEdits
): Promise<{ readonly turnId: string; readonly seq: number } | null> {
	const deleted = turnsMarked(await marksOf(db, id), 'deleted');
	let place: Placed | null = null;
	for (const [turnId, written] of await edits.read()) {
		// A deleted message has no editor; its words come back with it.
		if (deleted.has(turnId)) continue;
		if (!messagesUnderPen.has(turnId)) messagesUnderPen.set(turnId, written);
		const turn = await findPlace(db, id, turnId);
		if (turn && branchAt(excerpt.path, turn.seq) === turn.branch) place = turn;
	}
	return place;
}
