import type { Attachment, Attachments } from '#state/composer/attachments.svelte.ts';
import type { UnsentText } from '#state/composer/unsent-text.ts';

/** Whether what stands in the composer goes out after the running answer: it was sent, and not changed since. */
export class Queued {
	#sent = $state.raw<{ readonly text: string; readonly files: readonly Attachment[] } | null>(null);
	readonly #unsent: UnsentText;
	readonly #attachments: Attachments;

	constructor(unsent: UnsentText, attachments: Attachments) {
		this.#unsent = unsent;
		this.#attachments = attachments;
	}

	get isOn(): boolean {
		const sent = this.#sent;
		return sent?.text === this.#unsent.text && sent.files === this.#attachments.items;
	}

	begin(): void {
		this.#sent = { text: this.#unsent.text, files: this.#attachments.items };
	}

	/** Whether it was on until now. */
	end(): boolean {
		const { isOn } = this;
		this.#sent = null;
		return isOn;
	}
}
