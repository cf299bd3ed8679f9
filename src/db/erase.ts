import { Dexie } from 'dexie';
import type { Erasable } from '#core/erased.ts';
import { shortLivedName } from '#db/renew-browser-log.ts';
import type { Scratch, Truth } from '#db/schema.ts';
import { exportingName, stagingName } from '#db/copies/staging.ts';

/** The end of all stored data: whole databases go, because deleted rows stay readable in the files they lay in. */

/** A step of erasing. */
export interface Removal {
	readonly what: Erasable;
	readonly remove: () => unknown;
}

/**
 * Deleting the four databases, and those a copy is put into: to take the place of one, or to be exported. One that
 * another tab holds on to goes as soon as that tab lets go of it. The connections given here cannot be used afterwards.
 */
export function removalsOfDatabases(truth: Truth, scratch: Scratch): readonly Removal[] {
	for (const db of [truth, scratch]) db.close({ disableAutoOpen: true });
	const names: readonly (readonly [string, Erasable])[] = [
		[truth.name, 'sessions'],
		[scratch.name, 'unsent'],
		[`${truth.name}-index`, 'index'],
		[`${truth.name}-keys`, 'key'],
		[stagingName(truth), 'copies'],
		[exportingName(truth), 'copies'],
		[shortLivedName(truth), 'app']
	];
	return names.map(([name, what]) => ({ what, remove: () => Dexie.delete(name) }));
}
