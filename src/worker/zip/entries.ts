import {
	bytesAt,
	flag,
	lengthOf,
	longAt,
	nameIn,
	noRoom,
	signature,
	viewOf,
	wideField
} from '#worker/zip/format.ts';

/** Where the files of a zip lie, by its own list at the end: nothing is unpacked to find out what is in it. */

export interface ZipPlace {
	readonly name: string;
	/** Bytes as the list has them; what is really there may differ and is then refused. */
	readonly packed: number;
	readonly size: number;
	readonly crc: number;
	readonly method: number;
	readonly isSealed: boolean;
	/** Of the local header. */
	readonly offset: number;
	/** The zip ends in the middle of it. */
	readonly isCut?: boolean;
}

/** The record that ends a zip, with the longest comment. */
const longestEnd = lengthOf.end + noRoom.short;
/** A file takes no more of the list than this, with its name, comment and extra fields; in an honest zip far less. */
const longestListed = 1024;

/** Where the list is and how long, or null when this is no zip. */
async function findList(
	blob: Blob
): Promise<{ offset: number; size: number; count: number } | null> {
	const start = Math.max(0, blob.size - longestEnd);
	const tail = viewOf(await bytesAt(blob, start, longestEnd));
	for (let at = tail.byteLength - lengthOf.end; at >= 0; at--) {
		if (tail.getUint32(at, true) !== signature.end) continue;
		const count = tail.getUint16(at + 10, true);
		const size = tail.getUint32(at + 12, true);
		const offset = tail.getUint32(at + 16, true);
		if (offset !== noRoom.long && size !== noRoom.long && count !== noRoom.short)
			return { offset, size, count };
		// Over 4 GB, or over 65,534 files: the true numbers stand in a longer record.
		const locator = at - lengthOf.locator64;
		if (locator < 0 || tail.getUint32(locator, true) !== signature.locator64)
			return { offset, size, count };
		const place = longAt(tail, locator + 8);
		const record = viewOf(await bytesAt(blob, place, lengthOf.end64));
		if (record.byteLength < lengthOf.end64 || record.getUint32(0, true) !== signature.end64)
			return null;
		return { count: longAt(record, 32), size: longAt(record, 40), offset: longAt(record, 48) };
	}
	return null;
}

/** Numbers that did not fit stand in an extra field of 64 bits each, in this order. */
function widen(
	list: DataView,
	extra: { readonly at: number; readonly length: number },
	short: { size: number; packed: number; offset: number }
): void {
	const end = Math.min(extra.at + extra.length, list.byteLength);
	for (let at = extra.at; at + 4 <= end;) {
		const length = list.getUint16(at + 2, true);
		if (list.getUint16(at, true) === wideField) {
			let next = at + 4;
			for (const field of ['size', 'packed', 'offset'] as const)
				if (short[field] === noRoom.long && next + 8 <= Math.min(at + 4 + length, end)) {
					short[field] = longAt(list, next);
					next += 8;
				}
			return;
		}
		at += 4 + length;
	}
}

/** The files of a zip. `too-large`: more than `most` of them. */
export async function zipPlaces(
	blob: Blob,
	most: number
): Promise<readonly ZipPlace[] | 'damaged' | 'too-large'> {
	const found = await findList(blob);
	if (!found || found.offset + found.size > blob.size) return 'damaged';
	if (found.count > most || found.size > most * longestListed) return 'too-large';
	const bytes = await bytesAt(blob, found.offset, found.size);
	const list = viewOf(bytes);
	const places: ZipPlace[] = [];
	for (let at = 0; at + lengthOf.listed <= list.byteLength;) {
		if (list.getUint32(at, true) !== signature.listed) return 'damaged';
		const name = list.getUint16(at + 28, true);
		const extra = list.getUint16(at + 30, true);
		const comment = list.getUint16(at + 32, true);
		const short = {
			packed: list.getUint32(at + 20, true),
			size: list.getUint32(at + 24, true),
			offset: list.getUint32(at + 42, true)
		};
		widen(list, { at: at + lengthOf.listed + name, length: extra }, short);
		places.push({
			...short,
			name: nameIn(bytes.subarray(at + lengthOf.listed, at + lengthOf.listed + name)),
			crc: list.getUint32(at + 16, true),
			method: list.getUint16(at + 10, true),
			isSealed: (list.getUint16(at + 8, true) & flag.sealed) !== 0
		});
		if (places.length > most) return 'too-large';
		at += lengthOf.listed + name + extra + comment;
	}
	return places.length === 0 ? 'damaged' : places;
}

/** The packed bytes of a file, or null where the list and the file disagree. */
export async function packedBytes(blob: Blob, place: ZipPlace): Promise<Blob | null> {
	const header = viewOf(await bytesAt(blob, place.offset, lengthOf.file));
	if (header.byteLength < lengthOf.file || header.getUint32(0, true) !== signature.file)
		return null;
	const start =
		place.offset + lengthOf.file + header.getUint16(26, true) + header.getUint16(28, true);
	return start + place.packed > blob.size ? null : blob.slice(start, start + place.packed);
}

/** Whether the content is what the list said. */
export const isAsListed = (place: ZipPlace, size: number, crc: number): boolean =>
	place.isCut !== true && size === place.size && crc === place.crc;
