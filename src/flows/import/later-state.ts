import { rowOf, type ArchiveLine } from '#core/archive/archive.ts';
import type { SoundRows } from '#core/archive/sound-session.ts';
import { tellsThrough } from '#core/forgetting/covered.ts';
import { isSetAnew, laterSummary } from '#core/import/later-session.ts';
import { isSameJson } from '#core/json.ts';
import { isOpenSession, type Branch } from '#core/session/session.ts';
import type { Summary } from '#core/summary/summary.ts';
import { branchesOf } from '#db/log/sessions.ts';
import { turnsOf } from '#db/log/turns.ts';
import type { Truth } from '#db/schema.ts';

/** Whether a file holds a later state of a session of our own, and what stands beside its turns there. */

/** Rows of one kind among the lines of a session. */
export const own = <K extends 'branch' | 'summary' | 'mark' | 'pin'>(
	lines: readonly ArchiveLine[],
	type: K,
	sessionId: string
) =>
	lines
		.filter((line): line is Extract<ArchiveLine, { type: K }> => line.type === type)
		.map((line) => rowOf(line))
		.filter((row) => row.sessionId === sessionId);

/** Whether the end of a summary is a place of these branches: one that ends beyond would cover what is said next. */
export const standsOn = (
	branches: readonly Branch[],
	{ branch, through: { seq } }: Summary
): boolean =>
	branches.some((row) => row.branch === branch && row.forkSeq <= seq && seq <= row.headSeq);

/** What stands beside the turns. */
export const besideIn = ({ session, branches }: SoundRows, lines: readonly ArchiveLine[]) => ({
	summaries: own(lines, 'summary', session.id).filter((summary) => standsOn(branches, summary)),
	marks: own(lines, 'mark', session.id),
	pins: own(lines, 'pin', session.id)
});

/** `isLater`: it is believed and holds every turn that is here. */
interface Told {
	readonly lines: readonly ArchiveLine[];
	readonly isLater: boolean;
}

/** Whether what comes is a later state of a session of our own, so that its settings, summaries and end hold from now on. */
export async function takesPlace(
	db: Truth,
	rows: SoundRows,
	{ lines, isLater }: Told
): Promise<boolean> {
	if (!isLater) return false;
	const { id } = rows.session;
	const known = new Set(besideIn(rows, lines).summaries.map((row) => row.id));
	const before = await db.summaries.where('sessionId').equals(id).toArray();
	// A summary that reaches a turn which is forgotten here was taken out of the file for that.
	const reach = await firstForgotten(db, id);
	return before.every((row) => known.has(row.id) || tellsThrough(row, before) >= reach);
}

/** When a session that is here and grows by these rows will have ended; null: it will be open. */
export const endToCome = async (db: Truth, rows: SoundRows, told: Told): Promise<number | null> =>
	(await takesPlace(db, rows, told)) ? rows.session.endedAt : null;

/**
 * Whether it brings something without a turn: a name, rules, a summary, a mark. What was taken away there stays here: a file
 * cannot tell whether that was set here since. So does one that has ended here: its archive holds it as it is.
 */
export async function setsLater(db: Truth, rows: SoundRows, told: Told): Promise<boolean> {
	const { id, rev } = rows.session;
	const there = await db.sessions.get(id);
	if (!there || !isOpenSession(there) || rev <= there.rev) return false;
	if (!(await takesPlace(db, rows, told))) return false;
	if (isSetAnew(there, rows.session, await branchesOf(db, id))) return true;
	const beside = besideIn(rows, told.lines);
	const summaries = await db.summaries.bulkGet(beside.summaries.map((row) => row.id));
	const here = await Promise.all([
		db.marks.bulkGet(beside.marks.map(({ turnId, kind }) => [id, turnId, kind] as const)),
		db.pins.bulkGet(beside.pins.map((row) => row.id))
	]);
	const later = beside.summaries.map((row, at) => laterSummary(summaries[at], row));
	return !isSameJson([summaries, ...here], [later, beside.marks, beside.pins]);
}

/** Place of the first turn of a session that is forgotten here; Infinity: none is. */
async function firstForgotten(db: Truth, sessionId: string): Promise<number> {
	const turns = await turnsOf(db, sessionId)
		.filter(({ forgottenAt }) => forgottenAt !== undefined)
		.toArray();
	return Math.min(...turns.map(({ seq }) => seq), Infinity);
}

/** Whether something was said here in a session that was imported. */
export const holdsOwnTurns = async (db: Truth, sessionId: string): Promise<boolean> =>
	(await turnsOf(db, sessionId)
		.filter(({ source }) => source !== 'import')
		.first()) !== undefined;
