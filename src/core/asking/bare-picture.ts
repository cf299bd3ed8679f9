import type { PictureType } from '#core/asking/attached.ts';
import { joinBytes } from '#core/bytes.ts';
import { crc32 } from '#core/crc32.ts';

/**
 * A picture without what is written beside it: where, when and with what it was taken, words, thumbnails, films behind
 * its end. Only what it takes to be drawn stays, by lists of parts: pixels byte for byte, colours, and which side is up.
 */

/** The same bytes where nothing is beside; null where it cannot be read through to its end. A GIF stays as it is. */
export function barePicture(
	type: PictureType,
	bytes: Uint8Array<ArrayBuffer>
): Uint8Array<ArrayBuffer> | null {
	const pieces = readers[type](bytes);
	if (!pieces) return null;
	const length = pieces.reduce((sum, piece) => sum + piece.length, 0);
	return length === bytes.length && pieces.every((piece) => piece.buffer === bytes.buffer)
		? bytes
		: joinBytes(pieces);
}

type Pieces = readonly Uint8Array[] | null;

const readers: Readonly<Record<PictureType, (bytes: Uint8Array) => Pieces>> = {
	'image/jpeg': jpegPieces,
	'image/png': pngPieces,
	'image/webp': webpPieces,
	'image/gif': (bytes) => [bytes]
};

/** Bytes as signs of one byte each. */
const signs = (bytes: Uint8Array, from: number, through: number): string =>
	String.fromCharCode(...bytes.subarray(from, through));

const viewOf = ({ buffer, byteOffset, byteLength }: Uint8Array): DataView =>
	new DataView(buffer, byteOffset, byteLength);

/** Applications' parts of a JPEG that matter to whoever draws it, by how they begin: size, colours, how they are coded. */
const drawn: Readonly<Record<number, string>> = {
	0xe0: 'JFIF\0',
	0xe2: 'ICC_PROFILE\0',
	0xee: 'Adobe'
};

function jpegPieces(bytes: Uint8Array): Pieces {
	const pieces = [bytes.subarray(0, 2)];
	for (let at = 2; ;) {
		while (bytes[at] === 0xff && bytes[at + 1] === 0xff) at++;
		const marker = bytes[at + 1];
		if (bytes[at] !== 0xff || marker === undefined) return null;
		// Its end: what lies behind it is another picture or a film.
		if (marker === 0xd9) return [...pieces, bytes.subarray(at, at + 2)];
		const length = at + 4 <= bytes.length ? viewOf(bytes).getUint16(at + 2) : 0;
		let end = at + 2 + length;
		if (length < 2 || end > bytes.length) return null;
		if (marker === 0xda) end = endOfScan(bytes, end);
		const isBeside = (marker >= 0xe0 && marker <= 0xef) || marker === 0xfe;
		const begin = drawn[marker];
		if (!isBeside || (begin && signs(bytes, at + 4, at + 4 + begin.length) === begin))
			pieces.push(bytes.subarray(at, end));
		else if (marker === 0xe1 && signs(bytes, at + 4, at + 10) === exif) {
			const side = sideIn(bytes.subarray(at + 10, end));
			if (side) pieces.push(part('\xff\xe1', 2 + exif.length + side.length), ascii(exif), side);
		}
		at = end;
	}
}

/** Where coded pixels end: before the next marker that is none of theirs. */
function endOfScan(bytes: Uint8Array, from: number): number {
	for (let at = bytes.indexOf(0xff, from); at >= 0; at = bytes.indexOf(0xff, at + 1)) {
		const next = bytes[at + 1] ?? 0;
		if (next !== 0 && next !== 0xff && (next < 0xd0 || next > 0xd7)) return at;
	}
	return bytes.length;
}

const part = (sign: string, length: number): Uint8Array =>
	Uint8Array.of(...ascii(sign), length >> 8, length & 255);

/** Chunks of a PNG beside those it cannot be read without: transparency, colours, its scale, moving pictures. */
const drawnInPng: ReadonlySet<string> = new Set(
	'tRNS gAMA cHRM iCCP sRGB sBIT bKGD pHYs cICP mDCV cLLI hIST sPLT acTL fcTL fdAT'.split(' ')
);

function pngPieces(bytes: Uint8Array): Pieces {
	const view = viewOf(bytes);
	const pieces = [bytes.subarray(0, 8)];
	for (let at = 8; at + 12 <= bytes.length;) {
		const length = view.getUint32(at);
		const end = at + 12 + length;
		if (end > bytes.length) return null;
		const name = signs(bytes, at + 4, at + 8);
		// A capital: no picture without it.
		if (/^[A-Z]/.test(name) || drawnInPng.has(name)) pieces.push(bytes.subarray(at, end));
		else if (name === 'eXIf') {
			const side = sideIn(bytes.subarray(at + 8, end - 4));
			if (side) pieces.push(chunk(side));
		}
		if (name === 'IEND') return pieces;
		at = end;
	}
	return null;
}

/** An eXIf chunk of a PNG. */
function chunk(content: Uint8Array): Uint8Array {
	const named = joinBytes([ascii('eXIf'), content]);
	return joinBytes([uint32(content.length), named, uint32(crc32(0, named))]);
}

function uint32(value: number): Uint8Array {
	const bytes = new Uint8Array(4);
	viewOf(bytes).setUint32(0, value);
	return bytes;
}

const drawnInWebp: ReadonlySet<string> = new Set(['VP8 ', 'VP8L', 'ALPH', 'ANIM', 'ANMF', 'ICCP']);

/** What the head of a WebP says of its parts. */
const says = { exif: 8, xmp: 4 };

function webpPieces(bytes: Uint8Array): Pieces {
	const view = viewOf(bytes);
	const whole = bytes.length >= 12 ? 8 + view.getUint32(4, true) : 0;
	if (whole < 12 || whole > bytes.length) return null;
	const pieces: Uint8Array[] = [];
	let head: Uint8Array | null = null;
	let turned = false;
	for (let at = 12; at + 8 <= whole;) {
		const length = view.getUint32(at + 4, true);
		// Padded to an even length, but for some at their very end.
		const end = Math.min(at + 8 + length + (length & 1), whole);
		if (at + 8 + length > whole) return null;
		const name = signs(bytes, at, at + 4);
		if (name === 'VP8X' && length >= 10) pieces.push((head = bytes.slice(at, end)));
		else if (drawnInWebp.has(name)) pieces.push(bytes.subarray(at, end));
		else if (name === 'EXIF') {
			const begin = signs(bytes, at + 8, at + 14) === exif ? at + 14 : at + 8;
			const side = sideIn(bytes.subarray(begin, at + 8 + length));
			if (side) pieces.push(ascii('EXIF'), uint32(side.length).reverse(), side);
			turned ||= side !== null;
		}
		at = end;
	}
	const size = 4 + pieces.reduce((sum, piece) => sum + piece.length, 0);
	if (8 + size === bytes.length && !turned) return [bytes];
	if (head) head[8] = ((head[8] ?? 0) & ~(says.exif | says.xmp)) | (turned ? says.exif : 0);
	return [ascii('RIFF'), uint32(size).reverse(), ascii('WEBP'), ...pieces];
}

const exif = 'Exif\0\0';

const ascii = (text: string): Uint8Array => Uint8Array.from(text, (sign) => sign.charCodeAt(0));

const orientation = 0x0112;

/**
 * EXIF that says nothing but which side is up, where that is not the first row of pixels.
 *
 * @param tiff What stands behind `Exif`.
 */
function sideIn(tiff: Uint8Array): Uint8Array | null {
	const order = signs(tiff, 0, 4);
	const little = order === 'II*\0';
	if ((!little && order !== 'MM\0*') || tiff.length < 8) return null;
	const view = viewOf(tiff);
	const begin = view.getUint32(4, little);
	if (begin + 2 > tiff.length) return null;
	const count = view.getUint16(begin, little);
	for (let at = begin + 2; at < begin + 2 + count * 12 && at + 12 <= tiff.length; at += 12) {
		if (view.getUint16(at, little) !== orientation) continue;
		const side = view.getUint16(at + 8, little);
		return side > 1 && side <= 8
			? ascii(
					`MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0${String.fromCharCode(side)}\0\0\0\0\0\0`
				)
			: null;
	}
	return null;
}
