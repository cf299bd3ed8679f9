import { timesForgotten } from '#core/forgetting/what.ts';
import type { Failure } from '#core/failure.ts';
import type { Truth } from '#db/schema.ts';
import { Refused } from '#db/storing.ts';

/** What was forgotten, and that nothing is made of it any more. How it is decided is in `intents.ts`. */

/** Which of the ids are forgotten. */
export async function forgottenAmong(
	db: Truth,
	ids: readonly string[]
): Promise<ReadonlySet<string>> {
	const found = await db.tombstones.bulkGet([...new Set(ids)]);
	return new Set(found.flatMap((row) => (row ? [row.id] : [])));
}

/** Inside a transaction that spans the tombstones: nothing new is made of what is forgotten. */
export async function refuseForgotten(
	db: Truth,
	ids: readonly string[],
	failure: Failure = { kind: 'changed-meanwhile' }
): Promise<void> {
	if ((await forgottenAmong(db, ids)).size > 0) throw new Refused(failure);
}

/** The same for what somebody brings back after a deletion: it may have been forgotten since. */
export const refuseLost = (db: Truth, ids: readonly string[]): Promise<void> =>
	refuseForgotten(db, ids, { kind: 'forgotten' });

/** What is forgotten here, and being forgotten. */
interface Forgettings {
	/**
	 * A number that changes when something begins to be forgotten here, and when that is done: what was read when it was
	 * another may hold it. A line that is forgotten a second time has the same row, counted once more.
	 */
	readonly now: number;
	/** Something is being forgotten: what is read now may not be kept. */
	readonly isUnderWay: boolean;
}

export async function forgettings(db: Truth): Promise<Forgettings> {
	const here = (await db.tombstones.toArray()).filter(({ brought }) => !brought);
	let [newest, steps] = [0, 0];
	for (const { at, times = 1, pending } of here) {
		newest = Math.max(newest, at);
		steps += 2 * times - (pending ? 1 : 0);
	}
	return { now: newest + steps, isUnderWay: here.some(({ pending }) => pending !== undefined) };
}

/** The number of `forgettings`, also while something is being forgotten. */
export const forgettingNow = async (db: Truth): Promise<number> => (await forgettings(db)).now;

/** The number of `forgettings`; null while something is being forgotten. */
export async function forgottenSoFar(db: Truth): Promise<number | null> {
	const { now, isUnderWay } = await forgettings(db);
	return isUnderWay ? null : now;
}

/** Inside a transaction that spans the tombstones: refuses to keep what was read when the number was `forgotten`, if it is another by now. */
export async function refuseForgottenSince(db: Truth, forgotten: number): Promise<void> {
	if ((await forgottenSoFar(db)) !== forgotten) throw new Refused({ kind: 'changed-meanwhile' });
}

/** Inside the same: refused where more was forgotten than a copy knows of, that holds this `count` of it, or something is being. */
export async function refuseForgottenBeyond(db: Truth, count: number): Promise<void> {
	const rows = await db.tombstones.toArray();
	if (timesForgotten(rows) > count || rows.some((row) => row.pending !== undefined))
		throw new Refused({ kind: 'changed-meanwhile' });
}
