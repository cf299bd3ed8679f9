import type { StateLine } from '#core/backup/backup.ts';
import { grouped } from '#core/grouped.ts';
import { textIn } from '#core/json.ts';
import type { Truth } from '#db/schema.ts';
import { isTombstone, tombstonesToTake } from '#flows/import/backup/brought-tombstones.ts';
import type { ContentToTake } from '#flows/import/backup/content-to-take.ts';
import { absentLines } from '#flows/import/backup/absent-lines.ts';
import { revisionsToTake } from '#flows/import/backup/revisions-to-take.ts';
import type { BackupContent } from '#flows/import/ports.ts';

/** Which rows of a backup come beside its sessions. The preview counts them and the restore writes them; both ask here. */

/** Name of the item in a preview that stands for them. */
export const recordsId = 'state.jsonl.gz';

export interface RowsToTake {
	readonly rows: readonly StateLine[];
	/** They come last: what they are of may come with the file. */
	readonly tombstones: readonly StateLine[];
	/** Rows that are here already. */
	readonly known: readonly StateLine[];
}

/**
 * `placeless`: rows that have no place beside the sessions that are here. `leftOut`: ids of items of the preview. `toGrow`:
 * see `absentLines`.
 */
export async function rowsToTake(
	db: Truth,
	{ content, isBelieved }: Pick<ContentToTake, 'content' | 'isBelieved'>,
	{
		placeless,
		leftOut,
		toGrow
	}: {
		readonly placeless: ReadonlySet<StateLine>;
		readonly leftOut: ReadonlySet<string>;
		readonly toGrow?: ReadonlySet<string>;
	}
): Promise<RowsToTake> {
	const rows: StateLine[] = [];
	const known: StateLine[] = [];
	const state = leftOut.has(recordsId) ? [] : content.state;
	const memory = new Map([...content.memory].filter(([path]) => !leftOut.has(path)));
	const lines = state.filter(
		(line) =>
			!placeless.has(line) &&
			// Turns are not read from an archive that calls them the user's: a stranger's come as rows.
			(isBelieved || line.table !== 'cold') &&
			hasContent(line, { ...content, memory })
	);
	for (const [name, group] of grouped(lines, ({ table }) => table)) {
		const absent = new Set(await absentLines(db, name, group, toGrow));
		for (const line of group) (absent.has(line) ? rows : known).push(line);
	}
	const files = rows.filter(({ table }) => table === 'memoryFiles');
	const coming = new Set<unknown>(files.map(({ row }) => row['path']));
	const revisions = await revisionsToTake(db, lines.filter(isRevision), { coming, leftOut });
	return {
		rows: [
			...rows.filter((line) => !isTombstone(line) && !isRevision(line)),
			...(await absentLines(db, 'memoryRevisions', revisions))
		],
		tombstones: await tombstonesToTake(db, rows.filter(isTombstone), memory),
		known
	};
}

/** Whether the file that belongs to a row is there and comes too. */
function hasContent(
	{ table, row }: StateLine,
	{ memory, archives, blobs }: Pick<BackupContent, 'memory' | 'archives' | 'blobs'>
): boolean {
	if (table === 'archives') return archives.has(textIn(row, 'path'));
	if (table === 'blobs') return blobs.has(textIn(row, 'sha256'));
	return table !== 'memoryFiles' || row['deletedAt'] !== null || memory.has(textIn(row, 'path'));
}

const isRevision = ({ table }: StateLine): boolean => table === 'memoryRevisions';
