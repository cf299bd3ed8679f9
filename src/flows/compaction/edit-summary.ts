import type { Failed } from '#core/failure.ts';
import { readStoredJob } from '#core/compaction/stored-job.ts';
import { scaleOf } from '#core/prompt/weight/weigh-parts.ts';
import type { Summary } from '#core/summary/summary.ts';
import { sessionOf } from '#db/log/sessions.ts';
import { changeSummary, type WordsOfSummary } from '#db/summaries/drafts.ts';
import { activityOf } from '#flows/activity.ts';
import { idAndRound, toldOf, type Undoing } from '#flows/compaction/told-of-summary.ts';
import { failed } from '#flows/done.ts';
import type { App } from '#flows/ports.ts';
import { neverStops } from '#flows/ports/waiting.ts';

/** An edit that is taken back: with the words comes what was known of the edit before it. */
interface EditTaken {
	/** Null: the summary stood as it was made. */
	readonly editedAt: number | null;
	readonly told: NonNullable<Undoing>;
}

/** Whether a summary still says what somebody has seen of it. */
const says = (now: Summary, { text = now.text, anchors = now.anchors }: WordsOfSummary): boolean =>
	now.text === text && now.anchors === anchors;

/**
 * Change the text or the anchors, of a draft or of a summary in use; what is not named stays as it is stored. Refused
 * where it no longer says what was `seen`: what another tab has written is not overwritten. `isBack`: the words stood
 * there before, and are refused where they were forgotten since. What was foreign in it stays foreign (taint), and what
 * the prompt comes to is weighed anew. What it lost is reported anew, by the workshop.
 */
export async function editSummary(
	app: Pick<App, 'db' | 'clock' | 'workshop'>,
	summaryId: string,
	change: WordsOfSummary,
	{
		seen = {},
		takes = null,
		isBack = takes !== null
	}: {
		readonly seen?: WordsOfSummary;
		readonly takes?: EditTaken | null;
		readonly isBack?: boolean;
	} = {}
): Promise<{ readonly status: 'edited'; readonly summary: Summary } | Failed> {
	if (change.text?.trim() === '') return failed({ kind: 'summary-rejected', reason: 'empty' });
	const before = await app.db.summaries.get(summaryId);
	const session = before && (await sessionOf(app.db, before.sessionId));
	if (!session) return failed({ kind: 'changed-meanwhile' });
	const scale = scaleOf(session, await answererFor(app, before));
	const weigh = ({ text, anchors }: Pick<Summary, 'text' | 'anchors'>): number =>
		scale.text(text) + scale.text(anchors);
	const editedAt = takes ? takes.editedAt : app.clock.now();
	const stored = await changeSummary(
		app.db,
		summaryId,
		(now) =>
			says(now, seen)
				? {
						...change,
						editedAt,
						tokensAfter: now.tokensAfter - weigh(now) + weigh({ ...now, ...change })
					}
				: null,
		{
			told: ({ before: { text, anchors, editedAt: last, ...summary } }) =>
				toldOf(
					activityOf(app, {
						kind: 'summary-edited',
						sessionId: session.id,
						details: {
							...idAndRound(summary),
							...(!takes && { undo: 'summary-edit' }),
							...(last !== null && { editedAt: last }),
							text,
							anchors
						}
					}),
					takes?.told ?? null
				),
			back: isBack ? change : undefined
		}
	);
	if (stored.status === 'failed') return stored;
	// Nobody waits for the report; the panel shows it when it is there.
	void app.workshop.run('report-loss', { summaryId }, neverStops());
	return { status: 'edited', summary: stored.value };
}

/** Who reads the summary: whoever answered when it was made. */
async function answererFor(
	{ db }: Pick<App, 'db'>,
	{ compactionId, model }: Summary
): Promise<string> {
	const job = compactionId === null ? undefined : await db.compactions.get(compactionId);
	return readStoredJob(job?.plan).facts?.answerer ?? model;
}
