import { choicesFor, type CommandChoice } from './slash-commands.ts';

/** The commands that fit what stands in the composer: one of them is meant, and keys of the composer go through them. */
export class OfferedCommands {
	#highlighted = $state(0);
	/** The list was put aside for what stood there then; typed anew, the same words open it again. */
	#dismissed = $state('');
	readonly #text: () => string;
	readonly all = $derived.by((): readonly CommandChoice[] => {
		const text = this.#text();
		return text === this.#dismissed ? [] : choicesFor(text);
	});
	/** Index of the one that is meant. */
	readonly current = $derived(Math.min(this.#highlighted, this.all.length - 1));
	readonly active = $derived(this.all[this.current]);

	constructor(text: () => string) {
		this.#text = text;
	}

	/** Something was typed. */
	readonly anew = (): void => {
		this.#highlighted = 0;
		this.#dismissed = '';
	};

	#move(step: number): void {
		this.#highlighted = (this.current + step + this.all.length) % this.all.length;
	}

	/** Whether a key was meant for the list: Tab takes what is meant, and Enter where what stands there is `isUnfinished`. */
	press(
		event: KeyboardEvent,
		how: { readonly isUnfinished: boolean; readonly take: (choice: CommandChoice) => void }
	): boolean {
		const { key } = event;
		if (!this.active) return false;
		if (key === 'ArrowDown') this.#move(1);
		else if (key === 'ArrowUp') this.#move(-1);
		else if (key === 'Escape') {
			this.#dismissed = this.#text();
			event.stopPropagation();
		} else if (key === 'Tab' || (key === 'Enter' && how.isUnfinished)) how.take(this.active);
		else return false;
		event.preventDefault();
		return true;
	}
}
