import type { Holdings, QuickFacts } from '#core/copies/holdings.ts';
import { timesForgotten } from '#core/forgetting/what.ts';
import type { Truth } from '#db/schema.ts';

/** Counting what the truth holds. */

/** Five small queries, whatever the size of the profile; one of them reads a small row for all that was ever forgotten. */
export async function quickFacts(db: Truth): Promise<QuickFacts> {
	const [sessionRows, memoryFiles, memoryWrites, forgotten, newest] = await Promise.all([
		db.sessions.count(),
		db.memoryFiles.count(),
		db.memoryRevisions.count(),
		// What is still being forgotten is still there.
		db.tombstones.toArray().then(timesForgotten),
		db.sessions.orderBy('activeAt').last()
	]);
	return { sessionRows, memoryFiles, memoryWrites, forgotten, newestAt: newest?.activeAt ?? 0 };
}

/** Reads one small row a branch. */
export async function holdingsOf(db: Truth): Promise<Holdings> {
	const [quick, archives, branches, tombstones] = await Promise.all([
		quickFacts(db),
		db.archives.count(),
		db.branches.toArray(),
		db.tombstones.toArray()
	]);
	const spoken = branches.filter((row) => row.headSeq >= row.forkSeq);
	const { memoryFiles, memoryWrites, newestAt } = quick;
	const pending = tombstones.filter((row) => row.pending !== undefined).length;
	return {
		sessions: new Set(spoken.map((row) => row.sessionId)).size,
		turns: spoken.reduce((sum, row) => sum + row.headSeq - row.forkSeq + 1, 0),
		memoryFiles,
		memoryWrites,
		archives,
		forgotten: timesForgotten(tombstones),
		isForgetting: pending > 0,
		newestAt
	};
}
