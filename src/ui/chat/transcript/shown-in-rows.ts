import type { Failure } from '#core/failure.ts';
import type { Mark } from '#core/log/turn.ts';
import type { ToldOf } from '#core/reply/not-sent.ts';
import type { Summary } from '#core/summary/summary.ts';
import type { LiveReply } from '#state/chat/session-view.svelte.ts';
import type { TranscriptWindow } from '#state/chat/transcript-window.ts';
import type { TurnActions } from '../message/turn-actions.ts';
import type { SummaryActions } from '../summary/summary-actions.ts';

/** What the rows of a conversation are drawn from, the same for each, and what can be done in them. */
export interface ShownInRows {
	readonly excerpt: TranscriptWindow;
	readonly summaries: readonly Summary[];
	readonly inUse: Summary | null;
	/** By turn id. */
	readonly marks: Readonly<Record<string, readonly Mark[]>>;
	/** By turn id: how many lines of memory that came of it wait for review. */
	readonly waitingLines: ReadonlyMap<string, number>;
	readonly reply: LiveReply | null;
	/** An answer is being made, though nothing of it may be heard yet. */
	readonly answering: boolean;
	/** What has just gone wrong, and with which turn. */
	readonly trouble: (ToldOf & { readonly turnId: string; readonly failure: Failure }) | null;
	/** The turn whose sending waits for a decision that is asked for at the end. */
	readonly askedTurn: string | null;
	readonly actions: TurnActions;
	readonly summaryActions: SummaryActions;
	/** Seq of the turn whose question is being edited, or null. */
	readonly editing: number | null;
	readonly onedit: (seq: number | null) => void;
	/** A turn to bring into view and highlight. */
	readonly goal: { readonly seq: number } | null;
}
