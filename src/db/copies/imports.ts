import type { StateTable } from '#core/backup/backup.ts';
import { laterSummary } from '#core/import/growth/later-session.ts';
import type { Pin } from '#core/log/pin.ts';
import type { Branch, Session } from '#core/session/session.ts';
import type { Mark, Step, Turn } from '#core/log/turn.ts';
import type { MemoryOrigin } from '#core/memory/memory.ts';
import { defaultSettings } from '#core/settings.ts';
import type { Summary } from '#core/summary/summary.ts';
import type { Truth } from '#db/schema.ts';

/**
 * What an import writes beside what is here. It runs inside `storing` as a whole: these throw what the browser cannot
 * do.
 */

/** Look at a session and store what follows from that, in one transaction: nobody else writes in it between. */
export const lookAndStore = <T>(db: Truth, work: () => Promise<T>): Promise<T> =>
	db.transaction(
		'rw',
		[
			...[db.sessions, db.branches, db.turns, db.steps, db.summaries, db.marks, db.pins],
			...[db.tombstones, db.archives, db.archiveBytes, db.cold, db.ledger, db.proposals]
		],
		work
	);

/** The session as it goes on, with what it has grown by. */
export async function growSession(
	db: Truth,
	session: Session,
	by: {
		readonly branches: readonly Branch[];
		readonly turns: readonly Turn[];
		readonly steps: readonly Step[];
	}
): Promise<void> {
	await db.sessions.put(session);
	await db.branches.bulkPut([...by.branches]);
	await db.turns.bulkAdd([...by.turns]);
	// The last step of an answer may have been written on.
	await db.steps.bulkPut([...by.steps]);
}

/** What stands beside the turns of a session. A file may name any id: what another session has under it stays. */
export async function putBeside(
	db: Truth,
	sessionId: string,
	beside: {
		readonly summaries: readonly Summary[];
		readonly marks: readonly Mark[];
		readonly pins: readonly Pin[];
	}
): Promise<void> {
	const { summaries, marks, pins } = beside;
	const [takenSummaries, takenPins] = await Promise.all([
		db.summaries.bulkGet(summaries.map((row) => row.id)),
		db.pins.bulkGet(pins.map((row) => row.id))
	]);
	const isFree = (row: Summary | Pin | undefined): boolean => !row || row.sessionId === sessionId;
	await db.summaries.bulkPut(
		summaries.flatMap((row, at) => {
			const there = takenSummaries[at];
			return isFree(there) ? [laterSummary(there, row)] : [];
		})
	);
	await db.marks.bulkPut([...marks]);
	await db.pins.bulkPut(pins.filter((_, at) => isFree(takenPins[at])));
}

type Row = Readonly<Record<string, unknown>>;

/** Of the rows of a file that say the same in a field, which none may share, the first. */
function firstOfEach(rows: readonly Row[], field: string): readonly Row[] {
	const taken = new Set<unknown>();
	return rows.filter((row) => taken.size < taken.add(row[field]).size);
}

/**
 * Rows of a table as they were, with the bytes of archives; a row whose key is taken, by one before it too, or that does
 * not fit beside what is here, is passed over.
 */
export async function addAbsentRows(
	db: Truth,
	name: StateTable,
	rows: readonly Row[],
	bytesAt: (path: string) => Uint8Array | undefined
): Promise<void> {
	const table = db.table<Row, unknown>(name);
	await db.transaction('rw', [table, db.archives, db.archiveBytes, db.branches], async () => {
		const path = table.schema.primKey.keyPath;
		if (typeof path !== 'string') return;
		const good = firstOfEach(rows, path).filter((row) => typeof row[path] === 'string');
		const known = await table.bulkGet(good.map((row) => row[path]));
		const absent = good.filter((_, index) => known[index] === undefined);
		const fresh = await fitting(db, name, absent);
		await table.bulkAdd([...fresh]);
		if (name !== 'archives') return;
		for (const row of fresh) {
			const bytes = bytesAt(String(row['path']));
			if (bytes) await db.archiveBytes.put({ id: String(row['id']), bytes });
		}
	});
}

/** What fits beside what is here. */
async function fitting(db: Truth, name: StateTable, rows: readonly Row[]): Promise<readonly Row[]> {
	if (name === 'archives') {
		// A path is written once: the round was archived here too.
		const paths = rows.map(({ path }) => String(path));
		const taken = await db.archives.where('path').anyOf(paths).toArray();
		return firstOfEach(rows, 'path').filter(({ path }) => taken.every((row) => row.path !== path));
	}
	if (name !== 'cold') return rows;
	// A branch that does not reach so far went another way here, or its turns are here.
	const [heads, archives] = await Promise.all([
		Promise.all(
			rows.map(({ sessionId, branch }) => db.branches.get([String(sessionId), String(branch)]))
		),
		db.archives.bulkGet(rows.map(({ archiveId }) => String(archiveId)))
	]);
	return rows.filter(
		({ throughSeq }, at) =>
			heads[at] === undefined ||
			(archives[at] !== undefined && heads[at].headSeq >= Number(throughSeq))
	);
}

/** Settings that were never changed here are taken over; what the user has set on this device stays. */
export const addAbsentSettings = (
	db: Truth,
	settings: readonly (readonly [string, unknown])[]
): Promise<void> =>
	db.transaction('rw', db.settings, async () => {
		for (const [key, value] of settings) {
			if (!Object.hasOwn(defaultSettings, key) || (await db.settings.get(key))) continue;
			await db.settings.add({ key, value });
		}
	});

/** Where lines came from that an import has brought. */
export async function addOrigins(db: Truth, origins: readonly MemoryOrigin[]): Promise<void> {
	await db.memoryOrigins.bulkAdd([...origins]);
}
