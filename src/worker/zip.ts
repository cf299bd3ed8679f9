import { Unzip, UnzipInflate, Zip, ZipDeflate, ZipPassThrough } from 'fflate';

/** Zips: written piece by piece into a Blob; read as a stream with caps, names treated as data. */

/** Caps against bombs: bytes and files after unpacking. */
const limits = { bytes: 1024 * 1024 * 1024, file: 200 * 1024 * 1024, files: 60_000 };

/** Writes a zip; what is packed already is stored as it is. */
export function writeZip(at: number): {
	add(path: string, bytes: Uint8Array): void;
	finish(): Blob;
} {
	const parts: Uint8Array<ArrayBuffer>[] = [];
	const zip = new Zip((error, chunk) => {
		if (error) throw error;
		parts.push(chunk);
	});
	return {
		add(path, bytes) {
			const packed = /\.gz$|^blobs\//.test(path);
			const file = packed ? new ZipPassThrough(path) : new ZipDeflate(path, { level: 6 });
			file.mtime = at;
			zip.add(file);
			file.push(bytes, true);
		},
		finish() {
			zip.end();
			return new Blob(parts, { type: 'application/zip' });
		}
	};
}

export type ZipReading =
	| { readonly status: 'read'; readonly files: ReadonlyMap<string, Uint8Array> }
	| { readonly status: 'too-large' | 'damaged' };

/** Read a zip in pieces of 64 KB. Whether the content is what it should be is for the manifest to say. */
export async function readZip(blob: Blob, signal: AbortSignal): Promise<ZipReading> {
	const files = new Map<string, Uint8Array>();
	let size = 0;
	let trouble: 'too-large' | 'damaged' | null = null;
	const unzip = new Unzip((file) => {
		if (file.name.endsWith('/')) return;
		if (files.size >= limits.files) trouble = 'too-large';
		const parts: Uint8Array[] = [];
		let own = 0;
		file.ondata = (error, chunk, final) => {
			if (error) {
				trouble ??= 'damaged';
				return;
			}
			own += chunk.length;
			size += chunk.length;
			if (own > limits.file || size > limits.bytes) {
				trouble = 'too-large';
				file.terminate();
				return;
			}
			parts.push(chunk.slice());
			if (final) files.set(file.name, join(parts, own));
		};
		if (!trouble) file.start();
	});
	unzip.register(UnzipInflate);
	const step = 64 * 1024;
	for (let at = 0; at < blob.size && !trouble && !signal.aborted; at += step) {
		const bytes = new Uint8Array(await blob.slice(at, at + step).arrayBuffer());
		try {
			unzip.push(bytes, at + step >= blob.size);
		} catch (error) {
			if (!(error instanceof Error)) throw error;
			trouble ??= 'damaged';
		}
	}
	if (trouble) return { status: trouble };
	return files.size === 0 ? { status: 'damaged' } : { status: 'read', files };
}

function join(parts: readonly Uint8Array[], size: number): Uint8Array {
	const joined = new Uint8Array(size);
	let at = 0;
	for (const part of parts) {
		joined.set(part, at);
		at += part.length;
	}
	return joined;
}
