import { isCommitted, type Summary, type SummaryDeletion } from '#core/summary/summary.ts';
import { discardSummary } from '#flows/compaction/discard-draft.ts';
import { editSummary } from '#flows/compaction/edit-summary.ts';
import { prepareDraft } from '#flows/compaction/prepare-draft.ts';
import {
	deleteSummary,
	redoCompaction,
	undoCompaction
} from '#flows/compaction/undo-compaction.ts';
import { useSummary } from '#flows/compaction/use-summary.ts';
import { chosen, type Does, type Life, type Moves } from './life.ts';

/** What a user can do with summaries. */

const withSummary =
	(
		isMeant: (summary: Summary) => boolean,
		does: (life: Life, summary: Summary, at: number) => Promise<unknown>
	): Does =>
	async (life, at) => {
		const one = chosen((await life.app.db.summaries.toArray()).filter(isMeant), at);
		return one ? does(life, one, at) : null;
	};

const isDraft = ({ status }: Summary): boolean => status === 'draft';
const wasUsed = (one: Summary): boolean => isCommitted(one) || one.status === 'reverted';
const deletions: readonly SummaryDeletion[] = ['bring-back', 'leave-out', 'alone'];

const compact =
	(trigger: 'manual' | 'again'): Does =>
	async (life, at) => {
		const session = await life.session(at);
		if (!session || (trigger === 'again' && !(await life.onScreen(session)).used)) return null;
		return prepareDraft(life.app, { sessionId: session.id, trigger }, life.tab.signal);
	};

export const ofSummaries: Moves = {
	compact: [10, compact('manual')],
	'summarise again': [2, compact('again')],
	use: [8, withSummary(isDraft, (life, { id }) => useSummary(life.app, id))],
	discard: [2, withSummary(isDraft, (life, { id }) => discardSummary(life.app, id))],
	'undo summary': [
		3,
		withSummary(isCommitted, (life, { id, sessionId }) => undoCompaction(life.app, sessionId, id))
	],
	'redo summary': [3, withSummary(wasUsed, (life, { id }) => redoCompaction(life.app, id))],
	'delete summary': [
		2,
		withSummary(wasUsed, (life, { id }, at) =>
			deleteSummary(life.app, id, chosen(deletions, at) ?? 'alone')
		)
	],
	'edit summary': [
		2,
		withSummary(
			(one) => isDraft(one) || isCommitted(one),
			(life, { id, text, anchors }) =>
				editSummary(life.app, id, { text: `${text}\nAnd edited.`, anchors })
		)
	]
};
