import { deletionsOf, type Deletion } from '#core/memory/deletions.ts';
import { newestFirst } from '#core/memory/memory.ts';
import type { Truth } from '#db/schema.ts';

/** The deletions of a file that stand, the newest first. Spans its rows and its revisions. */
export async function deletionsAt(db: Truth, path: string): Promise<readonly Deletion[]> {
	const [file, rows] = await Promise.all([
		db.memoryFiles.get(path),
		db.memoryRevisions.where('path').equals(path).toArray()
	]);
	return deletionsOf(file, rows.sort(newestFirst));
}

/** Of all files, by path. */
export async function everyDeletion(db: Truth): Promise<readonly Deletion[]> {
	const [files, rows] = await Promise.all([
		db.memoryFiles.filter(({ deletedAt }) => deletedAt !== null).primaryKeys(),
		db.memoryRevisions.filter(({ deleted }) => deleted).toArray()
	]);
	const paths = [...new Set([...files, ...rows.map(({ path }) => path)])].sort();
	return (await Promise.all(paths.map((path) => deletionsAt(db, path)))).flat();
}
