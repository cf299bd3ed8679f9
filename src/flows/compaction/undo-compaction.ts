import type { Summary, SummaryDeletion } from '#core/summary/summary.ts';
import {
	leaveOutSummary,
	restoreSummaries,
	revertAlone,
	revertSummary
} from '#db/summaries/summary-changes.ts';
import { activityOf } from '#flows/activity.ts';
import { idAndRound, toldOf, type Undoing } from '#flows/compaction/told-of-summary.ts';
import { done, doneOf, failed, type Done } from '#flows/done.ts';
import type { App } from '#flows/ports.ts';
import { neverStops } from '#flows/ports/waiting.ts';

/** A summary goes out of use, undone or deleted, and comes back. */

type Ports = Pick<App, 'db' | 'clock'>;
type RevertPorts = Pick<App, 'db' | 'clock' | 'workshop'>;

/** Take a summary in use out of the prompt: its turns are back, byte for byte. Rounds that stand on it go with it. */
export async function undoCompaction(
	app: RevertPorts,
	sessionId: string,
	id: string,
	undoing: Undoing = null
): Promise<Done | { readonly status: 'nothing-to-do' }> {
	const stored = await revertSummary(app.db, id, (reverted) =>
		reverted
			.filter((one) => one.id === id)
			.flatMap((one) => {
				const details = { ...idAndRound(one), reverted: idsOf(reverted) };
				const { sessionId: of } = one;
				return toldOf(
					activityOf(app, { kind: 'compaction-undone', sessionId: of, details }),
					undoing
				);
			})
	);
	if (stored.status === 'failed') return stored;
	if (!stored.value.some((reverted) => reverted.id === id)) return { status: 'nothing-to-do' };
	bringBack(app, sessionId);
	return done;
}

/**
 * Turns that had gone cold get their rows back. Nobody waits: until then they are read from their archive, and what a
 * closed tab leaves undone the keeper does.
 */
function bringBack({ workshop }: Pick<App, 'workshop'>, sessionId: string): void {
	void workshop.run('warm-session', { sessionId, all: false }, neverStops());
}

/** Take an undo, or a deletion, back: the summary stands in the prompt again, and rounds that went with it too. */
export async function redoCompaction(
	app: Ports,
	summaryId: string,
	undoing: Undoing = null
): Promise<Done> {
	const { db } = app;
	const summary = await db.summaries.get(summaryId);
	if (!summary) return failed({ kind: 'changed-meanwhile' });
	const told = () =>
		toldOf(
			activityOf(app, {
				kind: 'compaction',
				sessionId: summary.sessionId,
				details: { ...idAndRound(summary), ...(!undoing && { undo: 'compaction' }), again: true }
			}),
			undoing
		);
	return doneOf(await restoreSummaries(db, summaryId, told));
}

const deletions = {
	/** The model sees its messages again, as after an undo. */
	'bring-back': revertSummary,
	/** It sees neither; the turns stay where they are, and can be read, searched and recalled. */
	'leave-out': leaveOutSummary,
	alone: revertAlone
} as const satisfies Record<SummaryDeletion, typeof revertSummary>;

/** Delete a summary, and with it the later rounds that hold what it said or, but for `alone`, stand for its messages. */
export async function deleteSummary(
	app: RevertPorts,
	summaryId: string,
	how: SummaryDeletion
): Promise<Done> {
	const { db } = app;
	const before = await db.summaries.get(summaryId);
	if (!before) return failed({ kind: 'changed-meanwhile' });
	const stored = await deletions[how](db, summaryId, (gone) => [
		activityOf(app, {
			kind: 'summary-deleted',
			sessionId: before.sessionId,
			details: { ...idAndRound(before), undo: 'delete-summary', how, reverted: idsOf(gone) }
		})
	]);
	if (stored.status === 'failed') return stored;
	bringBack(app, before.sessionId);
	return done;
}

const idsOf = (summaries: readonly Summary[]): string => summaries.map(({ id }) => id).join(' ');
