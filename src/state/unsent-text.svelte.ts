import type { Scratch } from '#db/schema.ts';
import { putUnsent, unsentOf } from '#db/scratch.ts';

/** How long the writer must pause before unsent text is stored, ms. */
const pause = 200;

/**
 * A page that is going may not finish a write to the database. What was typed last is kept here as well, which is
 * written at once and read once.
 */
const lastWords = (sessionId: string): string => `keepsake-unsent-${sessionId}`;

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

	/** The page goes now, perhaps for good. */
	readonly leave = (): void => {
		if (this.#touched) sessionStorage.setItem(lastWords(this.#sessionId), this.#text);
		this.store();
	};

	/** Store now. */
	readonly store = (): void => {
		clearTimeout(this.#timer);
		if (!this.#touched) return;
		const unsent = { sessionId: this.#sessionId, text: this.#text, at: this.#now() };
		void putUnsent(this.#scratch, unsent);
	};

	async #restore(): Promise<void> {
		const last = sessionStorage.getItem(lastWords(this.#sessionId));
		sessionStorage.removeItem(lastWords(this.#sessionId));
		const stored = last ?? (await unsentOf(this.#scratch, this.#sessionId));
		if (!this.#touched) this.#text = stored;
	}
}
