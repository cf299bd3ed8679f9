import type { Dexie } from 'dexie';
import { Scratch, Truth } from '#db/schema.ts';

/** Opening the databases, and stepping aside when a newer version of the app needs them. */

export interface Databases {
	readonly truth: Truth;
	readonly scratch: Scratch;
}

export const openDatabases = (prefix = 'keepsake'): Databases => ({
	truth: new Truth(prefix),
	scratch: new Scratch(`${prefix}-scratch`)
});

/**
 * When another tab opens a newer version, stop writing for good instead of reopening: Dexie would reopen by
 * itself and go on writing rows of the old shape. `onOutdated` tells the user to reload.
 */
export function stepAside(db: Dexie, onOutdated: () => void): void {
	db.on('versionchange', () => {
		db.close({ disableAutoOpen: true });
		onOutdated();
		return false;
	});
}

/** Whether what is on disk was written by a newer version of the app: then nothing may be written. */
export async function isFromTheFuture(db: Dexie): Promise<boolean> {
	await db.open();
	return db.backendDB().version / 10 > db.verno;
}
