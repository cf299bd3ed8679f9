import type { KeptKeys } from '#db/keys/kept-keys.ts';

/** 16 hex digits of an HMAC over origin and key: tells two keys of this device apart and nothing else. */
export async function fingerprints(
	kept: KeptKeys,
	origin: string
): Promise<(key: string) => Promise<string>> {
	const way = { name: 'HMAC', hash: 'SHA-256' };
	const hmac = await crypto.subtle.importKey('raw', await saltIn(kept), way, false, ['sign']);
	return async (key) => {
		const text = new TextEncoder().encode(`${origin}\n${key}`);
		return hex(new Uint8Array(await crypto.subtle.sign('HMAC', hmac, text)));
	};
}

/** One that says nothing of its key. */
export const anyFingerprint = (): string => hex(crypto.getRandomValues(new Uint8Array(8)));

const hex = (bytes: Uint8Array): string =>
	[...bytes.subarray(0, 8)].map((byte) => byte.toString(16).padStart(2, '0')).join('');

/** Made with the first key. */
async function saltIn(kept: KeptKeys): Promise<Uint8Array<ArrayBuffer>> {
	const there = await kept.get('salt');
	if (there) return there;
	const salt = crypto.getRandomValues(new Uint8Array(32));
	await kept.put('salt', salt);
	return salt;
}
