import { attemptsFor } from '#core/compaction/attempts.ts';
import type { ChunkResult } from '#core/compaction/compaction.ts';
import type { Failed, Failure } from '#core/failure.ts';
import type { Position } from '#core/log/turn.ts';
import type { Plan } from '#core/plan/planned.ts';
import type { ModelCard } from '#core/models/model-card.ts';
import { addPrices } from '#core/models/price.ts';
import type { TranscriptRules } from '#core/summarise/transcript.ts';
import { questionKept } from '#core/log/coverage.ts';
import { retryIn, type Retry } from '#core/reply/retry.ts';
import type { ModelEvent } from '#flows/ports/model.ts';
import { tellRetry, type TellRetry } from '#flows/prompt/tell-retry.ts';
import type { CompactionCase } from '#flows/compaction/case/compaction-case.ts';

/** What all parts of a compaction share; `rung` and `attempts` only ever go up. */
export interface Work {
	readonly found: CompactionCase;
	readonly plan: Plan;
	readonly rules: TranscriptRules;
	readonly focus: string | null;
	/** One in the background, or taken up from a closed tab, waits for a model; one that somebody waits for goes on without. */
	readonly canWait: boolean;
	/** US dollars for tries that came to nothing, to be told with the text that came in the end; null: unknown. */
	spent: number | null;
	/** Rungs of the ladder that came to nothing. */
	rung: number;
	/** Calls that failed, and answers that were not taken with their one repair. */
	attempts: number;
	/** Ids of the models that were asked. */
	readonly tried: Set<string>;
	/** Why the last attempt came to nothing. */
	failure: Failure | null;
	readonly beat: Beat;
}

/**
 * Keeps the lease alive, and says whether to go on: false where somebody has cancelled the job, or it may send nothing
 * more. Looked at every few seconds, before each call, and when one waits to be made again.
 */
export type Beat = (moment?: 'call' | ModelEvent) => Promise<boolean>;

/** Of work that nobody can cancel but by its signal. */
export const noBeat: Beat = () => Promise.resolve(true);

/** Of such work, told of a call that waits to be made again. */
export function toldBeat(tell: TellRetry): Beat {
	const told = tellRetry(tell);
	return (moment) => {
		told(retryOf(moment));
		return Promise.resolve(true);
	};
}

/** The pause that a moment tells of, or null. */
export const retryOf = (moment: Parameters<Beat>[0]): Retry | null =>
	typeof moment === 'object' && moment.type === 'retrying' ? retryIn(moment) : null;

export type PartOutcome =
	/** `through`: as far as it was read; what code takes goes beyond its part. */
	| ({ readonly status: 'summarised' } & Omit<ChunkResult, 'index' | 'from'>)
	/** Nothing came of it; what was summarised before may stand (checklist 140: partial). */
	| { readonly status: 'partial' }
	| Failed
	| { readonly status: 'stopped' };

/** Attempts that are left for a model. */
export function attemptsLeft({ found, attempts, tried }: Work, { id }: ModelCard): number {
	const { first, other } = found.models;
	const models = [first, other].flatMap((one) => (one ? [one.id] : []));
	return attemptsFor({ attempts, models, tried }, id);
}

/** The question that the summary leaves where it is, though it stands for a part of its turn. */
export const keptBy = ({ found, plan }: Pick<Work, 'found' | 'plan'>): Position | null =>
	questionKept(found.exchanges, plan.through);

/** What was paid for a try that came to nothing. */
export function spend(work: Work, cost: number | null): void {
	work.spent = addPrices(work.spent, cost);
}

/** The text that came in the end has cost what came to nothing before it, too. */
export function settled<T extends PartOutcome>(work: Work, outcome: T): T {
	if (outcome.status !== 'summarised') return outcome;
	const { spent } = work;
	work.spent = 0;
	return { ...outcome, cost: addPrices(outcome.cost, spent) };
}
