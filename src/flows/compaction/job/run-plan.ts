import { isAway } from '#core/compaction/attempts.ts';
import type { Failed, Failure } from '#core/failure.ts';
import type { Compaction } from '#core/compaction/compaction.ts';
import { taintOf } from '#core/provenance/taint.ts';
import { isBackground } from '#core/compaction/bar.ts';
import { keyOfFailed } from '#core/plan/plan-key.ts';
import type { PlannedChunk } from '#core/plan/chunks.ts';
import type { Plan } from '#core/plan/planned.ts';
import type { KeyStatus } from '#core/key.ts';
import { comparePositions } from '#core/log/turn.ts';
import { excludedKeyOf } from '#core/summarise/excluded.ts';
import { spoken } from '#core/summary/summary.ts';
import { toldWithin } from '#core/log/coverage.ts';
import { changeCompaction } from '#db/summaries/compactions.ts';
import { goOn, heart, type KnownJob } from '#flows/compaction/job/begin-compaction.ts';
import { previousKeyOf, type CompactionCase } from '#flows/compaction/case/compaction-case.ts';
import { rulesFor } from '#flows/compaction/case/plan-case.ts';
import type { CompactPorts } from '#flows/compaction/compact-ports.ts';
import { cancelJob, endJob, putOff, stopJob } from '#flows/compaction/job/end-compaction.ts';
import { keepDraft } from '#flows/compaction/draft/keep-draft.ts';
import { withoutExcluded, type Finished } from '#flows/compaction/draft/make-draft.ts';
import { summariseInside } from '#flows/compaction/write/summarise-inside.ts';
import { summarisePart } from '#flows/compaction/write/summarise-part.ts';
import type { Beat, PartOutcome, Work } from '#flows/compaction/job/work.ts';
import { failed } from '#flows/done.ts';
import { learnLines } from '#flows/learning/extract-memories.ts';
import { proposeLearnt } from '#flows/learning/propose-learnt.ts';
import type { CompactOutcome, CompactProgress } from '#flows/ports/workshop.ts';
import { outdatedBy } from '#flows/prompt/still-so.ts';

/**
 * A plan becomes a draft: first what is noted before, then the summary, inside the conversation or part by part. Each
 * part is stored as soon as it is there.
 */

export type Report = (progress: CompactProgress) => void;

/** A job with everything that is decided about it. */
export interface Run {
	readonly job: Compaction;
	readonly found: CompactionCase;
	readonly plan: Plan;
	readonly stored: KnownJob;
	/** From a tab that was closed: nobody waits for it. */
	readonly isTakenUp: boolean;
	/** The key that the conversation is bound to, where the summary is to be written inside it. */
	readonly inside: KeyStatus | null;
}

/** Execute a plan part by part; it was decided once and is not looked at again (INV-19). */
export async function runPlan(
	ports: CompactPorts,
	run: Run,
	signal: AbortSignal,
	report: Report
): Promise<CompactOutcome> {
	const { db, clock } = ports;
	const { found, plan } = run;
	let last: CompactProgress = { done: 0, of: 0 };
	const onProgress: Report = (progress) => {
		last = progress;
		report(progress);
	};
	const stored: KnownJob = {
		...run.stored,
		plan,
		excludedKey: excludedKeyOf(found.excluded),
		leftOut: [...found.excluded.leftOut],
		previousKey: previousKeyOf(found)
	};
	const job: Compaction = { ...run.job, status: 'running', plan: stored, updatedAt: clock.now() };
	const kept = await goOn(db, job);
	if (kept.status === 'failed')
		return kept.failure.kind === 'changed-meanwhile'
			? stopJob(ports, job, signal)
			: failed(kept.failure);
	const beat = heart(ports, job.id, (retry) => report(retry ? { ...last, retry } : last));
	const begun = await noteFirst(ports, { ...run, job, stored }, { beat, onProgress }, signal);
	if (!begun) return stopJob(ports, job, signal);
	if ('failure' in begun) return endJob(ports, job, begun.failure);
	const work = workOf(begun, beat);
	return (
		(await allInside(ports, begun, work, { signal, onProgress })) ??
		partByPart(ports, begun, work, { signal, onProgress })
	);
}

/**
 * Where the preset notes facts before it summarises, and has not done so yet; what is made again covers nothing new.
 * Null: it was stopped.
 */
async function noteFirst(
	ports: CompactPorts,
	run: Run,
	{ beat, onProgress }: { readonly beat: Beat; readonly onProgress: Report },
	signal: AbortSignal
): Promise<Run | Failed | null> {
	const { found, plan, job } = run;
	const isDone = job.trigger === 'again' || run.stored.learnt !== null;
	if (found.policy.preset.memory !== 'before' || isDone) return run;
	const learnt = await learnFirst(ports, { found, plan, onProgress, beat }, signal);
	if (learnt === 'stopped' || !(await beat('call'))) return null;
	if (learnt.status === 'failed') return learnt;
	const stored = { ...run.stored, learnt: learnt.proposals, learntCost: learnt.cost };
	await changeCompaction(ports.db, job.id, () => ({ plan: stored }));
	return { ...run, job: { ...job, plan: stored }, stored };
}

function workOf(run: Run, beat: Beat): Work {
	const { job, found, plan, stored, isTakenUp } = run;
	return {
		found,
		plan,
		rules: rulesFor(found, job.id),
		focus: job.focus,
		canWait: isTakenUp || isBackground(job.trigger),
		spent: 0,
		rung: found.models.first ? Math.min(stored.rung, found.policy.preset.ladder.length - 1) : 0,
		attempts: job.attempts,
		tried: new Set(),
		failure: job.failure,
		beat
	};
}

interface Watched {
	readonly signal: AbortSignal;
	readonly onProgress: Report;
}

/** The whole of it in one call inside the conversation. Null: not asked for, or nothing came of it. */
async function allInside(
	ports: CompactPorts,
	{ job, found, plan, stored, inside }: Run,
	work: Work,
	{ signal, onProgress }: Watched
): Promise<CompactOutcome | null> {
	if (!inside) return null;
	onProgress({ done: 0, of: 1 });
	const outcome = await summariseInside(ports, work, inside, signal);
	if (outcome.status === 'stopped') return stopJob(ports, job, signal);
	if (outcome.status === 'failed' && outcome.failure.kind !== 'changed-meanwhile')
		work.failure = outcome.failure;
	if (outcome.status !== 'summarised') return null;
	const whole = readAtOnce(plan, outcome);
	const change = { plan: { ...stored, plan: whole.plan, inside: true }, chunks: whole.chunks };
	const put = await changeCompaction(ports.db, job.id, () => change);
	if (put.status === 'failed') return failed(put.failure);
	return finish(
		ports,
		{
			job: { ...job, ...change },
			found,
			plan: whole.plan,
			stored: change.plan,
			isPartial: false,
			spent: work.spent
		},
		{ beat: work.beat, onProgress },
		signal
	);
}

async function partByPart(
	ports: CompactPorts,
	{ job: begun, found, plan, stored, isTakenUp }: Run,
	work: Work,
	{ signal, onProgress }: Watched
): Promise<CompactOutcome> {
	const before = spoken(found.previous)?.text ?? null;
	const of = plan.chunks.length;
	let job = begun;
	let isPartial = false;
	for (const chunk of plan.chunks) {
		if (isTold(chunk, job)) continue;
		onProgress({ done: chunk.index, of });
		if (signal.aborted || !(await work.beat('call'))) return stopJob(ports, job, signal);
		const soFar = job.chunks.at(-1)?.text ?? before;
		const outcome = await summarisePart(ports, work, { chunk, of, soFar }, signal);
		if (outcome.status === 'stopped') return stopJob(ports, job, signal);
		if (outcome.status === 'failed' && isTakenUp && isAway(outcome.failure))
			return putOff(ports, job, outcome.failure);
		if (outcome.status === 'failed')
			return endFailed(ports, { ...job, attempts: work.attempts }, plan, outcome.failure);
		if (outcome.status === 'partial') {
			isPartial = true;
			job = { ...job, failure: work.failure };
			break;
		}
		const { attempts, failure } = work;
		const change = { chunks: [...job.chunks, resultOf(chunk, outcome)], attempts, failure };
		job = { ...job, ...change };
		const row = { ...change, plan: { ...stored, starts: 0, rung: work.rung } };
		const put = await changeCompaction(ports.db, job.id, () => row);
		if (put.status === 'failed') return failed(put.failure);
	}
	const finished = { job, found, plan, stored, isPartial, spent: work.spent };
	return finish(ports, finished, { beat: work.beat, onProgress }, signal);
}

/** Nothing came of a part: the same is not tried again by itself. */
const endFailed = (ports: CompactPorts, job: Compaction, plan: Plan, failure: Failure) =>
	endJob(ports, job, failure, keyOfFailed(plan, { failure, trigger: job.trigger }));

type Summarised = Extract<PartOutcome, { status: 'summarised' }>;

function resultOf(
	{ index, from }: Pick<PlannedChunk, 'index' | 'from'>,
	{ through, text, memories, tier, model, promptId, cost, shortened = [] }: Summarised
): Compaction['chunks'][number] {
	return { index, from, through, text, memories, tier, model, promptId, cost, shortened };
}

/** By a result that is stored already. */
function isTold({ from }: PlannedChunk, { chunks }: Compaction): boolean {
	const last = chunks.at(-1);
	return last !== undefined && comparePositions(from, last.through) <= 0;
}

/** All of it was read in one call, and nothing of it was cut. */
function readAtOnce(
	plan: Plan,
	outcome: Summarised
): { readonly plan: Plan; readonly chunks: Compaction['chunks'] } {
	const { from, coveredTokens: tokens } = plan;
	const whole = { index: 0, from, through: plan.through, tokens, lossy: [] };
	return { plan: { ...plan, chunks: [whole] }, chunks: [resultOf(whole, outcome)] };
}

/** The summary is there: nothing may have changed since it was planned, then it becomes a draft. */
async function finish(
	ports: CompactPorts,
	finished: Finished,
	{ beat, onProgress }: { readonly beat: Beat; readonly onProgress: Report },
	signal: AbortSignal
): Promise<CompactOutcome> {
	const { job, found, plan } = finished;
	onProgress({ done: plan.chunks.length, of: plan.chunks.length });
	const isStopped = () => signal.aborted;
	if (isStopped() || !(await beat('call'))) return stopJob(ports, job, signal);
	// Neither a turn that was put off the record meanwhile nor a summary that was deleted may be in a draft.
	const outdated = await outdatedBy(ports.db, found);
	if (outdated) return endJob(ports, job, outdated);
	const draft = await keepDraft(ports, finished, signal);
	if (draft.status !== 'failed') return draft;
	const isCancelled =
		isStopped() || (await ports.db.compactions.get(job.id))?.status === 'cancelled';
	return isCancelled ? cancelJob(ports, job) : endJob(ports, job, draft.failure);
}

interface Learnt {
	readonly status: 'learnt';
	readonly proposals: number;
	/** US dollars; null: unknown. */
	readonly cost: number | null;
}

/** Facts are safe before anything is replaced (checklist 21, 179, 182), in an emergency too. */
async function learnFirst(
	ports: CompactPorts,
	{
		found,
		plan,
		onProgress,
		beat
	}: {
		readonly found: CompactionCase;
		readonly plan: Plan;
		readonly onProgress: Report;
		readonly beat: Beat;
	},
	signal: AbortSignal
): Promise<Learnt | Failed | 'stopped'> {
	const exchanges = toldWithin(found.exchanges, plan);
	const read = await learnLines(
		ports,
		{ found, exchanges, what: 'journal', onProgress, beat },
		signal
	);
	if (read === 'stopped' || signal.aborted) return 'stopped';
	const { lines, cost, outdated } = read;
	if (outdated) return failed(outdated.failure);
	const taint = taintOf(exchanges, 'none');
	const sessionId = found.session.id;
	const told = { taint, read: withoutExcluded(exchanges, found) };
	const stored = await proposeLearnt(ports, { sessionId, source: 'compaction', ...told, lines });
	return stored.status === 'failed' ? stored : { status: 'learnt', proposals: stored.value, cost };
}
