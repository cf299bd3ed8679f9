import type { Failure } from '#core/failure.ts';
import { onCopies } from '#flows/copies/keep-copies.ts';
import { isNoneChosen, type ImportPreview } from '#core/backup/import-preview.ts';
import type { ImportedSums } from '#flows/import/jobs.ts';
import type { ChosenFile } from '#flows/import/chosen-file.ts';
import type { App } from '#flows/ports.ts';
import { importLock } from '#flows/ports/lock-names.ts';

export type Imported = ImportedSums;

/** Where an import stands. */
export type ImportStage =
	| { readonly at: 'rest' }
	/** `done` and `of` in bytes. */
	| { readonly at: 'reading'; readonly done: number; readonly of: number }
	/** A file is sealed: its passphrase is needed to read it. */
	| { readonly at: 'sealed'; readonly files: readonly ChosenFile[]; readonly wrong: boolean }
	| { readonly at: 'preview'; readonly preview: ImportPreview }
	| { readonly at: 'importing'; readonly done: number; readonly of: number }
	| { readonly at: 'imported'; readonly sums: ImportedSums }
	/** The person left out all that would have come: nothing was done. */
	| { readonly at: 'none-chosen' }
	/**
	 * `safety-copy`: what is here could not be kept first, so nothing was imported. `begun`: what had come by then stays.
	 */
	| { readonly at: 'failed'; readonly failure: Failure; readonly what?: 'safety-copy' | 'begun' };

/** Files as they were chosen or dropped, with the folders they came in. */
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

	constructor(app: App) {
		this.#app = app;
	}

	get stage(): ImportStage {
		return this.#stage;
	}

	async read(files: readonly ChosenFile[], passphrase: string | null = null): Promise<void> {
		const signal = this.#begin();
		this.#stage = { at: 'reading', done: 0, of: 0 };
		const outcome = await this.#app.workshop.run(
			'read-import',
			{ files, passphrase },
			signal,
			(progress) => {
				if (!signal.aborted) this.#stage = { at: 'reading', ...progress };
			}
		);
		if (signal.aborted) return;
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
		const { importId, format, items } = preview;
		if (isNoneChosen(items, without)) {
			this.#stage = { at: 'none-chosen' };
			return;
		}
		const signal = this.#begin();
		this.#stage = { at: 'importing', done: 0, of: 0 };
		// A backup brings much at once: what is here is kept first, or nothing comes, but where copies have no place.
		if (format === 'keepsake-backup') {
			const kept = await onCopies(this.#app).run('keep-snapshot', { reason: 'safety' }, signal);
			if (kept.status === 'failed') {
				this.#stage = { at: 'failed', failure: kept.failure, what: 'safety-copy' };
				return;
			}
		}
		const held = await this.#app.locks.hold(importLock(importId), () =>
			this.#app.workshop.run('run-import', { importId, without }, signal, (progress) => {
				this.#stage = { at: 'importing', ...progress };
			})
		);
		if (held.status === 'busy') {
			this.#stage = { at: 'preview', preview };
			return;
		}
		const outcome = held.value;
		this.#stage =
			outcome.status === 'failed'
				? {
						at: 'failed',
						failure: outcome.failure,
						...('isBegun' in outcome && { what: 'begun' })
					}
				: { at: 'imported', sums: outcome };
	}

	/** What has been imported by now stays, and is counted when the workshop has stopped. */
	readonly cancel = (): void => {
		this.#stop?.abort();
		if (this.#stage.at !== 'importing') this.#stage = { at: 'rest' };
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
