import { byTabFirst, wasSaved } from '#core/memory/left-unsaved.ts';
import { memoryFile, revisionsOf } from '#db/memory/files.ts';
import type { Scratch, Truth, UnsavedFile } from '#db/schema.ts';
import { everyUnsaved, removeUnsaved, unsavedOf } from '#db/scratch/unsaved.ts';

/** Texts that were left in an editor, and which of them are still to be saved. */

interface Databases {
	readonly db: Truth;
	readonly scratch: Scratch;
}

const isSaved = async (db: Truth, left: UnsavedFile): Promise<boolean> =>
	wasSaved(left, {
		file: (await memoryFile(db, left.path))?.text ?? '',
		revisions: await revisionsOf(db, left.path)
	});

/** Paths of files of which something stands in an editor and is not saved. */
export async function leftUnsaved({ db, scratch }: Databases): Promise<string[]> {
	const left = new Set<string>();
	for (const row of await everyUnsaved(scratch))
		if (!left.has(row.path) && !(await isSaved(db, row))) left.add(row.path);
	return [...left];
}

/**
 * What the editor of a file goes on from: what its own tab has left, else what was left last. Other wordings wait until
 * this one is saved or given up, and the file is opened anew; those that were saved meanwhile go.
 */
export async function takeUnsaved(
	{ db, scratch }: Databases,
	{ path, tab }: { readonly path: string; readonly tab: string }
): Promise<UnsavedFile | null> {
	for (const row of byTabFirst(await unsavedOf(scratch, path), tab)) {
		if (!(await isSaved(db, row))) return row;
		await removeUnsaved(scratch, [row]);
	}
	return null;
}
