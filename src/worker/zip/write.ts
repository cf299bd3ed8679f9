import { deflateSync } from 'fflate';
import { joinBytes, utf8 } from '#core/bytes.ts';
import { crc32 } from '#core/crc32.ts';
import { gathering } from '#worker/gathering.ts';
import {
	flag,
	lengthOf,
	method,
	noRoom,
	signature,
	viewOf,
	wideField
} from '#worker/zip/format.ts';

/** Zips that leave. They may hold more files, and be larger, than the first edition of the format had room for. */

/** Editions of the format (version × 10) that a reader must know: folders and deflate, and numbers of 64 bits. */
const edition = { first: 20, long: 45 };

/** What is said of a file in front of it, and again in the list. */
interface Header {
	readonly method: number;
	readonly time: number;
	readonly date: number;
	readonly crc: number;
	readonly packed: number;
	readonly size: number;
	readonly name: Uint8Array;
}

/**
 * Writes a zip; what is packed already is stored as it is.
 * @param at the time its files carry, Unix ms
 * @param before bytes that will stand before it in the file it becomes part of
 */
export function writeZip(
	at: number,
	before = 0
): {
	add(path: string, bytes: Uint8Array): void;
	finish(): Blob;
} {
	const file = gathering('application/zip');
	const list: Uint8Array[] = [];
	let offset = before;
	const write = (bytes: Uint8Array) => {
		file.add(bytes);
		offset += bytes.length;
	};
	return {
		add(path, bytes) {
			const isPacked = /\.gz$|^blobs\//.test(path);
			const packed = isPacked ? bytes : deflateSync(bytes, { level: 6 });
			// Such a file cannot be held whole; it would be listed with another size.
			if (bytes.length >= noRoom.long) throw new RangeError(`${path} has no room in a zip`);
			const header: Header = {
				method: isPacked ? method.stored : method.deflated,
				...timeOf(at),
				crc: crc32(0, bytes),
				packed: packed.length,
				size: bytes.length,
				name: utf8(path)
			};
			list.push(listedRecord(header, offset));
			write(fileRecord(header));
			write(packed);
		},
		finish() {
			const listed = { count: list.length, offset, size: 0 };
			for (const record of list) write(record);
			listed.size = offset - listed.offset;
			write(endRecords(listed));
			return file.finish();
		}
	};
}

/** As the format has it: local time, two seconds at a time, from 1980 on. */
function timeOf(at: number): Pick<Header, 'time' | 'date'> {
	const then = new Date(at);
	const year = Math.max(0, then.getFullYear() - 1980);
	return {
		time: (then.getHours() << 11) | (then.getMinutes() << 5) | (then.getSeconds() >> 1),
		date: (year << 9) | ((then.getMonth() + 1) << 5) | then.getDate()
	};
}

/** The fields that both records of a file have in the same order, from the edition on. */
function putHeader(record: DataView, from: number, header: Header, needed: number): void {
	record.setUint16(from, needed, true);
	record.setUint16(from + 2, flag.utf8, true);
	record.setUint16(from + 4, header.method, true);
	record.setUint16(from + 6, header.time, true);
	record.setUint16(from + 8, header.date, true);
	record.setUint32(from + 10, header.crc, true);
	record.setUint32(from + 14, header.packed, true);
	record.setUint32(from + 18, header.size, true);
	record.setUint16(from + 22, header.name.length, true);
}

function fileRecord(header: Header): Uint8Array {
	const bytes = new Uint8Array(lengthOf.file);
	const record = viewOf(bytes);
	record.setUint32(0, signature.file, true);
	putHeader(record, 4, header, edition.first);
	return joinBytes([bytes, header.name]);
}

/** Where a file lies stands behind its name where it has no room in 32 bits. */
function listedRecord(header: Header, offset: number): Uint8Array {
	const isFar = offset >= noRoom.long;
	const bytes = new Uint8Array(lengthOf.listed);
	const far = new Uint8Array(isFar ? 12 : 0);
	const record = viewOf(bytes);
	record.setUint32(0, signature.listed, true);
	record.setUint16(4, edition.long, true);
	putHeader(record, 6, header, isFar ? edition.long : edition.first);
	record.setUint16(30, far.length, true);
	record.setUint32(42, Math.min(offset, noRoom.long), true);
	if (isFar) {
		const wide = viewOf(far);
		wide.setUint16(0, wideField, true);
		wide.setUint16(2, 8, true);
		wide.setBigUint64(4, BigInt(offset), true);
	}
	return joinBytes([bytes, header.name, far]);
}

/** How a zip ends; the longer records go before where a number has no room in the short one. */
function endRecords(list: {
	readonly count: number;
	readonly offset: number;
	readonly size: number;
}): Uint8Array {
	const { count, offset, size } = list;
	const isLong = count >= noRoom.short || offset >= noRoom.long || size >= noRoom.long;
	const end = new Uint8Array(lengthOf.end);
	const record = viewOf(end);
	record.setUint32(0, signature.end, true);
	record.setUint16(8, Math.min(count, noRoom.short), true);
	record.setUint16(10, Math.min(count, noRoom.short), true);
	record.setUint32(12, Math.min(size, noRoom.long), true);
	record.setUint32(16, Math.min(offset, noRoom.long), true);
	if (!isLong) return end;
	const end64 = new Uint8Array(lengthOf.end64);
	const long = viewOf(end64);
	long.setUint32(0, signature.end64, true);
	// Of what follows this number.
	long.setBigUint64(4, BigInt(lengthOf.end64 - 12), true);
	long.setUint16(12, edition.long, true);
	long.setUint16(14, edition.long, true);
	long.setBigUint64(24, BigInt(count), true);
	long.setBigUint64(32, BigInt(count), true);
	long.setBigUint64(40, BigInt(size), true);
	long.setBigUint64(48, BigInt(offset), true);
	const locator64 = new Uint8Array(lengthOf.locator64);
	const locator = viewOf(locator64);
	locator.setUint32(0, signature.locator64, true);
	locator.setBigUint64(8, BigInt(offset + size), true);
	locator.setUint32(16, 1, true);
	return joinBytes([end64, locator64, end]);
}
