import { storageFailure } from '#db/storing.ts';

/** What a browser needs to open its databases, with room to spare, bytes. */
const needed = 1_000_000;

const name = 'room';

/**
 * Whether nothing can be written beside the databases either, for want of room. On a full disk Chromium says of a
 * database now that the disk is full and now, as of a damaged one, that it cannot open it; of a file it says the first.
 * False where it cannot be tried.
 */
export async function hasNoRoom(
	storage: Pick<StorageManager, 'getDirectory'> = navigator.storage
): Promise<boolean> {
	try {
		const root = await storage.getDirectory();
		const file = await root.getFileHandle(name, { create: true });
		try {
			const writing = await file.createWritable();
			await writing.write(new Uint8Array(needed));
			await writing.close();
		} finally {
			// Another tab may be trying it at this moment, and takes it away itself.
			await root.removeEntry(name).catch(() => null);
		}
		return false;
	} catch (error) {
		return storageFailure(error)?.kind === 'storage-full';
	}
}
