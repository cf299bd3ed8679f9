import type { Failure } from '#core/failure.ts';
import type { Position } from '#core/log/turn.ts';
import type { StoredJob } from '#core/compaction/stored-job.ts';
import type { Retry } from '#core/reply/retry.ts';
import type { CompactionTrigger } from '#core/compaction/trigger.ts';
import type { Judged } from '#core/memory/memory.ts';
import type { SummaryTier } from '#core/summary/summary.ts';

/** The row of a compaction. */

type CompactionStatus = 'planned' | 'running' | 'review' | 'committed' | 'failed' | 'cancelled';

/** Statuses of a job that is worked on, or that a closed tab left behind. */
export const unfinishedStatuses = [
	'planned',
	'running'
] as const satisfies readonly CompactionStatus[];

/** The row may come from a file, and its status be anything. */
export const isUnfinished = ({ status }: { readonly status: unknown }): boolean =>
	unfinishedStatuses.some((one) => one === status);

/** The result of one chunk, stored as soon as it is there, so that a closed tab resumes. */
export interface ChunkResult {
	readonly index: number;
	readonly from: Position;
	readonly through: Position;
	readonly text: string;
	readonly memories: readonly ChunkMemory[];
	readonly tier: SummaryTier;
	readonly model: string;
	readonly promptId: string;
	readonly cost: number | null;
	/** Pieces of which the summariser read head and tail, however its part was cut in the end (INV-16). */
	readonly shortened?: readonly Position[];
}

export interface ChunkMemory extends Judged {
	readonly text: string;
	readonly turnIds: readonly string[];
}

/** The job that makes a summary. */
export interface Compaction {
	readonly id: string;
	readonly sessionId: string;
	readonly branch: string;
	readonly status: CompactionStatus;
	readonly trigger: CompactionTrigger;
	readonly focus: string | null;
	/** What it goes on from; an older row may lack fields, so it is read by `readStoredJob`. */
	readonly plan: Partial<StoredJob> | null;
	readonly chunks: readonly ChunkResult[];
	readonly attempts: number;
	readonly failure: Failure | null;
	readonly summaryId: string | null;
	/** Which tab works on it, and until when others keep away (ms). */
	readonly leaseUntil: number;
	/** While a call of it waits to be made again, for the tabs that only look on. */
	readonly retry?: Retry | null;
	readonly createdAt: number;
	readonly updatedAt: number;
}
