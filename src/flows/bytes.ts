/** Bytes as text and back. In the flows, because core has neither the decoder nor the base64 of the browser. */

/** The text of UTF-8 bytes, or null: another encoding would silently become question marks. A BOM stays. */
export function utf8Text(bytes: Uint8Array): string | null {
	try {
		return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
	} catch (error) {
		if (error instanceof TypeError) return null;
		throw error;
	}
}

/**
 * Bytes for one call, because a call takes only so many arguments; a multiple of three, so that base64 needs no
 * padding in between.
 */
const piece = 32_766;

export function base64Of(bytes: Uint8Array): string {
	let text = '';
	for (let at = 0; at < bytes.length; at += piece)
		text += btoa(String.fromCharCode(...bytes.subarray(at, at + piece)));
	return text;
}

export const bytesOfBase64 = (base64: string): Uint8Array =>
	Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
