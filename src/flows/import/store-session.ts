import { exchangesOf, rowOf, type ArchiveLine } from '#core/archive/archive.ts';
import { missingTurns, soundRows, turnsWith, type SoundRows } from '#core/archive/sound-session.ts';
import { missingImagesIn } from '#core/import/missing-images.ts';
import { turnsMarked } from '#core/log/marks.ts';
import type { PathPart } from '#core/log/path.ts';
import type { Mark } from '#core/log/turn.ts';
import { withoutOpenEnds } from '#core/reply/open-ends.ts';
import type { Session } from '#core/session/session.ts';
import { growSession, lookAndStore, putBeside } from '#db/copies/imports.ts';
import { addSession } from '#db/log/whole-session.ts';
import { coldOf } from '#db/archives/cold.ts';
import { hideLinesInside } from '#db/log/marked.ts';
import { dropWholeInside } from '#db/log/resets.ts';
import { readExchanges, readHotExchanges } from '#db/log/turns.ts';
import type { Truth } from '#db/schema.ts';
import { warmSession } from '#flows/archives/warm-turns.ts';
import { secrecyOfLines } from '#flows/desk/session-words.ts';
import { marksOfAttempts } from '#flows/import/brought-marks.ts';
import { besideIn, growthToCome, own, standsOn } from '#flows/import/growth-to-come.ts';

/** One session of an import, with all that belongs to it, in one transaction; what is there already stays as it is. */

export type SessionStored =
	| {
			readonly status: 'new' | 'grown';
			readonly turns: number;
			/** Pictures of these turns that are named and not there. */
			readonly missingImages: number;
			/** Turns of a new one that its file has lost. */
			readonly missingTurns: number;
			/** Answers that were being written when their file was made. */
			readonly unfinished: number;
			/** It was archived here, and is open again. */
			readonly reopens: boolean;
			/** Branches beyond the most that are kept. */
			readonly branchesLeftOut: number;
			/** See `Growth`, and `GrownSession`. */
			readonly isHeldBack: boolean;
			readonly isBeside: boolean;
	  }
	| { readonly status: 'there' | 'forgotten'; readonly isHeldBack: boolean };

/** `left`: ids of the turns whose answer was being written. */
type ClosedRows = SoundRows & { readonly left: ReadonlySet<string> };

/** Rows of one session, taken from its lines and made to fit; null where they do not say which session it is. */
export function rowsOf(
	lines: readonly ArchiveLine[],
	elsewhere: readonly PathPart[] = []
): ClosedRows | null {
	const head = lines.find((line) => line.type === 'session');
	if (!head) return null;
	const session = rowOf(head);
	const exchanges = exchangesOf(lines).exchanges.filter(
		({ turn }) => turn.sessionId === session.id
	);
	const branches = own(lines, 'branch', session.id);
	// A turn that a summary covers once existed, even if the file has lost it.
	const covered = own(lines, 'summary', session.id)
		.filter((summary) => standsOn(branches, summary))
		.map(({ branch, through: { seq } }) => ({ branch, fromSeq: seq, throughSeq: seq }));
	const rows = soundRows({ session, branches, exchanges }, [...elsewhere, ...covered]);
	return { ...rows, ...withoutOpenEnds(rows.exchanges, rows.branches) };
}

/** The same as they are to stand here: without its archive it is open. */
export function comingRows(
	lines: readonly ArchiveLine[],
	{ parts = [], comesWhole = false }: Pick<From, 'parts' | 'comesWhole'>
): ClosedRows | null {
	const rows = rowsOf(lines, parts);
	return rows && !comesWhole ? { ...rows, session: { ...rows.session, endedAt: null } } : rows;
}

/** Where a session comes from: what of it comes in archives, and whether it is believed. */
interface From {
	/** Stretches that lie there alone, and those of them whose archive has come. */
	readonly parts?: readonly PathPart[];
	readonly held?: readonly PathPart[];
	/** The archive of the whole of it is among them. */
	readonly comesWhole?: boolean;
	/** Stores the archives with it. */
	readonly putArchives?: () => Promise<void>;
	/** The backup is what this profile was somewhere else. */
	readonly isBelieved?: boolean;
}

interface Coming extends Required<Pick<From, 'isBelieved'>> {
	readonly lines: readonly ArchiveLine[];
}

const asItWas: SessionStored = { status: 'there', isHeldBack: false };

const nothingMore = () => Promise.resolve();

/**
 * Store a session, or the turns by which it has grown since it was imported. One that has ended is found in its archive;
 * without that it comes open.
 */
export async function storeSession(
	db: Truth,
	lines: readonly ArchiveLine[],
	{
		parts = [],
		held = [],
		comesWhole = false,
		putArchives = nothingMore,
		isBelieved = false
	}: From = {}
): Promise<SessionStored> {
	const rows = comingRows(lines, { parts, comesWhole });
	if (!rows) return asItWas;
	const { id } = rows.session;
	const goesOn = await warmForGrowth(db, rows, { lines, isBelieved });
	return lookAndStore(db, async (): Promise<SessionStored> => {
		if (await db.tombstones.get(id)) return { status: 'forgotten', isHeldBack: false };
		const there = await db.sessions.get(id);
		if (there && !goesOn.comes) return { status: 'there', isHeldBack: goesOn.isHeldBack };
		if (there) return grow(db, there, rows, { lines, putArchives, isBelieved });
		await addSession(db, rows);
		await putBeside(db, id, besideIn(rows, lines));
		await putArchives();
		return {
			status: 'new',
			turns: turnsWith(held, rows.exchanges),
			missingTurns: missingTurns(lines, held),
			unfinished: rows.left.size,
			reopens: false,
			branchesLeftOut: 0,
			isHeldBack: false,
			isBeside: false,
			missingImages: missingImagesIn(
				rows.exchanges.map(({ turn }) => turn),
				rows.exchanges.flatMap(({ steps }) => steps)
			)
		};
	});
}

/**
 * Turns that lie in archives alone are taken back where the file goes on from them. Returns false where it does not: among
 * the rows alone, words that lie in archives would pass for new ones.
 */
async function warmForGrowth(
	db: Truth,
	rows: SoundRows,
	{ lines, isBelieved }: Coming
): Promise<{ readonly comes: boolean; readonly isHeldBack: boolean }> {
	const sessionId = rows.session.id;
	const there = await db.sessions.get(sessionId);
	if (there?.deletedAt !== null || (await coldOf(db, sessionId)).length === 0)
		return { comes: true, isHeldBack: false };
	const how = { lines, read: readExchanges, isBelieved };
	const { growth, grown } = await growthToCome(db, there, rows, how);
	if (!grown) return { comes: false, isHeldBack: growth.isHeldBack };
	await warmSession(db, { sessionId, all: true });
	return { comes: true, isHeldBack: growth.isHeldBack };
}

/**
 * The conversation went on elsewhere: what follows from what is here is added. One that was continued or changed here
 * is left alone. A later state of a session of our own brings its settings and summaries too, and its archive where it has
 * ended; any other is open again: no archive that is here holds what has come.
 */
async function grow(
	db: Truth,
	there: Session,
	rows: ClosedRows,
	{ lines, putArchives, isBelieved }: Coming & Required<Pick<From, 'putArchives'>>
): Promise<SessionStored> {
	const { id } = there;
	if (there.deletedAt !== null) return asItWas;
	const how = { lines, read: readHotExchanges, isBelieved };
	const { growth, grown } = await growthToCome(db, there, rows, how);
	const { turns, steps, leftOut, isHeldBack } = growth;
	if (!grown) return { status: 'there', isHeldBack };
	const { session, beside, isBeside } = grown;
	// No archive that is here holds what has come.
	await dropWholeInside(db, id);
	await growSession(db, session, growth);
	const marks = [...beside.marks, ...(await marksOfAttempts(db, id, growth))];
	await putBeside(db, id, { ...beside, marks });
	await hideLines(db, id, marks);
	if (session.endedAt !== null) await putArchives();
	const came = new Set([...turns, ...steps].map(({ turnId }) => turnId));
	const unfinished = [...rows.left].filter((turnId) => came.has(turnId)).length;
	return {
		status: 'grown',
		turns: turns.length,
		missingImages: missingImagesIn(turns, steps),
		missingTurns: 0,
		unfinished,
		reopens: there.endedAt !== null && session.endedAt === null,
		branchesLeftOut: leftOut,
		isHeldBack,
		isBeside
	};
}

/** What came off the record takes lines from the desk as marking it here does. */
async function hideLines(db: Truth, sessionId: string, marks: readonly Mark[]): Promise<void> {
	const turnIds = [...turnsMarked(marks, 'off-record')];
	if (turnIds.length === 0) return;
	const secrecy = await secrecyOfLines(db, sessionId, turnIds);
	if (secrecy) await hideLinesInside(db, sessionId, secrecy, true);
}
