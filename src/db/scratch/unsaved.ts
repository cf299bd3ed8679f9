import type { Scratch, UnsavedFile } from '#db/schema.ts';
import { storing, type Stored } from '#db/storing.ts';

/** Memory files as they stand in an editor and were not saved. */

export const unsavedOf = (db: Scratch, path: string): Promise<UnsavedFile | undefined> =>
	db.unsaved.get(path);

export const everyUnsaved = (db: Scratch): Promise<UnsavedFile[]> => db.unsaved.toArray();

export const putUnsaved = (db: Scratch, unsaved: UnsavedFile): Promise<Stored<string>> =>
	storing(() => db.unsaved.put(unsaved));

/** Take away what one editor has kept; what another tab has written to the same file since stays. */
export const removeUnsaved = (
	db: Scratch,
	{ path, text }: Pick<UnsavedFile, 'path' | 'text'>
): Promise<Stored<void>> =>
	storing(() =>
		db.transaction('rw', db.unsaved, async () => {
			if ((await db.unsaved.get(path))?.text === text) await db.unsaved.delete(path);
		})
	);
