import type { Archive } from '#core/archive/stored.ts';
import type { Session } from '#core/session/session.ts';
import type { Truth } from '#db/schema.ts';
import { Refused, storingIn, type Stored } from '#db/storing.ts';
import { tell, type Told } from '#db/told.ts';
import { refuseForgottenSince, refuseLost } from '#db/forgetting/tombstones.ts';

/** Archives and their bytes, which lie apart: a list of years of archives does not load what stands in them. */

/** Archives that are not deleted themselves. */
export const archives = (db: Truth): Promise<Archive[]> =>
	db.archives.filter(({ deletedAt }) => deletedAt === null).toArray();

/** Archives that are listed, newest first: not those that went with their session. */
export async function listedArchives(db: Truth): Promise<Archive[]> {
	const [rows, sessions] = await Promise.all([archives(db), db.sessions.toArray()]);
	const byId = new Map(sessions.map((session) => [session.id, session]));
	return rows
		.flatMap((archive) => {
			const session = byId.get(archive.sessionId);
			return session && session.deletedAt !== null ? [] : named(archive, session);
		})
		.sort((a, b) => b.createdAt - a.createdAt);
}

/** One archive as the list calls it. */
export async function listedArchive(db: Truth, id: string): Promise<Archive | undefined> {
	const archive = await archiveOf(db, id);
	return archive && named(archive, await db.sessions.get(archive.sessionId));
}

/** A session may be renamed later; its file keeps the title it was written with, and is never changed. */
const named = (archive: Archive, session: Session | undefined): Archive =>
	session ? { ...archive, title: session.title } : archive;

/** Archives that were deleted alone and can still be brought back. */
export const deletedArchives = (db: Truth): Promise<Archive[]> =>
	db.archives.filter(({ deletedAt }) => deletedAt !== null).toArray();

export const archiveOf = (db: Truth, id: string): Promise<Archive | undefined> =>
	db.archives.get(id);

/** The gzipped bytes of an archive, or undefined when they are gone. */
export const archiveBytes = async (db: Truth, id: string): Promise<Uint8Array | undefined> =>
	(await db.archiveBytes.get(id))?.bytes;

/**
 * Store an archive with its bytes, or put both in the place of what is there under the same id. Refused when something
 * was forgotten since its turns were read, when it was `forgotten` (see `forgottenSoFar`): they may hold it.
 */
export const putArchive = (
	db: Truth,
	{ archive, bytes }: { readonly archive: Archive; readonly bytes: Uint8Array },
	forgotten: number
): Promise<Stored<void>> =>
	storingIn(db, [db.archives, db.archiveBytes, db.tombstones], async () => {
		await refuseForgottenSince(db, forgotten);
		await putArchiveInside(db, archive, bytes);
	});

/** The same inside a transaction that spans archives and their bytes. */
export async function putArchiveInside(
	db: Truth,
	archive: Archive,
	bytes: Uint8Array
): Promise<void> {
	await db.archives.put(archive);
	await db.archiveBytes.put({ id: archive.id, bytes });
}

/** Put the bytes of an archive back whose row is there; not where forgetting has written both anew since. */
export const putBytes = (
	db: Truth,
	{ id, sha256 }: Pick<Archive, 'id' | 'sha256'>,
	bytes: Uint8Array
): Promise<void> =>
	db.transaction('rw', db.archives, db.archiveBytes, async () => {
		if ((await db.archives.get(id))?.sha256 === sha256) await db.archiveBytes.put({ id, bytes });
	});

/**
 * Inside a transaction that spans archives, their bytes and `cold`: remove archives with all that belongs to them, also
 * the turns that lie in them alone. Who wants to keep those takes them back first.
 */
export async function removeArchivesInside(db: Truth, ids: readonly string[]): Promise<void> {
	await db.archives.bulkDelete([...ids]);
	await db.archiveBytes.bulkDelete([...ids]);
	await db.cold.filter((row) => ids.includes(row.archiveId)).delete();
}

/** How many ranges of turns lie in this archive alone. */
export const coldIn = (db: Truth, archiveId: string): Promise<number> =>
	db.cold.filter((row) => row.archiveId === archiveId).count();

/** Put an archive out of sight. Refused where it alone holds turns. */
export const hideArchive = (
	db: Truth,
	id: string,
	at: number,
	told: Told<Archive>
): Promise<Stored<Archive>> =>
	storingIn(db, [db.archives, db.cold, db.activity], async () => {
		const archive = await db.archives.get(id);
		if (!archive) throw new Refused({ kind: 'changed-meanwhile' });
		if ((await coldIn(db, id)) > 0) throw new Refused({ kind: 'only-copy' });
		await db.archives.put({ ...archive, deletedAt: at });
		await tell(db, told(archive));
		return archive;
	});

/** Bring it back. Refused where it is forgotten by now. */
export const unhideArchive = (db: Truth, id: string): Promise<Stored<void>> =>
	storingIn(db, [db.archives, db.tombstones], async () => {
		const archive = await db.archives.get(id);
		await refuseLost(db, [id, ...(archive ? [archive.sessionId] : [])]);
		if (!archive) throw new Refused({ kind: 'changed-meanwhile' });
		await db.archives.put({ ...archive, deletedAt: null });
	});
