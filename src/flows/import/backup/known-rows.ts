import type { StateLine } from '#core/backup/backup.ts';
import { grouped } from '#core/grouped.ts';
import type { Truth } from '#db/schema.ts';

/** Which rows of a backup are here already: an import leaves them alone, so a preview does not call them new. */

/** Those of some lines of one table whose key is not taken here. */
export async function absentLines(
	db: Truth,
	name: StateLine['table'],
	lines: readonly StateLine[]
): Promise<readonly StateLine[]> {
	const path = db.table(name).schema.primKey.keyPath;
	if (typeof path !== 'string') return lines;
	const keys = lines.map(({ row }) => row[path]).filter((key) => typeof key === 'string');
	const taken = new Set<unknown>(await db.table(name).where(path).anyOf(keys).primaryKeys());
	return lines.filter(({ row }) => !taken.has(row[path]));
}

/** How many lines are of rows whose key is taken here. */
export async function knownRows(db: Truth, lines: readonly StateLine[]): Promise<number> {
	let known = 0;
	for (const [name, group] of grouped(lines, ({ table }) => table))
		known += group.length - (await absentLines(db, name, group)).length;
	return known;
}
