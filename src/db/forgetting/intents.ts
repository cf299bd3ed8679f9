import {
	inPlaceOf,
	turnsOfForgotten,
	type ChangedBeside,
	type Forgetting,
	type Forgotten,
	type Tombstone
} from '#core/forgetting/what.ts';
import { tombstoneId } from '#core/forgetting/tombstone-id.ts';
import { deletionsAt } from '#db/memory/deletions.ts';
import type { Truth } from '#db/schema.ts';
import { Refused, storingIn, type Stored } from '#db/storing.ts';
import { tell, type Told } from '#db/told.ts';

/** What is to be forgotten: decided, under way, done. Apart from `tombstones.ts`, which is read before the composer works. */

/**
 * Decide that something is forgotten. From here on it is out of sight, nothing new is made of it, and the work goes
 * on after a crash; only the content still has to go. With `deletedAt` it is decided for what was deleted then, and
 * refused where the user has brought that back since.
 */
export const addTombstone = (
	db: Truth,
	forgetting: Forgetting,
	at: number,
	deletedAt: number | null = null
): Promise<Stored<Tombstone>> =>
	storingIn(db, addressed(db), async () => {
		const { what } = forgetting;
		if (deletedAt !== null && !(await isDeletedAt(db, what, deletedAt)))
			throw new Refused({ kind: 'changed-meanwhile' });
		// An archive that is not deleted may be all there is of some turns.
		if (what.kind === 'archive' && !(await deletionOf(db, what)))
			throw new Refused({ kind: 'changed-meanwhile' });
		const id = tombstoneId(what);
		const row: Tombstone = { id, kind: what.kind, at, pending: forgetting };
		const tombstone = inPlaceOf(await db.tombstones.get(id), row);
		await db.tombstones.put(tombstone);
		if (what.kind === 'turn') await hideInside(db, what, at);
		if (what.kind === 'session') await db.sessions.update(what.sessionId, { deletedAt: at });
		return tombstone;
	});

/** The other attempts at a message have tombstones of their own, so that none of them comes back by itself. */
async function hideInside(
	db: Truth,
	what: Extract<Forgotten, { kind: 'turn' }>,
	at: number
): Promise<void> {
	const { sessionId, also = [] } = what;
	for (const turnId of turnsOfForgotten(what))
		await db.marks.put({ sessionId, turnId, kind: 'deleted', at });
	const before = await db.tombstones.bulkGet([...also]);
	for (const [index, id] of also.entries())
		await db.tombstones.put(inPlaceOf(before[index], { id, kind: 'turn', at }));
}

/** Where that stands which can be forgotten. */
const addressed = (db: Truth) => [
	db.tombstones,
	db.sessions,
	db.marks,
	db.memoryFiles,
	db.memoryRevisions,
	db.archives
];

/** A file may have been deleted more than once. */
const isDeletedAt = async (db: Truth, what: Forgotten, at: number): Promise<boolean> =>
	what.kind === 'memory-file'
		? (await deletionsAt(db, what.path)).some(({ deletedAt }) => deletedAt === at)
		: (await deletionOf(db, what)) === at;

/** When it was deleted (Unix ms), where it still is. */
async function deletionOf(db: Truth, what: Forgotten): Promise<number | null | undefined> {
	switch (what.kind) {
		case 'turn':
			return (await db.marks.get([what.sessionId, what.turnId, 'deleted']))?.at;
		case 'session':
			return (await db.sessions.get(what.sessionId))?.deletedAt;
		case 'archive':
			return (await db.archives.get(what.archiveId))?.deletedAt;
		case 'memory-file':
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
 * Nothing is left of it in the databases, and of the session that went with it as a whole. The rows that tell how much a
 * profile holds go in the same transaction, so that whoever counts sees less only where more was forgotten.
 */
export const closeTombstone = (
	db: Truth,
	tombstone: Tombstone,
	sessionId: string | null,
	told: Told<Tombstone>
): Promise<void> =>
	db.transaction('rw', db.tombstones, db.sessions, db.branches, db.activity, async () => {
		const closed = { ...tombstone };
		delete closed.pending;
		await db.tombstones.put(closed);
		await tell(db, told(tombstone));
		if (sessionId === null) return;
		if (sessionId !== closed.id)
			await db.tombstones.put({ id: sessionId, kind: 'session', at: closed.at });
		await db.sessions.delete(sessionId);
		await db.branches.where('[sessionId+branch]').between([sessionId], [sessionId, []]).delete();
	});
