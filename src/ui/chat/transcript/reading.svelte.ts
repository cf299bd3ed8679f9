import { untilAct } from '../../kit/focus/until-act.ts';

/** The first row in sight, and how far it is scrolled by, px; `end`: the newest words, whatever they are. */
export type ReadingPlace = { readonly key: string | number; readonly by: number } | 'end';

/** Until then all is read and measured, ms. Who scrolls by what is no press, as a screen reader does, is let go on then. */
const patience = 5000;

/** Where somebody reads in a conversation: told when they leave it, and gone to when they come Back. */
export class Reading {
	#sought = $state.raw<ReadingPlace | null>(null);
	/** Answered by what is on screen. */
	tell: () => ReadingPlace | null = () => this.#sought;

	/** Where they are kept until they do something: rows are read and measured by and by. */
	get sought(): ReadingPlace | null {
		return this.#sought;
	}

	comeBack(place: ReadingPlace | null): void {
		this.#sought = place;
		untilAct(this.goOn);
		setTimeout(this.goOn, patience);
	}

	readonly goOn = (): void => {
		this.#sought = null;
	};
}
