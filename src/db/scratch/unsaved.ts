import type { Scratch, UnsavedFile } from '#db/schema.ts';
import { storingIn, type Stored } from '#db/storing.ts';

/** Memory files as they stand in an editor and were not saved: what each tab has written. */

/** Of one file; what was written last stands first. */
export async function unsavedOf(db: Scratch, path: string): Promise<UnsavedFile[]> {
	const rows = await db.unsavedFiles.where('[path+by]').between([path], [path, []]).toArray();
	return rows.sort((a, b) => b.at - a.at);
}

export const everyUnsaved = (db: Scratch): Promise<UnsavedFile[]> => db.unsavedFiles.toArray();

/** As it lies there now: forgetting may have taken lines out of it. */
export const unsavedNow = (
	db: Scratch,
	{ path, by }: Pick<UnsavedFile, 'path' | 'by'>
): Promise<UnsavedFile | undefined> => db.unsavedFiles.get([path, by]);

/** Keep what stands in the editor of a tab. `over`: what it has taken over from another one, which goes. */
export const putUnsaved = (
	db: Scratch,
	unsaved: UnsavedFile,
	over: UnsavedFile | null = null
): Promise<Stored<void>> =>
	storingIn(db, [db.unsavedFiles], async () => {
		await db.unsavedFiles.put(unsaved);
		if (over) await removeInside(db, over);
	});

/** Take away what was kept; what was written in the same tab since stays. */
export const removeUnsaved = (db: Scratch, kept: readonly UnsavedFile[]): Promise<Stored<void>> =>
	storingIn(db, [db.unsavedFiles], async () => {
		for (const one of kept) await removeInside(db, one);
	});

/** Known by its time: forgetting may have taken lines out of it. */
async function removeInside(db: Scratch, { path, by, at }: UnsavedFile): Promise<void> {
	const stored = await db.unsavedFiles.get([path, by]);
	if (stored && stored.at <= at) await db.unsavedFiles.delete([path, by]);
}
