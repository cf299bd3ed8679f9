/** What the index keeps of each document, written as bytes and read back. */
import { findSession, type SearchIndex } from '#core/search/search-index.ts';
import {
	readBytes,
	readNumber,
	readSigned,
	readString,
	writeBytes,
	writeNumber,
	writeSigned,
	writeString,
	type Reader,
	type Writer
} from '#core/search/stored/bytes.ts';
import { keepUsed, readNames, writeNames } from '#core/search/stored/names.ts';

/** What two flags and two small numbers of a document make together: one number, so that they take one byte or two. */
function traitsOf({ documents }: SearchIndex, number: number): number {
	const asks = documents.asks[number] ? 2 : documents.opens[number] ? 1 : 0;
	const wishes = documents.wishes[number] ? 1 : 0;
	const kind = documents.kind[number] ?? 0;
	return (documents.role[number] ?? 0) + 8 * (asks + 3 * (wishes + 2 * kind));
}

function readTraits(reader: Reader, { documents }: SearchIndex): void {
	const traits = readNumber(reader);
	const asks = (traits >> 3) % 3;
	const rest = Math.floor((traits >> 3) / 3);
	documents.role.push(traits % 8);
	documents.asks.push(asks === 2);
	documents.opens.push(asks > 0);
	documents.wishes.push(rest % 2 === 1);
	documents.kind.push(rest >> 1);
}

export function writeDocuments(writer: Writer, index: SearchIndex, numbers: Int32Array): void {
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
		writeNumber(writer, traitsOf(index, number));
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
}

/** Reads as many documents as were written, in the order in which `writeDocuments` wrote the parts of each. */
export function readDocuments(reader: Reader, index: SearchIndex, size: number): void {
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
		readTraits(reader, index);
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
		usual[session] = number;
		sessions.length[session] = (sessions.length[session] ?? 0) + length;
		sessions.count[session] = (sessions.count[session] ?? 0) + 1;
		index.totalLength += length;
	}
	linkForward(index);
	index.living = size;
}

/** Only who stands before a document is stored; who stands after it, and last in a session, follows from that. */
function linkForward({ documents, sessions }: SearchIndex): void {
	for (let left = documents.before.length; left > 0; left--) documents.after.push(-1);
	documents.before.forEach((before, number) => {
		if (before >= 0) documents.after[before] = number;
	});
	documents.after.forEach((after, number) => {
		if (after < 0) sessions.last[documents.session[number] ?? 0] = number;
	});
}
