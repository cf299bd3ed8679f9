import type { Failure } from '#core/failure.ts';
import { hostOf } from '#core/endpoint.ts';
import { changeSetting, readSettings } from '#db/settings.ts';
import type { App } from '#flows/ports.ts';

export type ConnectionStage =
	| { readonly at: 'rest' }
	| { readonly at: 'asking' }
	| { readonly at: 'works'; readonly host: string; readonly models: number }
	| { readonly at: 'failed'; readonly failure: Failure };

/** Asks the endpoint what it offers, and says what came of it. */
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

	async test(): Promise<void> {
		this.#stop?.abort();
		const stop = new AbortController();
		this.#stop = stop;
		this.#stage = { at: 'asking' };
		const { endpoint } = await readSettings(this.#app.db);
		const outcome = await this.#app.telephone.models(stop.signal);
		if (stop.signal.aborted) return;
		if (outcome.status === 'failed') {
			this.#stage = { at: 'failed', failure: outcome.failure };
			return;
		}
		await changeSetting(this.#app.db, 'models', (models) => ({
			...models,
			...Object.fromEntries(outcome.models.map((card) => [card.id, card]))
		}));
		this.#stage = { at: 'works', host: hostOf(endpoint), models: outcome.models.length };
	}

	/** A key has come: look up what it can be used for. */
	readonly lookUp = (): Promise<void> => this.test();
}
