import type { Scratch } from '#db/schema.ts';
import { putUnsent, unsentOf } from '#db/scratch.ts';

/** How long the writer must pause before unsent text is stored, ms. */
const pause = 300;

/** What stands in the composer of a session: kept in the scratch database, so a reload loses nothing. */
export class UnsentText {
	#text = $state('');
	#touched = false;
	#timer: ReturnType<typeof setTimeout> | undefined;
	readonly #scratch: Scratch;
	readonly #sessionId: string;
	readonly #now: () => number;

	constructor(scratch: Scratch, sessionId: string, now: () => number) {
		this.#scratch = scratch;
		this.#sessionId = sessionId;
		this.#now = now;
		void this.#restore();
	}

	get text(): string {
		return this.#text;
	}

	set text(text: string) {
		this.#touched = true;
		this.#text = text;
		clearTimeout(this.#timer);
		this.#timer = setTimeout(this.store, pause);
	}

	/** Take the words out, to be sent. */
	take(): string {
		const text = this.#text;
		this.text = '';
		this.store();
		return text;
	}

	/** Store now: the page may be about to go. */
	readonly store = (): void => {
		clearTimeout(this.#timer);
		if (!this.#touched) return;
		const unsent = { sessionId: this.#sessionId, text: this.#text, at: this.#now() };
		void putUnsent(this.#scratch, unsent);
	};

	async #restore(): Promise<void> {
		const stored = await unsentOf(this.#scratch, this.#sessionId);
		if (!this.#touched) this.#text = stored;
	}
}
