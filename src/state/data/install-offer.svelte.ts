/** The browser's offer to install the app: made once, early, and taken only from a press of the user. */

/** What Chromium hands over; the types of the platform do not know it yet. */
interface InstallPromptEvent extends Event {
	prompt(): Promise<unknown>;
}

class InstallOffer {
	#event = $state.raw<InstallPromptEvent | null>(null);
	#isInstalled = $state(false);

	/** Listens for as long as the page lives. */
	start(): void {
		this.#isInstalled = window.matchMedia('(display-mode: standalone)').matches;
		window.addEventListener('beforeinstallprompt', (event) => {
			event.preventDefault();
			this.#event = event as InstallPromptEvent;
		});
		window.addEventListener('appinstalled', () => {
			this.#event = null;
			this.#isInstalled = true;
		});
	}

	get isInstalled(): boolean {
		return this.#isInstalled;
	}

	/** Asks to install; null while the browser has not offered it. */
	get take(): (() => void) | null {
		const event = this.#event;
		if (!event) return null;
		return () => {
			// An offer can be taken once.
			this.#event = null;
			void event.prompt();
		};
	}
}

/** One a tab: the offer comes before any page that shows it. */
export const installOffer = new InstallOffer();
