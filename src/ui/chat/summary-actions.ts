import type { LossItem, Summary } from '#core/summary.ts';
import type { Exchange } from '#core/turn.ts';

/** What can be done with a summary or a draft; the page decides how. */
export interface SummaryActions {
	readonly use: (summary: Summary) => void;
	readonly discard: (summary: Summary) => void;
	/** Resolves to true when it is stored, so that the editor may close. */
	readonly save: (
		summary: Summary,
		change: { readonly text: string; readonly anchors: string }
	) => Promise<boolean>;
	readonly undo: (summary: Summary) => void;
	readonly remove: (summary: Summary, how: 'bring-back' | 'leave-out') => void;
	/** Put something that was lost into the summary. */
	readonly addLoss: (summary: Summary, item: LossItem) => void;
	readonly pinLoss: (summary: Summary, item: LossItem) => void;
	/** Turns it covers from `fromSeq` on, `count` of them at most; empty when there are no more. */
	readonly originals: (
		summary: Summary,
		fromSeq: number,
		count: number
	) => Promise<readonly Exchange[]>;
}
