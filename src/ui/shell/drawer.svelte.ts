import { MediaQuery } from 'svelte/reactivity';

/** The list of sessions where it lies over the work, on a phone: closed until it is asked for. */
export class Drawer {
	readonly #narrow = new MediaQuery('(width < 43.75rem)', false);
	#isAsked = $state(false);
	/** What opens it; of the screen that is shown. */
	opener: HTMLButtonElement | undefined = $state.raw();
	element: HTMLElement | undefined = $state.raw();

	/** There is no room for the list beside the work. */
	get isNarrow(): boolean {
		return this.#narrow.current;
	}

	get isOpen(): boolean {
		return this.#narrow.current && this.#isAsked;
	}

	get isClosed(): boolean {
		return this.#narrow.current && !this.#isAsked;
	}

	readonly show = (): void => {
		this.#isAsked = true;
		// In the first frame of its transition it still counts as hidden, and nothing in it takes the focus.
		const focusFirst = () => this.element?.querySelector<HTMLElement>('a, button')?.focus();
		requestAnimationFrame(() => requestAnimationFrame(focusFirst));
	};

	/** The person goes somewhere. */
	leave(): void {
		this.#isAsked = false;
	}

	/** The person stays; the focus goes back to where it was opened. */
	readonly hide = (): void => {
		if (!this.isOpen) return;
		this.leave();
		requestAnimationFrame(() => this.opener?.focus());
	};
}
