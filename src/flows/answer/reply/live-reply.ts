import type { AssistantBlock } from '#core/log/blocks.ts';
import type { Failure } from '#core/failure.ts';
import type { Step } from '#core/log/turn.ts';
import type { NeedsReview, ToldOf } from '#core/reply/not-sent.ts';
import type { Retry } from '#core/reply/retry.ts';

/** The reply being written this second: the one thing on screen that the database does not hold yet. */

export interface LiveReply {
	readonly sessionId: string;
	readonly turnId: string;
	readonly branch: string;
	readonly seq: number;
	/** Index of the step being written; earlier ones are in the database. */
	readonly index: number;
	/** The step goes on where the one before it broke off; otherwise it replaces that one. */
	readonly continues: boolean;
	/** Blocks as far as they have come; each text is whole so far. Calls have no input yet. */
	readonly content: readonly AssistantBlock[];
	/** What is done for it now: its model is asked, its tools run, or room is made for it. */
	readonly state: 'calling' | 'tools' | 'compacting';
	/** While a call waits to be made again. */
	readonly retry: Retry | null;
	readonly model: string;
	/** It has come, and could not be stored yet. */
	readonly unstored?: Unstored;
	/** Another tab writes it, and has the pauses of its calls. */
	readonly isElsewhere?: true;
}

/** Why what came is not stored, and the way to try it again at once; it is tried again by itself as well. */
interface Unstored {
	readonly failure: Failure;
	readonly again: () => void;
}

/** Called at most once a frame; with null when everything of the reply is stored. */
export type OnReply = (reply: LiveReply | null) => void;

/** What sending a message, or answering a stored one, came to. The turn is stored whenever there is a `turnId`. */
export type SendOutcome =
	| {
			readonly status: 'answered';
			readonly turnId: string;
			/** The model came to a limit before its end. */
			readonly isCutOff?: true;
	  }
	/** Null: before anything was stored. */
	| { readonly status: 'stopped'; readonly turnId: string | null }
	| (ToldOf & {
			readonly status: 'failed';
			/** Null: nothing was stored, the text belongs back into the composer. */
			readonly turnId: string | null;
			readonly failure: Failure;
	  })
	/** Offline or unreachable before anything came: the turn is marked `waiting`. */
	| (ToldOf & { readonly status: 'waiting'; readonly turnId: string; readonly failure: Failure })
	/** No call was made. */
	| NeedsReview;

/** What a reply came to that the model has ended, by its last step. */
export const answered = ({ turnId, state }: Pick<Step, 'turnId' | 'state'>): SendOutcome => ({
	status: 'answered',
	turnId,
	...(state === 'cut-off' ? { isCutOff: true } : {})
});
