import { rowOf, type ArchiveLine } from '#core/archive/archive.ts';
import type { SoundRows } from '#core/archive/sound-session.ts';
import { tellsThrough } from '#core/forgetting/covered.ts';
import {
	isSetAnew,
	laterSession,
	laterSummary,
	movedSummary
} from '#core/import/growth/later-session.ts';
import { isSameJson } from '#core/json.ts';
import { placeKey } from '#core/log/turn.ts';
import { branchAt, pathOf } from '#core/log/path.ts';
import { isOpenSession, type Branch, type Session } from '#core/session/session.ts';
import type { Summary } from '#core/summary/summary.ts';
import { branchesOf } from '#db/log/sessions.ts';
import { turnsOf } from '#db/log/turns.ts';
import type { Truth } from '#db/schema.ts';
import { besideTurns } from '#flows/import/brought-marks.ts';
import { readGrowth, type ReadGrowth } from '#flows/import/foreign/read-growth.ts';

/** What a file adds to a session that is here: its turns, what stands beside them, and how the session stands then. */

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

/** What stands beside the turns in the file. */
export const besideIn = ({ session, branches }: SoundRows, lines: readonly ArchiveLine[]) => ({
	summaries: own(lines, 'summary', session.id).filter((summary) => standsOn(branches, summary)),
	marks: own(lines, 'mark', session.id),
	pins: own(lines, 'pin', session.id)
});

interface Told {
	readonly lines: readonly ArchiveLine[];
	readonly growth: ReadGrowth;
}

/** What stands beside the turns in the file, as it stands here where the file is a later state. */
async function besideLater(db: Truth, rows: SoundRows, { lines, growth: { moved } }: Told) {
	const beside = besideIn(rows, lines);
	if (moved.size === 0) return beside;
	const there = await db.summaries.bulkGet(beside.summaries.map(({ id }) => id));
	const summaries = beside.summaries.map((summary, at) => {
		const { branch, through } = summary;
		const place = moved.get(placeKey({ branch, seq: through.seq }));
		return movedSummary(summary, place?.branch ?? branch, there[at]);
	});
	return { ...beside, summaries };
}

/** Whether what comes is a later state of a session of our own, so that its settings, summaries and end hold from now on. */
async function takesPlace(
	db: Truth,
	rows: SoundRows,
	{ lines, growth: { isLater } }: Told
): Promise<boolean> {
	if (!isLater) return false;
	const { id } = rows.session;
	const known = new Set(besideIn(rows, lines).summaries.map((row) => row.id));
	const before = await db.summaries.where('sessionId').equals(id).toArray();
	// A summary that reaches a turn which is forgotten here was taken out of the file for that.
	const reach = await firstForgotten(db, id);
	return before.every((row) => known.has(row.id) || tellsThrough(row, before) >= reach);
}

/** A session that is here as it will be when a file has added to it. */
interface GrownSession {
	readonly session: Session;
	/** What comes beside its turns. */
	readonly beside: ReturnType<typeof besideIn>;
	/** Something comes into a branch that is not on screen then. */
	readonly isBeside: boolean;
}

/** What a file adds to a session that is here; `grown`: null where it adds nothing. */
export interface GrowthToCome {
	readonly growth: ReadGrowth;
	readonly grown: GrownSession | null;
}

/** The preview shows it, and the import brings it; both ask here. See `readGrowth`. */
export async function growthToCome(
	db: Truth,
	there: Session,
	rows: SoundRows,
	{ lines, ...how }: Pick<Told, 'lines'> & Parameters<typeof readGrowth>[2]
): Promise<GrowthToCome> {
	const growth = await readGrowth(db, rows, how);
	const isMore = growth.turns.length + growth.steps.length > 0;
	// One that has ended here gets nothing without a turn: its archive holds it as it is.
	if (!isMore && (!isOpenSession(there) || rows.session.rev <= there.rev))
		return { growth, grown: null };
	const told = { lines, growth };
	const takesOver = await takesPlace(db, rows, told);
	const beside = takesOver
		? await besideLater(db, rows, told)
		: besideTurns(besideIn(rows, lines), growth);
	const grown = { beside, ...(await asItWillBe(db, there, rows, { growth, takesOver })) };
	const isNews = isMore || (takesOver && (await setsAnew(db, there, rows, { growth, beside })));
	return { growth, grown: isNews ? grown : null };
}

async function asItWillBe(
	db: Truth,
	there: Session,
	rows: SoundRows,
	{ growth, takesOver }: Pick<Told, 'growth'> & { readonly takesOver: boolean }
): Promise<Pick<GrownSession, 'session' | 'isBeside'>> {
	const { moved, shown, turns } = growth;
	const isOwn = await holdsOwnTurns(db, there.id);
	const names = new Set(growth.branches.map(({ branch }) => branch));
	const before = (await branchesOf(db, there.id)).filter(({ branch }) => !names.has(branch));
	const branches = [...before, ...growth.branches];
	// Who has written here finds the own conversation on screen.
	const isShown = shown === null || isOwn ? {} : { branch: shown };
	const isApart = moved.size > 0;
	const later = takesOver
		? laterSession(there, rows.session, { branches, isApart })
		: {
				...there,
				rev: there.rev + 1,
				activeAt: Math.max(there.activeAt, rows.session.activeAt),
				...isShown
			};
	// An archive that calls branches otherwise than they are called here is none of what is here.
	const session = { ...later, endedAt: takesOver && !isApart ? rows.session.endedAt : null };
	const onScreen = pathOf(branches, session.branch);
	const isOff = turns.some(({ branch, seq }) => branchAt(onScreen, seq) !== branch);
	return { session, isBeside: isOff && isOwn && (isApart || !takesOver) };
}

/**
 * Whether a later state brings something without a turn: a name, rules, a summary, a mark. What was taken away there stays
 * here: a file cannot tell whether that was set here since.
 */
async function setsAnew(
	db: Truth,
	there: Session,
	rows: SoundRows,
	{ growth, beside }: Pick<Told, 'growth'> & Pick<GrownSession, 'beside'>
): Promise<boolean> {
	const { id } = there;
	const branches = await branchesOf(db, id);
	if (isSetAnew(there, rows.session, { branches, isApart: growth.moved.size > 0 })) return true;
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
const holdsOwnTurns = async (db: Truth, sessionId: string): Promise<boolean> =>
	(await turnsOf(db, sessionId)
		.filter(({ source }) => source !== 'import')
		.first()) !== undefined;
