import type { StateLine } from '#core/backup/backup.ts';
import { textIn } from '#core/import/fields.ts';
import { revisionsOf } from '#db/memory/files.ts';
import type { Truth } from '#db/schema.ts';

/**
 * Which revisions of memory files a backup brings: those of a file that comes with it. Of a file that is here only where
 * the backup has gone on from it, and then as older than whatever is written here: an undo goes back to what stood here.
 */
export async function revisionsToTake(
	db: Truth,
	lines: readonly StateLine[],
	{
		coming,
		leftOut
	}: { readonly coming: ReadonlySet<unknown>; readonly leftOut: ReadonlySet<string> }
): Promise<readonly StateLine[]> {
	const ids = new Set(lines.map(({ row }) => row['id']));
	const here = new Map<string, number | null>();
	const taken: StateLine[] = [];
	for (const line of lines) {
		const path = textIn(line.row, 'path');
		if (!here.has(path)) here.set(path, await sharedRev(db, path, ids));
		const shared = here.get(path) ?? null;
		const { rev = Infinity, ...row } = line.row;
		if (coming.has(path) || (shared !== null && Number(rev) <= shared)) taken.push(line);
		else if (shared !== null && !leftOut.has(path)) taken.push({ ...line, row });
	}
	return taken;
}

/** `rev` of a file that is here, where its newest revision is among these; else null. */
async function sharedRev(
	db: Truth,
	path: string,
	ids: ReadonlySet<unknown>
): Promise<number | null> {
	const file = await db.memoryFiles.get(path);
	const [newest] = await revisionsOf(db, path);
	return file && (!newest || ids.has(newest.id)) ? file.rev : null;
}
