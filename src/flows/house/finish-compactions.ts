import { isInReach } from '#core/models/in-reach.ts';
import { isUnfinished, type Compaction } from '#core/compaction/compaction.ts';
import { readStoredJob } from '#core/compaction/stored-job.ts';
import { sessionOf } from '#db/log/sessions.ts';
import { readSettings } from '#db/settings.ts';
import { changeCompaction, unfinishedCompactions } from '#db/summaries/compactions.ts';
import { barNow } from '#flows/compaction/job/end-compaction.ts';
import { applyRule, goOnWith } from '#flows/compaction/prepare-draft.ts';
import { reading } from '#flows/done.ts';
import { isResting, type Rounds } from '#flows/house/rounds.ts';
import type { App } from '#flows/ports.ts';
import { compactionLock } from '#flows/ports/lock-names.ts';

/** Finish the compactions that closed tabs have left. */
export async function finishCompactions(
	app: App,
	rounds: Rounds,
	signal: AbortSignal
): Promise<void> {
	const { db, clock, locks } = app;
	for (const job of await unfinishedCompactions(db)) {
		if (signal.aborted) return;
		// Whoever works on it holds its lock, which closing the tab frees; the lease tells of another tab where no lock does.
		if (locks.reach === 'this-tab' && job.leaseUntil > clock.now()) continue;
		if (isResting(rounds, job.id, clock.now())) continue;
		await takeUp(app, rounds, job, signal);
	}
}

/**
 * Go on with a compaction that a closed tab has left. If its model cannot be asked now, it stays as it is, with the
 * parts that are paid for, and its lease is over, for nobody works on it; if it may not go on, it is ended, for which no
 * model is needed. Its draft meets the review rule like any other.
 */
async function takeUp(
	app: App,
	rounds: Rounds,
	{ id, sessionId }: Compaction,
	signal: AbortSignal
): Promise<void> {
	const { db, clock, telephone } = app;
	await app.locks.hold(compactionLock(sessionId), async () => {
		// Another compaction may have begun since and cancelled this one.
		const job = await db.compactions.get(id);
		if (!job || !isUnfinished(job)) return;
		const { facts } = readStoredJob(job.plan);
		const { state } = await telephone.keyStatus();
		const now = { key: state, online: app.online() };
		if (facts && !isInReach(await readSettings(db), facts.answerer, now))
			if ((await barNow(db, job)) === null) {
				if (job.leaseUntil > 0) await changeCompaction(db, id, () => ({ leaseUntil: 0 }));
				return;
			}
		const outcome = await reading(() => goOnWith(app, job, signal));
		if (outcome.status === 'failed') rounds.resting.set(id, clock.now());
		if (outcome.status !== 'drafted') return;
		const session = await sessionOf(db, sessionId);
		if (session) await applyRule(app, session, outcome);
	});
}
