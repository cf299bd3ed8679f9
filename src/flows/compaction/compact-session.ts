import type { Failed } from '#core/failure.ts';
import type { Compaction } from '#core/jobs.ts';
import { barredFrom, readerOf } from '#core/memory/access.ts';
import { isLocalEndpoint } from '#core/wire/endpoint.ts';
import type { PlannedChunk } from '#core/plan/chunks.ts';
import { dailyPath } from '#core/memory/memory.ts';
import type { Plan } from '#core/plan/planned.ts';
import { answererOf } from '#core/settings.ts';
import type { Session } from '#core/log/session.ts';
import { taintOf } from '#core/lines/taint.ts';
import { localDayOf } from '#core/log/stamp.ts';
import { comparePositions, type TranscriptRules } from '#core/summarise/transcript.ts';
import { memoryFile } from '#db/memory.ts';
import { sessionOf } from '#db/sessions.ts';
import { readSettings } from '#db/settings.ts';
import { changeCompaction, putCompaction } from '#db/summaries.ts';
import { isOutdated, readCase, type CompactionCase } from '#flows/compaction/compaction-case.ts';
import type { CompactPorts } from '#flows/compaction/compact-ports.ts';
import { failed } from '#flows/done.ts';
import { cancelJob, endBroken, endJob, endWithoutPlan } from '#flows/compaction/end-compaction.ts';
import { learnLines } from '#flows/memory/extract-memories.ts';
import { fromOriginals } from '#flows/compaction/from-originals.ts';
import { keepDraft, type Finished } from '#flows/compaction/keep-draft.ts';
import { rangeOf } from '#flows/compaction/loss-of.ts';
import type { KeyStatus } from '#core/key.ts';
import type {
	CompactOutcome,
	CompactProgress,
	PromptFacts,
	WorkshopJobs
} from '#flows/ports/workshop.ts';
import { planCase, rulesFor } from '#flows/compaction/plan-case.ts';
import { proposeLearnt } from '#flows/memory/propose-learnt.ts';
import { readStoredJob, type StoredJob } from '#flows/compaction/stored-job.ts';
import { summariseInside } from '#flows/compaction/summarise-inside.ts';
import { summarisePart } from '#flows/compaction/summarise-part.ts';
import { type PartOutcome, type Work } from '#flows/compaction/work.ts';

/**
 * A compaction from the plan to the draft: the same in the workshop and in tests. Each part is stored as soon as it
 * is there, so a job that was cut short goes on where it stopped; a turn is never changed.
 */

type Ask = WorkshopJobs['compact']['ask'];
type Report = (progress: CompactProgress) => void;

/** So long others keep away from a job, ms; renewed while it runs. */
const lease = 90_000;
const renewAfter = 5_000;
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
	const resumed = stored.excludedKey === found.excludedKey ? stored.plan : null;
	const planned = resumed ?? planCase({ found, facts: stored.facts, trigger: job.trigger });
	if (planned.kind !== 'plan') return endWithoutPlan(ports, { job, found, planned });
	const run: Run = {
		job: resumed ? job : { ...job, chunks: [] },
		found,
		plan: planned,
		rules,
		stored: resumed ? stored : { ...stored, inside: false },
		inside: resumed ? null : (ask.inside?.key ?? null)
	};
	return runPlan(ports, run, signal, onProgress);
}

type KnownJob = StoredJob & { readonly facts: PromptFacts };

type Begun =
	{ readonly status: 'begun'; readonly job: Compaction; readonly stored: KnownJob } | Failed;

/** The row of the job: a new one, or the one that is resumed. */
async function beginJob({ db, clock }: CompactPorts, ask: Ask): Promise<Begun> {
	const at = clock.now();
	const old = ask.compactionId === null ? undefined : await db.compactions.get(ask.compactionId);
	const session = await sessionOf(db, ask.sessionId);
	if (!session || (ask.compactionId !== null && !old))
		return { status: 'failed', failure: { kind: 'changed-meanwhile' } };
	const before = readStoredJob(old?.plan);
	const facts = ask.facts ?? before.facts ?? (await guessFacts(db, session));
	const stored: KnownJob = { ...before, facts, starts: before.starts + 1 };
	const fresh: Compaction = {
		id: clock.newId(),
		sessionId: session.id,
		branch: session.branch,
		status: 'planned',
		trigger: ask.trigger,
		focus: ask.focus,
		plan: stored,
		chunks: [],
		attempts: 0,
		failure: null,
		summaryId: null,
		leaseUntil: 0,
		createdAt: at,
		updatedAt: at
	};
	const job = { ...(old ?? fresh), plan: stored, leaseUntil: at + lease, updatedAt: at };
	const kept = await putCompaction(db, job);
	return kept.status === 'failed' ? kept : { status: 'begun', job, stored };
}

/** For a job of which nothing is known: who answers is then what the settings say. */
const guessFacts = async (db: CompactPorts['db'], session: Session): Promise<PromptFacts> => ({
	answerer: answererOf(await readSettings(db), session, 'set'),
	floor: 0,
	parts: []
});

interface Run {
	readonly job: Compaction;
	readonly found: CompactionCase;
	readonly plan: Plan;
	readonly rules: TranscriptRules;
	readonly stored: KnownJob;
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
		const learnt = await learnFirst(ports, { found, plan, onProgress }, signal);
		if (learnt === 'stopped' || !(await beat())) return cancelJob(ports, job);
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
		canWait: job.trigger === 'soft' || job.trigger === 'idle',
		spent: 0,
		rung: found.models.first ? Math.min(job.attempts, found.policy.preset.ladder.length - 1) : 0,
		attempts: job.attempts,
		beat
	};
	const before = found.previous?.standsFor === 'text' ? found.previous.text : null;
	if (run.inside) {
		onProgress({ stage: 'summarising', done: 0, of: 1 });
		const outcome = await summariseInside(ports, work, run.inside, signal);
		if (outcome.status === 'stopped') return cancelJob(ports, job);
		if (outcome.status === 'failed' && outcome.failure.kind !== 'changed-meanwhile')
			work.attempts++;
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
		if (signal.aborted || !(await beat())) return cancelJob(ports, job);
		const soFar = job.chunks.at(-1)?.text ?? before;
		const outcome = await summarisePart(
			ports,
			work,
			{ chunk, of: plan.chunks.length, soFar },
			signal
		);
		if (outcome.status === 'stopped') return cancelJob(ports, job);
		if (outcome.status === 'failed')
			return endJob(ports, { ...job, attempts: work.attempts }, outcome.failure, plan.key);
		if (outcome.status === 'partial') {
			isPartial = true;
			break;
		}
		const { through, text, memories, tier, model, promptId, cost } = outcome;
		const { index, from } = chunk;
		const result = { index, from, through, text, memories, tier, model, promptId, cost };
		job = {
			...job,
			chunks: [...job.chunks, result],
			attempts: work.attempts
		};
		const { chunks, attempts } = job;
		const begun = { ...planned, starts: 0 };
		const stored = await changeCompaction(db, job.id, () => ({ chunks, attempts, plan: begun }));
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
	{ beat, onProgress }: { readonly beat: () => Promise<boolean>; readonly onProgress: Report },
	signal: AbortSignal
): Promise<CompactOutcome> {
	const { job, found, plan } = finished;
	onProgress({ stage: 'checking', done: plan.chunks.length, of: plan.chunks.length });
	if (signal.aborted || !(await beat())) return cancelJob(ports, job);
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
		onProgress
	}: { readonly found: CompactionCase; readonly plan: Plan; readonly onProgress: Report },
	signal: AbortSignal
): Promise<number | 'stopped'> {
	const exchanges = rangeOf(found.exchanges, plan.from, plan.through);
	const lines = await learnLines(ports, { found, exchanges, what: 'journal', onProgress }, signal);
	if (lines === 'stopped' || signal.aborted) return 'stopped';
	const taint = taintOf(exchanges, 'none');
	const sessionId = found.session.id;
	return proposeLearnt(ports, { sessionId, source: 'compaction', taint, lines });
}

/** Renews the lease at most every few seconds; false once the row says that the job was cancelled. */
function heart({ db, clock }: CompactPorts, id: string): () => Promise<boolean> {
	let last = 0;
	return async () => {
		const at = clock.now();
		if (last !== 0 && at - last < renewAfter) return true;
		last = at;
		const row = await db.compactions.get(id);
		if (row?.status !== 'running') return false;
		await changeCompaction(db, id, () => ({ leaseUntil: at + lease, updatedAt: at }));
		return true;
	};
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
