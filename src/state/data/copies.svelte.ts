import type { Progress } from '#core/progress.ts';
import type { SnapshotCard } from '#core/copies/snapshot.ts';
import { localDayOf } from '#core/time/stamp.ts';
import type { Failure } from '#core/failure.ts';
import { stagedCopy } from '#db/copies/staging.ts';
import { disownMemoryFolder } from '#flows/backups/keep-memory-folder.ts';
import { onCopies } from '#flows/copies/on-copies.ts';
import type { FolderOfCopies } from '#flows/copies/snapshots.ts';
import type { App } from '#flows/ports.ts';
import type { WorkshopJobs } from '#flows/ports/workshop.ts';
import { neverStops } from '#flows/ports/waiting.ts';
import type { StartCheck } from '#state/tab/start-check.svelte.ts';
import type { UnderWay } from '#state/tab/under-way.svelte.ts';

/** The copies on this device as a page shows them, and what may be done with them. */

type CopyCards = Pick<FolderOfCopies, 'ring' | 'aside' | 'newer'>;

export type CopiesStage =
	| { readonly at: 'looking' }
	/** The browser has no place for copies. */
	| { readonly at: 'none' }
	| { readonly at: 'ready'; readonly cards: CopyCards }
	/** Progress is 0 to 1, and moves while something is restored. */
	| { readonly at: 'working'; readonly cards: CopyCards; readonly progress: number }
	| { readonly at: 'failed'; readonly cards: CopyCards; readonly failure: Failure };

const noCards: CopyCards = { ring: [], aside: [], newer: [] };

export class Copies {
	readonly #app: App;
	readonly #underWay: UnderWay;
	readonly #check: Pick<StartCheck, 'tell'>;
	#stage = $state.raw<CopiesStage>({ at: 'looking' });

	/**
	 * @param underWay what is done with a copy holds the page here until it has ended
	 * @param check told where a restore has ended half-way: nobody goes on in what it has left
	 */
	constructor(app: App, underWay: UnderWay, check: Pick<StartCheck, 'tell'>) {
		this.#app = app;
		this.#underWay = underWay;
		this.#check = check;
	}

	get stage(): CopiesStage {
		return this.#stage;
	}

	get cards(): CopyCards {
		return 'cards' in this.#stage ? this.#stage.cards : noCards;
	}

	get all(): readonly SnapshotCard[] {
		return [...this.cards.ring, ...this.cards.aside];
	}

	readonly look = async (): Promise<void> => {
		const found = await this.#read();
		// What works now looks by itself when it has ended.
		if (this.#stage.at !== 'working') this.#stage = found;
	};

	readonly keep = (): Promise<boolean> =>
		this.#work(() => onCopies(this.#app).run('keep-snapshot', { reason: 'regular' }, neverStops()));

	/** True when the copy stands in the place of what was here; the page is then loaded anew. */
	readonly restore = async (ask: WorkshopJobs['restore-snapshot']['ask']): Promise<boolean> => {
		const isDone = await this.#work(() =>
			onCopies(this.#app).run('restore-snapshot', ask, neverStops(), this.#advance)
		);
		// It waits whole, and the next start would put it in the place of what was said until then.
		if (!isDone && (await stagedCopy(this.#app.db))) this.#check.tell({ status: 'half-restored' });
		return isDone;
	};

	/** Finish a restore that was interrupted. */
	readonly finish = (): Promise<boolean> =>
		this.#work(() => onCopies(this.#app).run('finish-restore', null, neverStops(), this.#advance));

	readonly drop = (generations: readonly number[]): Promise<boolean> =>
		this.#work(() => onCopies(this.#app).run('drop-snapshots', { generations }, neverStops()));

	/** Go on with what is here, or with nothing. */
	readonly accept = (empty: boolean): Promise<boolean> =>
		this.#work(async () => {
			// First: nobody writes there as soon as less is right.
			await disownMemoryFolder(this.#app);
			return onCopies(this.#app).run('accept-database', { empty }, neverStops());
		});

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

	readonly #advance = ({ done, of }: Progress): void => {
		this.#stage = { at: 'working', cards: this.cards, progress: of === 0 ? 1 : done / of };
	};

	async #read(): Promise<CopiesStage> {
		const listed = await onCopies(this.#app).run('list-snapshots', null, neverStops());
		if (listed.status === 'no-vault') return { at: 'none' };
		if (listed.status === 'failed')
			return { at: 'failed', cards: this.cards, failure: listed.failure };
		const { ring, aside, newer } = listed;
		return { at: 'ready', cards: { ring, aside, newer } };
	}

	async #work(
		job: () => Promise<{ readonly status: string; readonly failure?: Failure }>
	): Promise<boolean> {
		if (this.#stage.at === 'working') return false;
		this.#stage = { at: 'working', cards: this.cards, progress: 0 };
		const { failure, status } = await this.#underWay.during(job);
		this.#stage = await this.#read();
		if (failure) this.#stage = { at: 'failed', cards: this.cards, failure };
		// Where there is no place for copies nothing was done either: whoever loads the page anew then does so for ever.
		return !failure && !['refused', 'lost', 'stopped', 'no-vault'].includes(status);
	}
}
