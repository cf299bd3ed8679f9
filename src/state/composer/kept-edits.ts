import type { Scratch } from '#db/schema.ts';
import { putUnsent } from '#db/scratch/unsent.ts';
import { editKey, unsentEditsOf } from '#db/scratch/unsent-edits.ts';
import { keepLastWords, placesWithLastWords, takeLastWords } from '#flows/sessions/last-words.ts';
import type { Written } from '#state/composer/written-text.svelte.ts';

/** How long the writer must pause before what was written is stored, ms. */
const pause = 200;

const nothing: Written = { text: '', pasted: [] };

/** Other wordings of the messages of a session: kept as unsent text is, so that a reload loses none of them. */
export class KeptEdits {
	readonly #scratch: Scratch;
	readonly #sessionId: string;
	readonly #now: () => number;
	/** Not stored yet, by turn. */
	readonly #waiting = new Map<string, Written>();
	/** Turns of which something is kept. */
	readonly #kept = new Set<string>();
	/** As it was stored last by this tab, or found, by turn: another tab may have written there since. */
	readonly #stored = new Map<string, string>();
	#timer: ReturnType<typeof setTimeout> | undefined;

	constructor(scratch: Scratch, sessionId: string, now: () => number) {
		this.#scratch = scratch;
		this.#sessionId = sessionId;
		this.#now = now;
	}

	/** What a page that was left had under the pen, by turn; the one that was written last stands last. */
	async read(): Promise<ReadonlyMap<string, Written>> {
		const rows = await unsentEditsOf(this.#scratch, this.#sessionId);
		const found = new Map<string, Written>();
		const prefix = editKey(this.#sessionId, '');
		for (const row of rows.sort((a, b) => a.at - b.at)) {
			const turnId = row.sessionId.slice(prefix.length);
			found.set(turnId, { text: row.text, pasted: row.pasted ?? [] });
			this.#stored.set(turnId, row.text);
		}
		for (const place of placesWithLastWords().filter((one) => one.startsWith(prefix))) {
			const turnId = place.slice(prefix.length);
			const last = JSON.parse(takeLastWords(place) ?? JSON.stringify(nothing)) as Written;
			// What a page that went could not store is stored now, and kept beside until it is.
			this.#waiting.set(turnId, last);
			found.delete(turnId);
			if (last.text !== '') found.set(turnId, last);
		}
		for (const turnId of found.keys()) this.#kept.add(turnId);
		this.leave();
		return found;
	}

	/**
	 * What is kept of a turn is being sent. It stays until what this gives is called: the words are stored, or stand in the
	 * composer. Others that are written of the turn meanwhile stay then.
	 */
	take(turnId: string): () => void {
		clearTimeout(this.#timer);
		// A page that goes in this very moment keeps them as well.
		this.leave();
		this.#kept.delete(turnId);
		let isLetGo = false;
		return () => {
			if (!isLetGo && !this.#kept.has(turnId)) void this.#put(turnId, nothing);
			isLetGo = true;
		};
	}

	/** Null: it was given up. */
	keep(turnId: string, written: Written | null): void {
		if (written === null && !this.#kept.delete(turnId)) return;
		if (written !== null) this.#kept.add(turnId);
		this.#waiting.set(turnId, written ?? nothing);
		clearTimeout(this.#timer);
		if (written === null) this.store();
		else this.#timer = setTimeout(this.store, pause);
	}

	/** The page goes now, perhaps for good. */
	readonly leave = (): void => {
		for (const [turnId, written] of this.#waiting)
			keepLastWords(
				editKey(this.#sessionId, turnId),
				JSON.stringify(written),
				this.#put(turnId, written)
			);
		this.#waiting.clear();
	};

	/** Store now. */
	readonly store = (): void => {
		clearTimeout(this.#timer);
		for (const [turnId, written] of this.#waiting) void this.#put(turnId, written);
		this.#waiting.clear();
	};

	/** Nothing takes away what this tab has stored, not what another one has. */
	#put(turnId: string, { text, pasted }: Written): Promise<void> {
		const sessionId = editKey(this.#sessionId, turnId);
		const was = this.#stored.get(turnId) ?? '';
		this.#stored.set(turnId, text);
		return putUnsent(this.#scratch, { sessionId, text, pasted, at: this.#now() }, was);
	}
}
