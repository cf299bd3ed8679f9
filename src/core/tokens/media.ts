/** What pictures cost: by pixels, never by the length of their base64 (INV-27). */

const mostOfAnImage = 1600;
/** Where a picture does not tell its size: what the largest costs, so that the guess errs on the safe side. */
const unknownImage = mostOfAnImage;

interface ImageSize {
	readonly width: number;
	readonly height: number;
}

/** Tokens of a picture of so many pixels: width × height ÷ 750, at most 1,600, at least 1 (INV-27). */
export function imageTokens(width: number, height: number): number {
	const tokens = Math.ceil((width * height) / 750);
	return Math.min(mostOfAnImage, Math.max(1, Number.isFinite(tokens) ? tokens : mostOfAnImage));
}

/** Tokens of a base64 picture, from the size its header names; unreadable ones weigh the most. */
export function imageTokensOf(base64: string): number {
	const size = imageSizeOf(base64);
	return size === null ? unknownImage : imageTokens(size.width, size.height);
}

const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const values = new Uint8Array(128).fill(255);
for (let at = 0; at < digits.length; at++) values[digits.charCodeAt(at)] = at;

/** The first bytes of what base64 stands for. */
export function firstBytes(base64: string, count: number): Uint8Array {
	const bytes = new Uint8Array(Math.min(count, Math.floor((base64.length * 3) / 4)));
	let bits = 0;
	let held = 0;
	let at = 0;
	for (let sign = 0; sign < base64.length && at < bytes.length; sign++) {
		const value = values[base64.charCodeAt(sign)] ?? 255;
		if (value === 255) continue;
		held = ((held << 6) | value) & 0xffffff;
		bits += 6;
		if (bits < 8) continue;
		bits -= 8;
		bytes[at++] = held >> bits;
	}
	return bytes;
}

/** Pixels of a base64 PNG, JPEG, GIF or WebP, or null where the header is none of these. */
export function imageSizeOf(base64: string): ImageSize | null {
	const bytes = firstBytes(base64, 32);
	const at = (place: number): number => bytes[place] ?? 0;
	const little = (place: number): number => at(place) | (at(place + 1) << 8);
	const size = (width: number, height: number): ImageSize | null =>
		width > 0 && height > 0 ? { width, height } : null;
	if (at(0) === 0x89 && at(1) === 0x50)
		return size(at(16) * 2 ** 24 + big24(bytes, 17), at(20) * 2 ** 24 + big24(bytes, 21));
	if (at(0) === 0x47 && at(1) === 0x49) return size(little(6), little(8));
	if (at(0) === 0x52 && at(8) === 0x57) {
		if (at(15) === 0x20) return size(little(26) & 0x3fff, little(28) & 0x3fff);
		if (at(15) === 0x58)
			return size(1 + little(24) + (at(26) << 16), 1 + little(27) + (at(29) << 16));
		const packed = little(21) + little(23) * 65536;
		return size(1 + (packed & 0x3fff), 1 + ((packed >>> 14) & 0x3fff));
	}
	return at(0) === 0xff && at(1) === 0xd8 ? jpegSize(base64) : null;
}

const big24 = (bytes: Uint8Array, at: number): number =>
	((bytes[at] ?? 0) << 16) | ((bytes[at + 1] ?? 0) << 8) | (bytes[at + 2] ?? 0);

/** A JPEG names its size in the first frame header, which stands after tables, thumbnails and profiles. */
function jpegSize(base64: string): ImageSize | null {
	const bytes = firstBytes(base64, 600_000);
	let at = 2;
	while (at + 9 < bytes.length) {
		if (bytes[at] !== 0xff) return null;
		const marker = bytes[at + 1] ?? 0;
		if (marker === 0xff) {
			at++;
			continue;
		}
		const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
		if (isFrame) {
			const height = ((bytes[at + 5] ?? 0) << 8) | (bytes[at + 6] ?? 0);
			const width = ((bytes[at + 7] ?? 0) << 8) | (bytes[at + 8] ?? 0);
			return width > 0 && height > 0 ? { width, height } : null;
		}
		at += 2 + (((bytes[at + 2] ?? 0) << 8) | (bytes[at + 3] ?? 0));
	}
	return null;
}

/** Looks at base64 once for each object that holds it: rows stay the same objects, and a file may be large. */
export function remembered<T>(
	look: (base64: string) => T
): (source: { readonly data: string }) => T {
	const known = new WeakMap<object, { readonly found: T }>();
	return (source) => {
		const entry = known.get(source) ?? { found: look(source.data) };
		known.set(source, entry);
		return entry.found;
	};
}
