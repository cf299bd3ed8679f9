import { acceptShown } from '#flows/desk/review-desk.ts';
import { undoDecision } from '#flows/desk/undo-decisions.ts';
import type { UndoLastOutcome } from '#flows/sessions/undo-last.ts';
import type { AppState } from '#state/app.svelte.ts';
import type { SessionView } from '#state/chat/session-view.svelte.ts';
import { words } from '#ui/words/all-words.ts';
import { actAgain, writeAgain } from '../../acts/memory-again.ts';
import { resetNow } from '../../acts/reset-now.ts';
import { said, wayBack } from '../../acts/said.ts';
import { draftActions } from './summary/draft-actions.ts';
import { placeActions, putBack } from './summary/place-actions.ts';
import { editAgain } from './summary/text-actions.ts';
import { removeTurn } from './turn/mark-actions.ts';

type Undone = Extract<UndoLastOutcome, { status: 'undone' }>;

/** What `/undo` took back is done again, as by its own button, and says so with the same way back. */
export async function redoLast(
	keepsake: AppState,
	view: SessionView,
	undone: Undone
): Promise<unknown> {
	const { note, row, summary } = undone;
	switch (note.undo) {
		case 'compaction':
			return summary && putBack(keepsake, summary);
		case 'summary-edit': {
			if (!summary) return;
			const { text, anchors } = summary;
			const before = { text: note.text, anchors: note.anchors };
			const { editedAt } = row.details;
			return editAgain(keepsake, summary, {
				before,
				now: { text, anchors },
				editedAt: typeof editedAt === 'number' ? editedAt : null
			});
		}
		case 'discard':
			return summary && draftActions(keepsake).discard(summary);
		case 'delete-summary': {
			const { how } = row.details;
			const as = how === 'leave-out' || how === 'alone' ? how : 'bring-back';
			return summary && placeActions(keepsake, () => undefined).remove(summary, as);
		}
		case 'delete-turn':
			return removeTurn(keepsake, view, note.turnId);
		case 'reset':
			return resetNow(keepsake, note.ended, { isHere: true, again: row.at });
		case 'accepted':
			return acceptAgain(keepsake, undone);
		case 'memory': {
			if ('act' in note)
				return actAgain(keepsake, { act: note.act, paths: [note.path, note.other] });
			const { path, revisionId } = note;
			const redone = words.commands.writtenAgain(path);
			const texts = { undone: words.messages.undone.memory(path), redone };
			return writeAgain(keepsake, { sessionId: row.sessionId, path, revisionId }, texts);
		}
	}
}

/** The line as it had been accepted, and no other. */
async function acceptAgain(keepsake: AppState, undone: Undone): Promise<void> {
	const { app, notices } = keepsake;
	const { proposal } = undone;
	if (!proposal) return;
	const back = wayBack(notices, {
		back: () => undoDecision(app, proposal.id),
		text: words.messages.undone.accepted(),
		again: () => acceptAgain(keepsake, undone)
	});
	said(notices, await acceptShown(app, proposal), words.desk.accepted(proposal.path), back);
}
