import type { ReadableVault, Vault } from '#flows/copies/vault.ts';

/**
 * The folder of copies in the browser's private file system. Written with a synchronous handle and a flush, under a
 * new name each time: of all ways to write there, the only one that survived power cuts (security 2.1).
 */

const folderName = 'copies';

interface Access {
	write(bytes: Uint8Array, how: { readonly at: number }): number;
	truncate(size: number): void;
	flush(): void;
	close(): void;
}

/** Only workers have it; the types of the page do not know it. */
type WritableHandle = FileSystemFileHandle & { createSyncAccessHandle(): Promise<Access> };

/** Undefined or null where the browser has no such file system (old ones, private windows, pages without https). */
const openRoot = (): Promise<FileSystemDirectoryHandle | null> | undefined =>
	(navigator as { storage?: Partial<StorageManager> }).storage?.getDirectory?.().catch(refused);

/** As far as it was made. */
const findFolder = async () => (await openRoot())?.getDirectoryHandle(folderName).catch(missing);

/** Reading; for the page, which must not wait for a worker before its first picture. */
export function opfsReader(): ReadableVault {
	return {
		async names() {
			const folder = await findFolder();
			return folder ? namesIn(folder) : [];
		},
		async open(name) {
			const folder = await findFolder();
			const handle = await folder?.getFileHandle(name).catch(missing);
			return handle ? handle.getFile() : null;
		}
	};
}

/** Null where copies cannot be kept. */
export async function opfsVault(): Promise<Vault | null> {
	const root = await openRoot();
	const folder = await root?.getDirectoryHandle(folderName, { create: true });
	if (!folder || !('createSyncAccessHandle' in FileSystemFileHandle.prototype)) return null;
	return {
		names: () => namesIn(folder),
		async open(name) {
			const handle = await folder.getFileHandle(name).catch(missing);
			return handle ? handle.getFile() : null;
		},
		async create(name) {
			await (besidesTorn ??= leaveTornBlock().catch(notYet));
			const handle = await folder.getFileHandle(name, { create: true });
			const access = await (handle as WritableHandle).createSyncAccessHandle();
			access.truncate(0);
			let at = 0;
			return {
				write(bytes) {
					// A full disk writes less than it was given, without an error in some browsers.
					const written = access.write(bytes, { at });
					if (written < bytes.length) throw new DOMException('disk full', 'QuotaExceededError');
					at += written;
				},
				close() {
					try {
						access.flush();
					} finally {
						access.close();
					}
					return Promise.resolve();
				}
			};
		},
		async remove(name) {
			await folder.removeEntry(name).catch(missing);
		}
	};
}

/** Once a worker: a power cut is followed by a new start. */
let besidesTorn: Promise<void> | null = null;

function notYet(reason: unknown): never {
	besidesTorn = null;
	throw reason;
}

/** Bytes in which the browser's log of names is read; what stands behind a torn place of one is passed over. */
const block = 32_768;
/** Made and removed, a name of this length takes a little more than four times as much of the log. */
const longName = 240;

/**
 * Chromium keeps the names of files in a log that it goes on with at the next start. A power cut leaves zeros at its
 * end, and every name behind them in the same block is not found at the start after that: files and copies that were
 * there would be gone. So names that nobody needs fill that block before the first file of a start is made.
 */
async function leaveTornBlock(): Promise<void> {
	const root = await navigator.storage.getDirectory();
	for (let filled = 0; filled <= block; filled += 4 * longName) {
		const name = `blank-${String(filled)}-`.padEnd(longName, 'x');
		await root.getFileHandle(name, { create: true });
		await root.removeEntry(name).catch(missing);
	}
}

async function namesIn(folder: FileSystemDirectoryHandle): Promise<string[]> {
	const names: string[] = [];
	for await (const name of folder.keys()) names.push(name);
	return names;
}

function missing(error: unknown): null {
	if (error instanceof DOMException && error.name === 'NotFoundError') return null;
	throw error;
}

/** Private windows of some browsers refuse the whole file system. */
function refused(error: unknown): null {
	if (error instanceof DOMException) return null;
	throw error;
}
