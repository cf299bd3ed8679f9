import type { HeldDraft } from '#core/summary/held-draft.ts';
import { replacedBy, type Summary } from '#core/summary/summary.ts';
import { discardSummary, restoreDraft } from '#flows/compaction/discard-draft.ts';
import { editSummary } from '#flows/compaction/edit-summary.ts';
import {
	deleteSummary,
	redoCompaction,
	undoCompaction
} from '#flows/compaction/undo-compaction.ts';
import { useSummary } from '#flows/compaction/use-summary.ts';
import { addLost, pinLost } from '#flows/compaction/restore-loss.ts';
import type { AppState } from '#state/app.svelte.ts';
import { layAside } from '#state/tab/under-pen.ts';
import { originalsOf } from '#state/summary/originals.ts';
import type { SessionView } from '#state/chat/session-view.svelte.ts';
import type { SummaryActions, SummaryEdit } from '#ui/chat/summary/summary-actions.ts';
import { copyText } from '#ui/kit/clipboard.ts';
import { failureText } from '#ui/words/failure-text.ts';
import { words } from '#ui/words/talk-words.ts';
import { said } from '../../said.ts';
import { opinionActions } from './opinion-actions.ts';

/** What the buttons of summaries and drafts do: each acts at once, says so, and can be taken back. */
export function summaryActions(
	keepsake: AppState,
	view: SessionView,
	{
		decided,
		again
	}: {
		/** A message that waited for this decision may go out now. */
		readonly decided: () => void;
		readonly again: () => unknown;
	}
): SummaryActions {
	const { app, notices } = keepsake;

	async function use(draft: Summary) {
		const outcome = await useSummary(app, draft.id);
		if (outcome.status === 'failed') {
			notices.warn(failureText(outcome.failure));
			return;
		}
		notices.say(words.compaction.used, {
			label: words.kit.undo,
			onpress: () => void undo(outcome.summary)
		});
		decided();
	}

	async function undo(summary: Summary) {
		const outcome = await undoCompaction(app, summary.sessionId, summary.id);
		if (outcome.status === 'failed') {
			notices.warn(failureText(outcome.failure));
			return;
		}
		notices.say(words.compaction.undone(summary.round), {
			label: words.kit.redo,
			onpress: () => void redo(summary)
		});
	}

	async function redo(summary: Summary) {
		const outcome = await redoCompaction(app, summary.id);
		if (outcome.status === 'failed') notices.warn(failureText(outcome.failure));
		else
			notices.say(words.compaction.redone(summary.round), {
				label: words.kit.undo,
				onpress: () => void undo(summary)
			});
	}

	async function save(summary: Summary, change: SummaryEdit) {
		const outcome = await editSummary(app, summary.id, change);
		if (outcome.status === 'failed') notices.warn(failureText(outcome.failure));
		else
			notices.say(words.compaction.saved, {
				label: words.kit.undo,
				onpress: () => void saveBack(summary)
			});
		return outcome.status === 'edited';
	}

	/** The words before the edit; where somebody has edited it since, that stays in what happened. */
	async function saveBack({ id, text, anchors }: Summary) {
		const outcome = await editSummary(app, id, { text, anchors });
		if (outcome.status === 'failed') notices.warn(failureText(outcome.failure));
		else notices.say(words.compaction.editUndone);
	}

	async function remove(summary: Summary, how: 'bring-back' | 'leave-out') {
		said(notices, await deleteSummary(app, summary.id, how), words.compaction.deleted, {
			label: words.kit.undo,
			onpress: () => void redo(summary)
		});
	}

	async function discard(draft: Summary) {
		layAside(draft.id);
		said(notices, await discardSummary(app, draft.id), words.compaction.discarded, {
			label: words.kit.undo,
			onpress: () => void restoreDiscarded(draft)
		});
	}

	async function keep({ draft, fate }: HeldDraft, other: Summary | null) {
		if (fate === 'overtaken') {
			notices.warn(words.compaction.lostDraft.overtaken);
			return false;
		}
		if (other && !said(notices, await discardSummary(app, other.id))) return false;
		return said(notices, await restoreDraft(app, draft.id), words.compaction.draftBack);
	}

	async function copy({ text }: Summary) {
		if (await copyText(text)) notices.say(words.messages.copied);
		else notices.warn(words.kit.copyFailed);
	}

	async function download({ id }: Summary) {
		const { exportSummaryNow } = await import('../../export-now.ts');
		await exportSummaryNow(keepsake, id);
	}

	async function restoreDiscarded(draft: Summary) {
		said(notices, await restoreDraft(app, draft.id), words.compaction.draftBack);
	}

	return {
		use,
		undo,
		restore: redo,
		again,
		save,
		remove,
		discard,
		keep,
		copy,
		download,
		before: (summary) => replacedBy(summary, view.summaries, view.excerpt.path),
		addLoss: async ({ id }, item) => {
			said(notices, await addLost(app, id, item), words.compaction.saved);
		},
		isPinned: ({ text }) => view.pinned.includes(text),
		pinLoss: async ({ sessionId }, item) => {
			const on = !view.pinned.includes(item.text);
			const outcome = await pinLost(app, { sessionId, item, on });
			said(notices, outcome, on ? words.messages.pinned : words.messages.unpinned);
		},
		opinions: opinionActions(keepsake, view),
		originals: (summary, fromSeq, count) =>
			originalsOf(app, summary, { path: view.excerpt.path, fromSeq, count })
	};
}
