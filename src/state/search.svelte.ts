import type { Failure } from '#core/failure.ts';
import type { App, SearchHit } from '#flows/ports.ts';

export type { SearchHit };

/** How long typing must pause before the question is asked, ms. */
const pause = 100;
const firstPage = 30;

/** Answers to a question; they stay on screen until those to the next one are there. */
export interface Found {
	readonly query: string;
	readonly hits: readonly SearchHit[];
	readonly hasMore: boolean;
}

/** The search over everything, asked while one types. */
export class Searching {
	readonly #app: App;
	#query = $state('');
	#limit = $state(firstPage);
	#found = $state.raw<Found | null>(null);
	#failure = $state.raw<Failure | null>(null);
	#isAsking = $state(false);
	#stop: AbortController | null = null;
	#timer: ReturnType<typeof setTimeout> | undefined;

	constructor(app: App) {
		this.#app = app;
	}

	get query(): string {
		return this.#query;
	}

	get found(): Found | null {
		return this.#found;
	}

	get failure(): Failure | null {
		return this.#failure;
	}

	get isAsking(): boolean {
		return this.#isAsking;
	}

	/** The words have changed. */
	type(query: string): void {
		this.#query = query;
		this.#limit = firstPage;
		this.stop();
		if (query.trim() === '') {
			this.#found = null;
			this.#failure = null;
			return;
		}
		this.#isAsking = true;
		this.#timer = setTimeout(() => void this.#ask(), pause);
	}

	/** Do not wait for a pause. */
	readonly now = (): Promise<void> => {
		this.stop();
		return this.#ask();
	};

	readonly more = (): Promise<void> => {
		this.#limit *= 2;
		return this.now();
	};

	readonly stop = (): void => {
		clearTimeout(this.#timer);
		this.#stop?.abort();
		this.#stop = null;
		this.#isAsking = false;
	};

	async #ask(): Promise<void> {
		const query = this.#query.trim();
		if (query === '') return;
		const stop = new AbortController();
		this.#stop = stop;
		this.#isAsking = true;
		const limit = this.#limit;
		const outcome = await this.#app.workshop.run(
			'search',
			{
				query,
				limit: limit + 1,
				now: this.#app.clock.now(),
				guest: false,
				sessionId: null,
				fromAt: null,
				throughAt: null,
				prefix: true
			},
			stop.signal
		);
		// A newer question is on its way; what came late is not shown.
		if (this.#stop !== stop) return;
		this.#isAsking = false;
		if (outcome.status === 'failed') {
			this.#failure = outcome.failure;
			return;
		}
		this.#failure = null;
		this.#found = {
			query,
			hits: outcome.hits.slice(0, limit),
			hasMore: outcome.hits.length > limit
		};
	}
}
