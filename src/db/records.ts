import type { Activity, BlobRow, LedgerEntry, Pin } from '#core/jobs.ts';
import type { Truth } from '#db/schema.ts';
import { storing, type Stored } from '#db/storing.ts';

/** The ledger with its blobs, pins and the activity list. */

/** A ledger entry with the content it points at; content that is there already is not written again. */
export const addLedgerEntry = (
	db: Truth,
	entry: LedgerEntry,
	blobs: readonly BlobRow[]
): Promise<Stored<void>> =>
	storing(() =>
		db.transaction('rw', db.ledger, db.blobs, async () => {
			const keys = blobs.map((blob) => blob.sha256);
			const there = await db.blobs.where('sha256').anyOf(keys).primaryKeys();
			const known = new Set(there);
			await db.blobs.bulkPut(blobs.filter((blob) => !known.has(blob.sha256)));
			await db.ledger.put(entry);
		})
	);

export const changeLedgerEntry = (
	db: Truth,
	id: string,
	change: Partial<LedgerEntry>
): Promise<Stored<void>> =>
	storing(async () => {
		await db.ledger.update(id, change);
	});

/** Requests of a session, oldest first. */
export async function ledgerOf(db: Truth, sessionId: string): Promise<LedgerEntry[]> {
	const rows = await db.ledger.where('sessionId').equals(sessionId).toArray();
	return rows.sort((a, b) => a.at - b.at);
}

export const isOnFile = async (db: Truth, entryId: string): Promise<boolean> =>
	(await db.ledger.where('id').equals(entryId).count()) > 0;

export const blobsOf = (db: Truth, hashes: readonly string[]): Promise<(BlobRow | undefined)[]> =>
	db.blobs.bulkGet([...hashes]);

export const pinsOf = (db: Truth, sessionId: string): Promise<Pin[]> =>
	db.pins.where('sessionId').equals(sessionId).toArray();

export const putPin = (db: Truth, pin: Pin): Promise<Stored<void>> =>
	storing(async () => {
		await db.pins.put(pin);
	});

export const removePin = (db: Truth, id: string): Promise<Stored<void>> =>
	storing(async () => {
		await db.pins.delete(id);
	});

export const addActivity = (db: Truth, activity: Activity): Promise<Stored<void>> =>
	storing(async () => {
		await db.activity.add(activity);
	});

/** The newest `limit` things that happened, newest first. */
export const latestActivity = (db: Truth, limit: number): Promise<Activity[]> =>
	db.activity.orderBy('at').reverse().limit(limit).toArray();

/** The newest `limit` requests, newest first. */
export const latestRequests = (db: Truth, limit: number): Promise<LedgerEntry[]> =>
	db.ledger.orderBy('at').reverse().limit(limit).toArray();
