import type { Activity } from '#core/activity.ts';
import { blankStep, blankTurn } from '#core/forgetting/blank.ts';
import type { Archive } from '#core/archive/stored.ts';
import type { Pin } from '#core/log/pin.ts';
import type { Mark, Step } from '#core/log/turn.ts';
import { putArchiveInside, removeArchivesInside } from '#db/archives/archives.ts';
import { stepsOf, turnsOf } from '#db/log/turns.ts';
import type { Truth } from '#db/schema.ts';
import { tell } from '#db/told.ts';

/**
 * What forgetting writes of sessions and their archives. What goes is decided by `flows/forgetting`, whose work runs
 * inside `storing` as a whole: these throw what the browser cannot do.
 */

/** A title that is this one goes; a count that included what is forgotten is no measure any more. */
export async function forgetTitle(db: Truth, sessionId: string, title: string): Promise<void> {
	await db.sessions
		.where('id')
		.equals(sessionId)
		.modify((session) => {
			const isIts =
				session.title === title || (session.title === '' && session.titleFrom === 'first-message');
			const untitled = title !== '' && isIts ? { title: '', titleFrom: 'none' as const } : {};
			Object.assign(session, { ...untitled, lastUsage: null, rev: session.rev + 1 });
		});
}

/** What is left of steps, by what they are now: those that went into an archive since they were read come back by none. */
export const cutSteps = (
	db: Truth,
	steps: readonly Step[],
	left: (step: Step) => Step
): Promise<void> =>
	db.transaction('rw', db.steps, async () => {
		const now = await db.steps.bulkGet(
			steps.map(({ sessionId, branch, seq, index }) => [sessionId, branch, seq, index])
		);
		await db.steps.bulkPut(now.flatMap((step) => (step ? [left(step)] : [])));
	});

/** All turns of a session with their steps, in one transaction. */
export const dropTurns = (db: Truth, sessionId: string): Promise<void> =>
	db.transaction('rw', db.turns, db.steps, async () => {
		await turnsOf(db, sessionId).delete();
		await stepsOf(db, sessionId).delete();
	});

/** Some turns of a session with their steps, in one transaction: their rows stay, blank. */
export const blankTurns = (
	db: Truth,
	sessionId: string,
	{ turnIds, at }: { readonly turnIds: ReadonlySet<string>; readonly at: number }
): Promise<void> =>
	db.transaction('rw', db.turns, db.steps, async () => {
		const isGone = ({ turnId }: { readonly turnId: string }): boolean => turnIds.has(turnId);
		const turns = await turnsOf(db, sessionId).filter(isGone).toArray();
		const steps = await stepsOf(db, sessionId).filter(isGone).toArray();
		await db.turns.bulkPut(turns.map((turn) => blankTurn(turn, at)));
		await db.steps.bulkPut(steps.map((step) => blankStep(step, at)));
	});

export async function dropMarks(
	db: Truth,
	sessionId: string,
	isGone: (mark: Mark) => boolean
): Promise<void> {
	await db.marks
		.where('[sessionId+turnId+kind]')
		.between([sessionId], [sessionId, []])
		.filter(isGone)
		.delete();
}

/** What is left of the words of each pin; one of which nothing is left goes. */
export async function cutPins(
	db: Truth,
	sessionId: string,
	left: (pin: Pin) => string
): Promise<void> {
	await db.pins
		.where('sessionId')
		.equals(sessionId)
		.modify((pin, row) => {
			const text = left(pin);
			if (text.trim() === '') delete (row as { value?: Pin }).value;
			else if (text !== pin.text) Object.assign(pin, { text });
		});
}

/**
 * An archive written anew, in the place of the one (`read`: its sha256) that held what is forgotten. Returns whether it
 * was: not where that one is there no more.
 */
export const rewriteArchive = (
	db: Truth,
	read: string,
	{
		archive,
		bytes,
		told = []
	}: {
		readonly archive: Archive;
		readonly bytes: Uint8Array;
		readonly told?: readonly Activity[];
	}
): Promise<boolean> =>
	db.transaction('rw', db.archives, db.archiveBytes, db.activity, async () => {
		const now = await db.archives.get(archive.id);
		if (now?.sha256 !== read) return false;
		await putArchiveInside(db, archive, bytes);
		await tell(db, told);
		return true;
	});

/** Archives with all that lies in them alone. */
export const dropArchives = (db: Truth, ids: readonly string[]): Promise<void> =>
	db.transaction('rw', db.archives, db.archiveBytes, db.cold, () => removeArchivesInside(db, ids));
