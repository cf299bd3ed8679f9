import type { KeyStatus } from '#core/key.ts';
import type { Settings } from '#core/settings.ts';
import { readSettings } from '#db/settings.ts';
import { tabChannel } from '#db/tab-channel.ts';
import { watch } from '#db/watch.ts';
import type { App } from '#flows/ports.ts';

/** How long a telephone that did not start is left alone, ms. */
const rest = 10_000;

/** How it stands with the key: the telephone has it, and only its status comes here. */
export class KeyWatch {
	#status = $state.raw<KeyStatus | null>(null);
	/** Where the telephone was last told to call; empty until the settings were read. */
	#line = '';
	#again: ReturnType<typeof setTimeout> | undefined;
	#tabs: BroadcastChannel | null = null;
	readonly #app: App;

	constructor(app: App) {
		this.#app = app;
	}

	/** Null until the telephone has answered. */
	get status(): KeyStatus | null {
		return this.#status;
	}

	/** The telephone has said something new about it; a window that stands beside this one shows it as well. */
	readonly learn = (status: KeyStatus): void => {
		this.#status = status;
		this.#tabs?.postMessage(null);
	};

	/** Follow endpoint and other tabs for as long as the page lives; answers how to stop. */
	start(): () => void {
		window.addEventListener('focus', this.#look);
		this.#tabs = tabChannel('keepsake-key');
		this.#tabs?.addEventListener('message', this.#look);
		const { telephone } = this.#app;
		telephone.whenGone = this.#look;
		const settings = watch(() => readSettings(this.#app.db)).subscribe(
			(read) => void this.#ask(read)
		);
		return () => {
			settings();
			delete telephone.whenGone;
			this.#tabs?.close();
			this.#tabs = null;
			clearTimeout(this.#again);
			window.removeEventListener('focus', this.#look);
		};
	}

	/** Ask now, and whenever the endpoint has changed. */
	async #ask({ endpoint, authHeader }: Settings): Promise<void> {
		const line = `${authHeader} ${endpoint}`;
		if (line === this.#line) return;
		const isFirst = this.#line === '';
		this.#line = line;
		const { telephone } = this.#app;
		// The telephone reads where it calls by itself when it starts.
		await this.#hear(
			isFirst ? telephone.keyStatus() : telephone.configure({ endpoint, authHeader })
		);
	}

	/** Where the telephone did not start it is asked again: who would answer is said nowhere before that is known. */
	async #hear(asked: Promise<KeyStatus>): Promise<void> {
		try {
			this.#status = await asked;
		} catch (reason) {
			clearTimeout(this.#again);
			this.#again = setTimeout(this.#look, rest);
			throw reason;
		}
	}

	/**
	 * Another tab may have set or forgotten the key, or it went with its telephone; who comes back to this one is told who
	 * would answer.
	 */
	readonly #look = (): void => {
		if (this.#line === '') return;
		void this.#hear(this.#app.telephone.keyStatus());
	};
}
