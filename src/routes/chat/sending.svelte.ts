import type { UserBlock } from '#core/blocks.ts';
import type { Failure } from '#core/failure.ts';
import type { SendOutcome } from '#flows/live-reply.ts';
import type { AppState } from '#state/app.svelte.ts';
import type { SessionView } from '#state/session-view.svelte.ts';
import { readTyped } from '#ui/chat/composer/slash-commands.ts';
import { words } from '#ui/words/words.ts';

/** How words leave the composer of a session: what waits behind a running answer, and what could not even be stored. */
export class Sending {
	/** Words sent while an answer was being written: they go out after it, unless they were changed since. */
	#queued = '';
	#notStored = $state.raw<Failure | null>(null);
	readonly #keepsake: AppState;
	readonly #view: SessionView;
	readonly #follow: () => void;

	/** @param follow brings the newest message into view */
	constructor(keepsake: AppState, view: SessionView, follow: () => void) {
		this.#keepsake = keepsake;
		this.#view = view;
		this.#follow = follow;
	}

	/** Why the last message is not in the transcript, or null. */
	get notStored(): Failure | null {
		return this.#notStored;
	}

	/** What `Send` would store now: nothing for a command. */
	get blocks(): readonly UserBlock[] {
		const { text } = this.#view.unsent;
		return text.trim() === '' || readTyped(text).kind !== 'message' ? [] : [{ type: 'text', text }];
	}

	/** Send what stands in the composer, now or when the running answer is complete. */
	readonly send = (): void => {
		const { answering, unsent } = this.#view;
		if (answering.isRunning) {
			this.#queued = unsent.text;
			this.#keepsake.notices.say(words.chat.queued);
			return;
		}
		this.#queued = '';
		const { blocks } = this;
		void this.settle(this.#view.send(blocks, unsent.take()));
	};

	/** See an answer through: what follows when it is complete, and what is said when nothing could be stored. */
	readonly settle = async (answer: Promise<SendOutcome | null>): Promise<void> => {
		this.#notStored = null;
		this.#follow();
		const outcome = await answer;
		if (outcome?.status === 'answered') {
			if (this.#queued !== '' && this.#queued === this.#view.unsent.text) this.send();
			await this.#keepsake.askToPersist();
		} else if (outcome?.status === 'failed' && outcome.turnId === null)
			this.#notStored = outcome.failure;
	};
}
