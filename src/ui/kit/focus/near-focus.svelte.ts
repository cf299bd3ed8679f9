/** What a row of a windowed list is given to tell when it has the focus. */
interface RowAttributes {
	readonly onfocusin: () => void;
	readonly onfocusout: (event: FocusEvent) => void;
	readonly style?: Record<string, string>;
}

/**
 * Rows of a windowed list that stay in the page because the focus is near. The window follows when the list has
 * scrolled, a frame or two later: Tab, held down, would outrun it and leave the list, and a row that scrolls out of
 * sight would take the focus with it.
 */
export class NearFocus {
	#at = $state<number | null>(null);
	readonly #reach: number;

	/** @param reach rows kept on either side */
	constructor(reach: number) {
		this.#reach = reach;
	}

	/** Indexes, not beyond the first; the list leaves out those beyond its last. */
	get rows(): readonly number[] {
		const at = this.#at;
		if (at === null) return [];
		const from = Math.max(0, at - this.#reach);
		return Array.from({ length: at + this.#reach - from + 1 }, (_, n) => from + n);
	}

	/** Goes onto each row of the list. */
	readonly attributes = (index: number): RowAttributes => ({
		onfocusin: () => (this.#at = index),
		onfocusout: ({ currentTarget, relatedTarget }) => {
			// Without another place the focus has only left with the window, and comes back with it.
			const list = currentTarget instanceof Element ? currentTarget.parentElement : null;
			if (relatedTarget instanceof Node && !list?.contains(relatedTarget)) this.#at = null;
		},
		// The list hides a new row until it is measured, a frame later, and what is hidden takes no focus.
		...(this.#isNear(index) && { style: { visibility: 'visible' } })
	});

	#isNear(index: number): boolean {
		return this.#at !== null && Math.abs(index - this.#at) <= this.#reach;
	}
}
