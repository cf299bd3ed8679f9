import { joinWritten } from '#core/asking/pasted.ts';
import type { Scratch } from '#db/schema.ts';
import { putTaken, putUnsent, unsentOf } from '#db/scratch/unsent.ts';
import { keepLastWords, takeLastWords } from '#flows/sessions/last-words.ts';
import { WrittenText, type Written } from '#state/composer/written-text.svelte.ts';

export type { Written } from '#state/composer/written-text.svelte.ts';

const nothing: Written = { text: '', pasted: [] };

/** How long the writer must pause before unsent text is stored, ms. */
const pause = 200;

/** What stands in the composer of a session: kept in the scratch database, so a reload loses nothing. */
export class UnsentText {
	readonly #written = new WrittenText();
	/** Sent, and perhaps not stored as a message yet. */
	#taken: Written | null = null;
	#touched = false;
	/** As it was stored last by this tab, or found. */
	#kept = '';
	/** When it was written last, ms. */
	#at = 0;
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

	/** Take the words out, to be sent. They stay stored until they are let go of. */
	take(): Written {
		const { text, pasted } = this.#written;
		this.#taken = { text, pasted };
		this.#written.put(nothing);
		this.#changed(putTaken);
		return this.#taken;
	}

	/** What was taken is stored elsewhere. */
	letGo(taken: Written): void {
		if (this.#taken !== taken) return;
		this.#taken = null;
		this.store();
	}

	/** Words that come back stand before what was written since. */
	putBefore(words: Written): void {
		this.#written.put(joinWritten(words, this.#written));
		this.#changed();
	}

	/** It is stored elsewhere: here not before it is written on. */
	rest(): void {
		clearTimeout(this.#timer);
		this.#touched = false;
	}

	/** The page goes now, perhaps for good. */
	readonly leave = (): void => {
		if (!this.#touched) return;
		keepLastWords(this.#sessionId, JSON.stringify(this.#unstored), this.#store());
	};

	/** What kept it was thrown away: also what stands here as it was found. */
	readonly keepAnew = (): void => {
		if (this.text !== '') this.#changed();
		this.leave();
	};

	/** Store now. */
	readonly store = (): void => {
		if (this.#touched) void this.#store();
	};

	/** Resolves when it is stored as it stands now; rejects where it cannot be. */
	readonly kept = async (): Promise<void> => {
		if (this.#touched) await this.#store();
	};

	#store(put: typeof putTaken = putUnsent): Promise<void> {
		clearTimeout(this.#timer);
		const was = this.#kept;
		const written = this.#unstored;
		this.#kept = written.text;
		const unsent = { sessionId: this.#sessionId, ...written, at: this.#at };
		return put(this.#scratch, unsent, was);
	}

	/** All that would be lost if the tab were gone now. */
	get #unstored(): Written {
		return joinWritten(this.#taken ?? nothing, this.#written);
	}

	#changed(put?: typeof putTaken): void {
		this.#touched = true;
		this.#at = this.#now();
		clearTimeout(this.#timer);
		// What is emptied was sent or was a command, which may move what stands here.
		if (this.text === '') void this.#store(put);
		else this.#timer = setTimeout(this.store, pause);
	}

	async #restore(): Promise<void> {
		const last = takeLastWords(this.#sessionId);
		const stored =
			last === null
				? await unsentOf(this.#scratch, this.#sessionId)
				: (JSON.parse(last) as Written);
		if (!stored || stored.text === '') return;
		const { text, pasted = [] } = stored;
		this.#kept = text;
		// Whoever was quicker with the keys than the database meant to write on.
		if (this.#touched) this.putBefore({ text, pasted });
		else this.#written.put({ text, pasted });
		// What a page that went could not store is stored now, and kept beside until it is.
		if (last === null) return;
		this.#touched = true;
		this.#at = this.#now();
		this.leave();
	}
}
