/** A database for each test of a file to import into. */
import { afterEach, beforeEach } from 'vitest';
import { Truth } from '#db/schema.ts';
import { previewFrom, scratchOf, type FileToImport } from './importing.ts';

/** One for each test of a file that asks for it. */
export let db: Truth;
let made: Truth[] = [];
let count = 0;

/** Another database, which goes when the test ends. */
export function another(): Truth {
	const one = new Truth(`import-${String(++count)}`);
	made.push(one);
	return one;
}

export function withTarget(): void {
	beforeEach(() => {
		db = another();
	});
	afterEach(async () => {
		await Promise.all(made.flatMap((one) => [one.delete(), scratchOf(one).delete()]));
		made = [];
	});
}

export const previewOf = (files: readonly FileToImport[]) => previewFrom(db, files);

/** Every row but those that tell what was done. */
export async function stored(): Promise<Record<string, unknown[]>> {
	const tables: Record<string, unknown[]> = {};
	for (const table of db.tables)
		if (table.name !== 'activity') tables[table.name] = await table.toArray();
	return tables;
}
