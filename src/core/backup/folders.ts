/** Where one of our backups lies among files: systems unpack what is downloaded, and put a folder around what is packed again. */
import { looksLikeBackup, placeOf } from '#core/backup/backup.ts';

/** Folders that are looked into for a manifest of ours: other products have files of that name too. */
const mostFolders = 20;

/** What systems leave behind in folders and zips. */
export const isLeftover = (name: string): boolean =>
	/(^|\/)(__MACOSX\/|\._|\.DS_Store$|Thumbs\.db$|desktop\.ini$)/i.test(name);

/** The folders in which a file lies that is called as our manifest is, the outermost first; each ends in a slash or is empty. */
export const foldersWithManifest = (names: readonly string[]): readonly string[] =>
	names
		.filter((name) => placeOf(name.slice(name.lastIndexOf('/') + 1)) === 'manifest')
		.map((name) => name.slice(0, name.lastIndexOf('/') + 1))
		.sort((left, right) => left.split('/').length - right.split('/').length)
		.slice(0, mostFolders);

/** The folder in which files lie as those of a backup do that has lost its manifest; null where none does. */
export function folderOfCut(names: readonly string[]): string | null {
	for (const name of names)
		for (let at = 0; ; at = name.indexOf('/', at) + 1) {
			if (looksLikeBackup([name.slice(at)])) return name.slice(0, at);
			if (!name.includes('/', at)) break;
		}
	return null;
}
