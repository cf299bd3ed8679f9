import type { Branch } from '#core/session/session.ts';
import type { SessionRows } from '#core/import/growth/growth.ts';
import { ownPart } from '#core/log/path.ts';
import { removeArchivesInside, archiveBytes } from '#db/archives/archives.ts';
import type { Summary } from '#core/summary/summary.ts';
import type { Exchange, Mark } from '#core/log/turn.ts';
import type { Truth } from '#db/schema.ts';
import { storingIn, type Stored } from '#db/storing.ts';
import type { Archive, ColdRange } from '#core/archive/stored.ts';
import type { Pin } from '#core/log/pin.ts';
import { coldOf } from '#db/archives/cold.ts';
import { pinsOf } from '#db/log/pins.ts';
import { branchesOf } from '#db/log/sessions.ts';
import { summariesOf } from '#db/summaries/summaries.ts';
import { marksOf, stepsOf, turnsOf, withSteps } from '#db/log/turns.ts';

/** All that is stored of a session, as it is at one moment: turns go cold and come back while others read. */
interface WholeSession {
	readonly branches: readonly Branch[];
	/** Turns of all branches whose rows are here. */
	readonly exchanges: readonly Exchange[];
	readonly summaries: readonly Summary[];
	readonly marks: readonly Mark[];
	readonly pins: readonly Pin[];
	/** Where the others lie. */
	readonly cold: readonly ColdRange[];
	readonly archives: readonly ArchiveWithBytes[];
}

export interface ArchiveWithBytes {
	readonly archive: Archive;
	/** Undefined when they are gone. */
	readonly bytes: Uint8Array | undefined;
}

export const readWholeSession = (db: Truth, sessionId: string): Promise<WholeSession> =>
	db.transaction(
		'r',
		[
			db.branches,
			db.turns,
			db.steps,
			db.summaries,
			db.marks,
			db.pins,
			db.cold,
			db.archives,
			db.archiveBytes
		],
		async () => {
			// In one round: the database reads while whoever asked writes down the session before.
			const [turns, steps, branches, summaries, marks, pins, cold, archives] = await Promise.all([
				turnsOf(db, sessionId).toArray(),
				stepsOf(db, sessionId).toArray(),
				branchesOf(db, sessionId),
				summariesOf(db, sessionId),
				marksOf(db, sessionId),
				pinsOf(db, sessionId),
				coldOf(db, sessionId),
				db.archives.where('sessionId').equals(sessionId).toArray()
			]);
			const parts = new Map(branches.map((row) => [row.branch, ownPart(row)]));
			const exchanges = withSteps(
				turns.filter(({ branch, seq }) => {
					const part = parts.get(branch);
					return part && part.fromSeq <= seq && seq <= part.throughSeq;
				}),
				steps
			);
			const filled: ArchiveWithBytes[] = [];
			for (const archive of archives)
				filled.push({ archive, bytes: await archiveBytes(db, archive.id) });
			return { branches, exchanges, summaries, marks, pins, cold, archives: filled };
		}
	);

/** An archive with its bytes, which forgetting writes anew together; undefined where it is gone by now. */
export const readWholeArchive = (db: Truth, id: string): Promise<ArchiveWithBytes | undefined> =>
	db.transaction('r', db.archives, db.archiveBytes, async () => {
		const archive = await db.archives.get(id);
		return archive && { archive, bytes: await archiveBytes(db, id) };
	});

/** Inside a transaction that spans sessions, branches, turns and steps: a session that is not here yet. */
export async function addSession(
	db: Truth,
	{ session, branches, exchanges }: SessionRows
): Promise<void> {
	await db.sessions.add(session);
	await db.branches.bulkAdd([...branches]);
	await db.turns.bulkAdd(exchanges.map(({ turn }) => turn));
	await db.steps.bulkAdd(exchanges.flatMap(({ steps }) => steps));
}

/** Store a session with everything said in it, in one transaction; with `archiveId` in the place of that archive. */
export const addWholeSession = (
	db: Truth,
	{
		summaries,
		marks = [],
		pins = [],
		archiveId = null,
		...rows
	}: SessionRows & {
		readonly summaries: readonly Summary[];
		readonly marks?: readonly Mark[];
		readonly pins?: readonly Pin[];
		readonly archiveId?: string | null;
	}
): Promise<Stored<void>> =>
	storingIn(
		db,
		[
			db.sessions,
			db.branches,
			db.turns,
			db.steps,
			db.summaries,
			db.marks,
			db.pins,
			db.archives,
			db.archiveBytes,
			db.cold
		],
		async () => {
			await addSession(db, rows);
			await db.summaries.bulkAdd([...summaries]);
			await db.marks.bulkAdd([...marks]);
			await db.pins.bulkAdd([...pins]);
			if (archiveId !== null) await removeArchivesInside(db, [archiveId]);
		}
	);
