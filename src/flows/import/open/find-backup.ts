import type { Manifest } from '#core/backup/backup.ts';
import { folderOfCut, foldersWithManifest, isLeftover } from '#core/backup/folders.ts';
import type { ZipFile } from '#flows/import/ports.ts';
import { manifestOf } from '#flows/import/backup/read-backup.ts';

/**
 * One of our backups among files, whatever folder they have come to lie in: systems unpack what is downloaded by
 * themselves, and put a folder around it when it is packed again.
 */

export interface FoundBackup {
	/** Null where it was cut off. */
	readonly manifest: Manifest | null;
	/** By their names in the backup. */
	readonly files: ReadonlyMap<string, ZipFile>;
	/** Where it lies, with a slash at the end; empty where nothing is around it. */
	readonly folder: string;
}

/** The backup, `newer` where a later version of the app wrote it, or null. `cut`: one without its manifest counts too. */
export async function findBackup(
	files: ReadonlyMap<string, ZipFile>,
	{ cut, signal }: { readonly cut: boolean; readonly signal: AbortSignal }
): Promise<FoundBackup | 'newer' | null> {
	const names = [...files.keys()].filter((name) => !isLeftover(name));
	for (const folder of foldersWithManifest(names)) {
		const inside = within(files, names, folder);
		const manifest = await manifestOf(inside, signal);
		if (manifest === 'newer') return manifest;
		if (manifest) return { manifest, files: inside, folder };
	}
	const folder = cut ? folderOfCut(names) : null;
	return folder === null ? null : { manifest: null, files: within(files, names, folder), folder };
}

const within = (
	files: ReadonlyMap<string, ZipFile>,
	names: readonly string[],
	folder: string
): ReadonlyMap<string, ZipFile> =>
	new Map(
		names.flatMap((name) => {
			const file = name.startsWith(folder) ? files.get(name) : undefined;
			// Systems that unpack by themselves may spell letters with accents in two signs.
			return file ? [[name.slice(folder.length).normalize('NFC'), file] as const] : [];
		})
	);
