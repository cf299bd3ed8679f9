import { hashesOf } from '#core/ledger/filed-body.ts';
import { dayMs } from '#core/time/day-ms.ts';
import { lengthOf } from '#core/bytes.ts';
import type { BlobRow, LedgerEntry } from '#core/ledger/ledger-entry.ts';
import { forgettings, forgottenSoFar } from '#db/forgetting/tombstones.ts';
import { droppedCosts, keepCosts } from '#db/ledger/dropped-costs.ts';
import type { LostCall } from '#core/wire/broken-usage.ts';
import type { Session } from '#core/session/session.ts';
import { changeInside } from '#db/log/sessions.ts';
import type { Truth } from '#db/schema.ts';
import { Refused, storing, storingIn, type Stored } from '#db/storing.ts';

/** The ledger: what was sent, with its content in blobs by hash. */

/** What an entry points at. */
export interface FiledContent {
	readonly hashes: readonly string[];
	/** See `forgettings`: when what it holds was read. */
	readonly forgotten: number;
	/**
	 * An entry of this tab, with all that it points at: as long as it stands, nothing of that is tidied away, and as long
	 * as no more is forgotten than when it was filed, nothing of it is emptied.
	 */
	readonly known: {
		readonly id: string;
		readonly hashes: ReadonlySet<string>;
		/** See `forgottenSoFar`. */
		readonly forgotten: number | null;
	} | null;
	/** Asked only for what is not there. */
	readonly rowOf: (sha256: string) => BlobRow;
}

/**
 * A ledger entry with the content it points at; content that is there already is not written again, but for a few parts
 * of which asking would take as long. Refused where something was forgotten, or began to be, since that was read: it may
 * hold it. Gives what was forgotten by then, for the next one.
 */
export const addLedgerEntry = (
	db: Truth,
	entry: LedgerEntry,
	{ hashes, forgotten, known, rowOf }: FiledContent
): Promise<Stored<number | null>> =>
	storingIn(db, [db.ledger, db.blobs, db.tombstones], async () => {
		const unsure = hashes.filter((hash) => !known?.hashes.has(hash));
		const added = known !== null && unsure.length <= few ? unsure.map(rowOf) : [];
		const isFew =
			added.length === unsure.length && lengthOf(added.map(({ bytes }) => bytes)) <= small;
		// One round, since the request waits for it; a second one only where the entry may have lost something.
		const [isThere, { now, isUnderWay }, missing] = await Promise.all([
			known === null || isOnFile(db, known.id),
			forgettings(db),
			isFew ? [] : whichAreMissing(db, unsure),
			db.ledger.put(entry),
			isFew && db.blobs.bulkPut(added)
		]);
		if (now !== forgotten) throw new Refused({ kind: 'changed-meanwhile' });
		const isWhole = known === null || (!isUnderWay && now === known.forgotten);
		const lost = isThere && isWhole ? missing : await whichAreMissing(db, hashes);
		if (lost.length > 0) await db.blobs.bulkPut(lost.map(rowOf));
		return isUnderWay ? null : now;
	});

/**
 * Note how a request ended, and what it cost. One that was taken off the file while it was under way has its price kept
 * all the same. Gives what was counted of it by whoever had given it up.
 */
export const endLedgerEntry = (
	db: Truth,
	id: string,
	end: Pick<LedgerEntry, 'outcome' | 'cost' | 'failure'> & Partial<LedgerEntry>,
	now: number
): Promise<Stored<LostCall | null>> =>
	storing(async () => {
		let counted: LostCall | null = null;
		const ended = await db.ledger
			.where('id')
			.equals(id)
			.modify(({ lost, paid: _, ...rest }, ref) => {
				counted = lost ?? null;
				ref.value = { ...rest, ...end };
			});
		if (ended === 0) await keepCosts(db, [{ at: now, cost: end.cost }], now);
		return counted;
	});

/**
 * Note that a request will never be answered, unless its end was noted meanwhile, and add it to its session, where that has
 * not been done: both or neither. What was reported of it was paid for all the same. `lost`: what is added; null: it is free.
 */
export const giveUpRequest = (
	db: Truth,
	id: string,
	lost: LostCall | null,
	add: (session: Session) => Partial<Session>
): Promise<Stored<void>> =>
	storingIn(db, [db.ledger, db.sessions], async () => {
		const entry = await db.ledger.get(id);
		if (entry?.outcome !== 'sent') return;
		const { paid, ...rest } = entry;
		const isNew = lost !== null && paid === undefined;
		await db.ledger.put({
			...rest,
			outcome: 'failed',
			failure: { kind: 'interrupted' },
			cost: paid ?? lost?.cost ?? null,
			...(isNew && { lost })
		});
		const session = isNew && entry.sessionId !== null && (await db.sessions.get(entry.sessionId));
		if (session) await changeInside(db, session.id, add);
	});

/** A call whose end could not be noted in the ledger. */
export interface Unclosed {
	readonly id: string;
	/** US dollars; null: unknown. */
	readonly cost: number | null;
}

/** Add a call to its session; whoever gives up one that is still open in the ledger does not add it again. */
export const countInSession = (
	db: Truth,
	sessionId: string,
	add: (session: Session) => Partial<Session>,
	unclosed?: Unclosed
): Promise<Stored<Session>> =>
	storingIn(db, unclosed ? [db.sessions, db.ledger] : [db.sessions], async () => {
		if (unclosed)
			await db.ledger
				.where('id')
				.equals(unclosed.id)
				.and(({ outcome }) => outcome === 'sent')
				.modify({ paid: unclosed.cost });
		return changeInside(db, sessionId, add);
	});

/** Parts that are written without asking whether they are there: what a message adds to the request before it. */
const few = 8;

/** The most that is written so, bytes: a file may be on file already, from a request of another session. */
const small = 65_536;

/** How far back is looked for a request of a session. */
const recent = 32;

/**
 * The newest request for an answer in a session with those of its parts that are whole, for whoever files the next one;
 * null where it has had none lately. Read a few at a time: it is what a request that is filed without it would wait for.
 */
export async function lastFiled(db: Truth, sessionId: string): Promise<FiledContent['known']> {
	const entry = await db.ledger
		.orderBy('at')
		.reverse()
		.limit(recent)
		.filter(({ kind, sessionId: of }) => kind === 'chat' && of === sessionId)
		.first();
	if (!entry) return null;
	const forgotten = await forgottenSoFar(db);
	const hashes = hashesOf(entry);
	const whole = new Set(hashes);
	for (let at = 0; at < hashes.length; at += atOnce)
		for (const hash of await whichAreMissing(db, hashes.slice(at, at + atOnce))) whole.delete(hash);
	return { id: entry.id, hashes: whole, forgotten };
}

/** Parts that are read at a time. */
const atOnce = 128;

/** Requests of a session, oldest first. */
export async function ledgerOf(db: Truth, sessionId: string): Promise<LedgerEntry[]> {
	const rows = await db.ledger.where('sessionId').equals(sessionId).toArray();
	return rows.sort((a, b) => a.at - b.at);
}

const isOnFile = async (db: Truth, entryId: string): Promise<boolean> =>
	(await db.ledger.where('id').equals(entryId).count()) > 0;

/**
 * Hashes whose bytes are not there. A row without bytes is a part that was forgotten, for no part is empty of itself:
 * sent anew it is stored anew, and an earlier request that had the very same part shows it again.
 */
async function whichAreMissing(db: Truth, hashes: readonly string[]): Promise<string[]> {
	const found = await blobsOf(db, hashes);
	return hashes.filter((_, index) => !found[index]?.bytes.length);
}

export const blobsOf = (db: Truth, hashes: readonly string[]): Promise<(BlobRow | undefined)[]> =>
	db.blobs.bulkGet([...hashes]);

/**
 * The newest `limit` requests, newest first. Those of a time that has not come at `now` (ms) were filed by a clock that
 * ran ahead: they come behind all others, or they would stand first for as long.
 */
export async function latestRequests(
	db: Truth,
	limit: number,
	now: number
): Promise<LedgerEntry[]> {
	const rows = db.ledger.where('at');
	// Both are read each time: the second tells whoever watches of the next request, which is younger than `now`.
	const both = await Promise.all(
		[rows.belowOrEqual(now), rows.above(now)].map((some) => some.reverse().limit(limit).toArray())
	);
	return both.flat().slice(0, limit);
}

/**
 * What each request since a time and before another (ms) has cost, also those no longer on file, US dollars; null:
 * unknown.
 */
export async function costsBetween(
	db: Truth,
	since: number,
	before: number
): Promise<(number | null)[]> {
	const [filed, dropped] = await Promise.all([
		db.ledger.where('at').aboveOrEqual(since).toArray(),
		droppedCosts(db)
	]);
	return [...filed, ...dropped].flatMap(({ at, cost }) =>
		at >= since && at < before ? [cost] : []
	);
}

/** Hashes of all content that an entry points at. */
export const usedHashes = async (db: Truth): Promise<ReadonlySet<string>> =>
	new Set((await db.ledger.toArray()).flatMap(hashesOf));

/**
 * Take away requests that were sent before a time (ms), and content that no other request points at. Of one that a clock
 * filed which ran ahead, by more than a day, nobody knows when it was sent: before it was first seen so. A clock that is set
 * back for a while sees it of all, and takes none along by that: what it has seen holds no more once the time is there.
 */
export async function dropOldRequests(db: Truth, before: number, now: number): Promise<void> {
	const old = () => db.ledger.where('at').below(before);
	const ahead = (isMeant: (seen: number) => boolean) =>
		db.ledger
			.where('at')
			.above(now + dayMs)
			.filter(({ aheadAt = Infinity }) => isMeant(aheadAt));
	const aheadForLong = () => ahead((seen) => seen < before);
	const come = () => db.ledger.where('at').belowOrEqual(now + dayMs);
	// Of the oldest it was seen too; all of them are looked through only then.
	if ((await come().first())?.aheadAt !== undefined)
		await come().modify((row: { aheadAt?: number }) => {
			delete row.aheadAt;
		});
	await ahead((seen) => seen === Infinity).modify({ aheadAt: now });
	if ((await old().count()) + (await aheadForLong().count()) === 0) return;
	await db.transaction('rw', db.ledger, db.blobs, db.settings, async () => {
		await keepCosts(db, await old().toArray(), now);
		await old().delete();
		await aheadForLong().delete();
		const used = await usedHashes(db);
		const kept = await db.blobs.toCollection().primaryKeys();
		await db.blobs.bulkDelete(kept.filter((hash) => !used.has(hash)));
	});
}
