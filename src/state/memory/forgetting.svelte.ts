import type { ForgettingFound, Forgetting, Forgotten } from '#core/forgetting/what.ts';
import type { ForgetOutcome } from '#flows/forgetting/forget.ts';
import type { App } from '#flows/ports.ts';
import { neverStops } from '#flows/ports/waiting.ts';

/** The question whether something shall be forgotten, with what was found that tells of it. One at a time. */
export class AskToForget {
	#what = $state.raw<Forgotten | null>(null);
	/** Null while it is being looked for. */
	#found = $state.raw<ForgettingFound | null>(null);
	#busy = $state(false);
	readonly #app: App;

	constructor(app: App) {
		this.#app = app;
	}

	get what(): Forgotten | null {
		return this.#what;
	}

	get found(): ForgettingFound | null {
		return this.#found;
	}

	get isBusy(): boolean {
		return this.#busy;
	}

	async ask(what: Forgotten): Promise<void> {
		this.#what = what;
		this.#found = null;
		const weighed = await this.#app.workshop.run('weigh-forgetting', { what }, neverStops());
		if (this.#what !== what) return;
		// What cannot be looked through can be forgotten all the same.
		this.#found =
			weighed.status === 'weighed'
				? weighed.found
				: { summaries: [], lines: [], elsewhere: [], hosts: [] };
	}

	readonly close = (): void => {
		this.#what = null;
	};

	/** Do it, with what the user decided about what was learnt. */
	async forget(choice: Omit<Forgetting, 'what'>): Promise<ForgetOutcome | null> {
		if (!this.#what) return null;
		this.#busy = true;
		try {
			const { forget } = await import('#flows/forgetting/forget.ts');
			const outcome = await forget(this.#app, { ...choice, what: this.#what });
			this.#what = null;
			return outcome;
		} finally {
			this.#busy = false;
		}
	}
}
