import type { Failed } from '#core/failure.ts';
import type { Summary } from '#core/summary/summary.ts';
import { commitSummary } from '#db/summaries/commit-summary.ts';
import { activityOf } from '#flows/activity.ts';
import { named } from '#flows/compaction/told-of-summary.ts';
import type { App } from '#flows/ports.ts';
import { neverStops } from '#flows/ports/waiting.ts';

/**
 * Put a draft to use: from the next request on it stands in for the turns it covers. One transaction; refused when
 * they are not the turns it was made from (INV-15, INV-38). Its archive is written afterwards, by the workshop.
 */
export async function useSummary(
	app: App,
	summaryId: string
): Promise<{ readonly status: 'used'; readonly summary: Summary } | Failed> {
	const { db, clock, workshop } = app;
	const draft = await db.summaries.get(summaryId);
	const job = draft?.compactionId ? await db.compactions.get(draft.compactionId) : undefined;
	const emergency = job?.trigger === 'emergency' || job?.trigger === 'overflow';
	const told = (summary: Summary) => [
		activityOf(app, {
			kind: 'compaction',
			sessionId: summary.sessionId,
			details: {
				...named(summary),
				undo: 'compaction',
				trigger: job?.trigger ?? 'manual',
				emergency,
				tokensBefore: summary.tokensBefore,
				tokensAfter: summary.tokensAfter,
				messages: summary.messageCount,
				model: summary.model,
				tier: summary.tier,
				cost: summary.cost
			}
		})
	];
	const stored = await commitSummary(db, summaryId, { at: clock.now(), emergency, told });
	if (stored.status === 'failed') return stored;
	const summary = stored.value;
	// Nobody waits for the archive; a tab that closes now leaves it to the keeper.
	void workshop.run('archive-summary', { summaryId }, neverStops());
	return { status: 'used', summary };
}
