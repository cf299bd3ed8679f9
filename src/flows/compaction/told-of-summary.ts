import type { Summary } from '#core/summary/summary.ts';
import type { Told } from '#db/told.ts';

/** How what is done with a summary is told of in the activity list: with each act, in its transaction. */

/**
 * What is told beside the act itself, where the act takes another one back. Such an act is none that can be taken back:
 * the next undo goes on to the one before.
 */
export type Undoing = Told<null> | null;

/** What was done with a summary, as it is told of. */
export const named = ({ id, round }: Pick<Summary, 'id' | 'round'>) => ({ summaryId: id, round });
