import { createSubscriber } from 'svelte/reactivity';
import type { Watchable } from '#db/watch.ts';

/** Makes the new value out of the last one and what was read; keeps what is the same. */
type Settle<T> = (before: T | undefined, read: T) => T;

/** A watched value for components: read `.current` and the component follows it. */
export class Live<T> {
	#value = $state.raw<T>();
	readonly #follow: () => void;

	constructor(source: Watchable<T>, settle: Settle<T> = (_, read) => read) {
		this.#follow = createSubscriber(() =>
			source.subscribe((read) => {
				this.#value = settle(this.#value, read);
			})
		);
	}

	/** Undefined until the first answer. */
	get current(): T | undefined {
		this.#follow();
		return this.#value;
	}
}

/**
 * A watched value whose question may change while it is read. The last answer stays until the first answer to
 * the new question, so nothing on screen blinks.
 */
export class LiveAnswer<Q, T> {
	#question: Q;
	#value = $state.raw<T>();
	#stop: (() => void) | null = null;
	readonly #watch: (question: Q) => Watchable<T>;
	readonly #settle: Settle<T>;
	readonly #follow: () => void;

	constructor(
		first: Q,
		watch: (question: Q) => Watchable<T>,
		settle: Settle<T> = (_, read) => read
	) {
		this.#question = first;
		this.#watch = watch;
		this.#settle = settle;
		this.#follow = createSubscriber(() => {
			this.#listen();
			return () => {
				this.#stop?.();
				this.#stop = null;
			};
		});
	}

	get question(): Q {
		return this.#question;
	}

	get current(): T | undefined {
		this.#follow();
		return this.#value;
	}

	ask(question: Q): void {
		this.#question = question;
		if (this.#stop) this.#listen();
	}

	#listen(): void {
		const before = this.#stop;
		this.#stop = this.#watch(this.#question).subscribe((read) => {
			this.#value = this.#settle(this.#value, read);
		});
		before?.();
	}
}
