/** Bytes: those of a text, many pieces as one, and how many may be held at once. */

export const mebibyte = 1024 * 1024;

/** Largest file from outside that is held whole; a larger one is read piece by piece or not at all. */
export const mostHeldWhole = 200 * mebibyte;

/** When a packed file counts as a bomb: from `from` bytes on, if it unpacks to more than `times` its packed size. */
export const bombs = { from: 10 * mebibyte, times: 200 } as const;

export const lengthOf = (pieces: readonly Uint8Array[]): number =>
	pieces.reduce((sum, piece) => sum + piece.length, 0);

export function joinBytes(pieces: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
	const bytes = new Uint8Array(lengthOf(pieces));
	let at = 0;
	for (const piece of pieces) {
		bytes.set(piece, at);
		at += piece.length;
	}
	return bytes;
}

/** UTF-8 bytes of a text; core has no TextEncoder. Lone surrogates become U+FFFD. */
export function utf8(text: string): Uint8Array {
	const bytes = new Uint8Array(text.length * 3);
	let n = 0;
	for (let i = 0; i < text.length; i++) {
		let code = text.charCodeAt(i);
		if (code < 0x80) {
			bytes[n++] = code;
			continue;
		}
		if (code >= 0xd800 && code < 0xe000) {
			const low = i + 1 < text.length ? text.charCodeAt(i + 1) : 0;
			if (code < 0xdc00 && low >= 0xdc00 && low < 0xe000) {
				code = 0x10000 + ((code - 0xd800) << 10) + (low - 0xdc00);
				i++;
			} else code = 0xfffd;
		}
		if (code < 0x800) bytes[n++] = 0xc0 | (code >> 6);
		else {
			if (code < 0x10000) bytes[n++] = 0xe0 | (code >> 12);
			else {
				bytes[n++] = 0xf0 | (code >> 18);
				bytes[n++] = 0x80 | ((code >> 12) & 63);
			}
			bytes[n++] = 0x80 | ((code >> 6) & 63);
		}
		bytes[n++] = 0x80 | (code & 63);
	}
	return bytes.subarray(0, n);
}
