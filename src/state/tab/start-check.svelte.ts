import type { StartVerdict } from '#core/copies/canary.ts';
import { lookAtStart } from '#flows/copies/canary.ts';
import type { App } from '#flows/ports.ts';

const room = () => import('#db/room.ts');
const isFull = async () => (await room()).hasNoRoom();

/** Whether the database holds what it held: looked at before anything is shown that could be written to. */
export class StartCheck {
	readonly #app: Pick<App, 'db' | 'vault'>;
	#verdict = $state.raw<StartVerdict | null>(null);
	#isNewer = false;
	#isLogRenewed = false;
	readonly #missing = new AbortController();
	/** Says stop as soon as something is found missing: what is done by itself ends, and the person decides. */
	readonly missing = this.#missing.signal;

	constructor(app: Pick<App, 'db' | 'vault'>) {
		this.#app = app;
	}

	/** Null while it is looked at. */
	get verdict(): StartVerdict | null {
		return this.#verdict;
	}

	/**
	 * What is stored was written by a newer version, so it cannot be read here; that is no loss. Before the app is on
	 * screen it is told in its place; later it stays, with what was written in it.
	 */
	learnNewer(): 'in-its-place' | 'beside' {
		this.#isNewer = true;
		if (this.#verdict?.status === 'well') return 'beside';
		this.tell({ status: 'newer' });
		return 'in-its-place';
	}

	async look(): Promise<StartVerdict> {
		const found = await lookAtStart(this.#app.db, this.#app.vault, isFull);
		// It could not be looked at, and what is to be said of that is said.
		const verdict = (this.#isNewer && this.#verdict) || found;
		this.tell(verdict);
		// Behind what the first screen reads, and before anybody can have written anything; nothing waits for it.
		if (!this.#isLogRenewed)
			void room().then(
				({ renewLog }) => renewLog(this.#app.db),
				() => undefined
			);
		this.#isLogRenewed = true;
		return verdict;
	}

	/** Something went missing while the app was open. */
	readonly tell = (verdict: StartVerdict): void => {
		// What is looked for in what a newer version has written says nothing.
		if (this.#verdict?.status === 'newer') return;
		this.#verdict = verdict;
		if (verdict.status !== 'well') this.#missing.abort();
	};
}
