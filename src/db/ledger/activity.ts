import type { Activity } from '#core/activity.ts';
import type { Truth } from '#db/schema.ts';
import { Refused, storing, storingIn, type Stored } from '#db/storing.ts';

/** The list of what happened. */

export const addActivity = (db: Truth, activity: Activity): Promise<Stored<void>> =>
	storing(async () => {
		await db.activity.add(activity);
	});

/** An entry as it is to stand, also in the place of what it said before. */
export const putActivity = (db: Truth, activity: Activity): Promise<Stored<void>> =>
	storing(async () => {
		await db.activity.put(activity);
	});

/**
 * An entry behind all that stands there, also in the place of what it said before: of these the list tells the order in which
 * they happened. A clock that ran ahead, and was set right, leaves entries of a time that is still to come.
 */
export const putNewest = (db: Truth, activity: Activity): Promise<Stored<void>> =>
	storingIn(db, [db.activity], async () => {
		const [newest] = await latestActivity(db, 1);
		await db.activity.put({ ...activity, at: Math.max(activity.at, (newest?.at ?? 0) + 1) });
	});

/** The newest `limit` things that happened, newest first. */
export const latestActivity = (db: Truth, limit: number): Promise<Activity[]> =>
	db.activity.orderBy('at').reverse().limit(limit).toArray();

/** What happened after a time (Unix ms), newest first. */
const activitySince = (db: Truth, at: number): Promise<Activity[]> =>
	db.activity.where('at').above(at).reverse().toArray();

/** What was cut off, or came of late, is among the newest; so many are looked at. */
const reach = 100;

/** Imports whose end nobody has noted. */
export const begunImports = async (db: Truth): Promise<Activity[]> =>
	(await latestActivity(db, reach)).filter(({ details }) => details.begun === true);

/** The newest note that something took the place of everything; undefined: nothing did of late. */
export const latestRecovery = async (db: Truth): Promise<Activity | undefined> =>
	(await latestActivity(db, reach)).find(({ kind }) => kind === 'recovery');

/** Note that an import was cut off. Returns whether it was noted now: not where its end has been since. */
export const noteCutOff = (db: Truth, id: string): Promise<boolean> =>
	db.transaction('rw', db.activity, async () => {
		const row = await db.activity.get(id);
		if (row?.details.begun !== true) return false;
		await db.activity.put({ ...row, details: { ...row.details, begun: false, stopped: true } });
		return true;
	});

/** An import came to its end: what broke off of it before, or was stopped, is told as such. Nothing is lost where that cannot be noted. */
export const noteEnded = (db: Truth, { id, details: { of } }: Activity): Promise<Stored<void>> =>
	storingIn(db, [db.activity], async () => {
		for (const row of await latestActivity(db, reach)) {
			const { details } = row;
			if (row.kind === 'import' && row.id !== id && details.of === of && details.stopped === true)
				await db.activity.put({ ...row, details: { ...details, again: true } });
		}
	});

/**
 * Inside `storing`: an import goes on while its note stands, and nothing has taken the place of everything behind it. With
 * that went all it has brought; a copy that was made meanwhile holds the note as well.
 */
export async function refuseUnnoted(db: Truth, importId: string): Promise<void> {
	const note = await db.activity.get(importId);
	const since = note && (await activitySince(db, note.at));
	if (!since || since.some(({ kind }) => kind === 'recovery'))
		throw new Refused({ kind: 'changed-meanwhile', why: 'replaced' });
}

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
