import { dayMs } from '#core/day-ms.ts';
import { isCommitted } from '#core/summary/summary.ts';
import { policyFor } from '#core/presets.ts';
import type { Compaction } from '#core/plan/compaction.ts';
import type { Session } from '#core/log/session.ts';
import { answererOf, cardOf, isInReach, onDevice } from '#core/settings.ts';
import { loadOf, verdictOf } from '#core/prompt/weight/verdict.ts';
import { dropOldRequests } from '#db/ledger/ledger.ts';
import { branchesOf, openSessions } from '#db/log/sessions.ts';
import { readSettings } from '#db/settings.ts';
import { unfinishedCompactions } from '#db/summaries/summaries.ts';
import type { Truth } from '#db/schema.ts';
import { noteActivity } from '#flows/activity.ts';
import { forgetDeleted } from '#flows/forgetting/forget.ts';
import type { App } from '#flows/ports.ts';
import { barNow } from '#flows/compaction/job/end-compaction.ts';
import { prepareDraft } from '#flows/compaction/prepare-draft.ts';
import { runCompaction } from '#flows/compaction/job/run-compaction.ts';
import { readStoredJob } from '#core/plan/stored-job.ts';
import { readPrompt } from '#flows/prompt/read-prompt.ts';
import { dueNow } from '#flows/sessions/due-now.ts';
import { resetSession } from '#flows/sessions/reset-session.ts';
import { waitOrStop } from '#flows/ports/waiting.ts';

/**
 * Housekeeping, done by the one tab that holds the lock `keeper`. Every job looks at what is stored and may be run
 * again at any time: another tab that takes over does nothing twice.
 */

const hourInMs = 60 * 60_000;

/** What earlier rounds of this tab have learnt. */
interface Rounds {
	/** Sessions looked at while idle, and how they stood: each is weighed once for what was last said in it. */
	readonly weighed: Map<string, number>;
	/** When a compaction, an archive or a reset failed, by the id of what it is of: it is not tried, and paid for, every minute. */
	readonly failed: Map<string, number>;
}

export const firstRound = (): Rounds => ({ weighed: new Map(), failed: new Map() });

/** It failed less than an hour ago, by a clock that may have been set back. */
const isResting = ({ failed }: Rounds, id: string, now: number): boolean => {
	const at = failed.get(id);
	return at !== undefined && now >= at && now - at < hourInMs;
};

/**
 * One round: finish what a closed tab left, write missing archives, compact what lies idle, reset what is due, let go
 * of old requests. New `rounds` weigh idle sessions again and try again what failed: the next start of the app does.
 */
export async function keepHouse(
	app: App,
	signal: AbortSignal,
	rounds: Rounds = firstRound()
): Promise<void> {
	const { db, clock, workshop } = app;
	for (const job of await unfinishedCompactions(db)) {
		if (signal.aborted) return;
		if (job.leaseUntil > clock.now() || isResting(rounds, job.id, clock.now())) continue;
		await takeUp(app, rounds, job, signal);
	}
	for (const summaryId of await unarchivedSummaries(db)) {
		if (signal.aborted) return;
		if (isResting(rounds, summaryId, clock.now())) continue;
		const outcome = await workshop.run('archive-summary', { summaryId }, signal);
		if (outcome.status !== 'failed') continue;
		rounds.failed.set(summaryId, clock.now());
		const { failure } = outcome;
		await noteActivity(app, { kind: 'failure', details: { what: 'archive', summaryId }, failure });
	}
	await compactIdleSessions(app, rounds, signal);
	await resetDueSessions(app, rounds, signal);
	await forgetDeleted(app, signal);
	await dropExpiredRequests(db, clock.now());
}

/**
 * Go on with a compaction that a closed tab has left. Nobody waits for it: while who writes it cannot be asked it stays
 * as it is, with the parts that are paid for; one that may not go on ends, for which nobody is asked.
 */
async function takeUp(
	app: App,
	rounds: Rounds,
	{ id, sessionId }: Compaction,
	signal: AbortSignal
): Promise<void> {
	const { db, clock, telephone } = app;
	await app.locks.hold(`compact:${sessionId}`, async () => {
		// Another may have been begun since, which has cancelled it.
		const job = await db.compactions.get(id);
		if (job?.status !== 'planned' && job?.status !== 'running') return;
		const { facts } = readStoredJob(job.plan);
		const { state } = await telephone.keyStatus();
		const now = { key: state, online: app.online() };
		if (facts && !isInReach(await readSettings(db), facts.answerer, now))
			if ((await barNow(db, job)) === null) return;
		const { trigger, focus } = job;
		const ask = { sessionId, trigger, focus, compactionId: id };
		const outcome = await runCompaction(app, ask, signal);
		if (outcome.status === 'failed') rounds.failed.set(id, clock.now());
	});
}

/** Committed summaries whose archive was never written, because the tab was closed in between. */
async function unarchivedSummaries(db: Truth): Promise<string[]> {
	const rows = await db.summaries
		.filter((row) => row.archiveId === null && isCommitted(row))
		.toArray();
	return rows.map((row) => row.id);
}

/**
 * Two phases (checklist 16–21): a session in which nothing was said for some minutes, whose weight has passed the
 * idle share of its preset, is compacted while nobody waits. Paid calls only where the user has allowed them.
 */
async function compactIdleSessions(
	app: App,
	{ weighed }: Rounds,
	signal: AbortSignal
): Promise<void> {
	const { db, clock } = app;
	const settings = await readSettings(db);
	const key = await app.telephone.keyStatus();
	for (const session of await openSessions(db)) {
		if (signal.aborted) return;
		// The one that was chosen: what waits for its key is not made small enough for another.
		const answerer = answererOf(settings, session, 'set');
		if (!isInReach(settings, answerer, { key: key.state, online: app.online() })) continue;
		const { preset, automatic } = policyFor(settings, session, cardOf(settings, answerer));
		if (preset.threshold.kind !== 'of-window' || !automatic) continue;
		if (answerer !== onDevice && settings.backgroundDrafts !== 'yes') continue;
		const idleSince = clock.now() - (preset.threshold.minutes ?? 5) * 60_000;
		if (session.activeAt > idleSince || weighed.get(session.id) === session.activeAt) continue;
		if (await isAsImported(db, session)) continue;
		// A reply that is being written holds the session.
		const free = await app.locks.hold(`session:${session.id}`, () => Promise.resolve(true));
		if (free.status === 'busy') continue;
		weighed.set(session.id, session.activeAt);
		const read = await readPrompt(app, { session, asked: { kind: 'unsent', blocks: [] } });
		const { prompt, input } = read;
		const { kind } = verdictOf(prompt.weight, input.policy, loadOf(prompt), prompt.body.messages);
		if (kind === 'soft' || kind === 'hard')
			await prepareDraft(app, { sessionId: session.id, trigger: 'idle' }, signal);
	}
}

async function resetDueSessions(app: App, rounds: Rounds, signal: AbortSignal): Promise<void> {
	const { db, clock } = app;
	const settings = await readSettings(db);
	for (const session of await openSessions(db)) {
		if (signal.aborted) return;
		const due = dueNow(clock, settings, session);
		if (due === null || isResting(rounds, session.id, clock.now())) continue;
		if (await isAsImported(db, session)) continue;
		const outcome = await resetSession(app, session.id, due, signal);
		// An answer is being written: the next round looks again.
		if (outcome.status !== 'failed' || outcome.failure.kind === 'busy-elsewhere') continue;
		rounds.failed.set(session.id, clock.now());
		const { failure } = outcome;
		const details = { what: 'reset', title: session.title, by: due } as const;
		await noteActivity(app, { kind: 'failure', details, failure });
	}
}

/**
 * Nothing was said here since it was imported. Years of conversations that are brought along at once are not read,
 * paid for and put away because they are old.
 */
async function isAsImported(db: Truth, { id, branch }: Session): Promise<boolean> {
	const head = (await branchesOf(db, id)).find((row) => row.branch === branch);
	const turn = head && (await db.turns.get([id, branch, head.headSeq]));
	return turn?.source === 'import';
}

/** The ledger keeps what was sent for as many days as the user set; content that nothing points at any more goes too. */
async function dropExpiredRequests(db: Truth, now: number): Promise<void> {
	const { ledgerDays } = await readSettings(db);
	await dropOldRequests(db, now - ledgerDays * dayMs);
}

/** Keep house every minute for as long as this tab holds the lock. Ends with the signal. */
export async function runKeeper(app: App, signal: AbortSignal): Promise<void> {
	await app.locks.hold(
		'keeper',
		async () => {
			const rounds = firstRound();
			while (!signal.aborted) {
				await keepHouse(app, signal, rounds);
				await waitOrStop(60_000, signal);
			}
		},
		{ wait: true }
	);
}
