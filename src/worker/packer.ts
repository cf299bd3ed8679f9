import { Gzip, gzipSync, strToU8 } from 'fflate';
import type { Packer, PieceByPiece } from '#flows/archives/read-archive.ts';

/** Gzip for archives: written by fflate, read by the browser's own decompressor, which checks what it reads. */

/** Unpacked bytes allowed for one file, and how many times its packed size. */
const limits = { bytes: 200 * 1024 * 1024, ratio: 200, ratioFrom: 10 * 1024 * 1024 };

/** Level 6 and no time stamp: the same text gives the same bytes everywhere. */
const gzip = (bytes: Uint8Array): Uint8Array => gzipSync(bytes, { level: 6, mtime: 0 });

/** Unpack as a stream, up to the limits. `whole: false` comes with what was read before the damage. */
async function gunzip(
	bytes: Uint8Array,
	limit = limits.bytes
): Promise<{ readonly bytes: Uint8Array; readonly whole: boolean }> {
	const packed = new Blob([bytes as Uint8Array<ArrayBuffer>]);
	const reader = packed.stream().pipeThrough(new DecompressionStream('gzip')).getReader();
	const parts: Uint8Array[] = [];
	let size = 0;
	let whole = false;
	try {
		for (;;) {
			const { done, value } = await reader.read();
			if (done) {
				whole = true;
				break;
			}
			parts.push(value);
			size += value.length;
			const tooDense = size > limits.ratioFrom && size > bytes.length * limits.ratio;
			if (size > limit || tooDense) {
				await reader.cancel();
				break;
			}
		}
	} catch (error) {
		// The decompressor reports damage as a TypeError; in tests Node does with an error code of its own.
		if (!(error instanceof Error)) throw error;
	}
	const joined = new Uint8Array(size);
	let at = 0;
	for (const part of parts) {
		joined.set(part, at);
		at += part.length;
	}
	return { bytes: joined, whole };
}

export const packer: Packer = {
	pack: (text) => gzip(strToU8(text)),
	async unpack(bytes) {
		const read = await gunzip(bytes);
		return { text: new TextDecoder().decode(read.bytes), whole: read.whole };
	}
};

export const pieceByPiece: PieceByPiece = {
	packing(write) {
		const gzip = new Gzip({ level: 6, mtime: 0 }, (chunk) => {
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
