/** The index as one array of bytes, and back: small enough to keep, quick enough to open at every start. */

import {
	checksum,
	createWriter,
	readBytes,
	readNumber,
	readSigned,
	readString,
	writeBytes,
	writeNumber,
	writeSigned,
	writeString
} from '#core/search/index/bytes.ts';
import type { Reader, Writer } from '#core/search/index/bytes.ts';
import {
	addPosting,
	addTerm,
	createDecoded,
	createPostings,
	findLast,
	readPostings
} from '#core/search/index/postings.ts';
import type { Postings } from '#core/search/index/postings.ts';
import { createIndex, findSession } from '#core/search/search-index.ts';
import type { SearchIndex } from '#core/search/search-index.ts';

/** "KSI" and the version of the layout; then four bytes of checksum over all that follows. */
const magic = [0x4b, 0x53, 0x49, 1] as const;
const headLength = 8;

/** New numbers for the living documents, in the old order; -1 for the forgotten. */
const renumber = (index: SearchIndex): Int32Array => {
	const numbers = new Int32Array(index.documents.ids.length).fill(-1);
	let next = 0;
	index.documents.alive.forEach((alive, number) => {
		if (alive) numbers[number] = next++;
	});
	return numbers;
};

/** The postings of living documents alone, under their new numbers. */
const keepLiving = (index: SearchIndex, numbers: Int32Array): Postings => {
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
};

const writeTerms = (writer: Writer, words: readonly string[], postings: Postings): void => {
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
};

/** Names still in use and their new numbers, so that a forgotten session leaves not even its name. */
const keepUsed = (
	names: readonly string[],
	used: (number: number) => boolean
): { readonly names: string[]; readonly numbers: number[] } => {
	const kept: string[] = [];
	const numbers = names.map((name, number) => (used(number) ? kept.push(name) - 1 : -1));
	return { names: kept, numbers };
};

const writeNames = (writer: Writer, names: readonly string[]): void => {
	writeNumber(writer, names.length);
	names.forEach((name, at) => {
		writeString(writer, name, names[at - 1] ?? '');
	});
};

const readNames = (reader: Reader): string[] => {
	const names: string[] = [];
	for (let left = readNumber(reader); left > 0; left--) {
		names.push(readString(reader, names.at(-1) ?? ''));
	}
	return names;
};

const writeDocuments = (writer: Writer, index: SearchIndex, numbers: Int32Array): void => {
	const { documents } = index;
	const sessions = keepUsed(index.sessions.ids, (at) => (index.sessions.count[at] ?? 0) > 0);
	const spoke = new Set(documents.speaker.filter((_, number) => documents.alive[number]));
	const speakers = keepUsed(index.speakers, (at) => at === 0 || spoke.has(at));
	writeNames(writer, sessions.names);
	writeNames(writer, speakers.names);
	const usual = sessions.names.map(() => -1);
	let id = '';
	let time = 0;
	let lastSession = 0;
	documents.ids.forEach((next, number) => {
		if ((numbers[number] ?? -1) < 0) return;
		const of = (column: readonly number[]): number => column[number] ?? 0;
		writeString(writer, next, id);
		id = next;
		const asks = documents.asks[number] ? 2 : documents.opens[number] ? 1 : 0;
		writeNumber(
			writer,
			of(documents.role) +
				8 * (asks + 3 * ((documents.wishes[number] ? 1 : 0) + 2 * of(documents.kind)))
		);
		writeNumber(writer, speakers.numbers[of(documents.speaker)] ?? 0);
		const session = sessions.numbers[of(documents.session)] ?? 0;
		writeSigned(writer, session - lastSession);
		lastSession = session;
		writeSigned(writer, of(documents.time) - time);
		time = of(documents.time);
		writeNumber(writer, of(documents.length));
		const phrases = documents.phrases[number] ?? new Uint8Array(0);
		writeNumber(writer, phrases.length);
		writeBytes(writer, phrases);
		// 0: follows the document of its session that came before it, as nearly all do. 1: follows none.
		const before = documents.before[number] ?? -1;
		const follows = before < 0 ? -1 : (numbers[before] ?? -1);
		writeNumber(writer, follows === usual[session] ? 0 : follows + 2);
		usual[session] = numbers[number] ?? -1;
	});
};

const readDocuments = (reader: Reader, index: SearchIndex, size: number): void => {
	const { documents, sessions } = index;
	for (const name of readNames(reader)) findSession(index, name);
	index.speakers.splice(0, 1, ...readNames(reader));
	const usual = sessions.ids.map(() => -1);
	let id = '';
	let time = 0;
	let session = 0;
	for (let number = 0; number < size; number++) {
		id = readString(reader, id);
		documents.ids.push(id);
		index.byId.set(id, number);
		documents.alive.push(true);
		const traits = readNumber(reader);
		const asks = (traits >> 3) % 3;
		const rest = Math.floor((traits >> 3) / 3);
		documents.role.push(traits % 8);
		documents.asks.push(asks === 2);
		documents.opens.push(asks > 0);
		documents.wishes.push(rest % 2 === 1);
		documents.kind.push(rest >> 1);
		documents.speaker.push(readNumber(reader));
		session += readSigned(reader);
		documents.session.push(session);
		time += readSigned(reader);
		documents.time.push(time);
		const length = readNumber(reader);
		documents.length.push(length);
		documents.phrases.push(readBytes(reader, readNumber(reader)));
		const follows = readNumber(reader);
		documents.before.push(follows === 0 ? (usual[session] ?? -1) : follows - 2);
		documents.after.push(-1);
		usual[session] = number;
		sessions.length[session] = (sessions.length[session] ?? 0) + length;
		sessions.count[session] = (sessions.count[session] ?? 0) + 1;
		index.totalLength += length;
	}
	documents.before.forEach((before, number) => {
		if (before >= 0) documents.after[before] = number;
	});
	documents.after.forEach((after, number) => {
		if (after < 0) sessions.last[documents.session[number] ?? 0] = number;
	});
	index.living = size;
};

const readTerms = (reader: Reader, index: SearchIndex): void => {
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
};

/** All of the index as one record: version, checksum, content. Nothing of forgotten documents is in it. */
export const serialise = (index: SearchIndex): Uint8Array => {
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
};

/**
 * The index that was stored. Undefined when the bytes are of another layout, torn or changed: an index
 * can always be built again from the documents. The bytes stay in use; do not write to them.
 */
export const restore = (bytes: Uint8Array): SearchIndex | undefined => {
	if (bytes.length < headLength || magic.some((byte, at) => bytes[at] !== byte)) return undefined;
	const stored = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getUint32(4);
	if (stored !== checksum(bytes, headLength)) return undefined;
	const index = createIndex();
	const reader: Reader = { bytes, at: headLength };
	readDocuments(reader, index, readNumber(reader));
	readTerms(reader, index);
	return index;
};
