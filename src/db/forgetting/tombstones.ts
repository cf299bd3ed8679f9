import { isForgottenHere, timesForgotten } from '#core/forgetting/what.ts';
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

/** The same for what somebody brings back: it was deleted, and has been forgotten since. */
export const refuseLost = (db: Truth, ids: readonly string[]): Promise<void> =>
	refuseForgotten(db, ids, { kind: 'forgotten' });

/**
 * A number that changes with all that is forgotten here: what was read when it was another must be read anew. A line
 * that is forgotten a second time has the same row, with another time. Null while something is being forgotten: what is
 * read now may not be kept.
 */
export async function forgottenSoFar(db: Truth): Promise<number | null> {
	const rows = await db.tombstones.toArray();
	if (rows.some((row) => row.pending !== undefined)) return null;
	const here = rows.filter(isForgottenHere);
	return here.reduce((newest, { at }) => Math.max(newest, at), 0) + timesForgotten(here);
}

/** Inside a transaction that spans the tombstones: what was read when it was `forgotten` may be kept by now only where it still is. */
export async function refuseForgottenSince(db: Truth, forgotten: number): Promise<void> {
	if ((await forgottenSoFar(db)) !== forgotten) throw new Refused({ kind: 'changed-meanwhile' });
}

/** Inside the same: refused where more was forgotten than a copy knows of, that holds this `count` of it, or something is being. */
export async function refuseForgottenBeyond(db: Truth, count: number): Promise<void> {
	const rows = await db.tombstones.toArray();
	if (timesForgotten(rows) > count || rows.some((row) => row.pending !== undefined))
		throw new Refused({ kind: 'changed-meanwhile' });
}

/** A text that is another when something was forgotten, or begins to be: what was read meanwhile may hold it. */
export async function forgettingNow(db: Truth): Promise<string> {
	const rows = (await db.tombstones.toArray()).filter(({ brought }) => !brought);
	return JSON.stringify(rows.map(({ id, at, pending }) => [id, at, pending !== undefined]));
}
