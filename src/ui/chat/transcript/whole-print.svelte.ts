import { tick } from 'svelte';
import { allDrawn } from '../../markdown/at-work.ts';

/** More turns than this are not drawn at once: of a longer conversation the newest are printed, which the paper says. */
const mostTurns = 1000;

/** What is read and drawn for it is not waited for longer, ms. */
const patience = 30_000;

/** The keys by which browsers print. */
const asksToPrint = ({ key, ctrlKey, metaKey, shiftKey, altKey }: KeyboardEvent): boolean =>
	(ctrlKey || metaKey) && !shiftKey && !altKey && key.toLowerCase() === 'p';

interface Conversation {
	/** Turns. */
	readonly length: number;
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
	#stage: 'rest' | 'preparing' | 'drawn' = $state('rest');
	readonly #conversation: () => Conversation;

	constructor(conversation: () => Conversation) {
		this.#conversation = conversation;
	}

	/** Nothing else decides meanwhile what is read. */
	get isOn(): boolean {
		return this.#stage !== 'rest';
	}

	/** All turns stay in the page. */
	get isDrawn(): boolean {
		return this.#stage === 'drawn';
	}

	readonly pressed = (event: KeyboardEvent): void => {
		const { length, isPart } = this.#conversation();
		if (event.defaultPrevented || !asksToPrint(event) || !isPart || length > mostTurns) return;
		event.preventDefault();
		if (!this.isOn) void this.#print();
	};

	/** The dialog of the browser is closed. */
	readonly over = (): void => {
		this.#stage = 'rest';
	};

	async #print(): Promise<void> {
		const until = performance.now() + patience;
		this.#stage = 'preparing';
		this.#conversation().read();
		while (!this.#conversation().isRead && performance.now() < until)
			await new Promise(requestAnimationFrame);
		this.#stage = 'drawn';
		await tick();
		await allDrawn(Math.max(0, until - performance.now()));
		window.print();
	}
}
