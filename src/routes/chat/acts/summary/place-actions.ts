import type { Summary, SummaryDeletion } from '#core/summary/summary.ts';
import {
	deleteSummary,
	redoCompaction,
	undoCompaction
} from '#flows/compaction/undo-compaction.ts';
import { useSummary } from '#flows/compaction/use-summary.ts';
import type { AppState } from '#state/app.svelte.ts';
import type { SummaryActions } from '#ui/chat/summary/summary-actions.ts';
import { words } from '#ui/words/talk-words.ts';
import { redo, said, undo, wayBack } from '../../../acts/said.ts';

/** Whether a summary stands in front of its messages: put there, taken away, put back. `decided`: a draft was put there. */
export function placeActions(
	keepsake: AppState,
	decided: () => void
): Pick<SummaryActions, 'use' | 'undo' | 'restore' | 'remove'> {
	const { app } = keepsake;

	async function use(draft: Summary) {
		const notices = keepsake.notices.of(draft.sessionId);
		const outcome = await useSummary(app, draft.id);
		if (outcome.status === 'failed') said(notices, outcome);
		else {
			notices.say(words.compaction.used, undoing(keepsake, outcome.summary));
			decided();
		}
	}

	async function remove(summary: Summary, how: SummaryDeletion) {
		const notices = keepsake.notices.of(summary.sessionId);
		const outcome = await deleteSummary(app, summary.id, how);
		const back = wayBack(notices, {
			back: () => redoCompaction(app, summary.id),
			text: words.messages.undone['delete-summary'](String(summary.round)),
			again: () => remove(summary, how)
		});
		said(notices, outcome, words.compaction.deleted, back);
	}

	return {
		use,
		undo: (summary) => takeAway(keepsake, summary),
		restore: (summary) => putBack(keepsake, summary),
		remove
	};
}

type Placed = Pick<Summary, 'id' | 'sessionId' | 'round'>;

const undoing = (keepsake: AppState, summary: Placed) => undo(() => takeAway(keepsake, summary));

async function takeAway(keepsake: AppState, summary: Placed) {
	const outcome = await undoCompaction(keepsake.app, summary.sessionId, summary.id);
	const again = redo(() => putBack(keepsake, summary));
	const notices = keepsake.notices.of(summary.sessionId);
	said(notices, outcome, words.compaction.undone(summary.round), again);
}

/** A summary is put back that was taken away. */
export async function putBack(keepsake: AppState, summary: Placed) {
	const outcome = await redoCompaction(keepsake.app, summary.id);
	const text = words.compaction.redone(summary.round);
	const notices = keepsake.notices.of(summary.sessionId);
	said(notices, outcome, text, undoing(keepsake, summary));
}
