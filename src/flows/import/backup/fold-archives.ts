import { rowOf, type ArchiveLine } from '#core/archive/archive.ts';
import { readArchiveRow } from '#core/archive/reading.ts';
import { textIn } from '#core/import/fields.ts';
import { parseJson } from '#core/json.ts';
import type { BackupContent, ImportPorts } from '#flows/import/ports.ts';

/**
 * A backup that has lost its state: no row says any more which turns are in which archive, so the turns of its
 * archives go back into their sessions.
 */
export async function foldArchives(
	{ packer }: Pick<ImportPorts, 'packer'>,
	content: BackupContent
): Promise<BackupContent> {
	const filed = new Set(
		content.state.flatMap(({ table, row }) => (table === 'archives' ? [textIn(row, 'path')] : []))
	);
	const loose = [...content.archives].filter(([path]) => !filed.has(path));
	if (loose.length === 0) return content;
	const sessions = new Map(content.sessions.map((session) => [idOf(session.lines), session]));
	for (const [path, bytes] of loose) {
		const unpacked = await packer.unpack(bytes);
		const lines = unpacked.lines
			.map((row) => (row.trim() === '' ? null : readArchiveRow(parseJson(row))))
			.filter((line) => line !== null);
		const id = idOf(lines);
		if (id === null) continue;
		const there = sessions.get(id);
		sessions.set(
			id,
			there
				? { ...there, lines: [...there.lines, ...turnsBeside(there.lines, lines)] }
				: { name: `archives/${path}`, lines }
		);
	}
	const archives = new Map([...content.archives].filter(([path]) => filed.has(path)));
	return { ...content, sessions: [...sessions.values()], archives };
}

const idOf = (lines: readonly ArchiveLine[]): string | null =>
	lines.find((line) => line.type === 'session')?.id ?? null;

/** Turns with their steps that a session has not got yet. */
function turnsBeside(
	there: readonly ArchiveLine[],
	lines: readonly ArchiveLine[]
): readonly ArchiveLine[] {
	const key = ({ branch, seq }: { readonly branch: string; readonly seq: number }) =>
		`${branch} ${String(seq)}`;
	const known = new Set(there.flatMap((line) => (line.type === 'turn' ? [key(line)] : [])));
	return lines.filter(
		(line) => (line.type === 'turn' || line.type === 'step') && !known.has(key(rowOf(line)))
	);
}
