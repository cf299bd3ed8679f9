import type { Failed } from '#core/failure.ts';
import type { Summary } from '#core/summary/summary.ts';
import { readPath, sessionOf } from '#db/log/sessions.ts';
import { commitSummary } from '#db/summaries/commit-summary.ts';
import { activityOf } from '#flows/activity.ts';
import { idAndRound } from '#flows/compaction/told-of-summary.ts';
import type { App } from '#flows/ports.ts';
import { neverStops, waitOrStop } from '#flows/ports/waiting.ts';
import { weighPrompt } from '#flows/prompt/weigh-prompt.ts';

/**
 * Put a draft to use: from the next request on it stands in for the turns it covers. One transaction; refused when
 * they are not the turns it was made from (INV-15, INV-38). What was said while it waited counts before and after it; where
 * that cannot be weighed now, it keeps the figures of the day it was made. Its archive is written afterwards, by the workshop.
 */
export async function useSummary(
	app: App,
	summaryId: string
): Promise<{ readonly status: 'used'; readonly summary: Summary } | Failed> {
	const { db, clock, workshop } = app;
	const draft = await db.summaries.get(summaryId);
	const since = draft ? await soon(saidSince(app, draft).catch(() => 0)) : 0;
	const job = draft?.compactionId ? await db.compactions.get(draft.compactionId) : undefined;
	const emergency = job?.trigger === 'emergency' || job?.trigger === 'overflow';
	const told = (summary: Summary) => [
		activityOf(app, {
			kind: 'compaction',
			sessionId: summary.sessionId,
			details: {
				...idAndRound(summary),
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
	const at = clock.now();
	const stored = await commitSummary(db, summaryId, { at, since, emergency, told });
	if (stored.status === 'failed') return stored;
	const summary = stored.value;
	// Nobody waits for the archive; a tab that closes now leaves it to the keeper.
	void workshop.run('archive-summary', { summaryId }, neverStops());
	return { status: 'used', summary };
}

/** How long the use of a summary waits for its figures, ms: the workshop may be behind an import. */
const patience = 1000;

/** A number as soon as it is there; 0 where that takes long. */
async function soon(coming: Promise<number>): Promise<number> {
	const over = new AbortController();
	const late = waitOrStop(patience, over.signal).then(() => 0);
	return Promise.race([coming, late]).finally(() => over.abort());
}

/** What the prompt weighs more than when a draft was made, tokens: one that is used at once is not weighed again. */
async function saidSince(
	app: App,
	{ sessionId, branch, saidBefore, tokensBefore }: Summary
): Promise<number> {
	const stored = await sessionOf(app.db, sessionId);
	if (!stored || !saidBefore) return 0;
	const path = await readPath(app.db, sessionId, branch);
	if (JSON.stringify(path) === JSON.stringify(saidBefore.path)) return 0;
	// Another branch may be on screen.
	const session = { ...stored, branch };
	return (await weighPrompt(app, { session, unsent: [] })).weight.tokens - tokensBefore;
}
