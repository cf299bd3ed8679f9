import type { Activity } from '#core/activity.ts';
import { hashesOf } from '#core/ledger/filed-body.ts';
import type { BlobRow, LedgerEntry } from '#core/ledger/ledger-entry.ts';
import { keepCosts } from '#db/ledger/dropped-costs.ts';
import { usedHashes } from '#db/ledger/ledger.ts';
import type { Truth } from '#db/schema.ts';

/** What forgetting writes of requests and of the list of what happened; see `db/forgetting/log.ts`. */

/** Requests of a session; what they cost today has been spent all the same. */
export const dropRequests = (db: Truth, sessionId: string, now: number): Promise<void> =>
	db.transaction('rw', db.ledger, db.settings, async () => {
		const own = db.ledger.where('sessionId').equals(sessionId);
		await keepCosts(db, await own.toArray(), now);
		await own.delete();
	});

/** What requests of turns said beside their content. */
export async function forgetFailures(db: Truth, turnIds: ReadonlySet<string>): Promise<void> {
	await db.ledger
		.filter((entry) => entry.turnId !== null && turnIds.has(entry.turnId))
		.modify((entry) => Object.assign(entry, { failure: null }));
}

/** Rows stay, by their hash: what was sent there is known to be gone. */
async function emptyInside(db: Truth, hashes: Iterable<string>): Promise<void> {
	for (const hash of hashes) await db.blobs.update(hash, { bytes: new Uint8Array() });
}

/**
 * Empty what goes by the requests as they are in this very transaction: one that is filed before it keeps what it shares
 * with others, one that is filed after it finds what is empty and writes it anew.
 */
export const emptyBlobs = (
	db: Truth,
	{
		looks,
		look,
		goingOf
	}: {
		/** Parts that were looked at by now, by hash. */
		readonly looks: { has(hash: string): boolean };
		/** Looks at one of a request that was filed since. */
		readonly look: (part: BlobRow) => void;
		readonly goingOf: (entries: readonly LedgerEntry[]) => Iterable<string>;
	}
): Promise<void> =>
	db.transaction('rw', db.ledger, db.blobs, async () => {
		const entries = await db.ledger.toArray();
		const added = new Set(entries.flatMap(hashesOf).filter((hash) => !looks.has(hash)));
		for (const part of await db.blobs.bulkGet([...added])) if (part) look(part);
		await emptyInside(db, goingOf(entries));
	});

/** Empties the blobs that no request points at. */
export const emptyUnusedBlobs = (db: Truth): Promise<void> =>
	db.transaction('rw', db.ledger, db.blobs, async () => {
		const used = await usedHashes(db);
		const all = await db.blobs.toCollection().primaryKeys();
		await emptyInside(
			db,
			all.filter((hash) => !used.has(hash))
		);
	});

/** Rows of the list of what happened, with the details that are left of them. */
export async function cutActivity(
	db: Truth,
	isTelling: (row: Activity) => boolean,
	detailsLeft: (row: Activity) => Activity['details']
): Promise<void> {
	await db.activity.filter(isTelling).modify((row: Activity) => {
		Object.assign(row, { details: detailsLeft(row), failure: null });
	});
}
