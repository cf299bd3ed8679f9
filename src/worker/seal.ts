import { Decrypter, Encrypter } from 'age-encryption';

/** Backups under a passphrase, in the age format, so that other programs can open them too. */

export async function seal(file: Blob, passphrase: string): Promise<Blob> {
	const encrypter = new Encrypter();
	encrypter.setPassphrase(passphrase);
	const sealed = await encrypter.encrypt(new Uint8Array(await file.arrayBuffer()));
	return new Blob([sealed as Uint8Array<ArrayBuffer>], { type: 'application/octet-stream' });
}

/** Null when the passphrase does not open it; age does not tell that from damage. */
export async function unseal(file: Blob, passphrase: string): Promise<Blob | null> {
	const decrypter = new Decrypter();
	decrypter.addPassphrase(passphrase);
	try {
		const opened = await decrypter.decrypt(new Uint8Array(await file.arrayBuffer()));
		return new Blob([opened as Uint8Array<ArrayBuffer>]);
	} catch (error) {
		if (error instanceof Error) return null;
		throw error;
	}
}
