import { looksLikeBackup, placeOf, type Manifest } from '#core/backup/backup.ts';
import type { ZipFile } from '#flows/import/ports.ts';
import { manifestOf } from '#flows/import/read-backup.ts';

/**
 * One of our backups among files, whatever folder they have come to lie in: systems unpack what is downloaded by
 * themselves, and put a folder around it when it is packed again.
 */

export interface FoundBackup {
	/** Null where it was cut off. */
	readonly manifest: Manifest | null;
	/** By their names in the backup. */
	readonly files: ReadonlyMap<string, ZipFile>;
}

/** Folders that are looked into for a manifest of ours: other products have files of that name too. */
const mostFolders = 20;

/** What systems leave behind in folders and zips. */
const isLeftover = (name: string): boolean =>
	/(^|\/)(__MACOSX\/|\._|\.DS_Store$|Thumbs\.db$|desktop\.ini$)/i.test(name);

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
		if (manifest) return { manifest, files: inside };
	}
	const folder = cut ? folderOfCut(names) : null;
	return folder === null ? null : { manifest: null, files: within(files, names, folder) };
}

/** Where a manifest lies, the outermost first. */
const foldersWithManifest = (names: readonly string[]): string[] =>
	names
		.filter((name) => placeOf(name.slice(name.lastIndexOf('/') + 1)) === 'manifest')
		.map((name) => name.slice(0, name.lastIndexOf('/') + 1))
		.sort((left, right) => left.split('/').length - right.split('/').length)
		.slice(0, mostFolders);

/** The folder in which files lie as ours do; null where none does. */
function folderOfCut(names: readonly string[]): string | null {
	for (const name of names)
		for (let at = 0; ; at = name.indexOf('/', at) + 1) {
			if (looksLikeBackup([name.slice(at)])) return name.slice(0, at);
			if (!name.includes('/', at)) break;
		}
	return null;
}

const within = (
	files: ReadonlyMap<string, ZipFile>,
	names: readonly string[],
	folder: string
): ReadonlyMap<string, ZipFile> =>
	new Map(
		names.flatMap((name) => {
			const file = name.startsWith(folder) ? files.get(name) : undefined;
			return file ? [[name.slice(folder.length), file] as const] : [];
		})
	);
