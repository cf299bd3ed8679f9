import type { Failure } from '#core/failure.ts';
import { unfinishedCompactions } from '#db/summaries/compactions.ts';
import { endBroken } from '#flows/compaction/job/end-compaction.ts';
import type { App } from '#flows/ports.ts';
import type { CompactOutcome, CompactProgress, WorkshopJobs } from '#flows/ports/workshop.ts';

/** A compaction in the workshop, for whoever holds the lock of its session. One that crashes there is over (INV-5, INV-40). */

type Ask = WorkshopJobs['compact']['ask'];

export async function runCompaction(
	app: App,
	ask: Ask,
	signal: AbortSignal,
	onProgress?: (progress: CompactProgress) => void
): Promise<CompactOutcome> {
	const since = app.clock.now();
	const outcome = await app.workshop.run('compact', ask, signal, onProgress);
	// One that crashes before its first word is told as not loaded.
	if (outcome.status === 'failed' && ['crashed', 'not-loaded'].includes(outcome.failure.kind))
		await endCrashed(app, { sessionId: ask.sessionId, since }, outcome.failure);
	return outcome;
}

/** Its row still says that it is running: else it would be taken up again, and paid for, each time its lease is over. */
async function endCrashed(
	app: Pick<App, 'db' | 'clock'>,
	{ sessionId, since }: { readonly sessionId: string; readonly since: number },
	failure: Failure
): Promise<void> {
	for (const job of await unfinishedCompactions(app.db))
		if (job.sessionId === sessionId && job.updatedAt >= since) await endBroken(app, job, failure);
}
