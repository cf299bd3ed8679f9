import type { Activity } from '#core/activity.ts';
import type { Truth } from '#db/schema.ts';

/**
 * What a change comes to in the list of what happened: stored in the transaction of the change, so that neither is there
 * without the other.
 */
export type Told<T = unknown> = (value: T) => readonly Activity[];

export const nothingTold: Told = () => [];

/** Inside a transaction that spans the activity list. */
export async function tell(db: Truth, rows: readonly Activity[]): Promise<void> {
	if (rows.length > 0) await db.activity.bulkAdd(rows);
}
