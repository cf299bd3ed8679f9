import type { ArchiveLine } from '#core/archive/archive.ts';
import { readArchiveRow } from '#core/archive/reading.ts';
import { withSafeIds } from '#core/import/safe-ids.ts';
import { listIn, type Row } from '#core/json.ts';

/** One conversation as JSON: the lines of its archive in one value, so that nothing is lost and it reads back. */

const format = 'keepsake-session';

export const sessionJson = (lines: readonly ArchiveLine[]): string =>
	JSON.stringify({ format, formatVersion: 1, lines }, null, '\t');

export const isSessionJson = (row: Row): boolean => row['format'] === format;

/** Lines of such a file, and how many could not be read. */
export function readSessionJson(row: Row): { readonly lines: ArchiveLine[]; readonly bad: number } {
	const all = listIn(row, 'lines');
	const lines = all.flatMap((one) => readArchiveRow(one) ?? []).map(withSafeIds);
	return { lines, bad: all.length - lines.length };
}
