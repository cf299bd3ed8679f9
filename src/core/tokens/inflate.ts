import { Unzlib } from 'fflate';

/** Unpacks what was packed as zlib does (RFC 1950), a piece at a time: what unpacks to more than is wanted is left. */

/** A packed byte makes a thousand at most. */
const pieceLength = 4096;

/** Bytes as text, one character each, at most `most`; null where the data is damaged or there are more. */
export function inflate(data: Uint8Array, most: number): string | null {
	let text = '';
	const unpacking = new Unzlib((bytes) => {
		text += asText(bytes);
	});
	try {
		for (let at = 0; at < data.length && text.length <= most; at += pieceLength)
			unpacking.push(data.subarray(at, at + pieceLength));
		unpacking.push(new Uint8Array(), true);
	} catch (error) {
		if (!(error instanceof Error)) throw error;
		return null;
	}
	return text.length > most ? null : text;
}

/** A character a byte. */
export function asText(bytes: Uint8Array): string {
	let text = '';
	for (let at = 0; at < bytes.length; at += 4096)
		text += String.fromCharCode(...bytes.subarray(at, at + 4096));
	return text;
}
