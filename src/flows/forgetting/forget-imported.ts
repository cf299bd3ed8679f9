import type { ArchiveLine } from '#core/archive/archive.ts';
import { readArchiveLine } from '#core/archive/reading.ts';
import type { StateLine } from '#core/backup/backup.ts';
import { blankLine } from '#core/forgetting/blank.ts';
import { lineKey } from '#core/forgetting/what.ts';
import { sha256 } from '#core/sha256.ts';
import type { Truth } from '#db/schema.ts';
import { withoutLines } from '#core/memory/file.ts';
import { archiveTexts } from '#flows/archives/archive-covered.ts';
import type { BackupContent } from '#flows/import/ports.ts';
import type { Packer } from '#flows/archives/read-archive.ts';

/** An import brings nothing back that was forgotten: what it holds of it is taken out before anything is written. */

interface Gone {
	has(id: unknown): boolean;
}

const textsOf = (row: StateLine['row'], field: string): readonly string[] => {
	const value = row[field];
	return Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : [];
};

/** Whether a row of the state comes from a session that is forgotten, or from forgotten turns alone. */
function comesFrom({ table, row }: StateLine, gone: Gone): boolean {
	if (table === 'tombstones') return false;
	if (gone.has(row['id']) || gone.has(row['sessionId'])) return true;
	const turnIds = textsOf(row, 'turnIds');
	if (table === 'proposals' && turnIds.length > 0 && turnIds.every((id) => gone.has(id)))
		return true;
	const line = row[table === 'memoryOrigins' ? 'line' : 'text'];
	if (table !== 'memoryOrigins' && table !== 'proposals') return false;
	return typeof line === 'string' && gone.has(lineKey(line));
}

/** Parts of requests that only requests point at which are left out. */
export function orphaned(
	all: readonly StateLine[],
	kept: readonly StateLine[]
): ReadonlySet<string> {
	const hashes = (lines: readonly StateLine[]) =>
		lines
			.filter(({ table }) => table === 'ledger')
			.flatMap(({ row }) => [
				...textsOf(row, 'system'),
				...textsOf(row, 'messages'),
				...(typeof row['tools'] === 'string' ? [row['tools']] : [])
			]);
	const used = new Set(hashes(kept));
	return new Set(hashes(all).filter((hash) => !used.has(hash)));
}

/** A row whose text is that of a memory file, without the forgotten lines. */
function cleaned(line: StateLine, gone: Gone): StateLine {
	const isText = line.table === 'memoryRevisions' || line.table === 'memoryFiles';
	const { text } = line.row;
	if (!isText || typeof text !== 'string') return line;
	return {
		table: line.table,
		row: { ...line.row, text: withoutLines(text, (one) => gone.has(lineKey(one))) }
	};
}

/** Lines of a session without the content of forgotten turns. */
export const blankAll = (lines: readonly ArchiveLine[], gone: Gone, at: number): ArchiveLine[] =>
	lines.flatMap((line) => blankLine(line, (id) => gone.has(id), at) ?? []);

/** An archive with its row, written anew where it holds forgotten turns; null where it cannot be read. */
async function repacked(
	bytes: Uint8Array,
	gone: Gone,
	{ packer, at }: { readonly packer: Packer; readonly at: number }
): Promise<Uint8Array | null> {
	const read = await packer.unpack(bytes);
	const rows = read.lines.filter((row) => readArchiveLine(row) !== null);
	const lines = rows.map((row) => JSON.parse(row) as ArchiveLine);
	const isConcerned = lines.some((line) => 'turnId' in line && gone.has(line.turnId));
	if (!isConcerned) return bytes;
	return read.whole ? packer.pack(archiveTexts(blankAll(lines, gone, at))) : null;
}

/** Null where it was stopped: every archive is looked into. */
export async function withoutForgotten(
	{ db, packer }: { readonly db: Truth; readonly packer: Packer },
	content: BackupContent,
	at: number,
	signal: AbortSignal
): Promise<BackupContent | null> {
	const ids = new Set<unknown>(await db.tombstones.toCollection().primaryKeys());
	if (ids.size === 0) return content;
	const sessions = content.sessions
		.filter(({ id }) => !ids.has(id))
		.map((session) => ({
			...session,
			lines: async () => blankAll(await session.lines(), ids, at)
		}));
	const archives = new Map(content.archives);
	const state: StateLine[] = [];
	for (const line of content.state) {
		if (comesFrom(line, ids)) continue;
		const path = String(line.row['path']);
		const read = line.table === 'archives' ? content.archives.get(path) : undefined;
		if (!read) {
			state.push(cleaned(line, ids));
			continue;
		}
		if (signal.aborted) return null;
		const bytes = await read();
		const left = await repacked(bytes, ids, { packer, at });
		if (!left) continue;
		if (left !== bytes) archives.set(path, () => Promise.resolve(left));
		state.push({ ...line, row: { ...line.row, sha256: sha256(left) } });
	}
	const orphans = orphaned(content.state, state);
	return {
		...content,
		sessions,
		archives,
		state: state.filter(
			({ table, row }) => table !== 'blobs' || !orphans.has(String(row['sha256']))
		),
		memory: new Map(
			[...content.memory].map(([path, text]) => [
				path,
				withoutLines(text, (line) => ids.has(lineKey(line)))
			])
		)
	};
}
