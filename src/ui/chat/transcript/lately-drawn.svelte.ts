import { flushSync } from 'svelte';
import { SvelteSet } from 'svelte/reactivity';

/** So many of the newest turns stay in the page once they were on screen. */
const most = 30;

/** Turns that were on screen once: what looks through the page finds the newest of them, as on any other page. */
export class LatelyDrawn {
	readonly #drawn = new SvelteSet<number>();
	readonly #head: () => number;
	readonly #isRead: (seq: number) => boolean;
	/** Seqs of those that stay. */
	readonly seqs: readonly number[] = $derived.by(() => {
		const after = this.#head() - most;
		return [...this.#drawn].filter((seq) => seq > after && this.#isRead(seq));
	});
	/** There are older ones, of which paper has none. */
	readonly isPart = $derived.by(() => this.#head() >= most);

	/** `head`: seq of the newest turn. `isRead`: whether a turn is there to be drawn. */
	constructor(head: () => number, isRead: (seq: number) => boolean) {
		this.#head = head;
		this.#isRead = isRead;
	}

	add(seq: number): void {
		this.#drawn.add(seq);
	}

	/** Paper does not scroll: the newest turns are drawn before the browser takes its picture. */
	readonly addAll = (): void => {
		const head = this.#head();
		for (let seq = head; seq >= 0 && seq > head - most; seq -= 1) this.#drawn.add(seq);
		flushSync();
	};
}
