import type { StartVerdict } from '#core/copies/canary.ts';
import { renewBrowserLog } from '#db/renew-browser-log.ts';
import { lookAtStart } from '#flows/copies/canary.ts';
import type { App } from '#flows/ports.ts';

/** Whether the database holds what it held: looked at before anything is shown that could be written to. */
export class StartCheck {
	readonly #app: Pick<App, 'db' | 'vault'>;
	#verdict = $state.raw<StartVerdict | null>(null);
	#isNewer = false;
	#isLogRenewed = false;

	constructor(app: Pick<App, 'db' | 'vault'>) {
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
		// Behind what the first screen reads, and before anybody can have written anything; nothing waits for it.
		if (!this.#isLogRenewed) void renewBrowserLog(this.#app.db);
		this.#isLogRenewed = true;
		return this.#verdict;
	}

	/** Something went missing while the app was open. */
	readonly tell = (verdict: StartVerdict): void => {
		this.#verdict = verdict;
	};
}
