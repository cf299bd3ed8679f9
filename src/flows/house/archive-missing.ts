import { isCommitted } from '#core/summary/summary.ts';
import type { Truth } from '#db/schema.ts';
import { noteActivity } from '#flows/activity.ts';
import { isResting, type Rounds } from '#flows/house/rounds.ts';
import type { App } from '#flows/ports.ts';

/** Write the archives of summaries that were put to use without one. */
export async function archiveMissing(app: App, rounds: Rounds, signal: AbortSignal): Promise<void> {
	const { db, clock, workshop } = app;
	for (const summaryId of await unarchivedSummaries(db)) {
		if (signal.aborted) return;
		if (isResting(rounds, summaryId, clock.now())) continue;
		const outcome = await workshop.run('archive-summary', { summaryId }, signal);
		// Something was being forgotten: the next round looks again.
		if (outcome.status !== 'failed' || outcome.failure.kind === 'changed-meanwhile') continue;
		rounds.resting.set(summaryId, clock.now());
		const { failure } = outcome;
		await noteActivity(app, { kind: 'failure', details: { what: 'archive', summaryId }, failure });
	}
}

/** Committed summaries whose archive was never written, because the tab was closed in between. */
async function unarchivedSummaries(db: Truth): Promise<string[]> {
	const rows = await db.summaries
		.filter((row) => row.archiveId === null && isCommitted(row))
		.toArray();
	return rows.map((row) => row.id);
}
