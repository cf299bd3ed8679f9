/** How near the end still counts as there, px. */
const near = 48;

/** A scrolling region that follows its newest words, unless the person has scrolled away. */
export class FollowEnd {
	#isAway = $state(false);
	#isFollowing = true;
	#lastTop = 0;
	readonly #scroller: () => HTMLElement | undefined;

	constructor(scroller: () => HTMLElement | undefined) {
		this.#scroller = scroller;
	}

	/** The person has scrolled away from the end. */
	get isAway(): boolean {
		return this.#isAway;
	}

	/** Not watched: who asks scrolls at once. */
	get isFollowing(): boolean {
		return this.#isFollowing;
	}

	/** Go to the end and stay there. */
	follow(): void {
		this.#isFollowing = true;
		this.#isAway = false;
		this.toEnd();
	}

	/** Something else is to be looked at. */
	leave(): void {
		this.#isFollowing = false;
	}

	toEnd(): void {
		const scroller = this.#scroller();
		if (scroller) scroller.scrollTop = 1e9;
	}

	readonly scrolled = (): void => {
		const scroller = this.#scroller();
		if (!scroller) return;
		const { scrollTop, scrollHeight, clientHeight } = scroller;
		if (scrollHeight - scrollTop - clientHeight < near) this.#isFollowing = true;
		else if (scrollTop < this.#lastTop - 1) this.#isFollowing = false;
		this.#lastTop = scrollTop;
		this.#isAway = !this.#isFollowing;
	};

	/** Goes onto what may grow within the region. */
	readonly watchSize = (element: HTMLElement): (() => void) => {
		const observer = new ResizeObserver(() => {
			if (this.#isFollowing) this.toEnd();
		});
		observer.observe(element);
		return () => observer.disconnect();
	};
}
