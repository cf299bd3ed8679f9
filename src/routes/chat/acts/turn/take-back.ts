import { attachedIn } from '#core/asking/attached.ts';
import type { Turn } from '#core/log/turn.ts';
import { deleteTurn, restoreTurn } from '#flows/sessions/delete-turn.ts';
import type { AppState } from '#state/app.svelte.ts';
import type { SessionView } from '#state/chat/session-view.svelte.ts';
import { words } from '#ui/words/talk-words.ts';
import { said, wayBack } from '../../../acts/said.ts';

/**
 * A message of files alone is deleted, and its files stand in the composer again, where each can be taken off: no wording
 * of it would fit. Undo brings it back and takes from the composer what still stands there of it.
 */
export async function takeBack(
	keepsake: Pick<AppState, 'app' | 'notices' | 'views'>,
	view: SessionView,
	turn: Turn
): Promise<void> {
	const { app, views } = keepsake;
	const { attachments, id: sessionId } = view;
	const notices = keepsake.notices.of(sessionId);
	const { turnId } = turn;
	const blocks = attachedIn(turn.asked);
	const items = blocks.map((block, at) => {
		const place = { at: at + 1, of: blocks.length, size: null };
		const title = block.type === 'document' ? block.title : words.attaching.picture(place);
		return { name: title ?? words.attaching.file, block };
	});
	const back = wayBack(notices, {
		back: () => restoreTurn(app, { sessionId, turnId }),
		text: words.messages.turnRestored,
		again: () => takeBack(keepsake, view, turn),
		then: () => (views.known(sessionId)?.attachments ?? attachments).removeSame(items)
	});
	// Deleted first: it can be brought back, and files that were sent and stand in the composer could go twice.
	if (said(notices, await deleteTurn(app, { sessionId, turnId }), words.limits.takenBack, back))
		attachments.putBack(items);
}
