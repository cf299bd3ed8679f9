import { sha256 } from '#core/sha256.ts';
import { cleanLine } from '#core/lines/line.ts';
import type { ShownLine } from '#flows/desk/accept-together.ts';

/** What was written at the desk was seen there, also before the list tells it. */
export class SeenWords {
	/** Hashes of the words that were written here, by id of the line and hash of those before. */
	readonly #written: Record<string, string | undefined> = {};

	wrote(id: string, before: string, text: string): void {
		const after = sha256(cleanLine(text));
		this.#written[`${id} ${before}`] = after;
		// The newest words lead to no others, so following them always ends.
		this.#written[`${id} ${after}`] = undefined;
	}

	/** A line as it is shown, with the hash of what was written last. */
	readonly of = ({ id, hash, replaces = null }: ShownLine): ShownLine => {
		const written = this.#written[`${id} ${hash}`];
		return written === undefined
			? { id, hash, replaces }
			: this.of({ id, hash: written, replaces });
	};
}
