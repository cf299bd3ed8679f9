import type { Activity } from '#core/activity.ts';
import type { Truth } from '#db/schema.ts';
import { storing, type Stored } from '#db/storing.ts';

/** The list of what happened. */

export const addActivity = (db: Truth, activity: Activity): Promise<Stored<void>> =>
	storing(async () => {
		await db.activity.add(activity);
	});

/** The newest `limit` things that happened, newest first. */
export const latestActivity = (db: Truth, limit: number): Promise<Activity[]> =>
	db.activity.orderBy('at').reverse().limit(limit).toArray();

/** The flush turns of a session in a cycle: from one summary in use, by its id, or from the `start` to the next. */
export const flushesOf = (db: Truth, sessionId: string, cycle: string): Promise<Activity[]> =>
	db.activity
		.filter(
			({ kind, sessionId: of, details }) =>
				kind === 'flush' && of === sessionId && details['cycle'] === cycle
		)
		.toArray();

/** Everything that happened, newest first. */
export const allActivity = (db: Truth): Promise<Activity[]> =>
	db.activity.orderBy('at').reverse().toArray();
