import type { Activity } from '#core/activity.ts';
import type { Summary } from '#core/summary/summary.ts';
import { discardDraft, returnDraft } from '#db/summaries/drafts.ts';
import { activityOf } from '#flows/activity.ts';
import { idAndRound, type Undoing } from '#flows/compaction/told-of-summary.ts';
import { doneOf, type Done } from '#flows/done.ts';
import type { App } from '#flows/ports.ts';

/** A draft is thrown away, by the user or because another takes its place, and taken back. */

type Ports = Pick<App, 'db' | 'clock'>;

/** A draft that nobody sees any more, as it is told of. */
export const discarded = (
	app: Pick<App, 'clock'>,
	draft: Summary,
	{ isUndoable }: { readonly isUndoable: boolean }
): Activity =>
	activityOf(app, {
		kind: 'draft',
		sessionId: draft.sessionId,
		details: { ...idAndRound(draft), ...(isUndoable && { undo: 'discard' }), discarded: true }
	});

/** Throw a draft away. The turns it would have covered go on as they are. */
export async function discardSummary(app: Ports, summaryId: string): Promise<Done> {
	const told = (draft: Summary) => [discarded(app, draft, { isUndoable: true })];
	return doneOf(await discardDraft(app.db, summaryId, told));
}

/** Take a discarded draft back; the one that has taken its place is discarded. */
export async function restoreDraft(
	app: Ports,
	summaryId: string,
	undoing: Undoing = null
): Promise<Done> {
	const told = (replaced: readonly Summary[]) => [
		// Else the next `/undo` would bring back what this one pushes out, and so on; what somebody has edited it may.
		...replaced.map((draft) =>
			discarded(app, draft, { isUndoable: !undoing || draft.editedAt !== null })
		),
		...(undoing?.(null) ?? [])
	];
	return doneOf(await returnDraft(app.db, summaryId, told));
}
