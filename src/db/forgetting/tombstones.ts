import {
	inPlaceOf,
	isForgottenHere,
	timesForgotten,
	tombstoneId,
	type ChangedBeside,
	type Forgetting,
	type Forgotten,
	type Tombstone
} from '#core/forgetting/what.ts';
import type { Failure } from '#core/failure.ts';
import type { Truth } from '#db/schema.ts';
import { Refused, storing, type Stored } from '#db/storing.ts';
import { nothingTold, tell, type Told } from '#db/told.ts';

/** What was forgotten, and what is still to be done about it. */

/**
 * Decide that something is forgotten. From here on it is out of sight, nothing new is made of it, and the work goes
 * on after a crash; only the content still has to go. With `deletedAt` it is decided for what was deleted then, and
 * refused where the user has brought that back since.
 */
export const addTombstone = (
	db: Truth,
	forgetting: Forgetting,
	at: number,
	deletedAt: number | null = null,
	/** A file may have been deleted more than once. */
	deletionsAt: (path: string) => Promise<readonly { readonly deletedAt: number }[]> = noDeletions
): Promise<Stored<Tombstone>> =>
	storing(() =>
		db.transaction('rw', addressed(db), async () => {
			const { what } = forgetting;
			const times =
				what.kind === 'memory-file'
					? (await deletionsAt(what.path)).map((row) => row.deletedAt)
					: [await deletionOf(db, what)];
			if (deletedAt !== null && !times.includes(deletedAt))
				throw new Refused({ kind: 'changed-meanwhile' });
			const id = tombstoneId(what);
			const row: Tombstone = { id, kind: what.kind, at, pending: forgetting };
			const tombstone = inPlaceOf(await db.tombstones.get(id), row);
			await db.tombstones.put(tombstone);
			if (what.kind === 'turn')
				await db.marks.put({
					sessionId: what.sessionId,
					turnId: what.turnId,
					kind: 'deleted',
					at
				});
			if (what.kind === 'session') await db.sessions.update(what.sessionId, { deletedAt: at });
			return tombstone;
		})
	);

/** Where that stands which can be forgotten. */
const addressed = (db: Truth) => [
	db.tombstones,
	db.sessions,
	db.marks,
	db.memoryFiles,
	db.memoryRevisions
];

const noDeletions = () => Promise.resolve([]);

/** When it was deleted (Unix ms), where it still is. */
async function deletionOf(
	db: Truth,
	what: Exclude<Forgotten, { kind: 'memory-file' }>
): Promise<number | null | undefined> {
	switch (what.kind) {
		case 'turn':
			return (await db.marks.get([what.sessionId, what.turnId, 'deleted']))?.at;
		case 'session':
			return (await db.sessions.get(what.sessionId))?.deletedAt;
		case 'line':
			return null;
	}
}

/** Forgotten, with content that may still lie somewhere; oldest first. */
export async function pendingTombstones(db: Truth): Promise<Tombstone[]> {
	const rows = await db.tombstones.filter((row) => row.pending !== undefined).toArray();
	return rows.sort((a, b) => a.at - b.at);
}

/** What was changed beside it by now, for a walk that goes on where this one may be cut off. */
export async function noteChanged(db: Truth, id: string, changed: ChangedBeside): Promise<void> {
	// Where another walk has closed it, it stays closed.
	await db.tombstones.update(id, (row) => {
		if (row.pending) Object.assign(row.pending, { changed });
	});
}

/**
 * Nothing is left of it in the databases. The rows that tell how much a profile holds go in the same transaction, so
 * that whoever counts sees less only where more was forgotten.
 */
export const closeTombstone = (
	db: Truth,
	tombstone: Tombstone,
	told: Told<Tombstone> = nothingTold
): Promise<void> =>
	db.transaction('rw', db.tombstones, db.sessions, db.branches, db.activity, async () => {
		const { pending, ...closed } = tombstone;
		await db.tombstones.put(closed);
		await tell(db, told(tombstone));
		if (pending?.what.kind !== 'session') return;
		const { sessionId } = pending.what;
		await db.sessions.delete(sessionId);
		await db.branches.where('[sessionId+branch]').between([sessionId], [sessionId, []]).delete();
	});

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
