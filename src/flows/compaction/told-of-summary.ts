import type { Activity } from '#core/activity.ts';
import type { Summary } from '#core/summary/summary.ts';
import type { Told } from '#db/told.ts';

/** How what is done with a summary is told of in the activity list: with each act, in its transaction. */

/**
 * What is told in the row of the act itself, where the act takes another one back. Such an act is none that can be taken back:
 * the next undo goes on to the one before.
 */
export type Undoing = Told<null> | null;

/** One act, one row. */
export const toldOf = (own: Activity, undoing: Undoing): readonly Activity[] => {
	const [undo] = undoing?.(null) ?? [];
	return [undo ? { ...own, details: { ...own.details, ...undo.details } } : own];
};

/** Which summary a row of the activity list is about. */
export const idAndRound = ({ id, round }: Pick<Summary, 'id' | 'round'>) => ({
	summaryId: id,
	round
});
