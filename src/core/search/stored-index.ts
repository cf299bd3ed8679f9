/** The index as one array of bytes, and back: small enough to keep, quick enough to open at every start. */
import { createIndex, type SearchIndex } from '#core/search/search-index.ts';
import {
	checksum,
	createWriter,
	readNumber,
	writeNumber,
	type Reader
} from '#core/search/stored/bytes.ts';
import { readDocuments, writeDocuments } from '#core/search/stored/documents.ts';
import { keepLiving, readTerms, writeTerms } from '#core/search/stored/terms.ts';

/** "KSI" and the version of the layout and of what is filed; then four bytes of checksum over all that follows. */
const magic = [0x4b, 0x53, 0x49, 3] as const;
const headLength = 8;

/** New numbers for the living documents, in the old order; -1 for the forgotten. */
function renumber(index: SearchIndex): Int32Array {
	const numbers = new Int32Array(index.documents.ids.length).fill(-1);
	let next = 0;
	index.documents.alive.forEach((alive, number) => {
		if (alive) numbers[number] = next++;
	});
	return numbers;
}

/** All of the index as one record: version, checksum, content. Nothing of forgotten documents is in it. */
export function serialise(index: SearchIndex): Uint8Array {
	const numbers = renumber(index);
	const postings = keepLiving(index, numbers);
	const writer = createWriter(postings.used + 65536);
	writer.bytes.set(magic);
	writer.length = headLength;
	writeNumber(writer, index.living);
	writeDocuments(writer, index, numbers);
	writeTerms(writer, index.words, postings);
	const bytes = writer.bytes.slice(0, writer.length);
	new DataView(bytes.buffer).setUint32(4, checksum(bytes, headLength));
	return bytes;
}

/**
 * The index that was stored. Undefined when the bytes are of another layout, torn or changed: an index
 * can always be built again from the documents. The bytes stay in use; do not write to them.
 */
export function restore(bytes: Uint8Array): SearchIndex | undefined {
	if (bytes.length < headLength || magic.some((byte, at) => bytes[at] !== byte)) return undefined;
	const stored = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getUint32(4);
	if (stored !== checksum(bytes, headLength)) return undefined;
	const index = createIndex();
	const reader: Reader = { bytes, at: headLength };
	readDocuments(reader, index, readNumber(reader));
	readTerms(reader, index);
	return index;
}
