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

/** Everything that happened, newest first. */
export const allActivity = (db: Truth): Promise<Activity[]> =>
	db.activity.orderBy('at').reverse().toArray();
