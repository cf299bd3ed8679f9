import type { Compaction } from '#core/plan/compaction.ts';
import { barredFrom, readerOf } from '#core/memory/access.ts';
import type { PlannedChunk } from '#core/plan/chunks.ts';
import { dailyPath } from '#core/memory/memory.ts';
import { isBackground } from '#core/plan/bar.ts';
import type { Plan } from '#core/plan/planned.ts';
import { taintOf } from '#core/lines/taint.ts';
import { localDayOf } from '#core/log/stamp.ts';
import { comparePositions, type TranscriptRules } from '#core/summarise/transcript.ts';
import { memoryFile } from '#db/memory.ts';
import { changeCompaction, putCompaction } from '#db/summaries.ts';
import { beginJob, heart, type KnownJob } from '#flows/compaction/begin-compaction.ts';
import { isOutdated, readCase, type CompactionCase } from '#flows/compaction/compaction-case.ts';
import type { CompactPorts } from '#flows/compaction/compact-ports.ts';
import { failed } from '#flows/done.ts';
import {
	barNow,
	endBroken,
	endJob,
	endWithoutPlan,
	putOff,
	stopJob
} from '#flows/compaction/end-compaction.ts';
import { learnLines } from '#flows/memory/extract-memories.ts';
import { fromOriginals } from '#flows/compaction/from-originals.ts';
import { keepDraft, type Finished } from '#flows/compaction/keep-draft.ts';
import { rangeOf } from '#flows/compaction/loss-of.ts';
import type { KeyStatus } from '#core/key.ts';
import type { CompactOutcome, CompactProgress, WorkshopJobs } from '#flows/ports/workshop.ts';
import { planCase, rulesFor } from '#flows/compaction/plan-case.ts';
import { proposeLearnt } from '#flows/memory/propose-learnt.ts';
import type { StoredJob } from '#core/plan/stored-job.ts';
import { summariseInside } from '#flows/compaction/summarise-inside.ts';
import { isAway, summarisePart } from '#flows/compaction/summarise-part.ts';
import type { Beat, PartOutcome, Work } from '#flows/compaction/work.ts';

/**
 * A compaction from the plan to the draft: the same in the workshop and in tests. Each part is stored as soon as it
 * is there, so a job that was cut short goes on where it stopped; a turn is never changed.
 */

type Ask = WorkshopJobs['compact']['ask'];
type Report = (progress: CompactProgress) => void;

/** A job is begun so often, and as often again once it has stored a part. */
const mostStarts = 3;

export async function compactSession(
	ports: CompactPorts,
	ask: Ask,
	signal: AbortSignal,
	onProgress: Report
): Promise<CompactOutcome> {
	onProgress({ stage: 'planning', done: 0, of: 0 });
	const begun = await beginJob(ports, ask);
	if (begun.status === 'failed') return begun;
	const { job, stored } = begun;
	const bar = await barNow(ports.db, job);
	if (bar) return endJob(ports, job, bar);
	if (stored.starts > mostStarts) return endBroken(ports, job);
	const now = await readCase(ports.db, {
		sessionId: job.sessionId,
		branch: job.branch,
		answerer: stored.facts.answerer
	});
	if (!now) return endJob(ports, job, { kind: 'changed-meanwhile' });
	const read =
		job.trigger === 'again'
			? await fromOriginals(ports, now)
			: ({ status: 'read', found: now } as const);
	if (read.status === 'failed') return endJob(ports, job, read.failure);
	const { found } = read;
	const rules = rulesFor(found, job.id);
	const resumed = standsYet(stored, found) ? stored.plan : null;
	const planned = resumed ?? planCase({ found, facts: stored.facts, trigger: job.trigger });
	if (planned.kind !== 'plan') return endWithoutPlan(ports, { job, found, planned });
	const run: Run = {
		job: resumed ? job : { ...job, chunks: [] },
		found,
		plan: planned,
		rules,
		stored: resumed ? stored : { ...stored, inside: false },
		isTakenUp: ask.compactionId !== null,
		inside: resumed ? null : (ask.inside?.key ?? null)
	};
	return runPlan(ports, run, signal, onProgress);
}

/** The turns that may be told, and the summary that it goes on from, are those it was planned with (INV-13). */
const standsYet = ({ plan, excludedKey }: StoredJob, found: CompactionCase): boolean =>
	excludedKey === found.excludedKey && plan?.previousId === (found.previous?.id ?? null);

interface Run {
	readonly job: Compaction;
	readonly found: CompactionCase;
	readonly plan: Plan;
	readonly rules: TranscriptRules;
	readonly stored: KnownJob;
	/** From a tab that was closed: nobody waits for it. */
	readonly isTakenUp: boolean;
	/** The key that the conversation is bound to, where the summary is to be written inside it. */
	readonly inside: KeyStatus | null;
}

/** Execute a plan part by part; it was decided once and is not looked at again (INV-19). */
async function runPlan(
	ports: CompactPorts,
	run: Run,
	signal: AbortSignal,
	onProgress: Report
): Promise<CompactOutcome> {
	const { db, clock } = ports;
	const { found, plan } = run;
	let planned: KnownJob = { ...run.stored, plan, excludedKey: found.excludedKey };
	let job: Compaction = { ...run.job, status: 'running', plan: planned, updatedAt: clock.now() };
	const kept = await putCompaction(db, job);
	if (kept.status === 'failed') return failed(kept.failure);

	const beat = heart(ports, job.id);
	if (found.policy.preset.memory === 'before' && planned.learnt === null) {
		const learnt = await learnFirst(ports, { found, plan, onProgress, beat }, signal);
		if (learnt === 'stopped' || !(await beat('call'))) return stopJob(ports, job, signal);
		planned = { ...planned, learnt };
		job = { ...job, plan: planned };
		await changeCompaction(db, job.id, () => ({ plan: planned }));
	}
	const work: Work = {
		found,
		plan,
		rules: run.rules,
		round: found.rounds + 1,
		focus: job.focus,
		notes: await notesFor(ports, found),
		canWait: run.isTakenUp || isBackground(job.trigger),
		spent: 0,
		rung: found.models.first ? Math.min(job.attempts, found.policy.preset.ladder.length - 1) : 0,
		attempts: job.attempts,
		failure: job.failure,
		beat
	};
	const before = found.previous?.standsFor === 'text' ? found.previous.text : null;
	if (run.inside) {
		onProgress({ stage: 'summarising', done: 0, of: 1 });
		const outcome = await summariseInside(ports, work, run.inside, signal);
		if (outcome.status === 'stopped') return stopJob(ports, job, signal);
		if (outcome.status === 'failed' && outcome.failure.kind !== 'changed-meanwhile') {
			work.attempts++;
			work.failure = outcome.failure;
		}
		if (outcome.status === 'summarised') {
			const whole = readAtOnce(plan, outcome);
			planned = { ...planned, plan: whole.plan, inside: true };
			const { chunks } = whole;
			job = { ...job, plan: planned, chunks };
			const stored = await changeCompaction(db, job.id, () => ({ plan: planned, chunks }));
			if (stored.status === 'failed') return failed(stored.failure);
			const finished = { job, found, plan: whole.plan, stored: planned, isPartial: false };
			return finish(ports, finished, { beat, onProgress }, signal);
		}
	}
	let isPartial = false;
	for (const chunk of plan.chunks) {
		if (isTold(chunk, job)) continue;
		onProgress({ stage: 'summarising', done: chunk.index, of: plan.chunks.length });
		if (signal.aborted || !(await beat('call'))) return stopJob(ports, job, signal);
		const soFar = job.chunks.at(-1)?.text ?? before;
		const outcome = await summarisePart(
			ports,
			work,
			{ chunk, of: plan.chunks.length, soFar },
			signal
		);
		if (outcome.status === 'stopped') return stopJob(ports, job, signal);
		if (outcome.status === 'failed' && run.isTakenUp && isAway(outcome.failure))
			return putOff(ports, job, outcome.failure);
		if (outcome.status === 'failed')
			return endJob(ports, { ...job, attempts: work.attempts }, outcome.failure, plan.key);
		if (outcome.status === 'partial') {
			isPartial = true;
			job = { ...job, failure: work.failure };
			break;
		}
		const { through, text, memories, tier, model, promptId, cost } = outcome;
		const { index, from } = chunk;
		const result = { index, from, through, text, memories, tier, model, promptId, cost };
		job = {
			...job,
			chunks: [...job.chunks, result],
			attempts: work.attempts,
			failure: work.failure
		};
		const { chunks, attempts, failure } = job;
		const change = { chunks, attempts, failure, plan: { ...planned, starts: 0 } };
		const stored = await changeCompaction(db, job.id, () => change);
		if (stored.status === 'failed') return failed(stored.failure);
	}
	const finished = { job, found, plan, stored: planned, isPartial };
	return finish(ports, finished, { beat, onProgress }, signal);
}

/** By a result that is stored already. */
function isTold({ from }: PlannedChunk, { chunks }: Compaction): boolean {
	const last = chunks.at(-1);
	return last !== undefined && comparePositions(from, last.through) <= 0;
}

/** All of it was read in one call, and nothing of it was cut. */
function readAtOnce(
	plan: Plan,
	outcome: Extract<PartOutcome, { status: 'summarised' }>
): { readonly plan: Plan; readonly chunks: Compaction['chunks'] } {
	const { from, through, coveredTokens: tokens } = plan;
	const { text, memories, tier, model, promptId, cost } = outcome;
	return {
		plan: { ...plan, chunks: [{ index: 0, from, through, tokens, lossy: [] }] },
		chunks: [{ index: 0, from, through, text, memories, tier, model, promptId, cost }]
	};
}

/** The summary is there: nothing may have changed since it was planned, then it becomes a draft. */
async function finish(
	ports: CompactPorts,
	finished: Finished,
	{ beat, onProgress }: { readonly beat: Beat; readonly onProgress: Report },
	signal: AbortSignal
): Promise<CompactOutcome> {
	const { job, found, plan } = finished;
	onProgress({ stage: 'checking', done: plan.chunks.length, of: plan.chunks.length });
	if (signal.aborted || !(await beat('call'))) return stopJob(ports, job, signal);
	// A turn that was put off the record meanwhile must not be in a draft that was made before.
	if (await isOutdated(ports.db, found)) return endJob(ports, job, { kind: 'changed-meanwhile' });
	const draft = await keepDraft(ports, finished);
	return draft.status === 'failed' ? endJob(ports, job, draft.failure) : draft;
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
): Promise<number | 'stopped'> {
	const exchanges = rangeOf(found.exchanges, plan.from, plan.through);
	const lines = await learnLines(
		ports,
		{ found, exchanges, what: 'journal', onProgress, beat },
		signal
	);
	if (lines === 'stopped' || signal.aborted) return 'stopped';
	const taint = taintOf(exchanges, 'none');
	const sessionId = found.session.id;
	return proposeLearnt(ports, { sessionId, source: 'compaction', taint, lines });
}

/** Today's note, where the preset shows it to the summariser so that nothing is noted twice (checklist 91). */
async function notesFor(
	{ db, clock }: CompactPorts,
	found: CompactionCase
): Promise<string | null> {
	if (found.policy.preset.asked.form !== 'gsv') return null;
	const note = await memoryFile(db, dailyPath(localDayOf(clock.now(), clock.zone())));
	const { settings, session, answerer } = found;
	if (!note || barredFrom(note, readerOf(settings, { kind: session.kind, answerer })) !== null)
		return null;
	return note.text.trim() || null;
}
