import { rowOf, type ArchiveLine } from '#core/archive/archive.ts';
import { readArchiveRow } from '#core/archive/reading.ts';
import { withSafeIds } from '#core/import/safe-ids.ts';
import type { PathPart } from '#core/log/path.ts';
import { countIn, parseJson, type Row, textIn } from '#core/json.ts';
import type { Archived } from '#flows/import/backup/archived.ts';
import type { ImportPorts } from '#flows/import/ports.ts';

/**
 * The lines of a session of a backup with those of its turns that the backup has in archives alone: what is here of the
 * session can then be held against all of it.
 */
export async function warmedLines(
	{ packer }: Pick<ImportPorts, 'packer'>,
	archived: Archived,
	lines: readonly ArchiveLine[]
): Promise<readonly ArchiveLine[]> {
	const ranges = coldRows(archived, lines);
	if (ranges.length === 0) return lines;
	const cold: ArchiveLine[] = [];
	for (const range of ranges) {
		const bytes = archived.archives.get(archived.paths.get(textIn(range, 'archiveId')) ?? '');
		if (!bytes) continue;
		const { lines: rows } = await packer.unpack(await bytes());
		for (const row of rows) {
			const line = row.trim() === '' ? null : readArchiveRow(parseJson(row));
			if (!line) continue;
			// The state may speak of it by ids that stand for those of the archive.
			const found = [line, withSafeIds(line)].find((one) => isIn(range, one));
			if (found) cold.push(found);
		}
	}
	return [...lines, ...cold];
}

/** Rows of a session that say which of its turns lie in archives alone. */
export function coldRows({ rows }: Archived, lines: readonly ArchiveLine[]): readonly Row[] {
	const id = lines.find((line) => line.type === 'session')?.id;
	return (rows.get(id ?? '') ?? []).flatMap(({ table, row }) => (table === 'cold' ? [row] : []));
}

/** Stretches of a session of a backup whose turns lie in archives alone, and those of them whose archive has come. */
export function partsInArchives(
	archived: Archived,
	lines: readonly ArchiveLine[]
): { readonly parts: readonly PathPart[]; readonly held: readonly PathPart[] } {
	const rows = coldRows(archived, lines);
	const isHeld = (row: Row): boolean =>
		archived.archives.has(archived.paths.get(textIn(row, 'archiveId')) ?? '');
	return { parts: rows.map(partOf), held: rows.filter(isHeld).map(partOf) };
}

const partOf = (row: Row): PathPart => ({
	branch: textIn(row, 'branch'),
	fromSeq: countIn(row, 'fromSeq'),
	throughSeq: countIn(row, 'throughSeq')
});

function isIn(range: Row, line: ArchiveLine): boolean {
	if (line.type !== 'turn' && line.type !== 'step') return false;
	const { sessionId, branch, seq } = rowOf(line);
	return (
		sessionId === range['sessionId'] &&
		branch === range['branch'] &&
		seq >= Number(range['fromSeq']) &&
		seq <= Number(range['throughSeq'])
	);
}
