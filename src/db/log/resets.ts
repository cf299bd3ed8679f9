import { isUnfinished } from '#core/compaction/compaction.ts';
import { coldIn, removeArchivesInside } from '#db/archives/archives.ts';
import { firstBranch } from '#core/session/empty-session.ts';
import { trunk, type Session } from '#core/session/session.ts';
import type { Truth } from '#db/schema.ts';
import { branchesOf, changeInside } from '#db/log/sessions.ts';
import { Refused, storingIn, type Stored } from '#db/storing.ts';
import { nothingTold, tell, type Told } from '#db/told.ts';

/** A session ends and another goes on, or the other way round, in one transaction. */

/** The session ends, its unfinished compactions with it, and `next`, where there is one, begins with an empty trunk. */
export const endSession = (
	db: Truth,
	{ id, at, next }: { readonly id: string; readonly at: number; readonly next: Session | null },
	told: Told<Session | null> = nothingTold
): Promise<Stored<void>> =>
	storingIn(db, [db.sessions, db.branches, db.compactions, db.activity], async () => {
		await changeInside(db, id, () => ({ endedAt: at }));
		await cancelUnfinished(db, id, at);
		if (next) {
			await db.sessions.add(next);
			await db.branches.add(firstBranch(next));
		}
		await tell(db, told(next));
	});

/** Nobody reads a summary of what has ended: a job that works sees it before its next call, and none is taken up. */
const cancelUnfinished = (db: Truth, sessionId: string, at: number) =>
	db.compactions
		.where('sessionId')
		.equals(sessionId)
		.filter(isUnfinished)
		.modify((row) => {
			Object.assign(row, { status: 'cancelled', leaseUntil: 0, updatedAt: at });
		});

/**
 * Take back the archive of a whole session whose reset was given up: one that was written since then, and in which no
 * turn lies alone.
 */
export const dropWhole = (
	db: Truth,
	{ id, since }: { readonly id: string; readonly since: number }
): Promise<Stored<void>> =>
	storingIn(db, [db.archives, db.archiveBytes, db.cold, db.summaries], async () => {
		const archive = await db.archives.get(id);
		if (!archive || archive.createdAt < since || (await coldIn(db, id)) > 0) return;
		await removeWhole(db, archive.sessionId, [id]);
	});

/**
 * Inside a transaction that spans archives, their bytes, `cold` and summaries: the session has gone on, and the archive
 * of its whole is none any more. One in which turns lie alone stays.
 */
export async function dropWholeInside(db: Truth, sessionId: string): Promise<void> {
	for (const { id, round } of await db.archives.where('sessionId').equals(sessionId).toArray())
		if (round === null && (await coldIn(db, id)) === 0) await removeWhole(db, sessionId, [id]);
}

/** Rounds that it alone held are archived anew by the keeper. */
async function removeWhole(db: Truth, sessionId: string, whole: readonly string[]): Promise<void> {
	await removeArchivesInside(db, whole);
	await db.summaries
		.where('sessionId')
		.equals(sessionId)
		.filter(({ archiveId }) => archiveId !== null && whole.includes(archiveId))
		.modify((row) => {
			Object.assign(row, { archiveId: null });
		});
}

/**
 * The session goes on, without the archive of its whole; `next` goes where nothing was said in it (the session itself: none followed). Refused while turns
 * lie in that archive alone.
 */
export const reopenSession = (
	db: Truth,
	{ id, at, next }: { readonly id: string; readonly at: number; readonly next: string },
	told: Told<Session>
): Promise<Stored<void>> =>
	storingIn(
		db,
		[db.sessions, db.branches, db.archives, db.archiveBytes, db.cold, db.summaries, db.activity],
		async () => {
			const reopened = await changeInside(db, id, () => ({ endedAt: null, activeAt: at }));
			const [first, ...others] = await branchesOf(db, next);
			const isEmpty = first?.branch === trunk && first.headSeq === -1 && others.length === 0;
			if (next !== id && isEmpty) {
				await db.branches.delete([next, trunk]);
				await db.sessions.delete(next);
			}
			// Turns that lie there alone have to be taken back before their archive goes.
			if ((await db.cold.where('sessionId').equals(id).count()) > 0)
				throw new Refused({ kind: 'changed-meanwhile' });
			// A path is written once: the archive makes room for that of the next reset.
			const whole = await db.archives
				.where('sessionId')
				.equals(id)
				.filter((row) => row.round === null)
				.primaryKeys();
			await removeWhole(db, id, whole);
			await tell(db, told(reopened));
		}
	);
