import { endKeys } from '../../kit/focus/end-keys.ts';

/** How near the end still counts as there, px. */
const near = 48;

const isNear = ({ scrollTop, scrollHeight, clientHeight }: HTMLElement): boolean =>
	scrollHeight - scrollTop - clientHeight < near;

/** A scrolling region that follows its newest words, unless the person has scrolled away, or has come back to others. */
export class FollowEnd {
	#isAway = $state(false);
	#isFollowing = true;
	#lastTop = 0;
	/** What stands at the end and is read from its beginning: the end is followed as far as there. */
	#head: Element | null = null;
	/** What was opened has just been closed. */
	#isClosing = false;
	readonly #scroller: () => HTMLElement | undefined;
	readonly #held: () => number | null;

	/** @param held where somebody is kept who has come back, px from the top; null: nobody is */
	constructor(scroller: () => HTMLElement | undefined, held: () => number | null = () => null) {
		this.#scroller = scroller;
		this.#held = held;
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
		if (this.#held() !== null) return;
		this.#isFollowing = true;
		this.#isAway = false;
		this.#head = null;
		this.toEnd();
	}

	/** Who is at the end is led to where something begins that came there. */
	showHead(element: Element): void {
		if (!this.#isFollowing) return;
		this.#head = element;
		this.toEnd();
	}

	/** Something else is to be looked at. */
	leave(): void {
		this.#isFollowing = false;
		this.#head = null;
	}

	toEnd(): void {
		const scroller = this.#scroller();
		if (!scroller) return;
		const head = this.#head?.isConnected ? this.#head.getBoundingClientRect() : null;
		scroller.scrollTop =
			this.#held() ??
			(head ? scroller.scrollTop + head.top - scroller.getBoundingClientRect().top : 1e9);
		this.#lastTop = scroller.scrollTop;
	}

	readonly scrolled = (): void => {
		const scroller = this.#scroller();
		if (!scroller) return;
		const { scrollTop } = scroller;
		// Its own way to the end is told a moment later: whoever has left it meanwhile is not brought back by that.
		if (scrollTop !== this.#lastTop) {
			if (this.#held() !== null) {
				// The list has made up for a row above, whose height was not known.
				this.toEnd();
				return;
			}
			if (isNear(scroller)) this.#isFollowing = true;
			else if (this.#head || scrollTop < this.#lastTop - 1) this.#isFollowing = false;
			this.#head = null;
		}
		this.#lastTop = scrollTop;
		this.#isAway = !this.#isFollowing && !isNear(scroller);
	};

	/** Something in the region has another size; true: it is to be gone to once more. */
	readonly resized = (): boolean => {
		const scroller = this.#scroller();
		if (scroller && !this.#isFollowing) {
			this.#isAway = !isNear(scroller);
			// Where the end is in sight again, it is followed as before.
			this.#isFollowing = this.#isClosing && !this.#isAway && this.#held() === null;
		}
		this.#isClosing = false;
		return this.#isFollowing || this.#held() !== null;
	};

	/** Goes onto what may grow within the region. */
	readonly watchSize = (element: HTMLElement): (() => void) => {
		const observer = new ResizeObserver(() => {
			if (this.resized()) this.toEnd();
		});
		observer.observe(element);
		return () => observer.disconnect();
	};

	/** Goes onto the region: what is opened in it grows below the press, and nobody is led to where it ends. */
	readonly watchPresses = (element: HTMLElement): (() => void) => {
		const press = ({ target }: MouseEvent) => {
			const pressed = target instanceof Element && target.closest('summary, [aria-expanded]');
			if (!pressed) return;
			this.#isClosing =
				pressed.getAttribute('aria-expanded') === 'true' ||
				pressed.closest('details[open] > summary') !== null;
			if (!this.#isClosing) this.leave();
		};
		element.addEventListener('click', press, true);
		return () => element.removeEventListener('click', press, true);
	};

	/** Goes onto the region. */
	readonly watchKeys = endKeys({
		toStart: () => {
			this.leave();
			const scroller = this.#scroller();
			if (scroller) scroller.scrollTop = 0;
		},
		toEnd: () => this.follow()
	});
}
