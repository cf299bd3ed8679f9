/** A file that was there when it was chosen; the browser refuses to read it once it has been changed or moved. */
export class FleetingFile extends Blob {
	isGone = false;
	/** How many more parts of it can be taken before it is gone. */
	#left: number;
	constructor(parts: BlobPart[], left = Infinity) {
		super(parts);
		this.#left = left;
	}
	override slice(...range: Parameters<Blob['slice']>): Blob {
		if (this.#left-- <= 0) this.isGone = true;
		return this.isGone ? gone : super.slice(...range);
	}
	override arrayBuffer(): ReturnType<Blob['arrayBuffer']> {
		return this.isGone ? gone.arrayBuffer() : super.arrayBuffer();
	}
	override stream(): ReturnType<Blob['stream']> {
		return this.isGone ? gone.stream() : super.stream();
	}
}

const notReadable = () => new DOMException('gone', 'NotReadableError');

const gone = Object.assign(new Blob(), {
	arrayBuffer: () => Promise.reject(notReadable()),
	stream: () =>
		new ReadableStream({
			start: (controller) => {
				// What Chromium says of a file that is not there any more.
				controller.error(new TypeError('network error'));
			}
		})
});
