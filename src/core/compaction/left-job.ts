import { isUnfinished, type Compaction } from '#core/compaction/compaction.ts';
import { readStoredJob, type PromptFacts } from '#core/compaction/stored-job.ts';
import type { CompactionTrigger } from '#core/compaction/trigger.ts';
import { isNotStored } from '#core/failure.ts';
import { onDevice } from '#core/models/model-card.ts';

/** What is asked for, by whom and where. */
interface Asked {
	readonly branch: string;
	readonly trigger: CompactionTrigger;
	readonly focus: string | null;
	readonly facts: PromptFacts | null;
	/** Base URL of the endpoint as it is set now. */
	readonly endpoint: string;
}

/** Noted as wanted, and nothing more: of its flush turn it is not known what came of that. */
export function isBeforeFlush(job: Compaction): boolean {
	const { starts, plan } = readStoredJob(job.plan);
	return isUnfinished(job) && starts === 0 && plan === null && job.chunks.length === 0;
}

/**
 * Whether the last job of a session was left with parts that were paid for and are what is asked for now: the browser could
 * not store the end of it, or nobody is there any more. One that was only noted as wanted is as good as a new one. What its
 * plan is good for is looked at when it is planned.
 */
export function isLeftFor(job: Compaction, asked: Asked): boolean {
	const { branch, trigger, focus, plan, chunks, failure } = job;
	const { facts, endpoint } = readStoredJob(plan);
	const isLeft = isUnfinished(job) || (job.status === 'failed' && failure && isNotStored(failure));
	// By hand any summary is right that covers the same; one that must make room is planned for as much as it needs.
	const isSought = trigger === asked.trigger || (asked.trigger === 'manual' && trigger !== 'again');
	return (
		Boolean(isLeft) &&
		isSought &&
		branch === asked.branch &&
		focus === asked.focus &&
		endpoint === asked.endpoint &&
		facts?.answerer === asked.facts?.answerer &&
		(isBeforeFlush(job) || chunks.some(({ model }) => model !== onDevice))
	);
}
