import { tick } from 'svelte';
import { isApple, letterOf } from '../../kit/letter-of.ts';
import { allDrawn } from '../../markdown/at-work.ts';

/** More turns than this are not drawn at once: of a longer conversation the newest are printed, which the paper says. */
const mostTurns = 1000;

/** Rows that are drawn between two frames: the page goes on meanwhile. */
const portion = 10;

/** Reading is not waited for longer, nor are the last colours, ms. */
const patience = 30_000;

/** The keys by which browsers print; in a field of a Mac, Ctrl+P goes a line up. */
const asksToPrint = (event: KeyboardEvent): boolean =>
	(isApple() ? event.metaKey && !event.ctrlKey : event.ctrlKey && !event.metaKey) &&
	!event.shiftKey &&
	!event.altKey &&
	letterOf(event) === 'p';

interface Conversation {
	/** Turns. */
	readonly length: number;
	/** Turns and summaries. */
	readonly rows: number;
	/** Some of it may be missing on paper as it stands. */
	readonly isPart: boolean;
	/** All of it has been read. */
	readonly isRead: boolean;
	readonly read: () => void;
}

/**
 * A whole conversation on paper. The browser takes its picture of the page at once, and most of a long conversation is
 * not in the page: so all of it is read and drawn first where somebody prints with the keys. What the browser's own menu
 * prints nobody can hold up.
 */
export class WholePrint {
	#stage: 'rest' | 'preparing' | 'drawn' | 'asked' = $state('rest');
	#rows = $state(0);
	readonly #conversation: () => Conversation;

	constructor(conversation: () => Conversation) {
		this.#conversation = conversation;
	}

	/** Nothing else decides meanwhile what is read. */
	get isOn(): boolean {
		return this.#stage !== 'rest';
	}

	/** So many of the first rows stay in the page. */
	get rows(): number {
		return this.#rows;
	}

	/** All of them do. */
	get isDrawn(): boolean {
		return this.#stage === 'drawn' || this.#stage === 'asked';
	}

	readonly pressed = (event: KeyboardEvent): void => {
		// Whoever goes on is not printing any more, also where the browser never told that its dialog is closed.
		if (this.#stage === 'asked' || event.key === 'Escape') this.over();
		if (event.defaultPrevented || !asksToPrint(event)) return;
		const { length, isPart } = this.#conversation();
		if (!isPart || length > mostTurns) return;
		event.preventDefault();
		if (!this.isOn) void this.#print();
	};

	/** The dialog of the browser is closed, or the conversation is off the screen. */
	readonly over = (): void => {
		this.#stage = 'rest';
		this.#rows = 0;
	};

	async #print(): Promise<void> {
		const until = performance.now() + patience;
		this.#stage = 'preparing';
		this.#conversation().read();
		while (this.isOn && !this.#conversation().isRead && performance.now() < until)
			await new Promise(requestAnimationFrame);
		if (this.#conversation().isRead) await this.#draw();
		if (this.isOn) this.#ask();
	}

	#ask(): void {
		window.print();
		// Some browsers go on while their dialog is open, and some have none.
		if (this.isDrawn) this.#stage = 'asked';
		else this.over();
	}

	async #draw(): Promise<void> {
		while (this.isOn && this.#rows < this.#conversation().rows) {
			this.#rows += portion;
			await tick();
			await new Promise(requestAnimationFrame);
		}
		if (!this.isOn) return;
		this.#stage = 'drawn';
		await allDrawn(patience);
	}
}
