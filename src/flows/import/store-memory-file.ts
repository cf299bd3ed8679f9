import { linesOf } from '#core/lines/taint.ts';
import type { MemoryOrigin } from '#core/memory/memory.ts';
import { memoryFile, writeMemory } from '#db/memory.ts';
import type { ImportPorts } from '#flows/import/ports.ts';

/** A memory file that an import brings. */

/** Written as it is, as a revision of the import; its new lines say where they come from. */
export async function storeMemoryFile(
	ports: Pick<ImportPorts, 'db' | 'clock'>,
	{ path, text }: { readonly path: string; readonly text: string }
): Promise<boolean> {
	const { db, clock } = ports;
	const file = await memoryFile(db, path);
	if (file?.text === text) return false;
	const stored = await writeMemory(db, {
		revision: { id: clock.newId(), path, at: clock.now(), by: 'import', text, deleted: false },
		expectedRev: file?.rev ?? null,
		origins: originsOfImport(ports, { path, before: file?.text ?? '', text })
	});
	return stored.status === 'stored';
}

/** Where the lines of a file came from that this import brings: whoever reads them reads a stranger's words. */
export function originsOfImport(
	{ clock }: Pick<ImportPorts, 'clock'>,
	{ path, before, text }: { readonly path: string; readonly before: string; readonly text: string }
): readonly MemoryOrigin[] {
	const known = new Set(linesOf(before));
	return [...new Set(linesOf(text))]
		.filter((line) => !known.has(line))
		.map((line) => ({
			id: clock.newId(),
			path,
			line,
			sessionId: null,
			turnIds: [],
			origin: 'import',
			writer: 'import',
			at: clock.now(),
			importance: null,
			tags: []
		}));
}
