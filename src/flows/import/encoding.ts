/** Bytes as text: UTF-8 or nothing, for another encoding would be turned into question marks without a word. */

/** Null when the bytes are no UTF-8. A BOM stays. */
export function textOf(bytes: Uint8Array): string | null {
	try {
		return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
	} catch (error) {
		if (error instanceof TypeError) return null;
		throw error;
	}
}
