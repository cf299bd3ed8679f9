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
	/** The look that is on its way. */
	#weighing = $state.raw<object | null>(null);
	#also: readonly string[] = [];
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

	/** Nothing may be decided: it is being done, or looked at again. */
	get isBusy(): boolean {
		return this.#busy || this.#weighing !== null;
	}

	async ask(what: Forgotten): Promise<void> {
		this.#what = what;
		this.#look = { at: 'looking' };
		await this.#weigh(what, []);
	}

	/** What is found once these other messages (ids of turns) are to be deleted with it. */
	readonly weighWith = (also: readonly string[]): void => {
		if (this.#what) void this.#weigh(this.#what, also);
	};

	async #weigh(what: Forgotten, also: readonly string[]): Promise<void> {
		const weighing = {};
		this.#weighing = weighing;
		this.#also = also;
		let look: ForgettingLook = { at: 'failed', failure: { kind: 'crashed', detail: '' } };
		try {
			const weighed = await this.#app.workshop.run(
				'weigh-forgetting',
				{ what, also },
				neverStops()
			);
			look =
				weighed.status === 'weighed'
					? { at: 'found', found: weighed.found }
					: { at: 'failed', failure: weighed.failure };
		} finally {
			// Something else may have been asked meanwhile.
			if (this.#what === what && this.#weighing === weighing) {
				this.#look = look;
				this.#weighing = null;
			}
		}
	}

	/** Look once more where the last look failed. */
	readonly lookAgain = (): void => {
		this.#look = { at: 'looking' };
		this.weighWith(this.#also);
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
