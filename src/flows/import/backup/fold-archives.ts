import { placeKey } from '#core/log/turn.ts';
import { rowOf, type ArchiveLine } from '#core/archive/archive.ts';
import { readArchiveLines } from '#core/archive/reading.ts';
import { textIn } from '#core/json.ts';
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
	const sessions = new Map(content.sessions.map((session) => [session.id, session]));
	for (const [path, bytes] of loose) {
		const inArchive = async () =>
			readArchiveLines((await packer.unpack(await bytes())).lines).filter((line) => line !== null);
		const id = idOf(await inArchive());
		if (id === null) continue;
		const there = sessions.get(id);
		sessions.set(
			id,
			there
				? { ...there, lines: async () => withTurns(await there.lines(), await inArchive()) }
				: { name: `archives/${path}`, id, lines: inArchive }
		);
	}
	const archives = new Map([...content.archives].filter(([path]) => filed.has(path)));
	return { ...content, sessions: [...sessions.values()], archives };
}

/** The session that lines are of. */
export const idOf = (lines: readonly ArchiveLine[]): string | null =>
	lines.find((line) => line.type === 'session')?.id ?? null;

/** The lines of a session with the turns, and their steps, that it has not got yet. */
function withTurns(
	there: readonly ArchiveLine[],
	lines: readonly ArchiveLine[]
): readonly ArchiveLine[] {
	const known = new Set(there.flatMap((line) => (line.type === 'turn' ? [placeKey(line)] : [])));
	const more = lines.filter(
		(line) => (line.type === 'turn' || line.type === 'step') && !known.has(placeKey(rowOf(line)))
	);
	return [...there, ...more];
}
