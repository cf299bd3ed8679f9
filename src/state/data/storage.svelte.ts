import type { Failure } from '#core/failure.ts';
import type { StorageJobs } from '#flows/copies/jobs.ts';
import { onCopies } from '#flows/copies/on-copies.ts';
import { storageManager } from '#state/data/storage-manager.ts';
import type { Freeing, FreeingKind, RoomTaken } from '#core/copies/room-taken.ts';
import type { App } from '#flows/ports.ts';
import { neverStops } from '#flows/ports/waiting.ts';

/** What the browser says about the room this app has. */
interface Room {
	/** Whether it promises to keep the data; `refused`: it was asked to and did not agree; `untold`: it does not say. */
	readonly keeps: 'unknown' | 'untold' | 'yes' | 'no' | 'refused';
	/** Bytes in use; null where it is unknown. */
	readonly used: number | null;
	/** Bytes the browser would give. */
	readonly quota: number | null;
}

interface Measured {
	/** By kind. */
	readonly taken: RoomTaken;
	/** What could be let go of. */
	readonly freeing: Freeing;
}

type UseStage =
	| { readonly at: 'unmeasured' | 'measured' }
	/** Measuring, or letting go. */
	| { readonly at: 'working' }
	| { readonly at: 'failed'; readonly failure: Failure };

/** The room this app takes: how much, for what, and whether it may be taken away again. */
export class StorageUse {
	#room = $state.raw<Room>({ keeps: 'unknown', used: null, quota: null });
	#stage = $state.raw<UseStage>({ at: 'unmeasured' });
	/** Stays on screen while it is measured anew. */
	#measured = $state.raw<Measured | null>(null);
	readonly #app: App;

	constructor(app: App) {
		this.#app = app;
	}

	get room(): Room {
		return this.#room;
	}

	get stage(): UseStage {
		return this.#stage;
	}

	/** Null until it was measured. */
	get measured(): Measured | null {
		return this.#measured;
	}

	readonly look = async (): Promise<void> => {
		const room = storageManager();
		const [isPersisted, estimate] = await Promise.all([room.persisted?.(), room.estimate?.()]);
		const otherwise = this.#room.keeps === 'refused' ? 'refused' : 'no';
		this.#room = {
			keeps: isPersisted === undefined ? 'untold' : isPersisted ? 'yes' : otherwise,
			used: estimate?.usage ?? null,
			quota: estimate?.quota ?? null
		};
	};

	readonly persist = async (): Promise<void> => {
		const keeps = (await storageManager().persist?.()) === false ? 'refused' : this.#room.keeps;
		this.#room = { ...this.#room, keeps };
		await this.look();
	};

	/** Look through everything that is stored; takes a moment in a large profile. */
	readonly measure = async (): Promise<void> => {
		this.#stage = { at: 'working' };
		const outcome = await onCopies(this.#app).run('measure-use', null, neverStops());
		if (outcome.status === 'measured') this.#measured = outcome;
		this.#stage = stageOf(outcome);
	};

	/** Let go of what was chosen. */
	readonly free = async (what: readonly FreeingKind[]): Promise<void> => {
		this.#stage = { at: 'working' };
		const outcome = await onCopies(this.#app).run('free-up', { what }, neverStops());
		await Promise.all([this.measure(), this.look()]);
		if (outcome.status === 'failed') this.#stage = { at: 'failed', failure: outcome.failure };
	};
}

const stageOf = (outcome: StorageJobs['measure-use']['outcome']): UseStage => {
	if (outcome.status === 'failed') return { at: 'failed', failure: outcome.failure };
	return { at: outcome.status === 'measured' ? 'measured' : 'unmeasured' };
};
