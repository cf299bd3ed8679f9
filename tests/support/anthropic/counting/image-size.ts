/** Width and height of a picture, read from its first bytes: images are billed by their pixels. */

export interface ImageSize {
	readonly width: number;
	readonly height: number;
}

/** Pixels of a PNG, GIF, JPEG or WebP; null for anything else. */
export function imageSize(bytes: Buffer): ImageSize | null {
	if (bytes.length < 30) return null;
	if (bytes.toString('latin1', 1, 4) === 'PNG')
		return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
	if (bytes.toString('latin1', 0, 3) === 'GIF')
		return { width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) };
	if (bytes.readUInt16BE(0) === 0xffd8) return jpegSize(bytes);
	if (bytes.toString('latin1', 8, 12) === 'WEBP') return webpSize(bytes);
	return null;
}

function jpegSize(bytes: Buffer): ImageSize | null {
	let at = 2;
	while (at + 9 < bytes.length) {
		const marker = bytes.readUInt8(at + 1);
		const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
		if (isFrame) return { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) };
		at += 2 + bytes.readUInt16BE(at + 2);
	}
	return null;
}

function webpSize(bytes: Buffer): ImageSize | null {
	switch (bytes.toString('latin1', 12, 16)) {
		case 'VP8 ':
			return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff };
		case 'VP8L': {
			const bits = bytes.readUInt32LE(21);
			return { width: (bits & 0x3fff) + 1, height: ((bits >> 14) & 0x3fff) + 1 };
		}
		case 'VP8X':
			return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 };
		default:
			return null;
	}
}
