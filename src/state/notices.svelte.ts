/** Something that was done, said once and quietly, with at most one way back and one further. */
export interface Notice {
	readonly text: string;
	readonly action?: { readonly label: string; readonly onpress: () => void } | undefined;
	/** Where it can be taken further. */
	readonly more?: Notice['action'];
	/** It did not work: said as an alert. */
	readonly isFailure?: boolean;
}

/** The quiet voice of the app: one notice at a time, a newer one replaces the older. */
export class Notices {
	#current = $state.raw<Notice>();

	get current(): Notice | undefined {
		return this.#current;
	}

	say(text: string, action?: Notice['action'], more?: Notice['action']): void {
		this.#current = { text, action, more };
	}

	/** Say why something was not done. */
	warn(text: string): void {
		this.#current = { text, isFailure: true };
	}

	readonly dismiss = (): void => {
		this.#current = undefined;
	};
}
