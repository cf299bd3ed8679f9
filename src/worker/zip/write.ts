import { Zip, ZipDeflate, ZipPassThrough } from 'fflate';

/** Zips that leave: written piece by piece into a Blob. */

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
