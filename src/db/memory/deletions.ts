import { deletionsOf, type Deletion } from '#core/memory/deletions.ts';
import { newestFirst } from '#core/memory/memory.ts';
import type { Truth } from '#db/schema.ts';

/** The deletions of a file that stand, the newest first. */
export async function deletionsAt(db: Truth, path: string): Promise<readonly Deletion[]> {
	const rows = await db.memoryRevisions.where('path').equals(path).toArray();
	return deletionsOf(rows.sort(newestFirst));
}

/** The deletions of all files, by path. */
export async function everyDeletion(db: Truth): Promise<readonly Deletion[]> {
	const paths = await pathsDeleted(db);
	return (await Promise.all(paths.map((path) => deletionsAt(db, path)))).flat();
}

/** Paths that were deleted once, as they were found when the newest version was that one, and there were so many. */
const found = new WeakMap<Truth, { readonly when: string; readonly paths: readonly string[] }>();

/** Every version holds a whole file, and this is asked each minute: they are read again only where one has come. */
async function pathsDeleted(db: Truth): Promise<readonly string[]> {
	const table = db.memoryRevisions;
	const [count, newest] = await Promise.all([
		table.count(),
		table.orderBy(':id').reverse().limit(1).primaryKeys()
	]);
	const when = `${String(count)} ${newest.join('')}`;
	const known = found.get(db);
	if (known?.when === when) return known.paths;
	const rows = await table.filter(({ deleted }) => deleted).toArray();
	const paths = [...new Set(rows.map(({ path }) => path))].sort();
	found.set(db, { when, paths });
	return paths;
}
