import type { HeldDraft } from '#core/summary/held-draft.ts';
import type { Summary } from '#core/summary/summary.ts';
import { discardSummary, restoreDraft } from '#flows/compaction/discard-draft.ts';
import type { AppState } from '#state/app.svelte.ts';
import { layAside } from '#state/tab/under-pen.ts';
import type { SummaryActions } from '#ui/chat/summary/summary-actions.ts';
import { words } from '#ui/words/talk-words.ts';
import { redo, said, undo } from '../../../acts/said.ts';

/** A draft is thrown away, or waits again although it was thrown away elsewhere. */
export function draftActions({ app, notices }: AppState): Pick<SummaryActions, 'discard' | 'keep'> {
	const tell = ({ sessionId }: Summary) => notices.of(sessionId);

	async function discard(draft: Summary) {
		layAside(draft.id);
		const back = undo(() =>
			restore(
				draft,
				redo(() => discard(draft))
			)
		);
		said(tell(draft), await discardSummary(app, draft.id), words.compaction.discarded, back);
	}

	const restore = async (draft: Summary, way = undo(() => discard(draft))) =>
		said(tell(draft), await restoreDraft(app, draft.id), words.compaction.draftBack, way);

	async function keep({ draft, fate }: HeldDraft, other: Summary | null) {
		if (fate === 'overtaken' || fate === 'unknown') {
			tell(draft).warn(words.compaction.lostDraft[fate]);
			return false;
		}
		if (other && !said(tell(other), await discardSummary(app, other.id))) return false;
		return restore(draft);
	}

	return { discard, keep };
}
