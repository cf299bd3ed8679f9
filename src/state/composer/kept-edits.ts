import type { Scratch, UnsentRow } from '#db/schema.ts';
import { putUnsent } from '#db/scratch/unsent.ts';
import { editKey, tabOfEdit, unsentEditsOf } from '#db/scratch/unsent-edits.ts';
import { keepLastWords, placesWithLastWords, takeLastWords } from '#flows/sessions/last-words.ts';
import type { Written } from '#state/composer/written-text.svelte.ts';
import { leftByTabs, noTab, type OwnTab } from '#state/tab/living-tabs.ts';
import { messagesUnderPen } from '#state/tab/under-pen.ts';

/** How long the writer must pause before what was written is stored, ms. */
const pause = 200;

const nothing: Written = { text: '', pasted: [] };

/**
 * Other wordings of the messages of a session: kept as unsent text is, so that a reload loses none of them. Each tab has
 * its own; what one has left that is gone is gone on from, and goes with the first key that is pressed in it here.
 */
export class KeptEdits {
	readonly #scratch: Scratch;
	readonly #sessionId: string;
	readonly #now: () => number;
	readonly #tab: OwnTab;
	/** Not stored yet, by turn. */
	readonly #waiting = new Map<string, Written>();
	/** Turns of which something is kept. */
	readonly #kept = new Set<string>();
	/** As it was stored last by this tab, by turn. */
	readonly #stored = new Map<string, Written>();
	/** Left by another tab and shown in this one, by turn. */
	readonly #over = new Map<string, UnsentRow>();
	#timer: ReturnType<typeof setTimeout> | undefined;

	constructor(scratch: Scratch, sessionId: string, now: () => number, tab = noTab) {
		this.#scratch = scratch;
		this.#sessionId = sessionId;
		this.#now = now;
		this.#tab = tab;
	}

	/** What a page that was left had under the pen, by turn; the one that was written last stands last. */
	async read(): Promise<ReadonlyMap<string, Written>> {
		const tabOf = ({ sessionId }: UnsentRow) => {
			const tab = tabOfEdit(sessionId);
			return tab === this.#tab.id ? '' : tab;
		};
		const lying = () => unsentEditsOf(this.#scratch, this.#sessionId);
		const left = await leftByTabs(await lying(), tabOf, this.#tab);
		// As it lies there by now: somebody may have gone on writing here.
		const keys = new Set(left.map(({ sessionId }) => sessionId));
		const rows = keys.size === 0 ? [] : (await lying()).filter((row) => keys.has(row.sessionId));
		const found = new Map<string, Written>();
		const prefix = editKey(this.#sessionId, '');
		const turnOf = (place: string) => place.slice(prefix.length).split(' ')[0] ?? '';
		for (const row of rows.sort((a, b) => a.at - b.at)) {
			const turnId = turnOf(row.sessionId);
			const written = { text: row.text, pasted: row.pasted ?? [] };
			if (row.sessionId === this.#keyOf(turnId)) this.#stored.set(turnId, written);
			else if (this.#stored.has(turnId) || this.#waiting.has(turnId)) continue;
			else this.#over.set(turnId, row);
			found.delete(turnId);
			found.set(turnId, written);
		}
		for (const turnId of this.#stored.keys()) this.#over.delete(turnId);
		for (const place of placesWithLastWords().filter((one) => one.startsWith(prefix))) {
			const turnId = turnOf(place);
			// The page before this one is gone with its row; what another tab has lies where it is.
			this.#over.delete(turnId);
			const row = rows.find(({ sessionId }) => sessionId === place);
			if (row && place !== this.#keyOf(turnId)) this.#over.set(turnId, row);
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
		// Another tab may have taken what it found here for given up.
		for (const [turnId, written] of this.#stored)
			if (messagesUnderPen.has(turnId) && !this.#waiting.has(turnId))
				this.#waiting.set(turnId, written);
		for (const [turnId, written] of this.#waiting)
			keepLastWords(this.#keyOf(turnId), JSON.stringify(written), this.#put(turnId, written));
		this.#waiting.clear();
	};

	/** What kept them was thrown away: also what stands here as it was found. */
	readonly keepAnew = (): void => {
		for (const turnId of this.#kept) {
			const written = messagesUnderPen.get(turnId);
			if (written) this.#waiting.set(turnId, written);
		}
		this.leave();
	};

	/** Store now. */
	readonly store = (): void => {
		clearTimeout(this.#timer);
		for (const [turnId, written] of this.#waiting) void this.#put(turnId, written);
		this.#waiting.clear();
	};

	#keyOf(turnId: string): string {
		return editKey(this.#sessionId, turnId, this.#tab.id);
	}

	/** Nothing takes away what this tab has stored or shows, not what another one has written since. Both begin at once. */
	async #put(turnId: string, written: Written): Promise<void> {
		const { text, pasted } = written;
		const sessionId = this.#keyOf(turnId);
		const was = this.#stored.get(turnId)?.text ?? '';
		if (text === '') this.#stored.delete(turnId);
		else this.#stored.set(turnId, written);
		const over = this.#over.get(turnId);
		this.#over.delete(turnId);
		await Promise.all([
			putUnsent(this.#scratch, { sessionId, text, pasted, at: this.#now() }, was),
			over && putUnsent(this.#scratch, { ...over, text: '' }, over.text)
		]);
	}
}
