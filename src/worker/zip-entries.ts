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

const signature = { end: 0x06054b50, end64: 0x06064b50, locator64: 0x07064b50, entry: 0x02014b50 };
/** The record that ends a zip, with the longest comment. */
const longestEnd = 22 + 0xffff;
const sentinel = 0xffffffff;

const view = (bytes: Uint8Array): DataView =>
	new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

const bytesAt = async (blob: Blob, start: number, length: number): Promise<Uint8Array> =>
	new Uint8Array(await blob.slice(start, start + length).arrayBuffer());

const long = (from: DataView, at: number): number => Number(from.getBigUint64(at, true));

/** Where the list is and how long, or null when this is no zip. */
async function findList(
	blob: Blob
): Promise<{ offset: number; size: number; count: number } | null> {
	const start = Math.max(0, blob.size - longestEnd);
	const tail = view(await bytesAt(blob, start, longestEnd));
	for (let at = tail.byteLength - 22; at >= 0; at--) {
		if (tail.getUint32(at, true) !== signature.end) continue;
		const count = tail.getUint16(at + 10, true);
		const size = tail.getUint32(at + 12, true);
		const offset = tail.getUint32(at + 16, true);
		if (offset !== sentinel && size !== sentinel && count !== 0xffff)
			return { offset, size, count };
		// Over 4 GB, or over 65,534 files: the true numbers stand in a longer record.
		if (at < 20 || tail.getUint32(at - 20, true) !== signature.locator64)
			return { offset, size, count };
		const place = long(tail, at - 20 + 8);
		const record = view(await bytesAt(blob, place, 56));
		if (record.byteLength < 56 || record.getUint32(0, true) !== signature.end64) return null;
		return { count: long(record, 32), size: long(record, 40), offset: long(record, 48) };
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
		if (list.getUint16(at, true) === 1) {
			let next = at + 4;
			for (const field of ['size', 'packed', 'offset'] as const)
				if (short[field] === sentinel && next + 8 <= Math.min(at + 4 + length, end)) {
					short[field] = long(list, next);
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
	if (found.count > most || found.size > most * 1024) return 'too-large';
	const bytes = await bytesAt(blob, found.offset, found.size);
	const list = view(bytes);
	const places: ZipPlace[] = [];
	for (let at = 0; at + 46 <= list.byteLength;) {
		if (list.getUint32(at, true) !== signature.entry) return 'damaged';
		const name = list.getUint16(at + 28, true);
		const extra = list.getUint16(at + 30, true);
		const comment = list.getUint16(at + 32, true);
		const short = {
			packed: list.getUint32(at + 20, true),
			size: list.getUint32(at + 24, true),
			offset: list.getUint32(at + 42, true)
		};
		widen(list, { at: at + 46 + name, length: extra }, short);
		places.push({
			...short,
			name: new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + name)),
			crc: list.getUint32(at + 16, true),
			method: list.getUint16(at + 10, true),
			isSealed: (list.getUint16(at + 8, true) & 1) === 1
		});
		if (places.length > most) return 'too-large';
		at += 46 + name + extra + comment;
	}
	return places.length === 0 ? 'damaged' : places;
}

/** The packed bytes of a file, or null where the list and the file disagree. */
export async function packedBytes(blob: Blob, place: ZipPlace): Promise<Blob | null> {
	const header = view(await bytesAt(blob, place.offset, 30));
	if (header.byteLength < 30 || header.getUint32(0, true) !== 0x04034b50) return null;
	const start = place.offset + 30 + header.getUint16(26, true) + header.getUint16(28, true);
	return start + place.packed > blob.size ? null : blob.slice(start, start + place.packed);
}

/** Whether the content is what the list said. */
export const isAsListed = (place: ZipPlace, size: number, crc: number): boolean =>
	place.isCut !== true && size === place.size && crc === place.crc;
