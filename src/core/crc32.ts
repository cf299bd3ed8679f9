/** CRC-32 (IEEE 802.3), piece by piece: what a zip says of its files is held against it. */

const table = /* @__PURE__ */ makeTable();

function makeTable(): Uint32Array {
	const made = new Uint32Array(256);
	for (let n = 0; n < 256; n++) {
		let c = n;
		for (let bit = 0; bit < 8; bit++) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1;
		made[n] = c >>> 0;
	}
	return made;
}

/** The checksum of what `before` (0 at the beginning) is of, followed by `bytes`. */
export function crc32(before: number, bytes: Uint8Array): number {
	let c = ~before >>> 0;
	for (const byte of bytes) c = (table[(c ^ byte) & 0xff] ?? 0) ^ (c >>> 8);
	return ~c >>> 0;
}
