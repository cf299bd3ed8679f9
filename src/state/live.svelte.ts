import { createSubscriber } from 'svelte/reactivity';
import { watch, type Watchable } from '#db/watch.ts';

/** Makes the new value out of the last one and what was read; keeps what is the same. */
type Settle<T> = (before: T | undefined, read: T) => T;

/** A watched value for components: read `.current` and the component follows it. */
export class Live<T> {
	#value = $state.raw<T>();
	readonly #follow: () => void;

	/** @param source what is read, or what is watched in a way of its own */
	constructor(source: (() => Promise<T>) | Watchable<T>, settle: Settle<T> = (_, read) => read) {
		const watched = typeof source === 'function' ? watch(source) : source;
		this.#follow = createSubscriber(() =>
			watched.subscribe((read) => {
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
	readonly #read: (question: Q) => Promise<T>;
	readonly #settle: Settle<T>;
	readonly #follow: () => void;

	constructor(first: Q, read: (question: Q) => Promise<T>, settle: Settle<T> = (_, read) => read) {
		this.#question = first;
		this.#read = read;
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
		const [before, question] = [this.#stop, this.#question];
		this.#stop = watch(() => this.#read(question)).subscribe((read) => {
			this.#value = this.#settle(this.#value, read);
		});
		before?.();
	}
}
