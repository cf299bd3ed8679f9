import { tablePlaces, type StateLine } from '#core/backup/backup.ts';
import type { Truth } from '#db/schema.ts';

/** Which rows of a backup are here already: an import leaves them alone, so a preview does not call them new. */

/** Lines by the table they are of; of tables that no backup may fill there is none. */
export function linesByTable(lines: readonly StateLine[]): Map<StateLine['table'], StateLine[]> {
	const groups = new Map<StateLine['table'], StateLine[]>();
	for (const line of lines) {
		if (!Object.hasOwn(tablePlaces, line.table)) continue;
		const place = tablePlaces[line.table];
		if (place !== 'state' && place !== 'file') continue;
		const list = groups.get(line.table);
		if (list) list.push(line);
		else groups.set(line.table, [line]);
	}
	return groups;
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
		const keys = group.flatMap(({ row }) => {
			const key = row[path];
			return typeof key === 'string' ? [key] : [];
		});
		known += await db.table(name).where(path).anyOf(keys).count();
	}
	return known;
}
