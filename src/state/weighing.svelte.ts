import type { UserBlock } from '#core/blocks.ts';
import type { Prompt } from '#core/prompt.ts';
import type { Session } from '#core/session.ts';

/** What the next request is made of: weighed again when something has changed and the person has paused. */
export interface Weighed {
	readonly session: Session;
	readonly unsent: readonly UserBlock[];
}

/** How long nothing must change before it is weighed, ms. */
const pause = 350;

export class Weighing {
	#prompt = $state.raw<Prompt | null>(null);
	#timer: ReturnType<typeof setTimeout> | undefined;
	#latest = 0;
	readonly #weigh: (ask: Weighed) => Promise<Prompt>;

	constructor(weigh: (ask: Weighed) => Promise<Prompt>) {
		this.#weigh = weigh;
	}

	/** Null until the first one is there. */
	get prompt(): Prompt | null {
		return this.#prompt;
	}

	/** Weigh after a pause; an earlier wish that has not begun is dropped. */
	ask(weighed: Weighed): void {
		clearTimeout(this.#timer);
		// Not decided by the prompt: an effect that asks would follow it, and ask again after every answer.
		this.#timer = setTimeout(() => void this.now(weighed), this.#latest === 0 ? 0 : pause);
	}

	/** Weigh at once. */
	async now(weighed: Weighed): Promise<Prompt> {
		clearTimeout(this.#timer);
		this.#latest += 1;
		const turn = this.#latest;
		const prompt = await this.#weigh(weighed);
		// A newer question may have been answered first.
		if (turn === this.#latest) this.#prompt = prompt;
		return prompt;
	}
}
