import type { SummaryTier } from '#core/summary/summary.ts';

/** A preset as data: each field answers one question about how a session is kept short. */

/** Where compaction starts. All sizes in tokens, all shares 0–1. */
export type Threshold =
	/** Of usable: a draft is prepared at `draft`, a summary applied at `apply`. */
	| { readonly kind: 'of-usable'; readonly draft: number; readonly apply: number }
	/** Window minus a reserve for the answer. */
	| { readonly kind: 'window-minus'; readonly reserve: number }
	/** Of the window: `idle` when nobody is waiting, `emergency` while somebody is. */
	| {
			readonly kind: 'of-window';
			readonly idle: number;
			readonly emergency: number;
			/** Without input for so long is idle; 5 where it is not said. */
			readonly minutes?: number;
	  }
	/** Of what three reserves leave of the window, rounded down. */
	| {
			readonly kind: 'of-rest';
			readonly system: number;
			readonly output: number;
			readonly safety: number;
			readonly share: number;
	  }
	/** A number of tokens; 0 switches it off. */
	| { readonly kind: 'absolute'; readonly tokens: number };

/** How a preset counts what it compares. Chars/4 exists only here, for the presets that name it. */
export type Counter =
	/** Reported count, else the calibrated estimate. */
	| 'calibrated'
	/** Reported count, else length of the JSON of each message / 4 × 1.2. */
	| 'reported-or-json'
	/** Per message: 2 and a quarter of the characters, rounded up. */
	| 'quarter-rounded-up'
	/** A quarter of all characters, rounded down. */
	| 'quarter-rounded-down';

/** What stays word for word. The newest user message always does, whatever a preset says. */
export type Keep =
	/** The larger of both, but at most `atMost` (shares of usable). */
	| {
			readonly kind: 'messages-or-usable';
			readonly messages: number;
			readonly share: number;
			readonly atMost: number;
	  }
	/** The larger of a number of messages and a share of the window. */
	| { readonly kind: 'messages-or-window'; readonly messages: number; readonly share: number }
	| { readonly kind: 'tokens'; readonly tokens: number }
	| { readonly kind: 'messages'; readonly messages: number }
	/** Answered turns, with their questions. */
	| { readonly kind: 'assistant-turns'; readonly turns: number }
	/** Nothing but the newest user message. */
	| { readonly kind: 'nothing' };

/** When there is nothing to do. */
type Guard =
	/** At most so many messages in all. */
	| { readonly kind: 'messages'; readonly atMost: number }
	/** Only where a summary would free nothing. */
	| { readonly kind: 'gain' };

/** How the covered turns reach the summariser. */
export type Chunks =
	| { readonly kind: 'one' }
	/** Parts of at most this share of the summary model's window, and at most `tokens`. */
	| { readonly kind: 'rolling'; readonly share: number; readonly tokens: number | null };

/** What the summariser is asked for. `form` names a prompt; the budget is in tokens. */
export interface Asked {
	readonly form: 'recommended' | 'gsv' | 'two-phase' | 'rounds' | 'spec-008' | 'single-shot';
	/** The user's own instructions in place of those of the form; null: those. */
	readonly words: string | null;
	/** Words of the summary, tokens; null: from the size of the window. */
	readonly budget: number | null;
	/** `max_tokens` of the call; null: room for the budget, the memories and some thinking. */
	readonly maxTokens: number | null;
	/** Sent only to models that still take it. */
	readonly temperature: number | null;
}

/** Which model writes the summary: the session's, the cheapest kind that is listed, or one named by the user. */
type Summariser = 'session' | 'cheap' | { readonly model: string };

export type SummaryReading = 'transcript' | 'inside-when-warm' | 'inside';

/** How the summary stands in the prompt. The wire has no `system` in the middle: it is mapped to `user`, and shown. */
export interface Form {
	readonly role: 'user' | 'assistant' | 'system';
	/** First line of the message. */
	readonly mark: string;
	/** When `Last request from user was: …` follows the summary. */
	readonly lastRequest: 'always' | 'unanswered' | 'never';
}

/** What happens to old tool results in a request. Ages count assistant messages, sizes count characters. */
export type Pruning =
	| { readonly kind: 'none' }
	| {
			readonly kind: 'trim';
			/** Results of the newest so many assistant messages stay whole. */
			readonly keepLast: number;
			/** Older and longer than this: head and tail stay. */
			readonly over: number;
			readonly head: number;
			readonly tail: number;
			/** Older than this: cleared. */
			readonly clearAfter: number;
			/** `epoch`: only what an earlier epoch sent, so that the cached prefix stays as it is. */
			readonly when: 'always' | 'epoch';
	  }
	| { readonly kind: 'mask'; readonly keepLast: number; readonly over: number };

export interface Flush {
	/** So many tokens before the threshold. */
	readonly distance: number;
	/** The reply that is not shown. */
	readonly silentWord: string;
}

export interface Preset {
	readonly id: string;
	readonly name: string;
	readonly threshold: Threshold;
	/** After so many of the user's turns a summary is needed too, whatever they weigh; null: only the size counts. */
	readonly afterTurns: number | null;
	readonly comparison: '>' | '>=';
	readonly counter: Counter;
	/** Weight after a compaction, as a share of usable. */
	readonly target: number;
	readonly keep: Keep;
	readonly guard: Guard;
	readonly chunks: Chunks;
	readonly asked: Asked;
	readonly summariser: Summariser;
	/**
	 * How it reads what it summarises: a transcript in a request of its own, or inside the conversation, whose prefix a
	 * warm cache holds. Inside, the model of the session writes; where that cannot be, a transcript is read.
	 */
	readonly reading: SummaryReading;
	readonly form: Form;
	/** What is tried in turn; after the last the history is kept as it is. */
	readonly ladder: readonly SummaryTier[];
	/** Memory lines: in the same call as the summary, in a flush turn before it, or not at all. */
	readonly memory: 'same-call' | 'before' | 'flush' | 'none';
	/** An anchor list stands beside the summary. */
	readonly anchors: boolean;
	readonly pruning: Pruning;
	/** How the context is weighed after a compaction. */
	readonly recount: 'count-tokens' | 'next-usage' | 'estimate';
	readonly flush: Flush | null;
	/** The window the document had in mind: absolute sizes are scaled by window ÷ this. */
	readonly madeFor: number;
}
