import { afterEach, beforeEach } from 'vitest';
import { Truth } from '#db/schema.ts';

let count = 0;

/** Each test of the file that asks for it has an empty database of its own. */
export function withDatabase(give: (db: Truth) => void): void {
	let db: Truth;
	beforeEach(() => {
		db = new Truth(`own-${String(++count)}`);
		give(db);
	});
	afterEach(async () => {
		await db.delete();
	});
}
