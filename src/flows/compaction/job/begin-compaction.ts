import type { Failed } from '#core/failure.ts';
import { isUnfinished, type Compaction } from '#core/compaction/compaction.ts';
import { isBeforeFlush, isLeftFor } from '#core/compaction/left-job.ts';
import type { Session } from '#core/session/session.ts';
import { answererOf } from '#core/models/answerer.ts';
import type { Settings } from '#core/settings.ts';
import { sessionOf } from '#db/log/sessions.ts';
import { readSetting, readSettings } from '#db/settings.ts';
import type { Stored } from '#db/storing.ts';
import {
	changeCompaction,
	lastCompaction,
	putCompaction,
	unfinishedCompactions
} from '#db/summaries/compactions.ts';
import type { CompactPorts } from '#flows/compaction/compact-ports.ts';
import { barNow, cancelJob } from '#flows/compaction/job/end-compaction.ts';
import { readStoredJob, type PromptFacts, type StoredJob } from '#core/compaction/stored-job.ts';
import { tellRetry, type TellRetry } from '#flows/prompt/tell-retry.ts';
import { failed } from '#flows/done.ts';
import { retryOf, type Beat } from '#flows/compaction/job/work.ts';
import type { WorkshopJobs } from '#flows/ports/workshop.ts';

/** The row of a compaction: begun or taken up again, and kept by whoever works on it. */

type JobPorts = Pick<CompactPorts, 'db' | 'clock'>;

type Ask = WorkshopJobs['compact']['ask'];

/** So long others keep away from a job, ms; renewed while it runs. */
const lease = 90_000;
const renewAfter = 5_000;

export type KnownJob = StoredJob & { readonly facts: PromptFacts };

type Begun =
	| { readonly status: 'begun'; readonly job: Compaction; readonly stored: KnownJob }
	/** The one to be taken up was called off, or has come to a draft. */
	| { readonly status: 'stopped' }
	| Failed;

/** The row of the job: a new one, or the one that is resumed. */
export async function beginJob(ports: CompactPorts, ask: Ask): Promise<Begun> {
	const { db, clock } = ports;
	const at = clock.now();
	const session = await sessionOf(db, ask.sessionId);
	const settings = await readSettings(db);
	if (!session) return failed({ kind: 'changed-meanwhile' });
	const { trigger, focus, branch = session.branch } = ask;
	const isAnew = ask.compactionId === null;
	const asked = { branch, trigger, focus, facts: ask.facts ?? null, endpoint: settings.endpoint };
	const old = isAnew
		? await leftFor(db, session.id, asked)
		: await db.compactions.get(ask.compactionId);
	if (!isAnew && !old) return failed({ kind: 'changed-meanwhile' });
	if (isAnew) await cancelLeft(ports, session.id, old);
	const before = readStoredJob(old?.plan);
	const facts = ask.facts ?? before.facts ?? guessFacts(settings, session);
	const endpoint = old ? before.endpoint : settings.endpoint;
	const tried = isAnew ? { starts: 1, rung: 0 } : { starts: before.starts + 1 };
	const stored: KnownJob = { ...before, facts, endpoint, ...tried };
	const cycle = { status: 'planned', trigger, attempts: 0, failure: null } as const;
	const begun = old ? { ...old, ...(isAnew && cycle) } : freshJob(clock, { ...ask, branch });
	const job = { ...begun, plan: stored, leaseUntil: at + lease, updatedAt: at };
	const kept = await (old ? goOn(db, job) : putCompaction(db, job));
	if (kept.status === 'failed')
		return old && kept.failure.kind === 'changed-meanwhile' ? { status: 'stopped' } : kept;
	return { status: 'begun', job, stored };
}

const freshJob = (
	clock: CompactPorts['clock'],
	{
		sessionId,
		branch,
		trigger,
		focus
	}: Pick<Compaction, 'sessionId' | 'branch' | 'trigger' | 'focus'>
): Compaction => {
	const at = clock.now();
	return {
		id: clock.newId(),
		sessionId,
		branch,
		status: 'planned',
		trigger,
		focus,
		plan: null,
		chunks: [],
		attempts: 0,
		failure: null,
		summaryId: null,
		leaseUntil: at + lease,
		createdAt: at,
		updatedAt: at
	};
};

/**
 * Note what is wanted before anything is asked for it: a tab that is closed during the flush turn leaves this.
 * Behind that turn it is this one that is begun. One that was left for the same goes on, with the parts that it has.
 */
export async function noteWanted(
	{ db, clock }: JobPorts,
	wanted: Pick<Compaction, 'sessionId' | 'branch' | 'trigger' | 'focus'> & {
		readonly facts: PromptFacts;
	}
): Promise<Stored<Compaction>> {
	const { facts, trigger } = wanted;
	const endpoint = await readSetting(db, 'endpoint');
	const left = await leftFor(db, wanted.sessionId, { ...wanted, endpoint });
	const fresh = freshJob(clock, wanted);
	const { leaseUntil, updatedAt } = fresh;
	const begun = left ?? { ...fresh, plan: readStoredJob({ facts, endpoint }) };
	const now = { status: 'running', trigger, failure: null, leaseUntil, updatedAt } as const;
	const job: Compaction = { ...begun, ...now };
	const kept = await (left ? goOn(db, job) : putCompaction(db, job));
	return kept.status === 'failed' ? kept : { status: 'stored', value: job };
}

/**
 * Take up one that was left during its flush turn, or before: it counts as begun, so that the next one who finds it
 * makes the summary without that turn.
 */
export const beginAgain = ({ db, clock }: JobPorts, id: string): Promise<Stored<Compaction>> =>
	changeCompaction(db, id, (job) =>
		isBeforeFlush(job)
			? {
					status: 'running',
					plan: { ...job.plan, starts: 1 },
					leaseUntil: clock.now() + lease,
					updatedAt: clock.now()
				}
			: null
	);

/**
 * Store a job as it is now; refused where another hand has called it off, or it has come to a draft. What failed may go
 * on with what it has.
 */
export const goOn = (db: CompactPorts['db'], job: Compaction) =>
	changeCompaction(db, job.id, (row) =>
		isUnfinished(row) || row.status === 'failed' ? job : null
	);

/** One that was left with parts that are paid for goes on: they are not paid for twice. */
async function leftFor(
	db: CompactPorts['db'],
	sessionId: string,
	asked: Parameters<typeof isLeftFor>[1]
): Promise<Compaction | undefined> {
	const last = await lastCompaction(db, sessionId);
	return last && isLeftFor(last, asked) ? last : undefined;
}

/** Whoever begins one holds the lock of the session: nobody works on what is left of others, and it would be told twice. */
async function cancelLeft(
	ports: CompactPorts,
	sessionId: string,
	goesOn: Compaction | undefined
): Promise<void> {
	for (const job of await unfinishedCompactions(ports.db))
		if (job.sessionId === sessionId && job.id !== goesOn?.id) await cancelJob(ports, job);
}

/** For a job of which nothing is known: who answers is then what the settings say. */
const guessFacts = (settings: Settings, session: Session): PromptFacts => ({
	answerer: answererOf(settings, session, 'set'),
	floor: 0,
	parts: []
});

/**
 * Of a job that runs: renews its lease, and looks whether it was cancelled or may send nothing more. `tell`: a call
 * waits to be made again, or does so no longer.
 */
export function heart({ db, clock }: JobPorts, id: string, tell: TellRetry): Beat {
	let last = 0;
	let waits = false;
	const told = tellRetry(tell);
	return async (moment) => {
		const at = clock.now();
		const retry = retryOf(moment);
		told(retry);
		const isNews = retry !== null || waits;
		// Either way: a clock may be set back meanwhile.
		if (moment !== 'call' && !isNews && Math.abs(at - last) < renewAfter) return true;
		last = at;
		waits = retry !== null;
		const row = await db.compactions.get(id);
		if (row?.status !== 'running' || (await barNow(db, row))) return false;
		const leaseUntil = Math.max(at, retry?.until ?? 0) + lease;
		await changeCompaction(db, id, () => ({ leaseUntil, retry, updatedAt: at }));
		return true;
	};
}
