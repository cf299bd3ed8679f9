import type { StateLine } from '#core/backup/backup.ts';
import type { Truth } from '#db/schema.ts';

/**
 * Those of some lines of one table, whose rows are not here. An archive is also known by its path, which is written once:
 * where both have archived the same, it is here under another id.
 */
export async function absentLines(
	db: Truth,
	name: StateLine['table'],
	lines: readonly StateLine[]
): Promise<readonly StateLine[]> {
	const key = db.table(name).schema.primKey.keyPath;
	if (typeof key !== 'string') return lines;
	let absent = lines;
	for (const path of name === 'archives' ? [key, 'path'] : [key]) {
		const values = absent.map(({ row }) => row[path]).filter((value) => typeof value === 'string');
		const taken = new Set<unknown>(await db.table(name).where(path).anyOf(values).uniqueKeys());
		absent = absent.filter(({ row }) => !taken.has(row[path]));
	}
	return absent;
}
