import type { Scratch } from '#db/schema.ts';
import { putUnsent, unsentOf } from '#db/scratch/unsent.ts';
import { keepLastWords, takeLastWords } from '#flows/sessions/last-words.ts';
import { WrittenText, type Written } from '#state/chat/written-text.svelte.ts';

export type { Written } from '#state/chat/written-text.svelte.ts';

/** How long the writer must pause before unsent text is stored, ms. */
const pause = 200;

/** What stands in the composer of a session: kept in the scratch database, so a reload loses nothing. */
export class UnsentText {
	readonly #written = new WrittenText();
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
		return this.#written.text;
	}

	/** What of it was pasted. */
	get pasted(): Written['pasted'] {
		return this.#written.pasted;
	}

	set text(text: string) {
		this.#written.text = text;
		this.#changed();
	}

	/** See `WrittenText.expect`. */
	readonly expect: WrittenText['expect'] = (inputType, onhidden) => {
		this.#written.expect(inputType, onhidden);
	};

	/** Take the words out, to be sent. */
	take(): Written {
		const { text, pasted } = this.#written;
		this.#written.put({ text: '', pasted: [] });
		this.#changed();
		this.store();
		return { text, pasted };
	}

	/** Words that come back stand before what was written since. */
	putBefore({ text, pasted }: Written): void {
		const { text: since, pasted: later } = this.#written;
		const gap = text === '' || since === '' ? '' : '\n\n';
		const by = text.length + gap.length;
		this.#written.put({
			text: text + gap + since,
			pasted: [...pasted, ...later.map(({ from, to }) => ({ from: from + by, to: to + by }))]
		});
		this.#changed();
	}

	/** The page goes now, perhaps for good. */
	readonly leave = (): void => {
		if (!this.#touched) return;
		const { text, pasted } = this.#written;
		keepLastWords(this.#sessionId, JSON.stringify({ text, pasted }), this.#store());
	};

	/** Store now. */
	readonly store = (): void => {
		if (this.#touched) void this.#store();
	};

	#store(): Promise<void> {
		clearTimeout(this.#timer);
		const { text, pasted } = this.#written;
		return putUnsent(this.#scratch, { sessionId: this.#sessionId, text, pasted, at: this.#now() });
	}

	#changed(): void {
		this.#touched = true;
		clearTimeout(this.#timer);
		this.#timer = setTimeout(this.store, pause);
	}

	async #restore(): Promise<void> {
		const last = takeLastWords(this.#sessionId);
		const stored =
			last === null
				? await unsentOf(this.#scratch, this.#sessionId)
				: (JSON.parse(last) as Written);
		if (!stored || stored.text === '') return;
		const { text, pasted = [] } = stored;
		// Whoever was quicker with the keys than the database meant to write on.
		if (this.#touched) this.putBefore({ text, pasted });
		else this.#written.put({ text, pasted });
	}
}
