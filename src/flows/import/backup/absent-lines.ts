import type { StateLine } from '#core/backup/backup.ts';
import type { Truth } from '#db/schema.ts';

/**
 * Those of some lines of one table, whose rows are not here. An archive is also known by its path, which is written once:
 * where both have archived the same, it is here under another id. `toGrow`: ids of sessions that are here and get more of
 * the file; what holds the whole of one as it is goes with that.
 */
export async function absentLines(
	db: Truth,
	name: StateLine['table'],
	lines: readonly StateLine[],
	toGrow: ReadonlySet<string> = new Set()
): Promise<readonly StateLine[]> {
	const key = db.table(name).schema.primKey.keyPath;
	if (typeof key !== 'string') return lines;
	const ids = db.table(name).where(key).anyOf(textsIn(lines, key));
	const absent = without(lines, key, await ids.primaryKeys());
	if (name !== 'archives') return absent;
	const there = await db.archives.where('path').anyOf(textsIn(absent, 'path')).toArray();
	const stay = there.filter(({ round, sessionId }) => round !== null || !toGrow.has(sessionId));
	return without(
		absent,
		'path',
		stay.map(({ path }) => path)
	);
}

const textsIn = (lines: readonly StateLine[], field: string): string[] =>
	lines.map(({ row }) => row[field]).filter((value) => typeof value === 'string');

function without(
	lines: readonly StateLine[],
	field: string,
	values: readonly unknown[]
): readonly StateLine[] {
	const taken = new Set(values);
	return lines.filter(({ row }) => !taken.has(row[field]));
}
