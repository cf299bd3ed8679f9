import { isOpenSession } from '#core/session/session.ts';
import { isCommitted } from '#core/summary/summary.ts';
import { bulletsOf } from '#core/memory/file.ts';
import { curatedPath, dayOf } from '#core/memory/memory.ts';
import { listedArchives } from '#db/archives/archives.ts';
import { memoryFiles } from '#db/memory/files.ts';
import type { Truth } from '#db/schema.ts';

/** How much lies where, for the picture of the places a fact lives in. */

export interface PlaceCounts {
	/** Neither ended nor deleted. */
	readonly sessions: number;
	/** Turns of those sessions in the branch on screen, whether their rows are here or in an archive. */
	readonly turns: number;
	/** Summaries of those sessions, in use or superseded. */
	readonly summaries: number;
	/** The latest session that has a summary, or null. */
	readonly summarised: string | null;
	/** Lines and drafts at the review desk. */
	readonly waiting: number;
	readonly notes: number;
	readonly noteLines: number;
	/** Path of the newest daily note, or null. */
	readonly newestNote: string | null;
	readonly curatedLines: number;
	readonly archives: number;
}

export async function countPlaces(db: Truth): Promise<PlaceCounts> {
	const [sessions, branches, summaries, proposals, files, archives] = await Promise.all([
		db.sessions.filter(isOpenSession).toArray(),
		db.branches.toArray(),
		db.summaries.toArray(),
		db.proposals.where('status').equals('waiting').count(),
		memoryFiles(db),
		listedArchives(db)
	]);
	const open = new Map(sessions.map((row) => [row.id, row.activeAt]));
	const shown = new Map(sessions.map((row) => [row.id, row.branch]));
	const turns = branches
		.filter(({ sessionId, branch }) => shown.get(sessionId) === branch)
		.reduce((sum, { headSeq }) => sum + headSeq + 1, 0);
	const used = summaries.filter((summary) => open.has(summary.sessionId) && isCommitted(summary));
	const latest = used.toSorted(
		(a, b) => (open.get(b.sessionId) ?? 0) - (open.get(a.sessionId) ?? 0)
	)[0];
	const drafts = summaries.filter(
		({ status, sessionId }) => status === 'draft' && open.has(sessionId)
	);
	const notes = files.filter(({ path }) => dayOf(path) !== null);
	const lines = (text: string): number => bulletsOf(text).length;
	return {
		sessions: sessions.length,
		turns,
		summaries: used.length,
		summarised: latest?.sessionId ?? null,
		waiting: proposals + drafts.length,
		notes: notes.length,
		noteLines: notes.reduce((sum, { text }) => sum + lines(text), 0),
		newestNote: notes.at(-1)?.path ?? null,
		curatedLines: lines(files.find(({ path }) => path === curatedPath)?.text ?? ''),
		archives: archives.length
	};
}
