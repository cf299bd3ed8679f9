import type { Activity } from '#core/activity.ts';
import type { Failed } from '#core/failure.ts';
import { pathOf } from '#core/log/path.ts';
import { scaleOf } from '#core/prompt/weight/weigh-parts.ts';
import { summaryInUse, type Summary } from '#core/summary/summary.ts';
import { branchesOf, sessionOf } from '#db/log/sessions.ts';
import { changeSummary, discardDraft, returnDraft, summariesOf } from '#db/summaries/summaries.ts';
import { commitSummary } from '#db/summaries/commit-summary.ts';
import { leaveOutSummary, restoreSummaries, revertSummary } from '#db/summaries/summary-changes.ts';
import type { Told } from '#db/told.ts';
import { activityOf } from '#flows/activity.ts';
import { readStoredJob } from '#core/plan/stored-job.ts';
import { done, doneOf, failed, type Done } from '#flows/done.ts';
import type { App } from '#flows/ports.ts';
import { neverStops } from '#flows/ports/waiting.ts';

/** What the user may do with a summary. Each acts at once, says in the activity list what it did, and can be undone. */

type Ports = Pick<App, 'db' | 'clock'>;
type RevertPorts = Pick<App, 'db' | 'clock' | 'workshop'>;

/**
 * What is told beside the act itself, where the act takes another one back. Such an act is none that can be taken back:
 * the next undo goes on to the one before.
 */
type Undoing = Told<null> | null;

/** What was done with a summary, as it is told of. */
const named = ({ id, round }: Pick<Summary, 'id' | 'round'>) => ({ summaryId: id, round });

/** A draft that nobody sees any more, as it is told of. */
export const discarded = (
	app: Pick<App, 'clock'>,
	draft: Summary,
	{ isUndoable }: { readonly isUndoable: boolean }
): Activity =>
	activityOf(app, {
		kind: 'draft',
		sessionId: draft.sessionId,
		details: { ...named(draft), ...(isUndoable && { undo: 'discard' }), discarded: true }
	});

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

/**
 * Change the text or the anchors, of a draft or of a summary in use; what is not named stays as it is stored. What was
 * foreign in it stays foreign (taint), and what the prompt comes to is weighed anew. What it lost is reported anew, by the workshop.
 */
export async function editSummary(
	app: Ports & Pick<App, 'workshop'>,
	summaryId: string,
	change: { readonly text?: string; readonly anchors?: string },
	undoing: Undoing = null
): Promise<{ readonly status: 'edited'; readonly summary: Summary } | Failed> {
	if (change.text?.trim() === '') return failed({ kind: 'summary-rejected', reason: 'empty' });
	const before = await app.db.summaries.get(summaryId);
	const session = before && (await sessionOf(app.db, before.sessionId));
	if (!session) return failed({ kind: 'changed-meanwhile' });
	const scale = scaleOf(session, await answererFor(app, before));
	const weigh = ({ text, anchors }: Pick<Summary, 'text' | 'anchors'>): number =>
		scale.text(text) + scale.text(anchors);
	const editedAt = app.clock.now();
	const stored = await changeSummary(
		app.db,
		summaryId,
		(now) => ({
			...change,
			editedAt,
			tokensAfter: now.tokensAfter - weigh(now) + weigh({ ...now, ...change })
		}),
		({ before: { text, anchors, ...summary } }) => [
			activityOf(app, {
				kind: 'summary-edited',
				sessionId: session.id,
				details: {
					...named(summary),
					...(!undoing && { undo: 'summary-edit' }),
					text,
					anchors
				}
			}),
			...(undoing?.(null) ?? [])
		]
	);
	if (stored.status === 'failed') return stored;
	// Nobody waits for the report; the panel shows it when it is there.
	void app.workshop.run('report-loss', { summaryId }, neverStops());
	return { status: 'edited', summary: stored.value };
}

/** Who reads the summary: whoever answered when it was made. */
async function answererFor({ db }: Ports, { compactionId, model }: Summary): Promise<string> {
	const job = compactionId === null ? undefined : await db.compactions.get(compactionId);
	return readStoredJob(job?.plan).facts?.answerer ?? model;
}

/** Throw a draft away. The turns it would have covered go on as they are. */
export async function discardSummary(app: Ports, summaryId: string): Promise<Done> {
	const told = (draft: Summary) => [discarded(app, draft, { isUndoable: true })];
	return doneOf(await discardDraft(app.db, { id: summaryId, at: app.clock.now() }, told));
}

/** Take a discarded draft back; the one that has taken its place goes for it. */
export async function restoreDraft(
	app: Ports,
	summaryId: string,
	undoing: Undoing = null
): Promise<Done> {
	const told = (replaced: readonly Summary[]) => [
		// What `/undo` pushes out is not what it would bring back next, unless somebody has written in it.
		...replaced.map((draft) =>
			discarded(app, draft, { isUndoable: !undoing || draft.editedAt !== null })
		),
		...(undoing?.(null) ?? [])
	];
	return doneOf(await returnDraft(app.db, summaryId, told));
}

/**
 * Take the summary in use on the branch on screen (or the one named) out of the prompt: its turns are back, byte for
 * byte. Rounds that stand on it go with it.
 */
export async function undoCompaction(
	app: RevertPorts,
	sessionId: string,
	summaryId: string | null = null,
	undoing: Undoing = null
): Promise<
	| { readonly status: 'undone'; readonly round: number; readonly summary: Summary }
	| { readonly status: 'nothing-to-do' }
	| Failed
> {
	const id = summaryId ?? (await inUse(app, sessionId))?.id;
	if (id === undefined) return { status: 'nothing-to-do' };
	const stored = await revertSummary(app.db, id, (reverted) => [
		...reverted
			.filter((one) => one.id === id)
			.map((one) =>
				activityOf(app, {
					kind: 'compaction-undone',
					sessionId: one.sessionId,
					details: { ...named(one), reverted: idsOf(reverted) }
				})
			),
		...(undoing?.(null) ?? [])
	]);
	if (stored.status === 'failed') return stored;
	const summary = stored.value.find((reverted) => reverted.id === id);
	if (!summary) return { status: 'nothing-to-do' };
	bringBack(app, sessionId);
	return { status: 'undone', round: summary.round, summary };
}

/**
 * Turns that had gone cold get their rows back. Nobody waits: until then they are read from their archive, and what a
 * closed tab leaves undone the keeper does.
 */
function bringBack({ workshop }: Pick<App, 'workshop'>, sessionId: string): void {
	void workshop.run('warm-session', { sessionId, all: false }, neverStops());
}

async function inUse({ db }: Ports, sessionId: string): Promise<Summary | null> {
	const session = await sessionOf(db, sessionId);
	const branches = await branchesOf(db, sessionId);
	if (!session || branches.length === 0) return null;
	return summaryInUse(await summariesOf(db, sessionId), pathOf(branches, session.branch));
}

/** Take an undo, or a deletion, back: the summary stands in the prompt again, and rounds that went with it too. */
export async function redoCompaction(
	app: Ports,
	summaryId: string,
	undoing: Undoing = null
): Promise<{ readonly status: 'redone'; readonly round: number } | Failed> {
	const { db } = app;
	const summary = await db.summaries.get(summaryId);
	if (!summary) return failed({ kind: 'changed-meanwhile' });
	const stored = await restoreSummaries(db, summaryId, () => [
		activityOf(app, {
			kind: 'compaction',
			sessionId: summary.sessionId,
			details: { ...named(summary), ...(!undoing && { undo: 'compaction' }), again: true }
		}),
		...(undoing?.(null) ?? [])
	]);
	if (stored.status === 'failed') return stored;
	return { status: 'redone', round: summary.round };
}

/**
 * Delete a summary, and with it the later rounds that hold what it said. `bring-back`: the model sees its messages
 * again, as after an undo. `leave-out`: it sees neither; the turns stay where they are, and can be read, searched and
 * recalled.
 */
export async function deleteSummary(
	app: RevertPorts,
	summaryId: string,
	how: 'bring-back' | 'leave-out'
): Promise<Done> {
	const { db } = app;
	const before = await db.summaries.get(summaryId);
	if (!before) return failed({ kind: 'changed-meanwhile' });
	const change = how === 'leave-out' ? leaveOutSummary : revertSummary;
	const stored = await change(db, summaryId, (gone) => [
		activityOf(app, {
			kind: 'summary-deleted',
			sessionId: before.sessionId,
			details: { ...named(before), undo: 'delete-summary', how, reverted: idsOf(gone) }
		})
	]);
	if (stored.status === 'failed') return stored;
	bringBack(app, before.sessionId);
	return done;
}

const idsOf = (summaries: readonly Summary[]): string => summaries.map(({ id }) => id).join(' ');
