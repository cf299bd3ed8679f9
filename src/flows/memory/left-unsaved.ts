import { cleanFile } from '#core/memory/file.ts';
import { memoryFile, revisionsOf } from '#db/memory/files.ts';
import type { Scratch, Truth, UnsavedFile } from '#db/schema.ts';
import { everyUnsaved } from '#db/scratch/unsaved.ts';

/** Texts that were left in an editor, and which of them are still to be saved. */

/**
 * Whether what was left in an editor stands in the file, or stood there since: the page went between the save and the end
 * of keeping, and somebody may have changed the file after that.
 */
export async function wasSaved(
	db: Truth,
	{ path, text, at }: Pick<UnsavedFile, 'path' | 'text' | 'at'>
): Promise<boolean> {
	if (text === ((await memoryFile(db, path))?.text ?? '')) return true;
	const rows = await revisionsOf(db, path);
	return rows.some((row) => row.at >= at && row.text === cleanFile(text).text);
}

/** Paths of files of which something stands in an editor and is not saved. */
export async function leftUnsaved({
	db,
	scratch
}: {
	readonly db: Truth;
	readonly scratch: Scratch;
}): Promise<string[]> {
	const left: string[] = [];
	for (const row of await everyUnsaved(scratch))
		if (!(await wasSaved(db, row))) left.push(row.path);
	return left;
}
