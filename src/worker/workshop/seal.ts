import { Decrypter, Encrypter } from 'age-encryption';
import { isGone } from '#flows/import/open/readable.ts';
import { gathering } from '#worker/gathering.ts';

/** Backups under a passphrase, in the age format, so that other programs can open them too. */

export async function seal(file: Blob, passphrase: string): Promise<Blob> {
	const encrypter = new Encrypter();
	encrypter.setPassphrase(passphrase);
	const sealed = gathering('application/octet-stream');
	await readAll(await encrypter.encrypt(file.stream()), sealed);
	return sealed.finish();
}

/**
 * Null when the passphrase does not open it. Each piece of a sealed file is sealed for itself: of one that is cut off
 * or damaged comes what stands before the damage, and whoever reads that sees that its end is missing.
 */
export async function unseal(file: Blob, passphrase: string): Promise<Blob | null> {
	const decrypter = new Decrypter();
	decrypter.addPassphrase(passphrase);
	const passphraseIs = { refused: false };
	// Asked after the passphrase, and only where that does not open it: whatever else is wrong is a damage.
	decrypter.addIdentity({
		unwrapFileKey: () => {
			passphraseIs.refused = true;
			return null;
		}
	});
	const opened = gathering();
	try {
		await readAll(await decrypter.decrypt(file.stream()), opened);
	} catch (error) {
		if (!(error instanceof Error) || isGone(error)) throw error;
	}
	return passphraseIs.refused ? null : opened.finish();
}

async function readAll(
	stream: ReadableStream<Uint8Array>,
	into: ReturnType<typeof gathering>
): Promise<void> {
	const reader = stream.getReader();
	for (let next = await reader.read(); !next.done; next = await reader.read()) into.add(next.value);
}
