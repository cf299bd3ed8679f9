import type { CompactionTrigger } from '#core/compaction/trigger.ts';
import type { Path } from '#core/log/path.ts';
import type { Exchange, Position } from '#core/log/turn.ts';
import type { PlannedChunk } from '#core/plan/chunks.ts';
import type { Weigh, WrittenRows } from '#core/plan/items.ts';
import type { SummarySizes } from '#core/plan/sizes.ts';
import type { Policy } from '#core/presets/policy.ts';
import type { Verdict } from '#core/prompt/prompt.ts';
import type { PartWeight } from '#core/prompt/weight/part-weight.ts';
import type { ModelCard } from '#core/models/model-card.ts';
import type { Summary } from '#core/summary/summary.ts';

/** What a plan is made of, and what planning comes to. */

export interface PlanInput {
	/** The active path (INV-20), from the boundary of `previous` or earlier to its head. */
	readonly exchanges: readonly Exchange[];
	/** The summary in use; its boundary is known by metadata, never found by looking at text. */
	readonly previous: Pick<
		Summary,
		'id' | 'through' | 'saidBefore' | 'text' | 'anchors' | 'standsFor'
	> | null;
	/** Ids of turns that the user excluded. */
	readonly leftOut: ReadonlySet<string>;
	readonly policy: Policy;
	readonly weigh: Weigh;
	/** What turns are for the summariser; their weight decides the parts. */
	readonly written: WrittenRows;
	/** System, tools, memory, pins and first request, tokens. */
	readonly floor: number;
	readonly parts: readonly PartWeight[];
	/** What a new summary brings along word for word: fences, the first request when it is not there yet; tokens. */
	readonly carried: number;
	readonly trigger: CompactionTrigger;
	/** Who writes the summary; null: code, on this device, in one piece. */
	readonly summariser: ModelCard | null;
	/** Instructions of the summariser, tokens. */
	readonly instructions: number;
	/** Keys of plans that came to nothing before, one a line (INV-6). */
	readonly noPlanKey: string | null;
	/** Of the session: turns behind it are counted. */
	readonly saidBefore?: Path | undefined;
}

/** JSON-safe: it is stored with the job and resumed from there. */
export interface Plan {
	readonly kind: 'plan';
	readonly key: string;
	readonly previousId: string | null;
	readonly from: Position;
	readonly through: Position;
	readonly chunks: readonly PlannedChunk[];
	readonly sizes: SummarySizes;
	readonly tail: { readonly tokens: number; readonly messages: number };
	/** Whole prompt, tokens. */
	readonly tokensBefore: number;
	/** Whole prompt after it, tokens. */
	readonly projected: number;
	readonly target: number | null;
	/** Covered, as they stand on the wire now, tokens. */
	readonly coveredTokens: number;
	readonly turnCount: number;
	readonly messageCount: number;
	readonly imageCount: number;
}

export type NoOpReason =
	/** Nothing lies before what stays word for word. */
	| 'all-recent'
	| 'few-messages'
	/** A summary would be as large as what it stands for. */
	| 'little-to-gain'
	/** Nothing has been said since the last one (INV-2). */
	| 'nothing-new'
	/** The same plan came to nothing before (INV-6). */
	| 'decided-before'
	/** Asked for again from the originals, of which none may be told any more. */
	| 'all-left-out';

export interface NoOp {
	readonly kind: 'no-op';
	readonly reason: NoOpReason;
	readonly key: string;
}

/** What cannot be compacted alone reaches the threshold (INV-1). */
export type Infeasible = Extract<Verdict, { readonly kind: 'infeasible' }>;

/** The newest user message alone does not fit (INV-18): split it, attach it as a file, or shorten it. */
export interface OversizeUserMessage {
	readonly kind: 'oversize-user-message';
	readonly tokens: number;
	/** What the threshold leaves for it, tokens. */
	readonly room: number;
}

export type Planned = Plan | NoOp | Infeasible | OversizeUserMessage;
