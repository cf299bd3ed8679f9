/** Sealing a key for the database: under a passphrase, or only out of casual sight. */

export type Sealed =
	/**
	 * The key to it lies beside it: whoever can read the files of the browser can read both (security 1.4).
	 * It keeps the key from standing there as plain text, and is described as no more than that.
	 */
	| {
			readonly way: 'beside';
			readonly sealer: CryptoKey;
			readonly iv: Uint8Array<ArrayBuffer>;
			readonly bytes: ArrayBuffer;
	  }
	| {
			readonly way: 'passphrase';
			readonly salt: Uint8Array<ArrayBuffer>;
			readonly iterations: number;
			readonly iv: Uint8Array<ArrayBuffer>;
			readonly bytes: ArrayBuffer;
	  };

/** How long a sealed text is, bytes: AES-GCM hides what it says and not its length. */
export const lengthSealed = ({ bytes }: Sealed): number => bytes.byteLength - 16;

/** Rounds of PBKDF2-SHA256: 0.15 to 0.3 s in a browser (security 1.4). */
const iterations = 600_000;

const aes = { name: 'AES-GCM', length: 256 };

export async function sealOpenly(text: string): Promise<Sealed> {
	const sealer = await crypto.subtle.generateKey(aes, false, ['encrypt', 'decrypt']);
	const iv = crypto.getRandomValues(new Uint8Array(12));
	return { way: 'beside', sealer, iv, bytes: await encrypt(sealer, iv, text) };
}

export async function sealWith(text: string, passphrase: string): Promise<Sealed> {
	const salt = crypto.getRandomValues(new Uint8Array(16));
	const iv = crypto.getRandomValues(new Uint8Array(12));
	const sealer = await stretch(passphrase, { salt, iterations });
	return { way: 'passphrase', salt, iterations, iv, bytes: await encrypt(sealer, iv, text) };
}

/** The text, or null when the passphrase is wrong or the bytes are damaged: AES-GCM cannot tell which. */
export async function openSealed(
	sealed: Sealed,
	passphrase: string | null
): Promise<string | null> {
	const sealer = sealed.way === 'beside' ? sealed.sealer : await stretch(passphrase ?? '', sealed);
	try {
		const way = { name: 'AES-GCM', iv: sealed.iv };
		return new TextDecoder().decode(await crypto.subtle.decrypt(way, sealer, sealed.bytes));
	} catch (error) {
		if (error instanceof DOMException && error.name === 'OperationError') return null;
		throw error;
	}
}

const encrypt = (sealer: CryptoKey, iv: Uint8Array<ArrayBuffer>, text: string) =>
	crypto.subtle.encrypt({ name: 'AES-GCM', iv }, sealer, new TextEncoder().encode(text));

async function stretch(
	passphrase: string,
	how: { readonly salt: Uint8Array<ArrayBuffer>; readonly iterations: number }
): Promise<CryptoKey> {
	const words = new TextEncoder().encode(passphrase.normalize('NFC'));
	const raw = await crypto.subtle.importKey('raw', words, 'PBKDF2', false, ['deriveKey']);
	const way = { name: 'PBKDF2', hash: 'SHA-256', salt: how.salt, iterations: how.iterations };
	return crypto.subtle.deriveKey(way, raw, aes, false, ['encrypt', 'decrypt']);
}
