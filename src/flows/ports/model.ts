import type { Failure, Failed } from '#core/failure.ts';
import type { InputTransformation } from '#core/ledger/ledger-entry.ts';
import type { AssistantBlock } from '#core/log/blocks.ts';
import type { RequestBody } from '#core/prompt/prompt.ts';
import type { ModelCard } from '#core/models/model-card.ts';
import type { Retry } from '#core/reply/retry.ts';
import type { Usage } from '#core/wire/usage.ts';

/** The model, as those who ask it see it: what it is asked and what it says, event by event. */

/** A whole answer, blocks exactly as received. */
export interface ModelAnswer {
	readonly content: readonly AssistantBlock[];
	/** As the endpoint named it; an unknown value is never treated as `end_turn`. */
	readonly stopReason: string | null;
	readonly stopCategory: string | null;
	readonly usage: Usage | null;
	/** Tokens of the context behind the answer; null where usage of server tools makes its sums no measure (INV-12). */
	readonly contextTokens: number | null;
	readonly model: string;
	/** Not there where the endpoint tells of none. */
	readonly transformations?: readonly InputTransformation[];
}

export type ModelEvent =
	| ({ readonly type: 'retrying'; readonly attempt: number } & Retry)
	| { readonly type: 'text'; readonly index: number; readonly text: string }
	| { readonly type: 'thinking'; readonly index: number; readonly text: string }
	| {
			readonly type: 'tool-call';
			readonly index: number;
			readonly id: string;
			readonly name: string;
	  }
	/** What is reported as the answer begins, so that a call that is stopped has its price too. */
	| { readonly type: 'usage'; readonly usage: Usage }
	| { readonly type: 'end'; readonly answer: ModelAnswer }
	/** `partial`: blocks that came before it broke; whole blocks only may be sent again. */
	| {
			readonly type: 'failed';
			readonly failure: Failure;
			readonly partial: readonly AssistantBlock[];
			readonly usage: Usage | null;
	  };

export type CountOutcome =
	| { readonly status: 'counted'; readonly tokens: number }
	| { readonly status: 'unsupported' }
	| { readonly status: 'stopped' }
	| Failed;

export type ModelsOutcome =
	{ readonly status: 'listed'; readonly models: readonly ModelCard[] } | Failed;

/**
 * The model on the other end of the line. Never throws: what goes wrong arrives as an event. Ends with `end` or
 * `failed`; after a stop it just ends.
 */
export interface Model {
	/** Nothing of it leaves before its first event is asked for: by then it must be on file. */
	stream(request: ModelRequest, signal: AbortSignal): AsyncIterable<ModelEvent>;
	count(request: ModelRequest, signal: AbortSignal): Promise<CountOutcome>;
}

/** A request with the endpoint it was written for: there it is posted, or nowhere (`changed-meanwhile`). */
export interface ModelRequest {
	readonly body: RequestBody;
	/** As in the settings; ignored by the on-device answerer. */
	readonly endpoint: string;
	/** Calls in all while nothing is answered; else as many as the line makes by itself. */
	readonly mostCalls?: number | undefined;
}

/**
 * A request as it is posted: its JSON, written once where the request was made. A blob goes from thread to thread and
 * to the network without a copy; a long session is a megabyte.
 */
export interface Posted {
	readonly model: string;
	/** Base URL it was written for, without a trailing slash. */
	readonly base: string;
	readonly json: Blob;
	/** As in the request. */
	readonly mostCalls?: number | undefined;
}
