import { Dexie, RangeSet, type PromiseExtended, type TransactionMode } from 'dexie';
import { ownVersions } from '#db/own-versions.ts';
import { renewBrowserLog } from '#db/renew-browser-log.ts';
import { Refused, storageFailure } from '#db/storing.ts';

/**
 * Room on the disk, looked for before anything is written. Chromium keeps all databases of an address in one log (LevelDB).
 * A write that the disk has no room for leaves half a record there, a later one stands behind it, and the browser, when it
 * opens the log again, takes it for damaged and deletes them all, however strictly it was written
 * (docs/benchmarks/durability.md). So nothing is written at all while there is no room, and nothing opened again; behind
 * that the log is begun anew first.
 */

/** What may be written until it is looked again, with room to spare, bytes. */
const needed = 500_000;

/** For how long there is room where there was, ms. */
const holds = 2000;

/** A look that takes longer is not waited for, ms: nobody may be kept from writing by it. */
const patience = 2000;

type Storage = Pick<StorageManager, 'getDirectory' | 'estimate'>;

/** Whether a file could be written here before. */
let isTried = false;

/** Null where it cannot be told. */
async function findRoom(storage: Storage): Promise<boolean | null> {
	try {
		const root = await storage.getDirectory();
		const file = await root.getFileHandle('room', { create: true });
		const writing = await file.createWritable();
		try {
			await writing.write(new Uint8Array(needed));
		} finally {
			await writing.abort();
		}
		isTried = true;
		return true;
	} catch (error) {
		// Where there is no room for the name of a file either, Chromium says that it has changed.
		const isFull =
			storageFailure(error)?.kind === 'storage-full' ||
			(isTried && error instanceof DOMException && error.name === 'InvalidStateError');
		if (!isFull) return null;
		// Where it is only this site that may not hold more nothing is damaged.
		const { quota = Infinity, usage = 0 } = await storage.estimate().catch(() => unknown);
		return quota - usage <= needed;
	}
}

const unknown: StorageEstimate = {};

/** Whether the disk is known to be full. */
export const hasNoRoom = async (storage: Storage = navigator.storage): Promise<boolean> =>
	(await findRoom(storage)) === false;

/** How long it rests before it is looked again, ms. */
const rest = 2000;

/** Resolves when the disk is not known to be full, or no longer; answers whether it was. */
export async function untilRoom(): Promise<boolean> {
	let wasFull = false;
	for (; await hasNoRoom(); wasFull = true)
		await new Promise((resolve) => setTimeout(resolve, rest));
	return wasFull;
}

let lastRoom = -Infinity;
let isFull = false;
let looking: Promise<boolean> | null = null;

/** Half a record may stand at the end of the log. */
let isCut = false;
/** Any database that is guarded here: by its name another is made in its place (`renewBrowserLog`). */
let anyGuarded: Dexie | null = null;

/** Only Chromium keeps its databases so. */
const isNeeded = (): boolean => 'navigator' in globalThis && 'userAgentData' in navigator;

function isKnown(): boolean {
	const age = Date.now() - lastRoom;
	return !isNeeded() || (!isFull && age >= 0 && age < holds);
}

/** Wait for the look that is under way no longer. */
let giveUp = (): void => undefined;

async function look(): Promise<boolean> {
	const givenUp = new Promise<null>((resolve) => {
		giveUp = () => resolve(null);
		setTimeout(giveUp, patience);
	});
	const found = await Promise.race([findRoom(navigator.storage), givenUp]);
	if (found !== null) isFull = !found;
	if (isFull) isCut = true;
	else if (isCut) {
		isCut = false;
		if (anyGuarded) await Promise.race([renewBrowserLog(anyGuarded), givenUp]);
	}
	if (!isFull) lastRoom = Date.now();
	looking = null;
	return !isFull;
}

const lookForRoom = (): void => {
	if (!isKnown()) looking ??= look();
};

/** Resolves where there is room, at once where that is known. */
export async function needRoom(): Promise<void> {
	if (!isKnown() && !(await (looking ??= look()))) throw new Refused({ kind: 'storage-full' });
}

/** What is asked of a database may open it; where there is no room that fails, and who asked hears of it. */
const openNow = ownVersions.open;
ownVersions.open = (name, version) => {
	refuse();
	return openNow(name, version);
};

/** As the browser does it. */
function refuse(): void {
	if (isFull) throw new DOMException('There is no room on the disk.', 'QuotaExceededError');
}

/** A page that goes has no time for a look: what waits for one begins, and so does what is written now. */
function goNow(): void {
	lastRoom = Date.now();
	giveUp();
}

/** It is looked again before anything else is written. */
const forgetRoom = (): void => {
	lastRoom = -Infinity;
	isCut = true;
};

/** Have the log begun anew, unless the disk is full: that writes as well. */
export const renewLog = (db: Dexie): Promise<void> =>
	needRoom().then(
		() => renewBrowserLog(db),
		() => undefined
	);

/** Wait for room where that is not known, then begin; where it is known, at once: a page that goes has no time. */
function whenRoom<T>(begin: () => PromiseExtended<T>): PromiseExtended<T> {
	if (isWithin()) return begin();
	const begun = isKnown() ? begin() : Dexie.Promise.resolve(needRoom()).then(begin);
	return begun.catch((error: unknown) => {
		// The disk may have become full since: what is written next would stand behind what this has left.
		if (storageFailure(error)) forgetRoom();
		throw error;
	});
}

/** Whether a transaction is under way here: it does not wait for anything else. */
function isWithin(): boolean {
	const transaction: unknown = Dexie.currentTransaction;
	return Boolean(transaction);
}

const writes = (mode: string): boolean => mode.startsWith('rw') || mode === 'readwrite';

type Begin = (mode: TransactionMode, ...rest: never[]) => PromiseExtended<never>;
/** What every reading and writing of a table begins with, in Dexie's own words. */
interface Begins {
	_trans: (this: unknown, mode: IDBTransactionMode, ...rest: unknown[]) => PromiseExtended<unknown>;
}

/** Write to a database, and open it again, only where there is room. */
export function guardRoom(db: Dexie): void {
	anyGuarded ??= db;
	// The browser closes all of them, in every tab, where it could not write.
	db.on('close', forgetRoom);
	const open = db.open.bind(db);
	let opening = 0;
	// Where it failed Dexie answers nobody any more: whoever asks next has it opened again.
	const beAsked = async (error: unknown) => {
		const kind = storageFailure(error)?.kind;
		const isFailed = kind === 'storage-full' || kind === 'storage-failed';
		if (isFailed && isNeeded() && !(await (looking ??= look())) && opening === 0 && !db.isOpen())
			db.close({ disableAutoOpen: false });
	};
	db.open = () => {
		if (db.isOpen()) return open();
		opening++;
		const opened = isKnown()
			? open()
			: Dexie.Promise.resolve(needRoom().catch(() => undefined)).then(open);
		return opened
			.finally(() => opening--)
			.catch((error: unknown) => {
				void beAsked(error);
				throw error;
			});
	};
	const begin = db.transaction.bind(db) as Begin;
	const guarded: Begin = (mode, ...rest) =>
		writes(mode) ? whenRoom(() => begin(mode, ...rest)) : begin(mode, ...rest);
	db.transaction = guarded;
	const tables = db.Table.prototype as unknown as Begins;
	const { _trans: beginOn } = tables;
	tables._trans = function (mode, ...rest) {
		const go = () => beginOn.call(this, mode, ...rest);
		return writes(mode) ? whenRoom(go) : go();
	};
}

/**
 * Where the browser has closed the database, and there was no room to open it again, Dexie gives up on what is watched
 * and says nothing. All of that is read anew as soon as it is open.
 */
export function watchAgain(db: Dexie): void {
	let wasOpen = false;
	const look = () => {
		if (wasOpen) Dexie.on.storagemutated.fire({ all: new RangeSet(-Infinity, [[]]) });
		wasOpen = true;
	};
	db.on('ready', look, true);
}

/** The same for the databases of a page. Words under the pen do not wait for it: it is looked for with the first key. */
export function guardPage(databases: readonly Dexie[], signal: AbortSignal): void {
	for (const db of databases) {
		guardRoom(db);
		watchAgain(db);
	}
	addEventListener('keydown', lookForRoom, { signal });
	// Before those who store something when they hear of it.
	addEventListener('pagehide', goNow, { signal, capture: true });
}
