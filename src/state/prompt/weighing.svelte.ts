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

	constructor(weigh: (ask: Weighed) => Promise<T>) {
		this.#weigh = weigh;
	}

	/** Null until the first one is there. */
	get current(): T | null {
		return this.#current;
	}

	/** Weigh after a pause, the first time and with the first words at once; an earlier wish that has not begun is dropped. */
	ask(weighed: Weighed): void {
		clearTimeout(this.#timer);
		const isWritten = weighed.unsent.length > 0;
		// Not decided by what was found: an effect that asks would follow it, and ask again after every answer.
		const begins = this.#latest === 0 || (isWritten && !this.#isWritten);
		this.#isWritten = isWritten;
		this.#timer = setTimeout(() => void this.now(weighed), begins ? 0 : pause);
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
