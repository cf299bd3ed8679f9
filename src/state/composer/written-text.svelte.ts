import { cleanText } from '#core/text/clean-text.ts';
import { carrySpans, type Span } from '#core/asking/pasted.ts';

/** A text with what of it was pasted. */
export interface Written {
	readonly text: string;
	readonly pasted: readonly Span[];
}

const pastes: ReadonlySet<string> = new Set([
	'insertFromPaste',
	'insertFromPasteAsQuotation',
	'insertFromDrop',
	'insertFromYank'
]);
const goesBack: ReadonlySet<string> = new Set(['historyUndo', 'historyRedo']);

/** A text that is being written, which remembers what of it was pasted however it is edited further. */
export class WrittenText {
	#text = $state('');
	#pasted = $state.raw<readonly Span[]>([]);
	/** How the next change comes about. */
	#byPaste = false;
	#onhidden: (count: number) => void = () => undefined;
	/** Something was pasted since the text was last empty: what undo brings back may be that. */
	#hasPasted = false;

	constructor({ text, pasted }: Written = { text: '', pasted: [] }) {
		this.#text = text;
		this.#pasted = pasted;
		this.#hasPasted = pasted.length > 0;
	}

	get text(): string {
		return this.#text;
	}

	get pasted(): readonly Span[] {
		return this.#pasted;
	}

	/** What comes by a paste comes as it is seen: nobody would know what else is sent. */
	set text(typed: string) {
		const { text, removed } = this.#byPaste ? cleanText(typed) : { text: typed, removed: 0 };
		const edit = { before: this.#text, after: text, byPaste: this.#byPaste };
		this.#pasted = carrySpans(this.#pasted, edit);
		this.#text = text;
		this.#byPaste = false;
		this.#hasPasted ||= this.#pasted.length > 0;
		if (removed > 0) this.#onhidden(removed);
	}

	/**
	 * The browser is about to change the text in this way (`InputEvent.inputType`). `onhidden`: signs that nobody sees
	 * were left out of it.
	 */
	readonly expect = (
		inputType: string,
		onhidden: (count: number) => void = () => undefined
	): void => {
		this.#byPaste = pastes.has(inputType) || (goesBack.has(inputType) && this.#hasPasted);
		this.#onhidden = onhidden;
	};

	/** Another text in its place. */
	put({ text, pasted }: Written): void {
		this.#text = text;
		this.#pasted = pasted;
		this.#hasPasted = pasted.length > 0;
	}
}
