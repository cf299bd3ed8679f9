import { branchAt } from '#core/log/path.ts';
import { findTurn } from '#db/log/turns.ts';
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
	{ id, excerpt }: Pick<SessionView, 'id' | 'excerpt'>,
	edits: KeptEdits
): Promise<{ readonly turnId: string; readonly seq: number } | null> {
	const found = await edits.read();
	for (const [turnId, written] of found)
		if (!messagesUnderPen.has(turnId)) messagesUnderPen.set(turnId, written);
	const last = [...found.keys()].at(-1);
	const turn = last === undefined ? undefined : await findTurn(db, id, last);
	return turn && branchAt(excerpt.path, turn.seq) === turn.branch ? turn : null;
}
