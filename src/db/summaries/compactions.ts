import { unfinishedStatuses, type Compaction } from '#core/compaction/compaction.ts';
import type { Failure } from '#core/failure.ts';
import type { Truth } from '#db/schema.ts';
import { Refused, storing, storingIn, type Stored } from '#db/storing.ts';
import { refuseForgotten } from '#db/forgetting/tombstones.ts';

/** The jobs that make summaries. */

/** Jobs that a closed tab may have left behind. */
export const unfinishedCompactions = (db: Truth): Promise<Compaction[]> =>
	db.compactions.where('status').anyOf(unfinishedStatuses).toArray();

export const putCompaction = (db: Truth, job: Compaction): Promise<Stored<void>> =>
	storingIn(db, [db.compactions, db.tombstones], async () => {
		await refuseForgotten(db, [job.id, job.sessionId]);
		await db.compactions.put(job);
	});

export async function lastCompaction(
	db: Truth,
	sessionId: string
): Promise<Compaction | undefined> {
	const jobs = await db.compactions.where({ sessionId }).sortBy('updatedAt');
	return jobs.at(-1);
}

/** Why the last job of a session came to nothing; null: it did not fail, or there was none. */
export async function lastFailureOf(db: Truth, sessionId: string): Promise<Failure | null> {
	const last = await lastCompaction(db, sessionId);
	return last?.status === 'failed' ? last.failure : null;
}

/** A job that had nothing to do leaves no row. */
export const removeCompaction = (db: Truth, id: string): Promise<Stored<void>> =>
	storing(() => db.compactions.delete(id));

/** Change a job by what it is now; refused where it is gone, or must stay as it is (null). */
export const changeCompaction = (
	db: Truth,
	id: string,
	change: (job: Compaction) => Partial<Compaction> | null
): Promise<Stored<Compaction>> =>
	storingIn(db, [db.compactions], async () => {
		const job = await db.compactions.get(id);
		const changed = job && change(job);
		if (!changed) throw new Refused({ kind: 'changed-meanwhile' });
		const next: Compaction = { ...job, ...changed };
		await db.compactions.put(next);
		return next;
	});
