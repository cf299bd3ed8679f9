import { importItem, type ImportItem } from '#core/backup/import-preview.ts';
import { standingTexts } from '#core/memory/compared-lines.ts';
import { lineIdentity, originOf } from '#core/lines/same-line.ts';
import { narrower } from '#core/memory/access.ts';
import type { MemoryOrigin, MemoryScope } from '#core/memory/memory.ts';
import { memoryFile, placesFrom, writeMemory } from '#db/memory/files.ts';
import { valueOf } from '#db/storing.ts';
import type { Truth } from '#db/schema.ts';
import type { ImportPorts, ShownFiles } from '#flows/import/ports.ts';
import { revise } from '#flows/memory/revise.ts';

/** A memory file that an import brings. */

/** A file as the preview shows it, compared with the one here. `isGone`: there was one, which was deleted or renamed. */
export async function memoryFileItem(
	db: Truth,
	{ path, text }: { readonly path: string; readonly text: string }
): Promise<ImportItem> {
	const row = await db.memoryFiles.get(path);
	const isGone = row !== undefined && row.deletedAt !== null;
	const before = row && !isGone ? row.text : null;
	return importItem({
		name: path,
		what: 'memory-file',
		state: before === null ? 'new' : before === text ? 'there' : 'changed',
		before,
		after: text,
		count: text.split('\n').length,
		isGone
	});
}

/**
 * Written as it is, as a revision of the import; its new lines say where they come from, unless rows that come with the
 * file do (`isSourced`). `scope`: where it might be sent there; with its lines it may be sent to no more endpoints than either side allowed, also of a file that was deleted or
 * renamed here. Where the file here is not what the
 * preview has `shown`, it stays: nobody has seen what would go. Runs inside `storing`.
 */
export async function storeMemoryFile(
	ports: Pick<ImportPorts, 'db' | 'clock'>,
	{
		path,
		text,
		scope = 'everywhere',
		isSourced = false
	}: {
		readonly path: string;
		readonly text: string;
		readonly scope?: MemoryScope | undefined;
		readonly isSourced?: boolean;
	},
	shown: ShownFiles
): Promise<'written' | 'there' | 'written-since'> {
	const { db, clock } = ports;
	const file = await memoryFile(db, path);
	if (file?.text === text) return 'there';
	if (shown.get(path) !== (file?.text ?? null)) return 'written-since';
	// Other files that were renamed from its path say nothing of the one that stands there.
	const places = file ? [file] : await placesFrom(db, path);
	valueOf(
		await writeMemory(db, {
			revision: revise(clock, { path, by: 'import', text }),
			expectedRev: file?.rev ?? null,
			scope: places.reduce((reach, place) => narrower(reach, place.scope), scope),
			origins: isSourced ? [] : originsOfImport(ports, { path, before: file?.text ?? '', text })
		})
	);
	return 'written';
}

/** Where the lines of a file came from that this import brings: whoever reads them reads a stranger's words. */
export function originsOfImport(
	{ clock }: Pick<ImportPorts, 'clock'>,
	{ path, before, text }: { readonly path: string; readonly before: string; readonly text: string }
): readonly MemoryOrigin[] {
	const known = new Set(standingTexts(before).map(lineIdentity));
	const brought = new Map(standingTexts(text).map((line) => [lineIdentity(line), line]));
	return [...brought]
		.filter(([identity]) => identity !== '' && !known.has(identity))
		.map(([, line]) =>
			originOf(line, {
				id: clock.newId(),
				path,
				origin: 'import',
				writer: 'import',
				at: clock.now()
			})
		);
}
