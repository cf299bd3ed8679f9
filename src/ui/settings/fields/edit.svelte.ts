/** One field that saves itself: what is typed stays in the field until it is stored, or says why it cannot be. */
import type { Failure } from '#core/failure.ts';
import type { SavedSettings } from '#state/settings/saved-settings.svelte.ts';
import { fieldsUnderPen, holdPage } from '#state/tab/under-pen.ts';
import { failureText } from '../../words/failure-text.ts';
import { words } from '../../words/all-words.ts';

interface EditPorts {
	/** Told while something is typed that is not stored yet, and asked what becomes of what is handed over. */
	readonly form: Pick<SavedSettings, 'begin' | 'end' | 'following'>;
	/** By it words that could not be stored are found when the page is opened anew: see `penName`. */
	readonly name: string;
	readonly stored: () => string;
	/** Store the text; the answer is what is wrong with it, in words. */
	readonly take: (text: string) => string | undefined;
	/** How long typing must pause, ms; null: a half-typed value would do harm, so leaving the field stores it. */
	readonly wait: number | null;
	/** What was typed is stored now. */
	readonly onstored?: (() => void) | undefined;
}

/** Ways in which text comes into a field at once (`InputEvent.inputType`). */
const atOnce = ['insertFromPaste', 'insertFromDrop', 'insertReplacementText'];

/**
 * Whether keys changed a field: a sign came, or something was taken away, and it may be half of what is meant. The
 * keyboard of a phone composes: each of its keys brings the whole word so far. What comes whole is told by how it
 * comes and not by how much longer the text is: one address may be as long as another.
 */
export const isTyped = (event: Event): boolean =>
	event instanceof InputEvent &&
	event.inputType !== '' &&
	!atOnce.includes(event.inputType) &&
	(event.inputType.includes('Composition') || (event.data ?? '').length < 2);

/** A field is told by what it is of and by its label. */
export const penName = (of: string, label: string): string => `${of}/${label}`;

export class Edit {
	/** Null while nobody is in the field: then the field shows what is stored. */
	#text = $state<string | null>(null);
	/** Why what was typed is not stored. */
	#problem = $state<string | undefined>();
	#timer: ReturnType<typeof setTimeout> | undefined;
	/** Something was typed that was not handed over. */
	#isOpen = false;
	#isLeft = true;
	/** What becomes of the words that were handed over last. */
	#storing: Promise<Failure | null> | null = null;
	readonly #ports: EditPorts;

	constructor(ports: EditPorts) {
		this.#ports = ports;
		const kept = fieldsUnderPen.get(ports.name);
		this.#text = kept?.text ?? null;
		this.#problem = kept?.problem;
	}

	get problem(): string | undefined {
		return this.#problem;
	}

	get shown(): string {
		return this.#text ?? this.#ports.stored();
	}

	/** The field has the focus: what it shows does not change under the hand of the person. */
	readonly enter = (): void => {
		this.#isLeft = false;
		this.#text ??= this.#ports.stored();
	};

	/** What is pasted or filled in is whole; what keys do never is. */
	type(text: string, { isTyped }: { readonly isTyped: boolean }): void {
		if (!this.#isOpen) this.#ports.form.begin();
		this.#isOpen = true;
		this.#isLeft = false;
		this.#text = text;
		clearTimeout(this.#timer);
		if (!isTyped) this.commit();
		else if (this.#ports.wait !== null) this.#timer = setTimeout(this.commit, this.#ports.wait);
	}

	/** Store what was typed since something was stored. */
	readonly commit = (): void => {
		clearTimeout(this.#timer);
		if (!this.#isOpen) return;
		this.#isOpen = false;
		this.#hand(this.#text ?? '');
		this.#ports.form.end();
	};

	/** The same, and what could not be stored is tried once more. */
	readonly tryAgain = (): void => {
		if (!this.#isOpen && this.#problem !== undefined) this.#hand(this.#text ?? '');
		this.commit();
	};

	/** The field is left: what was stored is shown as it was stored, and what could not be stays. */
	readonly leave = (): void => {
		this.#isLeft = true;
		this.tryAgain();
		if (!this.#storing && this.#problem === undefined) this.#text = null;
	};

	/** Show what is stored, whatever was typed. */
	readonly drop = (): void => {
		clearTimeout(this.#timer);
		if (this.#isOpen) this.#ports.form.end();
		this.#isOpen = false;
		this.#storing = null;
		this.#tell(undefined);
		this.#text = null;
	};

	#hand(text: string): void {
		const { answer, stored } = this.#ports.form.following(() => this.#ports.take(text));
		this.#storing = answer === undefined ? stored : null;
		if (answer === undefined) void this.#follow(text, stored);
		else this.#tell({ text, problem: answer });
	}

	async #follow(text: string, stored: Promise<Failure | null>): Promise<void> {
		// What throws is a mistake of ours: it goes on to the edge, and the words stay as well.
		let failure: Failure | null = { kind: 'crashed', detail: '' };
		try {
			failure = await stored;
		} finally {
			// Where newer words are on their way, what becomes of those is told.
			if (this.#storing === stored) {
				this.#storing = null;
				if (failure) this.#tell({ text, problem: words.settings.notSaved(failureText(failure)) });
				else this.#isStored();
			}
		}
	}

	#isStored(): void {
		this.#tell(undefined);
		if (this.#isLeft) this.#text = null;
		this.#ports.onstored?.();
	}

	/** Words that are not stored are kept, whether the page is left or not. */
	#tell(unstored: { readonly text: string; readonly problem: string } | undefined): void {
		this.#problem = unstored?.problem;
		if (unstored) {
			fieldsUnderPen.set(this.#ports.name, unstored);
			holdPage();
		} else fieldsUnderPen.delete(this.#ports.name);
	}
}
