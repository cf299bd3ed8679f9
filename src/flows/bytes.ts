/** Bytes as text and back. In the flows, because core has not the decoders of the browser; base64 is written in `core/text/base64.ts`. */

/** The text of UTF-8 bytes, or null: another encoding would silently become question marks. A BOM stays. */
export function utf8Text(bytes: Uint8Array): string | null {
	try {
		return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
	} catch (error) {
		if (error instanceof TypeError) return null;
		throw error;
	}
}

export const bytesOfBase64 = (base64: string): Uint8Array =>
	Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
