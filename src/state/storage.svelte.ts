/** What the browser says about the room this app takes: how much, and whether it may be taken away again. */
export class StorageUse {
	#isPersisted = $state.raw<boolean | null>(null);
	#used = $state.raw<number | null>(null);
	#quota = $state.raw<number | null>(null);
	#wasRefused = $state(false);

	/** Null where the browser does not say, and until it has. */
	get isPersisted(): boolean | null {
		return this.#isPersisted;
	}

	/** Bytes in use; null where it is unknown. */
	get used(): number | null {
		return this.#used;
	}

	/** Bytes the browser would give. */
	get quota(): number | null {
		return this.#quota;
	}

	/** It was asked to keep the data and did not agree. */
	get wasRefused(): boolean {
		return this.#wasRefused;
	}

	readonly look = async (): Promise<void> => {
		const room = manager();
		if (!room) return;
		const [isPersisted, estimate] = await Promise.all([room.persisted(), room.estimate()]);
		this.#isPersisted = isPersisted;
		this.#used = estimate.usage ?? null;
		this.#quota = estimate.quota ?? null;
	};

	readonly persist = async (): Promise<void> => {
		this.#wasRefused = (await manager()?.persist()) === false;
		await this.look();
	};
}

/** Pages without https have none. */
const manager = (): StorageManager | undefined => (navigator as Partial<Navigator>).storage;
