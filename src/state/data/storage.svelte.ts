import type { Failure } from '#core/failure.ts';
import { onCopies } from '#flows/copies/keep-copies.ts';
import type { Freeing, FreeingKind, RoomTaken } from '#core/copies/room.ts';
import type { App } from '#flows/ports.ts';
import { neverStops } from '#flows/ports/waiting.ts';

/** What the browser says about the room this app takes: how much, and whether it may be taken away again. */
export class StorageUse {
	#isPersisted = $state.raw<boolean | null>(null);
	#used = $state.raw<number | null>(null);
	#quota = $state.raw<number | null>(null);
	#wasRefused = $state(false);
	#taken = $state.raw<RoomTaken | null>(null);
	#freeing = $state.raw<Freeing | null>(null);
	#failure = $state.raw<Failure | null>(null);
	#isWorking = $state(false);
	readonly #app: App;

	constructor(app: App) {
		this.#app = app;
	}

	/** By kind; null until it was measured. */
	get taken(): RoomTaken | null {
		return this.#taken;
	}

	/** What could be let go of; null until it was measured. */
	get freeing(): Freeing | null {
		return this.#freeing;
	}

	get failure(): Failure | null {
		return this.#failure;
	}

	get isWorking(): boolean {
		return this.#isWorking;
	}

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

	/** Look through everything that is stored; takes a moment in a large profile. */
	readonly measure = async (): Promise<void> => {
		this.#isWorking = true;
		const outcome = await onCopies(this.#app).run('measure-use', null, neverStops());
		this.#isWorking = false;
		this.#failure = outcome.status === 'failed' ? outcome.failure : null;
		if (outcome.status !== 'measured') return;
		this.#taken = outcome.taken;
		this.#freeing = outcome.freeing;
	};

	/** Let go of what was chosen. */
	readonly free = async (what: readonly FreeingKind[]): Promise<void> => {
		this.#isWorking = true;
		const outcome = await onCopies(this.#app).run('free-up', { what }, neverStops());
		await Promise.all([this.measure(), this.look()]);
		if (outcome.status === 'failed') this.#failure = outcome.failure;
	};
}

/** Pages without https have none. */
const manager = (): StorageManager | undefined => (navigator as Partial<Navigator>).storage;
