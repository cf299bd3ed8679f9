import { mebibyte } from '#core/bytes.ts';
import type { ZipPlace } from '#worker/zip/entries.ts';
import {
	bytesAt,
	flag,
	lengthOf,
	longAt,
	method as methods,
	nameIn,
	noRoom,
	signature,
	viewOf
} from '#worker/zip/format.ts';

/**
 * Where the files of a zip lie that has lost its list: a download that broke off, a disk that was full. Each file has a
 * header of its own in front of it; the last one may end in the middle.
 */

/** Bytes that are looked through at once. */
const piece = 4 * mebibyte;
/** A header that claims a longer name, or a newer format than there is, is content that looks like one. */
const longestName = 1024;
const newestVersion = 63;
/** The record of sizes, with sizes of 32 or 64 bits. */
const sizesLength = { short: 16, long: 24 };

interface Header {
	readonly name: string;
	readonly method: number;
	readonly isSealed: boolean;
	/** Sizes and checksum stand behind the content. */
	readonly isOpen: boolean;
	readonly crc: number;
	readonly packed: number;
	readonly size: number;
	/** Of the content. */
	readonly start: number;
}

/** The header of a file, or null where there is none: the four bytes it begins with may stand in any content. */
async function headerAt(blob: Blob, offset: number): Promise<Header | null> {
	const bytes = await bytesAt(blob, offset, lengthOf.file + longestName);
	const found = viewOf(bytes);
	if (bytes.length < lengthOf.file || found.getUint32(0, true) !== signature.file) return null;
	const flags = found.getUint16(6, true);
	const method = found.getUint16(8, true);
	const nameLength = found.getUint16(26, true);
	const isLikely =
		found.getUint16(4, true) % 256 <= newestVersion &&
		(method === methods.stored || method === methods.deflated);
	if (!isLikely || nameLength === 0 || nameLength > longestName) return null;
	const name = nameIn(bytes.subarray(lengthOf.file, lengthOf.file + nameLength));
	const packed = found.getUint32(18, true);
	return {
		name,
		method,
		isSealed: (flags & flag.sealed) !== 0,
		isOpen: (flags & flag.sizesBehind) !== 0 || packed === noRoom.long,
		crc: found.getUint32(14, true),
		packed,
		size: found.getUint32(22, true),
		start: offset + lengthOf.file + nameLength + found.getUint16(28, true)
	};
}

/** The next place from `from` on where a file or the list may begin; the end of the zip where there is none. */
async function nextMark(blob: Blob, from: number): Promise<number> {
	for (let start = from; start < blob.size; start += piece) {
		const bytes = await bytesAt(blob, start, piece + 3);
		const found = viewOf(bytes);
		for (let at = bytes.indexOf(0x50); at >= 0 && at + 4 <= bytes.length;) {
			const mark = found.getUint32(at, true);
			if (mark === signature.file || mark === signature.listed) return start + at;
			at = bytes.indexOf(0x50, at + 1);
		}
	}
	return blob.size;
}

/** Sizes and checksum as they stand behind the content that ends before `end`; null where none stand there. */
async function sizesBefore(
	blob: Blob,
	start: number,
	end: number
): Promise<Pick<ZipPlace, 'packed' | 'size' | 'crc'> | null> {
	const from = Math.max(start, end - sizesLength.long);
	const bytes = await bytesAt(blob, from, end - from);
	const found = viewOf(bytes);
	for (const width of ['short', 'long'] as const) {
		const length = sizesLength[width];
		const at = bytes.length - length;
		if (at < 0 || found.getUint32(at, true) !== signature.sizes) continue;
		const isLong = width === 'long';
		const packed = isLong ? longAt(found, at + 8) : found.getUint32(at + 8, true);
		const size = isLong ? longAt(found, at + 16) : found.getUint32(at + 12, true);
		if (packed === end - length - start)
			return { packed, size, crc: found.getUint32(at + 4, true) };
	}
	return null;
}

/** The files that are there, at most `most`; `isCut` marks the one that ends in the middle. */
export async function salvagedPlaces(blob: Blob, most: number): Promise<readonly ZipPlace[]> {
	const places: ZipPlace[] = [];
	let offset = await nextMark(blob, 0);
	while (offset < blob.size && places.length < most) {
		const header = await headerAt(blob, offset);
		if (!header) {
			offset = await nextMark(blob, offset + 4);
			continue;
		}
		const { name, method, isSealed, start } = header;
		const place = { name, method, isSealed, offset };
		const cut = { ...place, packed: Math.max(0, blob.size - start), size: 0, crc: 0, isCut: true };
		if (!header.isOpen) {
			const { packed, size, crc } = header;
			const isWhole = start + packed <= blob.size;
			places.push(isWhole ? { ...place, packed, size, crc } : cut);
			offset = isWhole ? await nextMark(blob, start + packed) : blob.size;
			continue;
		}
		let end = await nextMark(blob, start);
		let sizes = await sizesBefore(blob, start, end);
		while (!sizes && end < blob.size) {
			end = await nextMark(blob, end + 4);
			sizes = await sizesBefore(blob, start, end);
		}
		places.push(sizes ? { ...place, ...sizes } : cut);
		offset = end;
	}
	return places;
}
