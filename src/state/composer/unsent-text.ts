import { joinAllWritten, joinWritten } from '#core/asking/pasted.ts';
import type { Scratch, UnsentRow } from '#db/schema.ts';
import { spared } from '#db/scratch/spared.ts';
import {
	composerKey,
	putComposer,
	putUnsent,
	tabOfKey,
	unsentRows,
	wentOn
} from '#db/scratch/unsent.ts';
import { dropLastWords, keepLastWords, lastWords } from '#flows/sessions/last-words.ts';
import { WrittenText, type Written } from '#state/composer/written-text.svelte.ts';
import { leftByTabs, noTab, type OwnTab } from '#state/tab/living-tabs.ts';

const nothing: Written = { text: '', pasted: [] };

/** As a page that went has left them. */
type LastWords = Written & { readonly at: number };

/** How long the writer must pause before unsent text is stored, ms. */
const pause = 200;

/**
 * What stands in the composer of a session: kept in the scratch database, so a reload loses nothing. Each tab keeps its
 * own; where it has none it goes on from all that tabs have left which are gone.
 */
export class UnsentText {
	readonly #written = new WrittenText();
	/** Sent, and perhaps not stored as a message yet. */
	#taken: Written | null = null;
	#touched = false;
	/** Of no tab or another one, by key, and what of it stands here: it goes from there with the next write. */
	readonly #over = new Map<string, readonly string[]>();
	/** When it was written last, ms. */
	#at = 0;
	#timer: ReturnType<typeof setTimeout> | undefined;
	readonly #scratch: Scratch;
	readonly #sessionId: string;
	readonly #key: string;
	readonly #now: () => number;
	readonly #tab: OwnTab;

	constructor(scratch: Scratch, sessionId: string, now: () => number, tab = noTab) {
		this.#scratch = scratch;
		this.#sessionId = sessionId;
		this.#tab = tab;
		this.#key = composerKey(sessionId, tab.id);
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
		this.#changed();
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
		// What was moved into the session lies there for no tab.
		this.#goOver(this.#sessionId, words.text);
		this.#written.put(joinWritten(words, this.#written));
		this.#changed();
	}

	/** It is stored elsewhere: here not before it is written on. */
	rest(): void {
		clearTimeout(this.#timer);
		this.#touched = false;
		// If it comes back it lies there for no tab.
		this.#goOver(this.#sessionId, this.text);
	}

	/** The page goes now, perhaps for good. */
	readonly leave = (): void => {
		if (!this.#touched) return;
		const last: LastWords = { ...this.#unstored, at: this.#at };
		keepLastWords(this.#sessionId, JSON.stringify(last), this.#store());
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

	async #store(): Promise<void> {
		clearTimeout(this.#timer);
		const own = { sessionId: this.#key, ...this.#unstored, at: this.#at };
		const over = new Map(this.#over);
		await putComposer(this.#scratch, own, over);
		for (const key of over.keys()) this.#over.delete(key);
	}

	#goOver(key: string, held: string): void {
		if (key === this.#key) return;
		const before = this.#over.get(key) ?? [];
		// What comes to words that lie there is put before them.
		const joined = joinWritten({ text: held }, { text: before.at(-1) ?? '' }).text;
		this.#over.set(key, [...before, held, joined]);
	}

	/** All that would be lost if the tab were gone now. */
	get #unstored(): Written {
		return joinWritten(this.#taken ?? nothing, this.#written);
	}

	#changed(): void {
		this.#touched = true;
		this.#at = this.#now();
		clearTimeout(this.#timer);
		// What is emptied was sent or was a command, which may move what stands here.
		if (this.text === '') void this.#store();
		else this.#timer = setTimeout(this.store, pause);
	}

	async #restore(): Promise<void> {
		const kept = lastWords(this.#sessionId);
		const last = kept === null ? null : (JSON.parse(kept) as LastWords);
		const isLast = last !== null && !(await this.#wentOn(last));
		// It was emptied as the page went: what lies there of it was sent, and what other tabs have left is not in its place.
		const isEmptied = isLast && last.text === '' && !this.#touched;
		if (isEmptied) await putUnsent(this.#scratch, { ...last, sessionId: this.#key });
		// Not before: the database may answer late, and this page go as well.
		if (kept !== null) dropLastWords(this.#sessionId);
		const stored = isLast && !isEmptied ? last : await this.#read();
		if (stored.text === '') return;
		// Whoever was quicker with the keys than the database meant to write on.
		if (this.#touched) this.putBefore(stored);
		else this.#written.put(stored);
		// What a page that went could not store is stored now, and kept beside until it is.
		if (stored !== last) return;
		this.#touched = true;
		this.#at = this.#now();
		this.leave();
	}

	/** Whether another tab has gone on from what the page that went has left: who opens it again has it no more. */
	#wentOn({ at }: LastWords): Promise<boolean> {
		return spared(this.#scratch, () => wentOn(this.#scratch, this.#key, at), false);
	}

	/** What this tab has stored; where that is nothing, all that lies there and is of no tab that lives. */
	async #read(): Promise<Written> {
		const rows = await unsentRows(this.#scratch, this.#sessionId);
		const own = rows.find(({ sessionId }) => sessionId === this.#key);
		const tabOf = (row: UnsentRow) => tabOfKey(row.sessionId);
		const found = own ? [own] : await leftByTabs(rows, tabOf, this.#tab);
		for (const { sessionId, text } of found) this.#goOver(sessionId, text);
		return joinAllWritten(found);
	}
}
