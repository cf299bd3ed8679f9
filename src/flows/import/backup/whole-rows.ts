import type { StateLine, StateTable } from '#core/backup/backup.ts';
import { grouped } from '#core/grouped.ts';
import { type Row, textIn } from '#core/json.ts';
import { sha256 } from '#core/sha256.ts';
import { addAbsentRows } from '#db/copies/imports.ts';
import type { Truth } from '#db/schema.ts';
import { absentLines } from '#flows/import/backup/absent-lines.ts';
import type { BackupContent } from '#flows/import/ports.ts';

/** Rows of a backup beside its sessions, with the content that lies in files of their own. */

/** Rows of a table, some at a time, with the bytes of those archives that are among them, by path. */
interface ReadRows {
	readonly name: StateTable;
	readonly rows: readonly Row[];
	readonly bytes: ReadonlyMap<string, Uint8Array>;
}

/** An archive as it is stored: its row, and the bytes of which that speaks. */
export type TakeArchive = (
	row: Row,
	bytes: Uint8Array
) => Promise<{ readonly row: Row; readonly bytes: Uint8Array }>;

/** Word for word. */
export const asItLies: TakeArchive = (row, bytes) => Promise.resolve({ row, bytes });

/** Rows with a file each that are read at once. */
const filesAtOnce = 32;

/** Rows of the other tables, as they were, as long as the import goes on. */
export async function importState(
	db: Truth,
	content: BackupContent,
	{
		refuse,
		takeArchive
	}: { readonly refuse: () => Promise<void>; readonly takeArchive: TakeArchive }
): Promise<void> {
	for (const [name, lines] of grouped(content.state, ({ table }) => table)) {
		const atOnce = name === 'archives' || name === 'blobs' ? filesAtOnce : lines.length;
		for (let at = 0; at < lines.length; at += atOnce) {
			// Archives come with their sessions, and one that was stopped is run again: no file is read for what is here.
			const absent = await absentLines(db, name, lines.slice(at, at + atOnce));
			const tables = await readTables(content, absent, takeArchive);
			await refuse();
			await addRows(db, tables);
		}
	}
}

export async function addRows(db: Truth, tables: readonly ReadRows[]): Promise<void> {
	for (const { name, rows, bytes } of tables)
		await addAbsentRows(db, name, rows, (path) => bytes.get(path));
}

/** Rows with the content of their files put back; those whose file is missing are left out. */
export async function readTables(
	content: BackupContent,
	state: readonly StateLine[],
	takeArchive: TakeArchive
): Promise<readonly ReadRows[]> {
	const tables: ReadRows[] = [];
	for (const [name, lines] of grouped(state, ({ table }) => table)) {
		const rows: Row[] = [];
		const bytes = new Map<string, Uint8Array>();
		for (const { row } of lines) {
			const file = await fileOf(name, row, content);
			const whole = wholeRow(name, row, file, content);
			if (!whole) continue;
			if (name !== 'archives' || !file) {
				rows.push(whole);
				continue;
			}
			const taken = await takeArchive(whole, file);
			rows.push({ ...taken.row, packedBytes: taken.bytes.length });
			bytes.set(String(row['path']), taken.bytes);
		}
		tables.push({ name, rows, bytes });
	}
	return tables;
}

/** The bytes that lie in a file beside a row. */
async function fileOf(
	name: StateTable,
	row: Row,
	{ archives, blobs }: BackupContent
): Promise<Uint8Array | undefined> {
	if (name === 'archives') return archives.get(textIn(row, 'path'))?.();
	return name === 'blobs' ? blobs.get(textIn(row, 'sha256'))?.() : undefined;
}

/** A row with the content of its file, or null where the file is missing. */
function wholeRow(
	name: StateTable,
	row: Row,
	bytes: Uint8Array | undefined,
	{ memory }: BackupContent
): Row | null {
	switch (name) {
		case 'archives':
			return bytes && sha256(bytes) === row['sha256'] ? { ...row } : null;
		case 'blobs': {
			// One that was emptied, because its words were forgotten, stays empty.
			const isSound = bytes && (bytes.length === 0 || sha256(bytes) === row['sha256']);
			return isSound ? { ...row, bytes } : null;
		}
		case 'memoryFiles': {
			if (row['deletedAt'] !== null) return typeof row['text'] === 'string' ? { ...row } : null;
			const found = memory.get(textIn(row, 'path'));
			return found === undefined ? null : { ...row, text: found };
		}
		case 'tombstones':
			// What is to be forgotten here is decided here.
			return { id: row['id'], kind: row['kind'], at: row['at'], brought: true };
		default:
			return { ...row };
	}
}
