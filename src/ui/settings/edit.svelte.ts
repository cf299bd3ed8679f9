/** One field that saves itself: what is typed stays in the field until it is stored, or says why it cannot be. */

interface EditPorts {
	/** Told while something is typed that is not stored yet. */
	readonly form: { readonly begin: () => void; readonly end: () => void };
	/** Store the text; the answer is what is wrong with it, in words. */
	readonly take: (text: string) => string | undefined;
	/** How long typing must pause, ms; null: a half-typed value would do harm, so leaving the field stores it. */
	readonly wait: number | null;
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

export class Edit {
	/** Null while nobody is in the field: then the field shows what is stored. */
	#text = $state<string | null>(null);
	#problem = $state<string | undefined>();
	#timer: ReturnType<typeof setTimeout> | undefined;
	#isOpen = false;
	readonly #ports: EditPorts;

	constructor(ports: EditPorts) {
		this.#ports = ports;
	}

	get problem(): string | undefined {
		return this.#problem;
	}

	shown(stored: string): string {
		return this.#text ?? stored;
	}

	/** The field has the focus: what it shows does not change under the hand of the person. */
	enter(stored: string): void {
		this.#text ??= stored;
	}

	/** What is pasted or filled in is whole; what keys do never is. */
	type(text: string, { isTyped }: { readonly isTyped: boolean }): void {
		if (!this.#isOpen) this.#ports.form.begin();
		this.#isOpen = true;
		this.#text = text;
		clearTimeout(this.#timer);
		if (!isTyped) this.commit();
		else if (this.#ports.wait !== null) this.#timer = setTimeout(this.commit, this.#ports.wait);
	}

	readonly commit = (): void => {
		clearTimeout(this.#timer);
		if (!this.#isOpen) return;
		this.#isOpen = false;
		this.#problem = this.#ports.take(this.#text ?? '');
		this.#ports.form.end();
	};

	/** The field is left: what was stored is shown as it was stored. */
	readonly leave = (): void => {
		this.commit();
		if (!this.#problem) this.#text = null;
	};

	/** Show what is stored, whatever was typed. */
	readonly drop = (): void => {
		clearTimeout(this.#timer);
		if (this.#isOpen) this.#ports.form.end();
		this.#isOpen = false;
		this.#problem = undefined;
		this.#text = null;
	};
}
