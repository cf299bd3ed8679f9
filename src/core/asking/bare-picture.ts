import type { PictureType } from '#core/asking/attached.ts';
import { joinBytes, lengthOf } from '#core/bytes.ts';
import { wordSet } from '#core/text/word-set.ts';

/**
 * A picture without what is written beside it: where, when and with what it was taken, words, thumbnails, films behind
 * its end. Only what it takes to be drawn stays, by lists of parts: pixels byte for byte, colours, and which side is up.
 */

/** The same bytes where nothing is beside; null where it cannot be read through to its end. */
export function barePicture(
	type: PictureType,
	bytes: Uint8Array<ArrayBuffer>
): Uint8Array<ArrayBuffer> | null {
	const pieces = readers[type](bytes);
	if (!pieces) return null;
	return lengthOf(pieces) === bytes.length ? bytes : joinBytes(pieces);
}

type Pieces = readonly Uint8Array[] | null;

const readers: Readonly<Record<PictureType, (bytes: Uint8Array) => Pieces>> = {
	'image/jpeg': jpegPieces,
	'image/png': pngPieces,
	'image/webp': webpPieces,
	'image/gif': gifPieces
};

/** Bytes as signs of one byte each. */
const signs = (bytes: Uint8Array, from: number, through: number): string =>
	String.fromCharCode(...bytes.subarray(from, through));

const viewOf = ({ buffer, byteOffset, byteLength }: Uint8Array): DataView =>
	new DataView(buffer, byteOffset, byteLength);

interface DrawnPart {
	readonly begins: string;
	/** How many bytes of it are drawn by, where the rest is a thumbnail or words. */
	readonly bytes?: number;
}

/** Applications' parts of a JPEG that matter to whoever draws it: its scale, its colours, how they are coded. */
const drawn: Readonly<Record<number, DrawnPart>> = {
	0xe0: { begins: 'JFIF\0', bytes: 14 },
	0xe2: { begins: 'ICC_PROFILE\0' },
	0xee: { begins: 'Adobe', bytes: 12 }
};

function jpegPieces(bytes: Uint8Array): Pieces {
	const pieces = [bytes.subarray(0, 2)];
	for (let at = 2; ;) {
		while (bytes[at] === 0xff && bytes[at + 1] === 0xff) at++;
		const marker = bytes[at + 1];
		if (bytes[at] !== 0xff || marker === undefined) return null;
		// The picture ends here: what lies behind is another one, or a film.
		if (marker === 0xd9) return [...pieces, bytes.subarray(at, at + 2)];
		const length = at + 4 <= bytes.length ? viewOf(bytes).getUint16(at + 2) : 0;
		let end = at + 2 + length;
		if (length < 2 || end > bytes.length) return null;
		if (marker === 0xda) end = endOfScan(bytes, end);
		const isPixels = marker >= 0xc0 && marker <= 0xdf;
		const part = drawn[marker];
		if (isPixels) pieces.push(bytes.subarray(at, end));
		else if (part && signs(bytes, at + 4, at + 4 + part.begins.length) === part.begins)
			pieces.push(cutShort(bytes.subarray(at, end), part.bytes ?? Infinity));
		else if (marker === 0xe1 && signs(bytes, at + 4, at + 10) === exif) {
			const side = sideIn(bytes.subarray(at + 10, end));
			if (side > 1 && side <= 8) pieces.push(sideUp(side));
		}
		at = end;
	}
}

/** A part of a JPEG with so many bytes at most behind its length; a thumbnail of 0 × 0 ends what JFIF says. */
function cutShort(part: Uint8Array, most: number): Uint8Array {
	if (part.length <= 4 + most) return part;
	const cut = part.slice(0, 4 + most);
	viewOf(cut).setUint16(2, 2 + most);
	if (cut[1] === 0xe0) cut.fill(0, 2 + most);
	return cut;
}

/** Where coded pixels end: before the next marker that is none of theirs. */
function endOfScan(bytes: Uint8Array, from: number): number {
	for (let at = bytes.indexOf(0xff, from); at >= 0; at = bytes.indexOf(0xff, at + 1)) {
		const next = bytes[at + 1] ?? 0;
		if (next !== 0 && next !== 0xff && (next < 0xd0 || next > 0xd7)) return at;
	}
	return bytes.length;
}

/** Chunks of a PNG: its pixels, transparency, colours, its scale, moving pictures. */
const drawnInPng = wordSet([
	'IHDR PLTE IDAT IEND tRNS gAMA cHRM iCCP sRGB sBIT bKGD pHYs',
	'cICP mDCV cLLI hIST sPLT acTL fcTL fdAT'
]);

function pngPieces(bytes: Uint8Array): Pieces {
	const view = viewOf(bytes);
	const pieces = [bytes.subarray(0, 8)];
	for (let at = 8; at + 12 <= bytes.length;) {
		const length = view.getUint32(at);
		const end = at + 12 + length;
		if (end > bytes.length) return null;
		const name = signs(bytes, at + 4, at + 8);
		if (drawnInPng.has(name)) pieces.push(bytes.subarray(at, end));
		// A capital: it cannot be drawn without what nobody knows here.
		else if (/^[A-Z]/.test(name)) return null;
		if (name === 'IEND') return pieces;
		at = end;
	}
	return null;
}

const drawnInWebp: ReadonlySet<string> = new Set(['VP8 ', 'VP8L', 'ALPH', 'ANIM', 'ICCP']);

/** Bytes of a frame of a WebP before its chunks. */
const frameHead = 16;

/** In the head of a WebP: that it has EXIF, and XMP. */
const notes = 8 | 4;

function webpPieces(bytes: Uint8Array): Pieces {
	const view = viewOf(bytes);
	const whole = bytes.length >= 12 ? 8 + view.getUint32(4, true) : 0;
	if (whole < 12 || whole > bytes.length) return null;
	const chunks = webpChunks(bytes.subarray(12, whole));
	if (!chunks) return null;
	const riff = bytes.slice(0, 12);
	viewOf(riff).setUint32(4, lengthOf(chunks) + 4, true);
	return [riff, ...chunks];
}

/** What of some chunks is drawn; those of a frame stand in its own, and no frame stands in another. */
function webpChunks(bytes: Uint8Array, isFrame = false): readonly Uint8Array[] | null {
	const pieces: Uint8Array[] = [];
	for (let at = 0; at + 8 <= bytes.length;) {
		const length = viewOf(bytes).getUint32(at + 4, true);
		if (at + 8 + length > bytes.length) return null;
		// Padded to an even length, but for some at their very end.
		const end = Math.min(at + 8 + length + (length & 1), bytes.length);
		const name = signs(bytes, at, at + 4);
		if (name === 'VP8X') {
			const head = bytes.slice(at, end);
			head[8] = (head[8] ?? 0) & ~notes;
			pieces.push(head);
		} else if (name === 'ANMF' && !isFrame) {
			const chunks = webpChunks(bytes.subarray(at + 8 + frameHead, at + 8 + length), true);
			if (!chunks) return null;
			// One piece: there may be too many for a list of arguments.
			const frame = joinBytes(chunks);
			const head = bytes.slice(at, at + 8 + frameHead);
			viewOf(head).setUint32(4, frameHead + frame.length, true);
			pieces.push(head, frame, new Uint8Array(frame.length & 1));
		} else if (drawnInWebp.has(name)) pieces.push(bytes.subarray(at, end));
		at = end;
	}
	return pieces;
}

const exif = 'Exif\0\0';

/** A part of a JPEG that says nothing but which side is up. */
const sideUp = (side: number): Uint8Array =>
	Uint8Array.from(
		`\xff\xe1\0\x22${exif}MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0${String.fromCharCode(side)}\0\0\0\0\0\0`,
		(sign) => sign.charCodeAt(0)
	);

/**
 * How often a moving GIF begins anew: the one application's part that matters to whoever draws it. Eleven bytes name it,
 * three say how often; whatever else hides behind the name is no part of it.
 */
const repeats: ReadonlySet<string> = new Set(['\vNETSCAPE2.0\x03', '\vANIMEXTS1.0\x03']);

/** Bytes of the table of colours that a byte of flags speaks of. */
const coloursOf = (flags: number): number => (flags & 0x80 ? 3 << ((flags & 7) + 1) : 0);

/** Pictures with their delays; comments, words to be written on them and what applications add are left out. */
function gifPieces(bytes: Uint8Array): Pieces {
	let at = 13 + coloursOf(bytes[10] ?? 0);
	if (at > bytes.length) return null;
	const pieces = [bytes.subarray(0, at)];
	for (;;) {
		const mark = bytes[at];
		// Some programs write no end.
		if (mark === undefined) return at === bytes.length ? pieces : null;
		// The picture ends here: what lies behind is no part of it.
		if (mark === 0x3b) return [...pieces, bytes.subarray(at, at + 1)];
		const label = bytes[at + 1];
		const head = mark === 0x2c ? 11 + coloursOf(bytes[at + 9] ?? 0) : 2;
		const end = mark === 0x2c || mark === 0x21 ? endOfBlocks(bytes, at + head) : null;
		if (end === null) return null;
		const isRepeat =
			label === 0xff && end === at + 19 && repeats.has(signs(bytes, at + 2, at + 15));
		// A delay, and which colour is none: four bytes, and no more blocks.
		const isDelay = label === 0xf9 && bytes[at + 2] === 4 && end === at + 8;
		if (mark === 0x2c || isDelay || isRepeat) pieces.push(bytes.subarray(at, end));
		at = end;
	}
}

/** Behind blocks that each say how long they are, to the one of no length; null where the bytes end before. */
function endOfBlocks(bytes: Uint8Array, from: number): number | null {
	for (let at = from; ;) {
		const length = bytes[at];
		if (length === undefined) return null;
		at += length + 1;
		if (length === 0) return at;
	}
}

/** Which side is up, 1 to 8; 0 where it is not told. `tiff`: what stands behind `Exif`. */
function sideIn(tiff: Uint8Array): number {
	const little = tiff[0] === 0x49;
	const view = viewOf(tiff);
	const begin = tiff.length < 8 ? Infinity : view.getUint32(4, little);
	if (begin + 2 > tiff.length) return 0;
	const end = Math.min(tiff.length, begin + 2 + view.getUint16(begin, little) * 12);
	for (let at = begin + 2; at + 12 <= end; at += 12)
		if (view.getUint16(at, little) === 0x0112) return view.getUint16(at + 8, little);
	return 0;
}
