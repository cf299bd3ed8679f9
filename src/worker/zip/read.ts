import { bombs, joinBytes, mebibyte, mostHeldWhole } from '#core/bytes.ts';
import { crc32 } from '#core/crc32.ts';
import type { Pieces, ZipFile, ZipOpening } from '#flows/import/ports.ts';
import { isGone, readable } from '#flows/import/open/readable.ts';
import { isAsListed, packedBytes, zipPlaces, type ZipPlace } from '#worker/zip/entries.ts';
import { method } from '#worker/zip/format.ts';
import { salvagedPlaces } from '#worker/zip/salvage.ts';

/**
 * Zips that come in: opened by their list, each file unpacked as a stream when it is wanted. Names are data, and the
 * browser's own decompressor and our checksum are the judges of the content.
 */

/**
 * Caps against bombs, after unpacking: bytes of a file that is held whole, bytes of all, however often each is read, and
 * files. A backup is packed in its files already: one larger than `all` unpacks to about its own size.
 */
const limits = {
	file: mostHeldWhole,
	all: 8 * 1024 * mebibyte,
	timesAll: 2,
	files: 200_000
};

/** Open a zip; nothing of it is unpacked yet. Of one that has lost its list, the files that are found are opened. */
export async function openZip(
	blob: Blob,
	{ file: most = limits.file, all = limits.all }: Partial<Pick<typeof limits, 'file' | 'all'>> = {}
): Promise<ZipOpening> {
	const listed = await zipPlaces(blob, limits.files);
	if (listed === 'too-large') return { status: listed };
	const isCut = listed === 'damaged';
	const places = isCut ? await salvagedPlaces(blob, limits.files) : listed;
	const budget: Budget = { left: Math.max(all, blob.size * limits.timesAll), spent: new Map() };
	const files = new Map<string, ZipFile>();
	for (const place of places)
		if (!place.name.endsWith('/') && !files.has(place.name))
			files.set(place.name, {
				size: place.size,
				pieces: (signal) => unpacked(blob, place, budget, signal),
				bytes: (signal) => wholeOf(unpacked(blob, place, budget, signal), mostOf(place, most))
			});
	// Nothing but folders is no damage.
	return isCut && files.size === 0 ? { status: 'damaged' } : { status: 'opened', files, isCut };
}

/** Bytes that may still come out of a zip. What has come out of a file once may do so again. */
interface Budget {
	left: number;
	readonly spent: Map<ZipPlace, number>;
}

async function* unpacked(blob: Blob, place: ZipPlace, budget: Budget, signal: AbortSignal): Pieces {
	const isKnown = place.method === method.stored || place.method === method.deflated;
	if (!isKnown || place.isSealed) return 'locked';
	const packed = await readable(packedBytes(blob, place));
	if (packed === 'gone') return 'gone';
	if (!packed) return 'damaged';
	const stream =
		place.method === method.stored
			? packed.stream()
			: packed.stream().pipeThrough(new DecompressionStream('deflate-raw'));
	const reader = stream.getReader();
	let size = 0;
	let crc = 0;
	try {
		for (;;) {
			if (signal.aborted) {
				await reader.cancel();
				return 'damaged';
			}
			const { done, value } = await reader.read();
			if (done) break;
			size += value.length;
			const more = size - (budget.spent.get(place) ?? 0);
			if (more > 0) {
				budget.left -= more;
				budget.spent.set(place, size);
			}
			const isDense = size > bombs.from && size > place.packed * bombs.times;
			if (isDense || budget.left < 0) {
				await reader.cancel();
				return 'too-large';
			}
			crc = crc32(crc, value);
			yield value;
		}
	} catch (error) {
		if (isGone(error)) return 'gone';
		// The decompressor reports damage as a TypeError; in tests Node does with an error code of its own.
		if (!(error instanceof Error)) throw error;
		return 'damaged';
	}
	return isAsListed(place, size, crc) ? 'whole' : 'damaged';
}

/**
 * Bytes of a file that are held whole. Gzip lies in a zip as it is, and so is no larger than what was chosen: a session
 * with many pictures is read back.
 */
const mostOf = ({ name, packed }: ZipPlace, most: number): number =>
	name.endsWith('.gz') ? Math.max(most, packed) : most;

async function wholeOf(pieces: Pieces, most: number): ReturnType<ZipFile['bytes']> {
	const parts: Uint8Array[] = [];
	let size = 0;
	for (let next = await pieces.next(); ; next = await pieces.next()) {
		if (next.done) {
			if (next.value !== 'whole') return next.value;
			break;
		}
		size += next.value.length;
		if (size > most) {
			await pieces.return('too-large');
			return 'too-large';
		}
		parts.push(next.value);
	}
	return joinBytes(parts);
}
