import type { Failure } from '#core/failure.ts';
import type { Retry } from '#core/reply/retry.ts';
import type { AppState } from '#state/app.svelte.ts';

/** How far "Tidy my memory" is. */
type TidyStage =
	| { readonly at: 'rest' }
	/** `retry`: its call waits to be made again. */
	| { readonly at: 'running'; readonly retry: Retry | null }
	| { readonly at: 'done'; readonly proposals: number; readonly by: 'rules' | 'model' }
	| { readonly at: 'unusable' }
	| { readonly at: 'failed'; readonly failure: Failure };

/** A clean-up on its way to the review desk; one at a time on a page. */
export class Tidying {
	readonly #keepsake: Pick<AppState, 'app' | 'answerer'>;
	#stage = $state.raw<TidyStage>({ at: 'rest' });
	#stop: AbortController | null = null;

	constructor(keepsake: Pick<AppState, 'app' | 'answerer'>) {
		this.#keepsake = keepsake;
	}

	get stage(): TidyStage {
		return this.#stage;
	}

	/** The model that would be asked, or `on-device`. */
	get answerer(): string {
		return this.#keepsake.answerer({ model: null });
	}

	/** Look at one file, or at all of memory. */
	async run(path: string | null): Promise<void> {
		this.#stop?.abort();
		const stop = new AbortController();
		this.#stop = stop;
		this.#stage = { at: 'running', retry: null };
		const onProgress = ({ retry }: { readonly retry: Retry | null }) => {
			if (this.#stop === stop) this.#stage = { at: 'running', retry };
		};
		const ask = { path, answerer: this.answerer };
		const { locks, workshop } = this.#keepsake.app;
		// One after the other, in all tabs: the lock also tells that somebody waits for the request.
		const held = await locks.hold(
			'tidying',
			async () => (stop.signal.aborted ? null : workshop.run('tidy', ask, stop.signal, onProgress)),
			{ wait: true }
		);
		if (this.#stop !== stop || held.status === 'busy' || held.value === null) return;
		const outcome = held.value;
		if (outcome.status === 'tidied') this.#stage = { ...outcome, at: 'done' };
		else if (outcome.status === 'failed') this.#stage = { at: 'failed', failure: outcome.failure };
		else this.#stage = { at: outcome.status === 'unusable' ? 'unusable' : 'rest' };
	}

	/** Do not wait any longer before the call is made again. */
	readonly tryNow = (pause: number): void => {
		void this.#keepsake.app.telephone.tryNow(pause);
	};

	readonly stop = (): void => {
		this.#stop?.abort();
		this.#stop = null;
		this.#stage = { at: 'rest' };
	};
}
