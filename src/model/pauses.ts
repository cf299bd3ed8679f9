/** Pauses before a call is made again. Each has a number, by which whoever does not want to wait ends it. */
export class Pauses {
	readonly #wait: (ms: number, signal: AbortSignal) => Promise<void>;
	readonly #running = new Map<number, AbortController>();
	#last = 0;

	/** `wait` resolves after so many milliseconds, or when the signal says stop. */
	constructor(wait: (ms: number, signal: AbortSignal) => Promise<void>) {
		this.#wait = wait;
	}

	/** `over` resolves when the pause is, or the signal says stop; to true where it was ended by its number. */
	begin(
		ms: number,
		signal: AbortSignal
	): { readonly pause: number; readonly over: Promise<boolean> } {
		const pause = ++this.#last;
		const cut = new AbortController();
		this.#running.set(pause, cut);
		const over = this.#wait(ms, AbortSignal.any([signal, cut.signal])).then(() => {
			this.#running.delete(pause);
			return cut.signal.aborted;
		});
		return { pause, over };
	}

	end(pause: number): void {
		this.#running.get(pause)?.abort();
	}
}
