/** A new version of the app that is ready, or data that needs one: taken when the person says so, and nothing runs. */
export class NewVersion {
	#take = $state.raw<(() => void) | null>(null);
	#stopWaiting: (() => void) | null = null;
	readonly #isBusy: () => boolean;

	/** @param isBusy whether something runs that leaving the page would cut off */
	constructor(isBusy: () => boolean) {
		this.#isBusy = isBusy;
	}

	get isReady(): boolean {
		return this.#take !== null;
	}

	/** @param take leaves the page for it */
	readonly offer = (take: () => void): void => {
		this.#take = take;
	};

	/** Take it. Nothing that runs is interrupted: it is waited for. */
	take(): void {
		const take = this.#take;
		if (!take) return;
		this.stop();
		this.#stopWaiting = this.whenIdle(take);
	}

	/** Act at once where nothing runs, else the moment the last of it has ended; answers how to wait no more. */
	whenIdle(act: () => void): (() => void) | null {
		const look = () => {
			const isIdle = !this.#isBusy();
			if (isIdle) act();
			return isIdle;
		};
		if (look()) return null;
		return $effect.root(() => {
			$effect(() => void look());
		});
	}

	/** Wait no more. */
	stop(): void {
		this.#stopWaiting?.();
		this.#stopWaiting = null;
	}
}
