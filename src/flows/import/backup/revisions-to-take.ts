import type { StateLine } from '#core/backup/backup.ts';
import { textIn } from '#core/json.ts';
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
	/** By path: `rev` up to which both have the same history. */
	const shared = new Map<string, number>();
	const taken: StateLine[] = [];
	for (const line of lines) {
		const path = textIn(line.row, 'path');
		if (!shared.has(path)) {
			const [newest] = await revisionsOf(db, path);
			const file = !newest || ids.has(newest.id) ? await db.memoryFiles.get(path) : null;
			shared.set(path, coming.has(path) ? Infinity : (file?.rev ?? -1));
		}
		const through = shared.get(path) ?? -1;
		const { rev = Infinity, ...row } = line.row;
		if (Number(rev) <= through) taken.push(line);
		else if (through >= 0 && !leftOut.has(path)) taken.push({ ...line, row });
	}
	return taken;
}
