import type { App } from '#flows/ports.ts';

/** Whether the browser believes that there is a network. */
export class Network {
	#online = $state(true);
	readonly #app: Pick<App, 'online'>;

	constructor(app: Pick<App, 'online'>) {
		this.#app = app;
	}

	get online(): boolean {
		return this.#online;
	}

	/** Follow it for as long as the page lives; answers how to stop. */
	start(): () => void {
		const look = () => {
			this.#online = this.#app.online();
		};
		look();
		const news = ['online', 'offline'] as const;
		for (const one of news) window.addEventListener(one, look);
		return () => {
			for (const one of news) window.removeEventListener(one, look);
		};
	}
}
