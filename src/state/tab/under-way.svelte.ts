/** What runs in this tab beside sessions, and would be lost, though it is paid for, if the page were left. */
export class UnderWay {
	#count = $state(0);

	get isAny(): boolean {
		return this.#count > 0;
	}

	/** Hold the page here until it has ended. */
	async during<T>(work: () => Promise<T>): Promise<T> {
		this.#count += 1;
		try {
			return await work();
		} finally {
			this.#count -= 1;
		}
	}
}
