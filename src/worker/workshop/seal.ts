import { Decrypter, Encrypter } from 'age-encryption';

/** Backups under a passphrase, in the age format, so that other programs can open them too. */

export async function seal(file: Blob, passphrase: string): Promise<Blob> {
	const encrypter = new Encrypter();
	encrypter.setPassphrase(passphrase);
	const sealed = await encrypter.encrypt(new Uint8Array(await file.arrayBuffer()));
	return new Blob([sealed as Uint8Array<ArrayBuffer>], { type: 'application/octet-stream' });
}

/**
 * Null when the passphrase does not open it. Each piece of a sealed file is sealed for itself: of one that is cut off
 * or damaged comes what stands before the damage, and whoever reads that sees that its end is missing.
 */
export async function unseal(file: Blob, passphrase: string): Promise<Blob | null> {
	const decrypter = new Decrypter();
	decrypter.addPassphrase(passphrase);
	const parts: Uint8Array<ArrayBuffer>[] = [];
	let isOpen = false;
	try {
		const reader = (await decrypter.decrypt(file.stream())).getReader();
		isOpen = true;
		for (let next = await reader.read(); !next.done; next = await reader.read())
			parts.push(next.value as Uint8Array<ArrayBuffer>);
	} catch (error) {
		if (!(error instanceof Error)) throw error;
	}
	return isOpen ? new Blob(parts) : null;
}
