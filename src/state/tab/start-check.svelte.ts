import type { StartVerdict } from '#core/copies/canary.ts';
import { lookAtStart } from '#flows/copies/canary.ts';
import type { App } from '#flows/ports.ts';

/** Whether the database holds what it held: looked at before anything is shown that could be written to. */
export class StartCheck {
	readonly #app: App;
	#verdict = $state.raw<StartVerdict | null>(null);
	#isNewer = false;

	constructor(app: App) {
		this.#app = app;
	}

	/** Null while it is looked at. */
	get verdict(): StartVerdict | null {
		return this.#verdict;
	}

	/** What is stored was written by a newer version, so it cannot be read here; that is no loss. */
	learnNewer(): void {
		this.#isNewer = true;
	}

	async look(): Promise<StartVerdict> {
		const verdict = await lookAtStart(this.#app.db, this.#app.vault);
		this.#verdict = this.#isNewer ? { status: 'well' } : verdict;
		return this.#verdict;
	}

	/** Something went missing while the app was open. */
	readonly tell = (verdict: StartVerdict): void => {
		this.#verdict = verdict;
	};
}
