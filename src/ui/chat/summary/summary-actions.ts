import type { HeldDraft } from '#core/summary/held-draft.ts';
import type { LossItem, Summary, SummaryDeletion } from '#core/summary/summary.ts';
import { turnNumber, type Exchange, type Turn } from '#core/log/turn.ts';
import type { OpinionActions } from './lost/opinion-actions.ts';

/** What of a summary was changed under the pen; the rest stays as it is stored, also where it changed meanwhile. */
export interface SummaryEdit {
	readonly text?: string;
	readonly anchors?: string;
}

/** The turns a summary stands for, as people count them, where rounds before it are among them; null: its own alone. */
export function rangeOf(
	summary: Summary,
	{ standsFrom }: Pick<SummaryActions, 'standsFrom'>
): { readonly from: number; readonly through: number } | null {
	const from = standsFrom(summary);
	return from < summary.from.seq
		? { from: turnNumber(from), through: turnNumber(summary.through.seq) }
		: null;
}

/** What can be done with a summary or a draft; the page decides how. */
export interface SummaryActions {
	readonly use: (summary: Summary) => unknown;
	readonly discard: (summary: Summary) => unknown;
	/** Have a draft wait again that was discarded elsewhere, in the place of another or of none; true when it does. */
	readonly keep: (held: HeldDraft, other: Summary | null) => Promise<boolean>;
	/** Resolves to true when it is stored, so that the editor may close. */
	readonly save: (summary: Summary, change: SummaryEdit) => Promise<boolean>;
	readonly undo: (summary: Summary) => unknown;
	/** Put a deleted summary back to use. */
	readonly restore: (summary: Summary) => unknown;
	/** Put its text on the clipboard. */
	readonly copy: (summary: Summary) => unknown;
	/** Hand it to the browser's downloads as Markdown. */
	readonly download: (summary: Summary) => unknown;
	/** The round that stood in its place before, or null. */
	readonly before: (summary: Summary) => Summary | null;
	/** `seq` of the first turn it stands for, those of the rounds before it among them. */
	readonly standsFrom: (summary: Summary) => number;
	/** Make the summary in use again, from the messages it stands for. */
	readonly again: () => unknown;
	/** The round in use where that stays when this one is deleted alone, or null. */
	readonly stays: (summary: Summary) => number | null;
	readonly remove: (summary: Summary, how: SummaryDeletion) => unknown;
	/** Put what was lost into the summary, all of it as one act. */
	readonly addLoss: (summary: Summary, ...items: readonly Pick<LossItem, 'text'>[]) => unknown;
	/** The words of it that go along. */
	readonly sent: (summary: Summary) => string;
	/** Have the report of what it lost made anew; whoever reads it in an effect does so again where it is outdated. */
	readonly reportLoss: (summary: Summary) => unknown;
	/** Whether a pin says it already. */
	readonly isPinned: (item: LossItem) => boolean;
	/** Pin it, or take its pin off. */
	readonly pinLoss: (summary: Summary, item: LossItem) => unknown;
	readonly opinions: OpinionActions;
	/** Turns it covers from `fromSeq` on, `count` of them at most; empty when there are no more. */
	readonly originals: (
		summary: Summary,
		fromSeq: number,
		count: number
	) => Promise<readonly Exchange[]>;
	/** Whether nothing of a turn is shown. */
	readonly isDeleted: (turn: Turn) => boolean;
}
