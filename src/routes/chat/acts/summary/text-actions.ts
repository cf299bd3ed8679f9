import type { LossItem, Summary } from '#core/summary/summary.ts';
import { editSummary } from '#flows/compaction/edit-summary.ts';
import { addLost, pinLost } from '#flows/compaction/restore-loss.ts';
import type { AppState } from '#state/app.svelte.ts';
import type { SessionView } from '#state/chat/session-view.svelte.ts';
import type { SummaryActions, SummaryEdit } from '#ui/chat/summary/summary-actions.ts';
import { words } from '#ui/words/talk-words.ts';
import { said } from '../../../acts/said.ts';

/** What a summary says: edited, and what was lost put into it or beside it. */
export function textActions(
	{ app, notices }: AppState,
	view: SessionView
): Pick<SummaryActions, 'save' | 'addLoss' | 'isPinned' | 'pinLoss'> {
	const save = async (summary: Summary, change: SummaryEdit) =>
		saidOf(summary, await editSummary(app, summary.id, change));

	/** `before`: the summary as it was. */
	const saidOf = (before: Summary, outcome: Parameters<typeof said>[1]) =>
		said(notices, outcome, words.compaction.saved, {
			label: words.kit.undo,
			onpress: () => void saveBack(before)
		});

	/** The words before the edit; where somebody has edited it since, that stays in what happened. It is no edit to undo. */
	async function saveBack({ id, text, anchors }: Summary) {
		const outcome = await editSummary(app, id, { text, anchors }, { undoing: () => [] });
		said(notices, outcome, words.compaction.editUndone);
	}

	const isPinned = ({ text }: Pick<LossItem, 'text'>) => view.pinned.includes(text);

	return {
		save,
		isPinned,
		addLoss: async (summary, ...items) => saidOf(summary, await addLost(app, summary.id, ...items)),
		pinLoss: async ({ sessionId }, item) => {
			const on = !isPinned(item);
			const outcome = await pinLost(app, { sessionId, item, on });
			said(notices, outcome, on ? words.messages.pinned : words.messages.unpinned);
		}
	};
}
