import { Dexie } from 'dexie';
import { shortLivedName } from '#db/renew-browser-log.ts';
import type { Scratch, Truth } from '#db/schema.ts';
import { exportingName, stagingName } from '#db/copies/staging.ts';

/** The end of all stored data: whole databases go, because deleted rows stay readable in the files they lay in. */

/** How long another tab is given to let go, ms. */
const patience = 8_000;

/**
 * Delete the four databases, and those a copy is put into: to take the place of one, or to be exported. False when another tab holds on to one of them; it goes as soon as that tab closes.
 * The connections given here cannot be used afterwards.
 */
export async function eraseDatabases(truth: Truth, scratch: Scratch): Promise<boolean> {
	const names = [
		truth.name,
		scratch.name,
		`${truth.name}-index`,
		`${truth.name}-keys`,
		stagingName(truth),
		exportingName(truth),
		shortLivedName(truth)
	];
	for (const db of [truth, scratch]) db.close({ disableAutoOpen: true });
	const erased = Promise.all(names.map((name) => Dexie.delete(name))).then(() => true);
	const held = new Promise<boolean>((resolve) => {
		setTimeout(() => {
			resolve(false);
		}, patience);
	});
	return Promise.race([erased, held]);
}
