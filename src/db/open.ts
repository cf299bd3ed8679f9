import { Dexie } from 'dexie';
import { Truth } from '#db/schema.ts';
import { Refused, storageFailure } from '#db/storing.ts';
import { tabChannel } from '#db/tab-channel.ts';

/** Opening the databases, and stepping aside when a newer version of the app needs them. */

/**
 * When another tab opens a newer version or deletes the database, stop writing for good instead of reopening: Dexie
 * would reopen by itself, and go on writing rows of the old shape or into an empty database. `onOutdated` tells the user
 * to reload, and lets go with `close`: until then the other tab waits, so what runs here can still be stored.
 */
export function stepAside(
	db: Dexie,
	{
		onOutdated,
		onErased
	}: { readonly onOutdated: (close: () => void) => void; readonly onErased: () => void }
): void {
	db.on('versionchange', ({ newVersion }) => {
		const close = () => db.close({ disableAutoOpen: true });
		if (newVersion === null) {
			close();
			onErased();
		} else onOutdated(close);
		return false;
	});
}

/**
 * What is on disk may have been written by a newer version of the app: Dexie would open it and write rows of the old
 * shape. Then the connection is closed for good before the first query is answered; every write comes to the failure
 * `storage-closed`, and `onNewer` tells the user why.
 */
export function refuseTheFuture(db: Dexie, onNewer: () => void): void {
	const look = () => {
		if (!isFromTheFuture(db)) return;
		db.close({ disableAutoOpen: true });
		onNewer();
	};
	// Each time: Dexie opens it again by itself where the browser has closed it, and nobody told us what came between.
	db.on('ready', look, true);
}

/** Whatever is asked while the browser takes a database away may never be answered; by then it is over, ms. */
const aMoment = 1000;

const channelOf = ({ name }: Dexie) => tabChannel(`${name}-anew`);

/** Where this connection has to make the database anew, every tab hears it (`onTakenAway`). */
export function tellAnew(db: Dexie, channel = channelOf(db)): void {
	db.on('populate', () => channel?.postMessage(null));
}

/**
 * The browser has closed the database by itself. Perhaps it was thrown away: Dexie would make an empty one for whoever
 * asks next, and what is said then would be all there is. `isAnew`: whether that was made by now, by whichever tab.
 */
export function onTakenAway(db: Dexie, taken: (isAnew: () => boolean) => void): void {
	let isAnew = false;
	const tabs = channelOf(db);
	tabs?.addEventListener('message', () => {
		isAnew = true;
	});
	tellAnew(db, tabs);
	db.on('populate', () => {
		isAnew = true;
	});
	// That of a new profile was not made in the place of another.
	db.on('ready', () => {
		isAnew = false;
	});
	const listen = () => {
		// Closed again already where it is of a newer version.
		if (!db.isOpen()) return;
		db.backendDB().addEventListener('close', () => setTimeout(() => taken(() => isAnew), aMoment));
	};
	db.on('ready', listen, true);
}

/**
 * Kept for Back, a page stands still with what it was reading and writing. WebKit leaves the tables to nobody else for
 * as long, not even to the page that took its place: it is all taken back, and the page begins anew when it comes back.
 */
export function letGoWhenKept(db: Dexie): void {
	const begun = new Set<IDBTransaction>();
	db.use({
		stack: 'dbcore',
		create: (core) => ({
			...core,
			transaction: (...asked) => {
				const one = core.transaction(...asked) as IDBTransaction;
				begun.add(one);
				for (const end of ['complete', 'abort']) one.addEventListener(end, () => begun.delete(one));
				return one;
			}
		})
	});
	addEventListener('pagehide', ({ persisted }) => {
		if (persisted) for (const one of begun) takeBack(one);
	});
}

function takeBack(one: IDBTransaction): void {
	try {
		one.abort();
	} catch {
		// The transaction is being committed, which needs nothing more of the page.
	}
}

/** Whether the open database has a higher version than this code knows. The browser counts Dexie's versions by ten. */
const isFromTheFuture = (db: Dexie): boolean => db.backendDB().version / 10 > db.verno;

/**
 * A database of an earlier version that could not be brought to this one, as it is on disk, open; null where it is none.
 * Another try at it closes it.
 */
export async function notUpgraded(db: Truth): Promise<Truth | null> {
	if (!(await Dexie.getDatabaseNames()).includes(db.name)) return null;
	const asItIs = new Truth(db.name, { asItIs: true });
	// The browser has taken the upgrade back, so it opens, once that is done; where it does not it is damaged.
	const isOpen = await asItIs.open().then(
		() => true,
		() => false
	);
	if (!isOpen || asItIs.verno >= db.verno) {
		asItIs.close();
		return null;
	}
	// Tables found on disk go by their names alone in Dexie.
	for (const table of asItIs.tables) Object.assign(asItIs, { [table.name]: table });
	return asItIs;
}

/** Whether it is one of those, and so whole. */
export async function isNotUpgraded(db: Truth): Promise<boolean> {
	const asItIs = await notUpgraded(db);
	asItIs?.close();
	return asItIs !== null;
}

/**
 * For what takes the place of everything: a database that cannot even be opened is deleted and begun anew. Only where
 * that is all there is to be done: a full disk may read it again when there is room, and one of another version is
 * whole. Some browsers refuse to delete it, too; that is told as what it is.
 */
export async function openAnew(db: Truth): Promise<void> {
	try {
		await db.open();
	} catch (error) {
		const failure = storageFailure(error);
		if (!(error instanceof Error) || (failure && failure.kind !== 'storage-failed')) throw error;
		if (await isNotUpgraded(db)) throw error;
		await db.delete().catch(() => {
			throw new Refused({ kind: 'damaged', what: db.name });
		});
		await db.open();
	}
}
