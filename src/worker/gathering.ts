import { joinBytes, mebibyte } from '#core/bytes.ts';

/** What is written piece by piece into one file, however large it becomes. */

/** Bytes that are held here before the browser gets them; it keeps large files on its disk. */
const mostHeld = 16 * mebibyte;

/** Gathers pieces into a file of a type, e.g. `application/zip`, holding no more than a few of them. */
export function gathering(type = ''): { add(piece: Uint8Array): void; finish(): Blob } {
	const handed: Blob[] = [];
	let held: Uint8Array[] = [];
	let size = 0;
	const handOver = () => {
		// As one: a file of a hundred thousand small pieces takes the browser seconds.
		if (held.length > 0) handed.push(new Blob([joinBytes(held)]));
		held = [];
		size = 0;
	};
	return {
		add(piece) {
			held.push(piece);
			size += piece.length;
			if (size >= mostHeld) handOver();
		},
		finish() {
			handOver();
			return new Blob(handed, { type });
		}
	};
}
