import { gzipSync } from 'node:zlib';
import { vi } from 'vitest';

/** From here on the browser's compressor gives what `broken` makes of each piece, until all globals are put back. */
export const breakGzip = (broken: (bytes: Uint8Array) => Uint8Array): void =>
	void vi.stubGlobal(
		'CompressionStream',
		class extends TransformStream<Uint8Array, Uint8Array> {
			constructor() {
				super({
					transform: (bytes, controller) => {
						controller.enqueue(broken(bytes));
					}
				});
			}
		}
	);

/** Bytes that unpack to something else than they were made of, in each way there is. */
export const breakages = {
	'a sign is another one': (bytes: Uint8Array) => gzipSync(bytes.with(0, 0x41)),
	'the end is missing': (bytes: Uint8Array) => gzipSync(bytes.slice(0, -1)),
	'there is more': (bytes: Uint8Array) => gzipSync(new Uint8Array([...bytes, 0x0a])),
	'it is cut off': (bytes: Uint8Array) => gzipSync(bytes).subarray(0, -6)
};
