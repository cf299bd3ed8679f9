import type { Summary } from '#core/summary/summary.ts';
import {
	deleteSummary,
	redoCompaction,
	undoCompaction
} from '#flows/compaction/undo-compaction.ts';
import { useSummary } from '#flows/compaction/use-summary.ts';
import type { AppState } from '#state/app.svelte.ts';
import type { SummaryActions } from '#ui/chat/summary/summary-actions.ts';
import { words } from '#ui/words/talk-words.ts';
import { said, undo } from '../../../acts/said.ts';

/** Whether a summary stands in front of its messages: put there, taken away, put back. `decided`: a draft was put there. */
export function placeActions(
	{ app, notices }: AppState,
	decided: () => void
): Pick<SummaryActions, 'use' | 'undo' | 'restore' | 'remove'> {
	const undoing = (summary: Summary) => undo(() => takeAway(summary));

	async function use(draft: Summary) {
		const outcome = await useSummary(app, draft.id);
		if (outcome.status === 'failed') said(notices, outcome);
		else {
			notices.say(words.compaction.used, undoing(outcome.summary));
			decided();
		}
	}

	async function takeAway(summary: Summary) {
		const outcome = await undoCompaction(app, summary.sessionId, summary.id);
		const text = words.compaction.undone(summary.round);
		said(notices, outcome, text, { label: words.kit.redo, onpress: () => putBack(summary) });
	}

	async function putBack(summary: Summary) {
		const outcome = await redoCompaction(app, summary.id);
		said(notices, outcome, words.compaction.redone(summary.round), undoing(summary));
	}

	async function remove(summary: Summary, how: 'bring-back' | 'leave-out') {
		const outcome = await deleteSummary(app, summary.id, how);
		const back = undo(() => putBack(summary));
		said(notices, outcome, words.compaction.deleted, back);
	}

	return { use, undo: takeAway, restore: putBack, remove };
}
