import { isOpenSession } from '#core/session/session.ts';
import type { Compaction } from '#core/compaction/compaction.ts';
import type { Summary } from '#core/summary/summary.ts';
import type { Truth } from '#db/schema.ts';

/** Summaries and the jobs that make them, as they are read. What the first screen reads stands apart from what writes. */

/** All summaries of a session, by round. */
export async function summariesOf(db: Truth, sessionId: string): Promise<Summary[]> {
	const rows = await db.summaries.where('sessionId').equals(sessionId).toArray();
	return rows.sort((a, b) => a.round - b.round);
}

/** Drafts that somebody can still decide about: those of sessions that are neither ended nor deleted. */
export async function waitingDrafts(db: Truth): Promise<Summary[]> {
	const drafts = await db.summaries.filter((summary) => summary.status === 'draft').toArray();
	const sessions = await db.sessions.bulkGet(drafts.map(({ sessionId }) => sessionId));
	return drafts.filter((_, at) => {
		const session = sessions[at];
		return session !== undefined && isOpenSession(session);
	});
}

export const compactionsOf = (db: Truth, sessionId: string): Promise<Compaction[]> =>
	db.compactions.where('sessionId').equals(sessionId).toArray();
