import type { SnapshotCard } from '#core/copies/snapshot.ts';
import { localDayOf } from '#core/log/stamp.ts';
import type { Failure } from '#core/failure.ts';
import { onCopies } from '#flows/copies/keep-copies.ts';
import type { App } from '#flows/ports.ts';
import { neverStops } from '#flows/ports/waiting.ts';

/** The copies on this device as a page shows them, and what may be done with them. */

export type CopiesStage =
	| { readonly at: 'looking' | 'ready' | 'working' }
	/** The browser has no place for copies. */
	| { readonly at: 'none' }
	| { readonly at: 'failed'; readonly failure: Failure };

export class Copies {
	readonly #app: App;
	#ring = $state.raw<readonly SnapshotCard[]>([]);
	#aside = $state.raw<readonly SnapshotCard[]>([]);
	#stage = $state.raw<CopiesStage>({ at: 'looking' });
	/** 0 to 1 while something is restored. */
	#progress = $state(0);

	constructor(app: App) {
		this.#app = app;
	}

	/** Newest first. */
	get ring(): readonly SnapshotCard[] {
		return this.#ring;
	}

	get aside(): readonly SnapshotCard[] {
		return this.#aside;
	}

	get all(): readonly SnapshotCard[] {
		return [...this.#ring, ...this.#aside];
	}

	get stage(): CopiesStage {
		return this.#stage;
	}

	get progress(): number {
		return this.#progress;
	}

	readonly look = async (): Promise<void> => {
		const listed = await onCopies(this.#app).run('list-snapshots', null, neverStops());
		if (listed.status === 'no-vault') this.#stage = { at: 'none' };
		else if (listed.status === 'failed') this.#stage = { at: 'failed', failure: listed.failure };
		else {
			this.#ring = listed.ring;
			this.#aside = listed.aside;
			this.#stage = { at: 'ready' };
		}
	};

	readonly keep = (): Promise<boolean> =>
		this.#work(() => onCopies(this.#app).run('keep-snapshot', { reason: 'regular' }, neverStops()));

	/** True when the copy stands in the place of what was here; the page is then loaded anew. */
	readonly restore = (generation: number, safety: boolean): Promise<boolean> =>
		this.#work(() =>
			onCopies(this.#app).run(
				'restore-snapshot',
				{ generation, safety },
				neverStops(),
				({ done, of }) => {
					this.#progress = of === 0 ? 1 : done / of;
				}
			)
		);

	/** Finish a restore that was interrupted. */
	readonly finish = (): Promise<boolean> =>
		this.#work(() =>
			onCopies(this.#app).run('finish-restore', null, neverStops(), ({ done, of }) => {
				this.#progress = of === 0 ? 1 : done / of;
			})
		);

	readonly drop = (generations: readonly number[]): Promise<boolean> =>
		this.#work(() => onCopies(this.#app).run('drop-snapshots', { generations }, neverStops()));

	/** Go on with what is here, or with nothing. */
	readonly accept = (empty: boolean): Promise<boolean> =>
		this.#work(() => onCopies(this.#app).run('accept-database', { empty }, neverStops()));

	/** A copy as a backup file; null when it could not be made. */
	async file(generation: number): Promise<{ readonly file: Blob; readonly name: string } | null> {
		let made: { readonly file: Blob; readonly name: string } | null = null;
		const { clock } = this.#app;
		const now = clock.now();
		await this.#work(async () => {
			const ask = { generation, day: localDayOf(now, clock.zone()), now };
			const outcome = await onCopies(this.#app).run('export-snapshot', ask, neverStops());
			if (outcome.status === 'made') made = outcome;
			return outcome;
		});
		return made;
	}

	async #work(
		job: () => Promise<{ readonly status: string; readonly failure?: Failure }>
	): Promise<boolean> {
		if (this.#stage.at === 'working') return false;
		this.#stage = { at: 'working' };
		this.#progress = 0;
		const outcome = await job();
		await this.look();
		if (outcome.failure) this.#stage = { at: 'failed', failure: outcome.failure };
		return !outcome.failure && !['refused', 'lost', 'stopped'].includes(outcome.status);
	}
}
