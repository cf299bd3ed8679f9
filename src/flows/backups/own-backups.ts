import { mebibyte } from '#core/bytes.ts';
import { isOwn, namesOfDay, type OwnBackup } from '#core/backup/due.ts';
import type { Failed } from '#core/failure.ts';
import { sha256 } from '#core/sha256.ts';
import { keepValue, keptValue } from '#db/scratch/kept-values.ts';
import { spared } from '#db/scratch/spared.ts';
import type { Scratch } from '#db/schema.ts';
import { fileIn, inPlace } from '#flows/backups/chosen-place.ts';
import { failed } from '#flows/done.ts';

/**
 * Which files of a folder are this device's: others may write into the same one, under the same names. What is not
 * known to be its own is nobody's to write over or to remove.
 */

/** Those that are known, the newest last. */
interface OwnIn {
	/** They lie there as they were left. */
	readonly sure: readonly OwnBackup[];
	/** They are not there, or cannot be looked at now. */
	readonly unsure: readonly OwnBackup[];
}

export async function ownIn(scratch: Scratch, folder: FileSystemDirectoryHandle): Promise<OwnIn> {
	const known = await spared(scratch, () => keptValue(scratch, 'own backups'), null);
	const sure: OwnBackup[] = [];
	const unsure: OwnBackup[] = [];
	for (const own of known ?? []) {
		const looked = await inPlace(folder, async () => {
			const found = await fileIn(folder, own.name);
			if (found.status === 'failed') return null;
			const { value: file } = found;
			return file && isOwn(own, { size: file.size, mark: await markOf(file) });
		});
		if (looked.status === 'failed' || looked.value === null) unsure.push(own);
		else if (looked.value) sure.push(own);
	}
	return { sure, unsure };
}

/** More than any folder holds: of those that are not there any more the oldest are let go of. */
const mostKnown = 30;

/** What else was known is let go of. Where it cannot be kept the files stay when they are old. */
export const keepOwn = (scratch: Scratch, own: readonly OwnBackup[]): Promise<void> =>
	spared(scratch, () => keepValue(scratch, 'own backups', own.slice(-mostKnown)), undefined);

/** Under which of the names of its day a backup is written: the newest one of its day stays until it was read back. */
export async function nameIn(
	folder: FileSystemDirectoryHandle,
	wanted: string,
	own: readonly OwnBackup[]
): Promise<{ readonly status: 'named'; readonly name: string } | Failed> {
	const names = namesOfDay(wanted);
	const newest = own.findLast(({ name, begun }) => !begun && names.includes(name))?.name;
	for (const name of names) {
		const found = await fileIn(folder, name);
		if (found.status === 'failed') return found;
		const mayGo = name !== newest && own.some((one) => one.name === name);
		if (found.value === null || mayGo) return { status: 'named', name };
	}
	return failed({ kind: 'unreadable', what: folder.name });
}

/** The list at the end of a zip holds the checksum of every file in it. */
const endOfZip = mebibyte / 16;

/** Tells the content of a backup again. */
export async function markOf(file: Blob): Promise<string> {
	const end = await file.slice(Math.max(0, file.size - endOfZip)).arrayBuffer();
	return `${String(file.size)} ${sha256(new Uint8Array(end))}`;
}
