import { tablePlaces, type StateLine } from '#core/backup/backup.ts';
import { grouped } from '#core/grouped.ts';
import type { Truth } from '#db/schema.ts';

/** Which rows of a backup are here already: an import leaves them alone, so a preview does not call them new. */

/** Lines by the table they are of; of tables that no backup may fill there is none. */
export function linesByTable(lines: readonly StateLine[]): Map<StateLine['table'], StateLine[]> {
	const filled = lines.filter(({ table }) => {
		if (!Object.hasOwn(tablePlaces, table)) return false;
		const place = tablePlaces[table];
		return place === 'state' || place === 'file';
	});
	return grouped(filled, ({ table }) => table);
}

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
	for (const [name, group] of linesByTable(lines)) {
		const { schema } = db.table(name);
		const path = schema.primKey.keyPath;
		if (typeof path !== 'string') continue;
		const keys = group.map(({ row }) => row[path]).filter((key) => typeof key === 'string');
		known += await db.table(name).where(path).anyOf(keys).count();
	}
	return known;
}
