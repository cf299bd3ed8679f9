import { pathOf, slicePath } from '#core/log/path.ts';
import { readStoredJob } from '#core/compaction/stored-job.ts';
import { leftOutTurns } from '#core/log/marks.ts';
import type { Summary } from '#core/summary/summary.ts';
import { coldOf } from '#db/archives/cold.ts';
import { branchesOf } from '#db/log/sessions.ts';
import { marksOf, turnsOfPart } from '#db/log/turns.ts';
import type { Truth } from '#db/schema.ts';

/**
 * Whether a turn that a draft covers was left out, deleted or brought back since it was planned: what the user keeps
 * from the prompt would come back as a sentence of the summary, or a turn would be gone of which it says nothing. Of
 * a draft whose job has not kept this nothing is known, and it is taken as it is.
 */
export async function isLeftOutSince(db: Truth, draft: Summary): Promise<boolean> {
	const { compactionId, sessionId } = draft;
	const job = compactionId === null ? undefined : await db.compactions.get(compactionId);
	const before = readStoredJob(job?.plan).leftOut;
	if (!before) return false;
	const now = leftOutTurns(await marksOf(db, sessionId));
	const changed = new Set([...now].filter((turnId) => !before.includes(turnId)));
	for (const turnId of before) if (!now.has(turnId)) changed.add(turnId);
	return changed.size > 0 && coversAny(db, draft, changed);
}

/** Ids of turns have no index: rows and archives of the range are looked through, which is seldom needed. */
async function coversAny(
	db: Truth,
	{ sessionId, branch, from, through }: Summary,
	turnIds: ReadonlySet<string>
): Promise<boolean> {
	const path = pathOf(await branchesOf(db, sessionId), branch);
	const cold = await coldOf(db, sessionId);
	for (const part of slicePath(path, from.seq, through.seq)) {
		const isIn = (seq: number) => part.fromSeq <= seq && seq <= part.throughSeq;
		const isCold = cold.some(
			(range) =>
				range.branch === part.branch &&
				range.turnIds.some((turnId, at) => isIn(range.fromSeq + at) && turnIds.has(turnId))
		);
		if (isCold) return true;
		const hot = await turnsOfPart(db, sessionId, part)
			.filter(({ turnId }) => turnIds.has(turnId))
			.count();
		if (hot > 0) return true;
	}
	return false;
}
