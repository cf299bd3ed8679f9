import { sharedStart } from '#core/text/shared-ends.ts';

/** Numbers and strings as bytes: small numbers take one byte, and a string shares its beginning with the one before. */

export interface Writer {
	bytes: Uint8Array;
	length: number;
}
export interface Reader {
	readonly bytes: Uint8Array;
	at: number;
}

export const createWriter = (room: number): Writer => ({ bytes: new Uint8Array(room), length: 0 });

function makeRoom(writer: Writer, more: number): void {
	if (writer.length + more <= writer.bytes.length) return;
	const wider = new Uint8Array(Math.max(writer.length + more, writer.bytes.length * 2));
	wider.set(writer.bytes.subarray(0, writer.length));
	writer.bytes = wider;
}

/** Whole numbers from 0 to 2^53 - 1, seven bits a byte. */
export function writeNumber(writer: Writer, value: number): void {
	makeRoom(writer, 8);
	let rest = value;
	while (rest > 127) {
		writer.bytes[writer.length++] = (rest % 128) + 128;
		rest = Math.floor(rest / 128);
	}
	writer.bytes[writer.length++] = rest;
}

/** Whole numbers of either sign. */
export function writeSigned(writer: Writer, value: number): void {
	writeNumber(writer, value < 0 ? -value * 2 - 1 : value * 2);
}

export function writeBytes(writer: Writer, bytes: Uint8Array): void {
	makeRoom(writer, bytes.length);
	writer.bytes.set(bytes, writer.length);
	writer.length += bytes.length;
}

/** Writes what a string has beyond the beginning it shares with the one before it. */
export function writeString(writer: Writer, text: string, before: string): void {
	const shared = sharedStart(text, before);
	const rest = text.length - shared;
	if (shared < 15 && rest < 15) writeNumber(writer, 1 + shared * 15 + rest);
	else {
		writeNumber(writer, 0);
		writeNumber(writer, shared);
		writeNumber(writer, rest);
	}
	for (let at = shared; at < text.length; at++) writeUnit(writer, text.charCodeAt(at));
}

/** One byte for Latin, two for most alphabets, three for the rest: UTF-8 of single UTF-16 units. */
function writeUnit(writer: Writer, unit: number): void {
	makeRoom(writer, 3);
	if (unit < 0x80) writer.bytes[writer.length++] = unit;
	else if (unit < 0x800) {
		writer.bytes[writer.length++] = 0xc0 | (unit >> 6);
		writer.bytes[writer.length++] = 0x80 | (unit & 63);
	} else {
		writer.bytes[writer.length++] = 0xe0 | (unit >> 12);
		writer.bytes[writer.length++] = 0x80 | ((unit >> 6) & 63);
		writer.bytes[writer.length++] = 0x80 | (unit & 63);
	}
}

/** The next byte, or 0 past the end: the checksum has already told whether the bytes are whole. */
const readByte = (reader: Reader): number => reader.bytes[reader.at++] ?? 0;

export function readNumber(reader: Reader): number {
	let byte = readByte(reader);
	let value = byte & 127;
	let scale = 1;
	while (byte > 127) {
		byte = readByte(reader);
		scale *= 128;
		value += (byte & 127) * scale;
	}
	return value;
}

export function readSigned(reader: Reader): number {
	const value = readNumber(reader);
	return value % 2 === 1 ? -(value + 1) / 2 : value / 2;
}

export function readBytes(reader: Reader, length: number): Uint8Array {
	const bytes = reader.bytes.subarray(reader.at, reader.at + length);
	reader.at += length;
	return bytes;
}

function readUnit(reader: Reader): number {
	const first = readByte(reader);
	if (first < 0x80) return first;
	if (first < 0xe0) return ((first & 31) << 6) | (readByte(reader) & 63);
	const second = readByte(reader);
	return ((first & 15) << 12) | ((second & 63) << 6) | (readByte(reader) & 63);
}

export function readString(reader: Reader, before: string): string {
	const head = readNumber(reader);
	const shared = head === 0 ? readNumber(reader) : Math.floor((head - 1) / 15);
	const rest = head === 0 ? readNumber(reader) : (head - 1) % 15;
	let text = before.slice(0, shared);
	for (let count = 0; count < rest; count++) text += String.fromCharCode(readUnit(reader));
	return text;
}

/** FNV-1a over the bytes: enough to tell a torn or foreign record from a whole one. */
export function checksum(bytes: Uint8Array, from: number): number {
	let hash = 0x811c9dc5;
	for (let at = from; at < bytes.length; at++) {
		hash = Math.imul(hash ^ (bytes[at] ?? 0), 0x01000193);
	}
	return hash >>> 0;
}
