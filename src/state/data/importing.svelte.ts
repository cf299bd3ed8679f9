import type { Failure } from '#core/failure.ts';
import { onCopies } from '#flows/copies/on-copies.ts';
import { isNoneChosen, type ImportItem, type ImportPreview } from '#core/backup/import-preview.ts';
import type { ChosenFile, ImportedSums } from '#flows/import/jobs.ts';
import type { App } from '#flows/ports.ts';
import { importLock } from '#flows/ports/lock-names.ts';
import { oncePerTab } from '#state/tab/once-per-tab.ts';
import type { UnderWay } from '#state/tab/under-way.svelte.ts';

export type Imported = ImportedSums;

/** Where an import stands. */
export type ImportStage =
	| { readonly at: 'rest' }
	/** `done` and `of` in bytes. */
	| { readonly at: 'reading'; readonly done: number; readonly of: number }
	/** A file is sealed: its passphrase is needed to read it. */
	| { readonly at: 'sealed'; readonly files: readonly ChosenFile[]; readonly wrong: boolean }
	| { readonly at: 'preview'; readonly preview: ImportPreview }
	/** `refused`: something else was chosen meanwhile, and not read. */
	| {
			readonly at: 'importing';
			readonly done: number;
			readonly of: number;
			readonly refused: boolean;
	  }
	/** `isAllHere`: nothing in it was unreadable, or deleted here. `unreadable`: what stayed out for that. `fresh`: sessions to learn from, by id; in a backup of one's own none are. */
	| {
			readonly at: 'imported';
			readonly sums: ImportedSums;
			readonly isAllHere: boolean;
			readonly unreadable: readonly ImportItem[];
			readonly fresh: readonly string[];
	  }
	/** The person left out all that would have come: nothing was done. */
	| { readonly at: 'none-chosen' }
	/**
	 * `safety-copy`: what is here could not be kept first, so nothing was imported. `begun`: what had come by then stays.
	 */
	| { readonly at: 'failed'; readonly failure: Failure; readonly what?: 'safety-copy' | 'begun' };

/** Files as they were chosen, with the folders they came in. */
export const chosenFiles = (files: Iterable<File>): ChosenFile[] =>
	[...files].map((file) => ({ file, name: file.webkitRelativePath || file.name }));

/** A list of memories that was pasted; `name`: what it is called in the preview. */
export const pastedList = (text: string, name: string): ChosenFile => ({
	file: new Blob([text]),
	name,
	isPasted: true
});

/** One import on screen: read, shown, decided. Nothing is stored before the user says so. */
export class Importing {
	#stage = $state.raw<ImportStage>({ at: 'rest' });
	#stop: AbortController | null = null;
	readonly #app: App;
	readonly #underWay: UnderWay;

	/** @param underWay what is being imported holds the page here until it has come */
	constructor(app: App, underWay: UnderWay) {
		this.#app = app;
		this.#underWay = underWay;
	}

	get stage(): ImportStage {
		return this.#stage;
	}

	/**
	 * While something is imported nothing else is read: its preview would stand where is told what came of the first.
	 *
	 * @param chosen a folder is gone through first
	 */
	async read(
		chosen: readonly ChosenFile[] | Promise<readonly ChosenFile[]>,
		passphrase: string | null = null
	): Promise<void> {
		const coming = Promise.resolve(chosen).catch(() => null);
		if (this.#stage.at === 'importing') {
			this.#stage = { ...this.#stage, refused: true };
			return;
		}
		const signal = this.#begin();
		const isStopped = () => signal.aborted;
		this.#stage = { at: 'reading', done: 0, of: 0 };
		const files = await coming;
		if (isStopped()) return;
		if (!files) {
			this.#stage = { at: 'failed', failure: { kind: 'unreadable', what: 'gone' } };
			return;
		}
		const outcome = await this.#app.workshop.run(
			'read-import',
			{ files, passphrase },
			signal,
			(progress) => {
				if (!isStopped()) this.#stage = { at: 'reading', ...progress };
			}
		);
		if (isStopped()) return;
		if (outcome.status === 'read') this.#stage = { at: 'preview', preview: outcome.preview };
		else if (outcome.status === 'stopped') this.#stage = { at: 'rest' };
		else if (isSealed(outcome.failure))
			this.#stage = { at: 'sealed', files, wrong: passphrase !== null };
		else this.#stage = { at: 'failed', failure: outcome.failure };
	}

	/** Import what the preview shows, but for the items named in `without`. */
	async importNow(without: readonly string[]): Promise<void> {
		if (this.#stage.at !== 'preview') return;
		const { preview } = this.#stage;
		if (isNoneChosen(preview.items, without)) {
			this.#stage = { at: 'none-chosen' };
			return;
		}
		const signal = this.#begin();
		this.#stage = { at: 'importing', done: 0, of: 0, refused: false };
		// After a mistake of ours nothing waits for ever.
		let next: ImportStage = {
			at: 'failed',
			failure: { kind: 'crashed', detail: '' },
			what: 'begun'
		};
		try {
			next = await this.#underWay.during(() => this.#import(preview, without, signal));
		} finally {
			this.#stage = next;
		}
	}

	/** What it comes to. */
	async #import(
		preview: ImportPreview,
		without: readonly string[],
		signal: AbortSignal
	): Promise<ImportStage> {
		const { importId, format } = preview;
		// A backup brings much at once: what is here is kept first, or nothing comes, but where copies have no place.
		if (format === 'keepsake-backup') {
			const kept = await onCopies(this.#app).run('keep-snapshot', { reason: 'safety' }, signal);
			if (kept.status === 'failed')
				return { at: 'failed', failure: kept.failure, what: 'safety-copy' };
		}
		const held = await this.#app.locks.hold(importLock(importId), () =>
			this.#app.workshop.run('run-import', { importId, without }, signal, (progress) => {
				if (this.#stage.at === 'importing') this.#stage = { ...this.#stage, ...progress };
			})
		);
		if (held.status === 'busy') return { at: 'preview', preview };
		const outcome = held.value;
		if (outcome.status !== 'failed')
			return {
				at: 'imported',
				sums: outcome,
				isAllHere: preview.items.every(
					({ state }) => state !== 'unreadable' && state !== 'forgotten'
				),
				unreadable: preview.items.filter(({ state }) => state === 'unreadable'),
				fresh: format === 'keepsake-backup' ? [] : outcome.sessionIds
			};
		const { failure } = outcome;
		return { at: 'failed', failure, ...('isBegun' in outcome && { what: 'begun' }) };
	}

	/** What has been imported by now stays, and is counted when the workshop has stopped. */
	readonly cancel = (): void => {
		this.#stop?.abort();
		if (this.#stage.at !== 'importing') this.#stage = { at: 'rest' };
	};

	/** What was only shown goes with its page; what is being imported goes on, and is told on the next. */
	readonly leave = (): void => {
		if (this.#stage.at !== 'importing') this.cancel();
	};

	#begin(): AbortSignal {
		this.#stop?.abort();
		this.#stop = new AbortController();
		return this.#stop.signal;
	}
}

const isSealed = (failure: Failure): boolean =>
	failure.kind === 'unreadable' &&
	(failure.what === 'passphrase-needed' || failure.what === 'wrong-passphrase');

/** That of this tab: what is imported is told on whatever page is looked at when it has come. */
export const importingOf = oncePerTab((app, underWay) => new Importing(app, underWay));
