import { deletionsOf, type Deletion } from '#core/memory/deletions.ts';
import { newestFirst } from '#core/memory/memory.ts';
import type { Truth } from '#db/schema.ts';

/** The deletions of a file that stand, the newest first. */
export async function deletionsAt(db: Truth, path: string): Promise<readonly Deletion[]> {
	const rows = await db.memoryRevisions.where('path').equals(path).toArray();
	return deletionsOf(rows.sort(newestFirst));
}

/** Of all files, by path. */
export async function everyDeletion(db: Truth): Promise<readonly Deletion[]> {
	const rows = await db.memoryRevisions.filter(({ deleted }) => deleted).toArray();
	const paths = [...new Set(rows.map(({ path }) => path))].sort();
	return (await Promise.all(paths.map((path) => deletionsAt(db, path)))).flat();
}
