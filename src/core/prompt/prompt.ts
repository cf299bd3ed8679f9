import type { Message, TextBlock, ToolDefinition } from '#core/log/blocks.ts';
import type { Barred } from '#core/memory/access.ts';
import type { WhyLeftOut } from '#core/prompt/media.ts';
import type { PartWeight } from '#core/prompt/weight/part-weight.ts';

/** The assembled request as data. What the inspector shows is this, and what is sent is this. */

export type SegmentSource =
	| 'System'
	| 'Memory rules'
	| 'MEMORY.md'
	| `memory/${string}`
	| 'Pins'
	| 'First request'
	| 'Summary'
	| 'Anchors'
	| 'Recent messages'
	| 'Tools'
	| 'New message';

/** One part of the prompt. `on: false` parts are listed with their weight but not sent. */
export interface Segment {
	readonly source: SegmentSource;
	readonly text: string;
	/** Calibrated estimate, tokens. */
	readonly tokens: number;
	/** So much of it no compaction makes smaller, where it holds steps that a summary may stand for, or is one: tokens. */
	readonly least?: number;
	readonly on: boolean;
	/** `New message` has no switch. */
	readonly switchable: boolean;
	/** Why it is not sent although it exists (scope of a file, a kind of session), for the inspector. */
	readonly absent: Barred | null;
	/** Places that are quoted in it and may not be sent, memory files and links: their quotations are cleared. */
	readonly cleared?: readonly string[];
	/** Pictures and files of it that notes stand for. */
	readonly leftOut?: readonly LeftOut[];
}

/** A picture or file that is not sent, for whoever looks for it. */
export interface LeftOut {
	/** The message it belongs to, null while that is not stored. */
	readonly turnId: string | null;
	/** Its place among the blocks of the question; -1: a tool has brought it. */
	readonly place: number;
	/** Null: a picture. */
	readonly name: string | null;
	readonly why: WhyLeftOut;
}

/** Asks the provider's cache to keep all that stands before it; five minutes is what it means by itself. */
interface CacheMark {
	readonly type: 'ephemeral';
	readonly ttl?: '1h';
}

/** A block of `system`; the last one bears a mark, so that a summary, another branch and another session find it kept. */
export interface SystemBlock extends TextBlock {
	readonly cache_control?: CacheMark;
}

/** Body of POST /v1/messages, without `stream`. Field order is the order on the wire. */
export interface RequestBody {
	readonly model: string;
	readonly max_tokens: number;
	readonly system?: readonly SystemBlock[];
	readonly tools?: readonly ToolDefinition[];
	readonly messages: readonly Message[];
	readonly thinking?:
		| { readonly type: 'adaptive' }
		| { readonly type: 'disabled' }
		| { readonly type: 'enabled'; readonly budget_tokens: number };
	readonly temperature?: number;
	/** By itself at the end of the last message. */
	readonly cache_control?: CacheMark;
}

export type Verdict =
	| { readonly kind: 'ok' }
	/** Prepare a draft in the background. */
	| { readonly kind: 'soft' }
	/** Apply a summary now. */
	| { readonly kind: 'hard' }
	/** The fixed parts alone leave no room: no call is made. */
	| {
			readonly kind: 'infeasible';
			readonly floor: number;
			readonly threshold: number;
			readonly largest: readonly PartWeight[];
	  };

/** Turns of the user since the last summary, and after how many of them one is needed. */
export interface TurnsSaid {
	/** Counts the turn that is being answered, but not what is still in the composer. */
	readonly said: number;
	readonly limit: number;
}

/** Weights and limits of one prompt, in tokens. */
export interface Weight {
	readonly tokens: number;
	/** min(window, price step, user's cap) − maximum output; null while the window is unknown. */
	readonly usable: number | null;
	readonly window: number | null;
	readonly maxOutput: number;
	/** Where a draft is prepared. */
	readonly soft: number | null;
	/** Where a summary is applied. */
	readonly hard: number | null;
	/** Turns since the last summary; null: the preset does not count them. */
	readonly turns: TurnsSaid | null;
	/** `reported`: the provider's own last count plus an estimate of what came after. */
	readonly basis: 'estimated' | 'reported' | 'counted';
}

export interface Prompt {
	readonly segments: readonly Segment[];
	readonly body: RequestBody;
	readonly weight: Weight;
	/** Hash of what must stay the same within the epoch: system, tools, model, key, head of the history. */
	readonly epochKey: string;
	/** The epoch it belongs to. */
	readonly epoch: number;
	/** Id of the summary in use, or null. */
	readonly summaryId: string | null;
}
