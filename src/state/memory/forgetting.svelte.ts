import type { Failure } from '#core/failure.ts';
import type { ForgettingFound, Forgetting, Forgotten } from '#core/forgetting/what.ts';
import type { ForgetOutcome } from '#flows/forgetting/forget.ts';
import type { App } from '#flows/ports.ts';
import { neverStops } from '#flows/ports/waiting.ts';

/** What was found that tells of it. */
export type ForgettingLook =
	| { readonly at: 'looking' }
	| { readonly at: 'found'; readonly found: ForgettingFound }
	/** Nobody knows what tells of it; it can be forgotten all the same. */
	| { readonly at: 'failed'; readonly failure: Failure };

/** The question whether something shall be forgotten. One at a time. */
export class AskToForget {
	#what = $state.raw<Forgotten | null>(null);
	#look = $state.raw<ForgettingLook>({ at: 'looking' });
	#busy = $state(false);
	readonly #app: App;

	constructor(app: App) {
		this.#app = app;
	}

	get what(): Forgotten | null {
		return this.#what;
	}

	get look(): ForgettingLook {
		return this.#look;
	}

	get isBusy(): boolean {
		return this.#busy;
	}

	async ask(what: Forgotten): Promise<void> {
		this.#what = what;
		this.#look = { at: 'looking' };
		let look: ForgettingLook = { at: 'failed', failure: { kind: 'crashed', detail: '' } };
		try {
			const weighed = await this.#app.workshop.run('weigh-forgetting', { what }, neverStops());
			look =
				weighed.status === 'weighed'
					? { at: 'found', found: weighed.found }
					: { at: 'failed', failure: weighed.failure };
		} finally {
			// Something else may have been asked meanwhile.
			if (this.#what === what) this.#look = look;
		}
	}

	/** Look once more where the last look failed. */
	readonly lookAgain = (): void => {
		if (this.#what) void this.ask({ ...this.#what });
	};

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
