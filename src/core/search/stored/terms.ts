/** The words of the index and who holds them, written as bytes and read back. */
import {
	addPosting,
	addTerm,
	createDecoded,
	createPostings,
	findLast,
	readPostings,
	type Postings
} from '#core/search/index/postings.ts';
import type { SearchIndex } from '#core/search/search-index.ts';
import {
	readBytes,
	readNumber,
	readString,
	writeBytes,
	writeNumber,
	writeString,
	type Reader,
	type Writer
} from '#core/search/stored/bytes.ts';

/** The postings of living documents alone, under their new numbers. */
export function keepLiving(index: SearchIndex, numbers: Int32Array): Postings {
	if (index.living === index.documents.ids.length) return index.postings;
	const kept = createPostings();
	const decoded = createDecoded(index.documents.ids.length);
	for (let term = 0; term < index.words.length; term++) {
		addTerm(kept);
		readPostings(index.postings, term, decoded);
		for (let at = 0; at < decoded.size; at++) {
			const document = numbers[decoded.documents[at] ?? 0] ?? -1;
			if (document >= 0) addPosting(kept, { term, document, count: decoded.counts[at] ?? 1 });
		}
	}
	return kept;
}

/** The words in order, each with the length of its postings; then all postings, one after the other. */
export function writeTerms(writer: Writer, words: readonly string[], postings: Postings): void {
	const order: number[] = [];
	for (let term = 0; term < words.length; term++) {
		if ((postings.length[term] ?? 0) > 0) order.push(term);
	}
	order.sort((one, other) => ((words[one] ?? '') < (words[other] ?? '') ? -1 : 1));
	writeNumber(writer, order.length);
	let before = '';
	for (const term of order) {
		const word = words[term] ?? '';
		writeString(writer, word, before);
		before = word;
		writeNumber(writer, postings.length[term] ?? 0);
	}
	for (const term of order) {
		const offset = postings.offset[term] ?? 0;
		writeBytes(writer, postings.pool.subarray(offset, offset + (postings.length[term] ?? 0)));
	}
}

export function readTerms(reader: Reader, index: SearchIndex): void {
	const { postings } = index;
	const count = readNumber(reader);
	let word = '';
	let used = 0;
	for (let term = 0; term < count; term++) {
		word = readString(reader, word);
		index.terms.set(word, term);
		index.words.push(word);
		const length = readNumber(reader);
		postings.offset.push(used);
		postings.length.push(length);
		postings.capacity.push(length);
		used += length;
	}
	// Room for what will be added, so that the first new message does not copy the whole pool.
	postings.pool = new Uint8Array(Math.ceil(used * 1.25) + 4096);
	postings.pool.set(readBytes(reader, used));
	postings.used = used;
	for (let term = 0; term < count; term++) postings.last.push(findLast(postings, term));
}
