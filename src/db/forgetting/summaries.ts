import type { Compaction } from '#core/compaction/compaction.ts';
import type { Summary } from '#core/summary/summary.ts';
import type { Truth } from '#db/schema.ts';

/** What forgetting writes of summaries and the jobs that made them; see `db/forgetting/log.ts`. */

export async function dropSummaries(db: Truth, sessionId: string): Promise<void> {
	await db.summaries.where('sessionId').equals(sessionId).delete();
}

/** The fields of a summary that are left; the others stay as they are. */
export async function cutSummary(db: Truth, id: string, left: Partial<Summary>): Promise<void> {
	await db.summaries.update(id, left);
}

export async function dropCompactions(db: Truth, sessionId: string): Promise<void> {
	await db.compactions.where('sessionId').equals(sessionId).delete();
}

/** A job that may still run notices that its row is gone, and cannot write another. */
export const stopCompaction = (db: Truth, id: string, at: number): Promise<void> =>
	db.transaction('rw', db.compactions, db.tombstones, async () => {
		await db.compactions.delete(id);
		await db.tombstones.put({ id, kind: 'summary', at });
	});

/** A finished job as it is left. */
export async function cutCompaction(db: Truth, left: Compaction): Promise<void> {
	await db.compactions.put(left);
}

/** Lines that jobs have learnt and not yet proposed. */
export async function dropLearntLines(db: Truth, isGone: (line: string) => boolean): Promise<void> {
	await db.compactions
		.filter(({ chunks }) => chunks.some((chunk) => chunk.memories.some(({ text }) => isGone(text))))
		.modify((job: Compaction) => {
			const chunks = job.chunks.map((chunk) => ({
				...chunk,
				memories: chunk.memories.filter(({ text }) => !isGone(text))
			}));
			Object.assign(job, { chunks });
		});
}
