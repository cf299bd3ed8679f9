/** Bytes as text and back. In the flows, because core has neither the decoder nor the base64 of the browser. */

/** UTF-8 or nothing, for another encoding would be turned into question marks without a word. A BOM stays. */
export function textOf(bytes: Uint8Array): string | null {
	try {
		return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
	} catch (error) {
		if (error instanceof TypeError) return null;
		throw error;
	}
}

/** In pieces, because a call takes only so many arguments; a number of threes, so that no piece ends in signs of its own. */
const piece = 32_766;

export function base64Of(bytes: Uint8Array): string {
	let text = '';
	for (let at = 0; at < bytes.length; at += piece)
		text += btoa(String.fromCharCode(...bytes.subarray(at, at + piece)));
	return text;
}

export const bytesOfBase64 = (base64: string): Uint8Array =>
	Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
