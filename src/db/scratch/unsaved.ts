import type { Scratch, UnsavedFile } from '#db/schema.ts';
import { storing, type Stored } from '#db/storing.ts';

/** Memory files as they stand in an editor and were not saved. */

export const unsavedOf = (db: Scratch, path: string): Promise<UnsavedFile | undefined> =>
	db.unsaved.get(path);

export const everyUnsaved = (db: Scratch): Promise<UnsavedFile[]> => db.unsaved.toArray();

/**
 * Keep what stands in the editor of a tab. False where another tab has put its own there since: that stays. `over`: the
 * tab whose words this one has taken over.
 */
export const putUnsaved = (
	db: Scratch,
	unsaved: UnsavedFile,
	over: string | null = null
): Promise<Stored<boolean>> =>
	storing(() =>
		db.transaction('rw', db.unsaved, async () => {
			const by = (await db.unsaved.get(unsaved.path))?.by;
			if (by !== undefined && by !== unsaved.by && by !== over) return false;
			await db.unsaved.put(unsaved);
			return true;
		})
	);

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
