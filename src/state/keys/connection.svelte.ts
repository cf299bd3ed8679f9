import type { Failure } from '#core/failure.ts';
import { hostOf } from '#core/wire/endpoint.ts';
import { readSettings } from '#db/settings.ts';
import { fetchModels } from '#flows/house/fetch-models.ts';
import type { App } from '#flows/ports.ts';
import { noteAccepted, noteRefused } from '#state/keys/refused-key.ts';

type ConnectionStage =
	| { readonly at: 'rest' }
	| { readonly at: 'asking' }
	/** `models`: ids of those it lists. */
	| { readonly at: 'works'; readonly host: string; readonly models: readonly string[] }
	| { readonly at: 'failed'; readonly failure: Failure };

/** Asks the endpoint what it offers and whether it takes messages, and says what came of it. */
export class Connection {
	readonly #app: App;
	#stage = $state.raw<ConnectionStage>({ at: 'rest' });
	#stop: AbortController | null = null;

	constructor(app: App) {
		this.#app = app;
	}

	get stage(): ConnectionStage {
		return this.#stage;
	}

	readonly clear = (): void => {
		this.#stop?.abort();
		this.#stage = { at: 'rest' };
	};

	/** Ask for the models: their windows are looked up on the way. */
	readonly test = async (): Promise<void> => {
		this.#stop?.abort();
		const stop = new AbortController();
		this.#stop = stop;
		this.#stage = { at: 'asking' };
		try {
			await this.#ask(stop.signal);
		} catch (error) {
			// What broke is told at the edge of the page.
			if (this.#stop === stop) this.clear();
			throw error;
		}
	};

	async #ask(signal: AbortSignal): Promise<void> {
		// Told when the telephone points to the endpoint that is on screen.
		const { fingerprint } = await this.#app.telephone.keyStatus();
		const { endpoint } = await readSettings(this.#app.db);
		const outcome = await fetchModels(this.#app, signal, true);
		if (signal.aborted) return;
		if (fingerprint !== null) {
			if (outcome.status !== 'failed') void noteAccepted(this.#app, fingerprint);
			else if (outcome.failure.kind === 'key-refused') void noteRefused(this.#app, fingerprint);
		}
		this.#stage =
			outcome.status === 'failed'
				? { at: 'failed', failure: outcome.failure }
				: { at: 'works', host: hostOf(endpoint), models: outcome.models.map(({ id }) => id) };
	}
}
