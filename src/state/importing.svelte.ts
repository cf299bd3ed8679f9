import type { Failure } from '#core/failure.ts';
import type { ImportPreview } from '#core/import-preview.ts';
import type { App, WorkshopJobs } from '#flows/ports.ts';

export type Imported = Extract<WorkshopJobs['run-import']['outcome'], { status: 'imported' }>;

/** Where an import stands. */
export type ImportStage =
	| { readonly at: 'rest' }
	| { readonly at: 'reading'; readonly name: string }
	/** The file is sealed: its passphrase is needed to read it. */
	| { readonly at: 'sealed'; readonly file: File; readonly wrong: boolean }
	| { readonly at: 'preview'; readonly preview: ImportPreview }
	| { readonly at: 'importing'; readonly done: number; readonly of: number }
	| { readonly at: 'imported'; readonly sums: Imported }
	| { readonly at: 'failed'; readonly failure: Failure };

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

	async read(file: File, passphrase: string | null = null): Promise<void> {
		const signal = this.#begin();
		this.#stage = { at: 'reading', name: file.name };
		const ask = { file, name: file.name, passphrase };
		const outcome = await this.#app.workshop.run('read-import', ask, signal);
		if (signal.aborted) return;
		if (outcome.status === 'read') this.#stage = { at: 'preview', preview: outcome.preview };
		else if (isSealed(outcome.failure))
			this.#stage = { at: 'sealed', file, wrong: passphrase !== null };
		else this.#stage = { at: 'failed', failure: outcome.failure };
	}

	/** Import what the preview shows, but for the items named in `without`. */
	async importNow(without: readonly string[]): Promise<void> {
		if (this.#stage.at !== 'preview') return;
		const { importId } = this.#stage.preview;
		const signal = this.#begin();
		this.#stage = { at: 'importing', done: 0, of: 0 };
		const outcome = await this.#app.workshop.run(
			'run-import',
			{ importId, without },
			signal,
			(progress) => {
				this.#stage = { at: 'importing', ...progress };
			}
		);
		if (outcome.status === 'imported') this.#stage = { at: 'imported', sums: outcome };
		else if (outcome.status === 'stopped') this.#stage = { at: 'rest' };
		else this.#stage = { at: 'failed', failure: outcome.failure };
	}

	readonly cancel = (): void => {
		this.#stop?.abort();
		this.#stage = { at: 'rest' };
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
