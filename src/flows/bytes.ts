import { encodingOf } from '#core/import/encoding.ts';

/** Bytes as text and back. In the flows, because core has not the decoders of the browser; base64 is written in `core/text/base64.ts`. */

const strict = { fatal: true };

/** The text of UTF-8 bytes, or null: another encoding would silently become question marks. A BOM stays. */
export const utf8Text = (bytes: Uint8Array): string | null =>
	decoded(new TextDecoder('utf-8', { ...strict, ignoreBOM: true }), bytes);

/** The text of some bytes, more of which may come; none: they are over. Null where they are no text. */
export function decoded(
	decoder: TextDecoder,
	...[bytes, more]: [bytes?: Uint8Array, more?: { readonly stream: true }]
): string | null {
	try {
		return bytes ? decoder.decode(bytes, more) : decoder.decode();
	} catch (error) {
		if (error instanceof TypeError) return null;
		throw error;
	}
}

/** The text of a file from elsewhere, or null where it cannot be told. */
export function foreignText(bytes: Uint8Array): string | null {
	const encoding = encodingOf(bytes);
	return encoding === 'utf-8' ? utf8Text(bytes) : decoded(new TextDecoder(encoding, strict), bytes);
}

export const bytesOfBase64 = (base64: string): Uint8Array =>
	Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
