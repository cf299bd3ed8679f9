import { Gzip, gzipSync, strToU8 } from 'fflate';
import { bombs, joinBytes, lengthOf, mebibyte, mostHeldWhole } from '#core/bytes.ts';
import type { Packer, PieceByPiece } from '#flows/archives/read-archive.ts';

/**
 * Gzip: archives are written by fflate, whose bytes are the same everywhere, backups by the browser, which takes a third of
 * the time. Both are read by the browser's own decompressor, which checks what it reads.
 */

/**
 * How much may come out of a file: up to `bytes`, or `times` its packed size where that is more, for pictures pack badly
 * and may be many; and from `ratioFrom` bytes on never more than `ratio` times the packed size.
 */
interface Limits {
	readonly bytes: number;
	readonly times: number;
	readonly ratio: number;
	readonly ratioFrom: number;
}

const limits: Limits = {
	bytes: mostHeldWhole,
	times: 10,
	ratio: bombs.times,
	ratioFrom: bombs.from
};

/** Characters that are packed at once: a little smaller and faster than as they come, and no longer than a string may be. */
const mostAtOnce = 100 * mebibyte;

/** Levels of gzip: packed well in fair time, or put in as it is. */
const packs = 6;
const asItIs = 0;
type Level = typeof packs | typeof asItIs;

/** No time stamp: the same text gives the same bytes everywhere. */
function gzip(
	texts: readonly string[],
	level: Level
): { packed: Uint8Array<ArrayBuffer>; size: number } {
	if (texts.reduce((sum, text) => sum + text.length, 0) <= mostAtOnce) {
		const bytes = strToU8(texts.join(''));
		return { packed: gzipSync(bytes, { level, mtime: 0 }), size: bytes.length };
	}
	const pieces: Uint8Array[] = [];
	let size = 0;
	const out = new Gzip({ level, mtime: 0 }, (piece) => pieces.push(piece));
	for (const text of texts) {
		const bytes = strToU8(text);
		size += bytes.length;
		out.push(bytes);
	}
	out.push(new Uint8Array(), true);
	return { packed: joinBytes(pieces), size };
}

/** Bytes that are packed at once where the browser does it, about. */
const piece = mebibyte;

/** UTF-8 in pieces. */
function encoded(texts: readonly string[]): Uint8Array<ArrayBuffer>[] {
	const encoder = new TextEncoder();
	const pieces: Uint8Array<ArrayBuffer>[] = [];
	let begun: string[] = [];
	let length = 0;
	for (const text of texts) {
		begun.push(text);
		length += text.length;
		if (length < piece) continue;
		pieces.push(encoder.encode(begun.join('')));
		begun = [];
		length = 0;
	}
	pieces.push(encoder.encode(begun.join('')));
	return pieces;
}

const streamOf = (pieces: readonly Uint8Array<ArrayBuffer>[]) =>
	new ReadableStream<Uint8Array<ArrayBuffer>>({
		start(controller) {
			for (const one of pieces) controller.enqueue(one);
			controller.close();
		}
	});

async function readAll(stream: ReadableStream<Uint8Array>): Promise<Uint8Array<ArrayBuffer>> {
	const pieces: Uint8Array[] = [];
	const reader = stream.getReader();
	for (;;) {
		const { done, value } = await reader.read();
		if (done) return joinBytes(pieces);
		pieces.push(value);
	}
}

/** Whether these bytes unpack to just these pieces. */
async function unpacksTo(
	bytes: Uint8Array<ArrayBuffer>,
	pieces: readonly Uint8Array[]
): Promise<boolean> {
	const unpacked = streamOf([bytes]).pipeThrough(new DecompressionStream('gzip'));
	const reader = unpacked.getReader();
	const expected = joinBytes(pieces);
	let at = 0;
	for (;;) {
		const { done, value } = await reader.read().catch(damaged);
		if (value === null) return false;
		if (done) return at === expected.length;
		if (!isSame(value, expected.subarray(at, at + value.length))) return false;
		at += value.length;
	}
}

/** Whether all of one stands in the other, byte for byte; four at a time where both lie so that they can be read so. */
function isSame(one: Uint8Array, other: Uint8Array): boolean {
	let at = 0;
	if (one.byteOffset % 4 === 0 && other.byteOffset % 4 === 0) {
		const ones = new Uint32Array(one.buffer, one.byteOffset, one.length >> 2);
		const others = new Uint32Array(other.buffer, other.byteOffset, other.length >> 2);
		for (; at < ones.length; at++) if (ones[at] !== others[at]) return false;
		at *= 4;
	}
	for (; at < one.length; at++) if (one[at] !== other[at]) return false;
	return true;
}

/** Lines out of text that comes in pieces: all of it at once may be longer than a string can be. */
function lineReader() {
	const lines: string[] = [];
	let begun: string[] = [];
	return {
		add(text: string) {
			const end = text.lastIndexOf('\n');
			begun.push(end < 0 ? text : text.slice(0, end));
			if (end < 0) return;
			for (const line of begun.join('').split('\n')) if (line !== '') lines.push(line);
			begun = [text.slice(end + 1)];
		},
		end(): readonly string[] {
			this.add('\n');
			return lines;
		}
	};
}

/** `packer` with other limits. What it packs it can unpack, however long it is and however well it packs. */
export function packerWithin({ bytes: most, times, ratio, ratioFrom }: Limits): Packer {
	const mayBe = (size: number, packed: number): boolean =>
		size <= ratioFrom || (size <= packed * ratio && size <= Math.max(most, packed * times));
	return {
		pack(text) {
			const texts = typeof text === 'string' ? [text] : text;
			const { packed, size } = gzip(texts, packs);
			// What packs as well as a bomb would be taken for one.
			return mayBe(size, packed.length) ? packed : gzip(texts, asItIs).packed;
		},
		async packQuickly(texts) {
			const pieces = encoded(texts);
			const stream = streamOf(pieces).pipeThrough(new CompressionStream('gzip'));
			const quick = await readAll(stream);
			const packed = mayBe(lengthOf(pieces), quick.length) ? quick : gzip(texts, asItIs).packed;
			return (await unpacksTo(packed, pieces)) ? packed : null;
		},
		async unpack(bytes) {
			const packed = new Blob([bytes as Uint8Array<ArrayBuffer>]);
			const reader = packed.stream().pipeThrough(new DecompressionStream('gzip')).getReader();
			const decoder = new TextDecoder();
			const lines = lineReader();
			let size = 0;
			for (;;) {
				const { done, value } = await reader.read().catch(damaged);
				if (value === null) break;
				if (done) {
					lines.add(decoder.decode());
					return { lines: lines.end(), whole: true };
				}
				size += value.length;
				lines.add(decoder.decode(value, { stream: true }));
				if (mayBe(size, bytes.length)) continue;
				await reader.cancel();
				break;
			}
			return { lines: lines.end(), whole: false };
		}
	};
}

export const packer = packerWithin(limits);

export const pieceByPiece: PieceByPiece = {
	packing(write) {
		const gzip = new Gzip({ level: packs, mtime: 0 }, (chunk) => {
			write(chunk);
		});
		return {
			add: (text) => {
				gzip.push(strToU8(text));
			},
			end: () => {
				gzip.push(new Uint8Array(), true);
			}
		};
	},
	async unpackLines(file, take) {
		const unpacked = file.stream().pipeThrough(new DecompressionStream('gzip'));
		const reader = unpacked.getReader();
		const decoder = new TextDecoder();
		let rest = '';
		for (;;) {
			const { done, value } = await reader.read().catch(damaged);
			if (value === null) return false;
			rest += decoder.decode(value, { stream: !done });
			const end = rest.lastIndexOf('\n');
			if (end >= 0) await take(rest.slice(0, end).split('\n'));
			rest = rest.slice(end + 1);
			if (done) return rest === '';
		}
	}
};

/** The decompressor reports damage as a TypeError; in tests Node does with an error code of its own. */
function damaged(error: unknown): { readonly done: true; readonly value: null } {
	if (!(error instanceof Error)) throw error;
	return { done: true, value: null };
}
