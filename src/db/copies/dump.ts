import { Dexie, type Table } from 'dexie';
import { grouped } from '#core/grouped.ts';
import { refuseForgottenBeyond } from '#db/forgetting/tombstones.ts';
import type { Truth } from '#db/schema.ts';

/**
 * Reading the whole truth, and putting rows back, for snapshots. Whatever belongs to one session is read in one
 * transaction, so that a session is never torn; no transaction is long enough to hold up a message that is being sent.
 */

export type DumpedRow = Readonly<Record<string, unknown>>;
type TakeRow = (table: string, row: DumpedRow) => void;

/** Turns read in one transaction, about. */
const turnsAtOnce = 400;
/** Rows of other tables read at once. */
const rowsAtOnce = 500;

/** Give every row of the truth but the bytes of archives. `take` must not wait for anything. */
export async function dumpRows(db: Truth, take: TakeRow): Promise<void> {
	let after: string | null = null;
	for (const through of await stretches(db, turnsAtOnce)) {
		await dumpSessions(db, after, through, take);
		after = through;
	}
	await dumpTogether(db, [db.memoryFiles, db.memoryRevisions, db.memoryOrigins], take);
	await dumpTogether(db, [db.proposals, db.refusals, db.tombstones, db.settings], take);
	for (const table of [db.archives, db.compactions, db.activity, db.ledger, db.blobs])
		await dumpTable(table, take);
}

/** Ids at which a stretch of sessions with about so many turns ends, in order; the last one is null: whatever comes behind. */
export async function stretches(db: Truth, atOnce: number): Promise<(string | null)[]> {
	const ends: (string | null)[] = [];
	let turns = 0;
	await db.branches.orderBy(':id').each((branch) => {
		turns += Math.max(0, branch.headSeq - branch.forkSeq + 1);
		if (turns < atOnce || ends.at(-1) === branch.sessionId) return;
		ends.push(branch.sessionId);
		turns = 0;
	});
	return [...ends, null];
}

/** Everything of the sessions behind `after` up to and including `through`, by ranges: rows without a session too. */
async function dumpSessions(
	db: Truth,
	after: string | null,
	through: string | null,
	take: TakeRow
): Promise<void> {
	const tables = [
		db.sessions,
		db.branches,
		db.turns,
		db.steps,
		db.marks,
		db.summaries,
		db.pins,
		db.cold
	];
	await db.transaction('r', tables, async () => {
		const byId = [after ?? Dexie.minKey, through ?? Dexie.maxKey] as const;
		const byPair = [
			after === null ? Dexie.minKey : [after, []],
			through === null ? Dexie.maxKey : [through, []]
		] as const;
		for (const table of tables as readonly Table[]) {
			const key = table.schema.primKey.keyPath;
			const isPair = Array.isArray(key);
			const index = isPair ? ':id' : table.name === 'sessions' ? 'id' : 'sessionId';
			const [from, to] = isPair ? byPair : byId;
			const rows = table.where(index).between(from, to, after === null, true);
			for (const row of (await rows.toArray()) as DumpedRow[]) take(table.name, row);
		}
	});
}

async function dumpTogether(db: Truth, tables: readonly Table[], take: TakeRow): Promise<void> {
	await db.transaction('r', [...tables], async () => {
		for (const table of tables)
			for (const row of (await table.toArray()) as DumpedRow[]) take(table.name, row);
	});
}

async function dumpTable(table: Table, take: TakeRow): Promise<void> {
	let after: unknown = Dexie.minKey;
	for (;;) {
		const rows = (await table.where(':id').above(after).limit(rowsAtOnce).toArray()) as DumpedRow[];
		for (const row of rows) take(table.name, row);
		const key = table.schema.primKey.keyPath;
		const last = rows.at(-1);
		if (!last || rows.length < rowsAtOnce || typeof key !== 'string') return;
		after = last[key];
	}
}

/** Every table of the truth empty. */
export async function clearTruth(db: Truth): Promise<void> {
	await db.transaction('rw', db.tables, async () => {
		for (const table of db.tables) await table.clear();
	});
}

/**
 * Empties the tables for a copy. The bytes of archives stay, for the copy may name them again; so do the settings, for
 * an endpoint that is gone for a moment counts as another one and locks the key out. `dropStray` removes what is left of
 * both. Refused where more is forgotten here than the copy counts (`forgotten`; null: that is not asked): it would come back.
 */
export async function clearForCopy(db: Truth, forgotten: number | null): Promise<void> {
	const kept = [db.archiveBytes.name, db.settings.name];
	const tables = db.tables.filter((table) => !kept.includes(table.name));
	await db.transaction('rw', tables, async () => {
		if (forgotten !== null) await refuseForgottenBeyond(db, forgotten);
		for (const table of tables) await table.clear();
	});
}

/** Remove bytes that belong to no archive, and settings other than these. */
export async function dropStray(db: Truth, settings: ReadonlySet<string>): Promise<void> {
	const keys = await db.settings.toCollection().primaryKeys();
	await db.settings.bulkDelete(keys.filter((key) => !settings.has(key)));
	const known = new Set(await db.archives.toCollection().primaryKeys());
	const stray = (await db.archiveBytes.toCollection().primaryKeys()).filter((id) => !known.has(id));
	await db.archiveBytes.bulkDelete(stray);
}

/** Put rows back as they were. Tables this version does not know are passed over. */
export async function loadRows(
	db: Truth,
	rows: readonly { readonly table: string; readonly row: DumpedRow }[]
): Promise<void> {
	const byTable = grouped(rows, ({ table }) => table);
	const known = db.tables.filter((table) => byTable.has(table.name));
	if (known.length === 0) return;
	await db.transaction('rw', known, async () => {
		for (const table of known)
			await table.bulkPut((byTable.get(table.name) ?? []).map(({ row }) => row));
	});
}

/** Archives, by when they were made: what a snapshot names. */
export const archiveHashes = async (
	db: Truth
): Promise<{ readonly id: string; readonly sha256: string; readonly packedBytes: number }[]> =>
	(await db.archives.toArray()).map(({ id, sha256, packedBytes }) => ({ id, sha256, packedBytes }));
