/** A folder outside the database, where snapshots and the canary lie. Each file is written once, under a new name. */
export interface Vault extends ReadableVault {
	/** A file that is not there yet; one of that name that was left half-written is taken over. */
	create(name: string): Promise<VaultFile>;
	/** Removing what is not there is no error. */
	remove(name: string): Promise<void>;
}

/** What the page may do with it at the start. */
export interface ReadableVault {
	names(): Promise<readonly string[]>;
	/** Null when there is no such file. */
	open(name: string): Promise<Blob | null>;
}

interface VaultFile {
	write(bytes: Uint8Array): void;
	/** Resolves when the file has reached the disk. */
	close(): Promise<void>;
}

/** Write a file whose content is at hand. */
export async function writeWhole(
	vault: Vault,
	name: string,
	content: string | Uint8Array
): Promise<void> {
	const file = await vault.create(name);
	try {
		file.write(typeof content === 'string' ? new TextEncoder().encode(content) : content);
	} finally {
		await file.close();
	}
}

/** Text of a small file, or null. */
export async function readWhole(vault: ReadableVault, name: string): Promise<string | null> {
	const file = await vault.open(name);
	return file && (await file.text());
}
