import { flushSync } from 'svelte';
import { SvelteSet } from 'svelte/reactivity';
import type { TranscriptWindow } from '#state/chat/transcript-window.ts';

/** So many of the newest turns stay in the page once they were on screen. */
const most = 30;

/** Turns that were on screen once: what looks through the page finds the newest of them, as on any other page. */
export class LatelyDrawn {
	readonly #drawn = new SvelteSet<number>();
	readonly #excerpt: () => Pick<TranscriptWindow, 'head' | 'exchange'>;
	/** Seqs of those that stay. */
	readonly seqs: readonly number[] = $derived.by(() => {
		const excerpt = this.#excerpt();
		const after = excerpt.head - most;
		return [...this.#drawn].filter((seq) => seq > after && excerpt.exchange(seq));
	});

	constructor(excerpt: () => Pick<TranscriptWindow, 'head' | 'exchange'>) {
		this.#excerpt = excerpt;
	}

	/** There are older ones, of which paper has none. */
	get isPart(): boolean {
		return this.#excerpt().head >= most;
	}

	readonly add = (seq: number): void => {
		this.#drawn.add(seq);
	};

	/** Paper does not scroll: the newest turns are drawn before the browser takes its picture. */
	readonly addAll = (): void => {
		const { head } = this.#excerpt();
		for (let seq = head; seq >= 0 && seq > head - most; seq -= 1) this.#drawn.add(seq);
		flushSync();
	};
}
