import type { UserBlock } from '#core/log/blocks.ts';
import type { Session } from '#core/session/session.ts';

/** What the next request is made of: weighed again when something has changed and the person has paused. */
export interface Weighed {
	readonly session: Session;
	readonly unsent: readonly UserBlock[];
	/** Parts that stay out of this message only. */
	readonly switchedOff: readonly string[];
}

/** How long nothing must change before it is weighed, ms. */
const pause = 350;

/** `T` is what weighing gives: the sizes alone, or all of the prompt. */
export class Weighing<T> {
	#current = $state.raw<T | null>(null);
	#timer: ReturnType<typeof setTimeout> | undefined;
	#latest = 0;
	#isWritten = false;
	readonly #weigh: (ask: Weighed) => Promise<T>;
	readonly #onFirstWords: (ask: Weighed) => void;

	/** @param onFirstWords somebody has begun to write: what their message would wait for can be made */
	constructor(
		weigh: (ask: Weighed) => Promise<T>,
		onFirstWords: (ask: Weighed) => void = () => undefined
	) {
		this.#weigh = weigh;
		this.#onFirstWords = onFirstWords;
	}

	/** Null until the first one is there. */
	get current(): T | null {
		return this.#current;
	}

	/**
	 * Weigh after a pause, the first time at once; an earlier wish that has not begun is dropped. Not with the first words:
	 * who sends them right away would wait until all turns are read for their weight.
	 */
	ask(weighed: Weighed): void {
		clearTimeout(this.#timer);
		const isWritten = weighed.unsent.length > 0;
		if (isWritten && !this.#isWritten) this.#onFirstWords(weighed);
		this.#isWritten = isWritten;
		// Not decided by what was found: an effect that asks would follow it, and ask again after every answer.
		const isFirst = this.#latest === 0;
		this.#timer = setTimeout(() => void this.now(weighed), isFirst ? 0 : pause);
	}

	/** Drop a wish that has not begun. */
	rest(): void {
		clearTimeout(this.#timer);
	}

	/** Weigh at once. */
	async now(weighed: Weighed): Promise<T> {
		clearTimeout(this.#timer);
		this.#latest += 1;
		const turn = this.#latest;
		const found = await this.#weigh(weighed);
		// A newer question may have been answered first.
		if (turn === this.#latest) this.#current = found;
		return found;
	}
}
