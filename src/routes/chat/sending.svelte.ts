import { goto } from '$app/navigation';
import type { UserBlock } from '#core/log/blocks.ts';
import type { Failure } from '#core/failure.ts';
import type { SendOutcome } from '#flows/answer/live-reply.ts';
import type { AppState } from '#state/app.svelte.ts';
import type { Attachment } from '#state/chat/attachments.svelte.ts';
import type { SessionView } from '#state/chat/session-view.svelte.ts';
import { readTyped } from '#ui/chat/composer/slash-commands.ts';
import { failureText } from '#ui/words/failure-text.ts';
import { words } from '#ui/words/words.ts';

/** How words leave the composer of a session: what waits behind a running answer, and what could not even be stored. */
export class Sending {
	/** What was sent while an answer was being written: it goes out after it, unless it was changed since. */
	#queued: { readonly text: string; readonly files: readonly Attachment[] } | null = null;
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
		const { unsent, attachments } = this.#view;
		const { text } = unsent;
		const files = attachments.blocks;
		if (text.trim() === '') return files;
		return readTyped(text).kind === 'message' ? [...files, { type: 'text', text }] : [];
	}

	/** Send what stands in the composer, now or when the running answer is complete. */
	readonly send = (): void => {
		const { answering, attachments, unsent } = this.#view;
		const { notices } = this.#keepsake;
		if (attachments.isReading) {
			notices.say(words.attaching.wait);
			return;
		}
		if (answering.isRunning) {
			const isWaiting = this.#queued !== null;
			this.#queued = { text: unsent.text, files: attachments.items };
			notices.say(words.chat.queued);
			// Another screen may have asked for the answer that is awaited.
			if (!isWaiting) void this.#sendAfter(answering.over);
			return;
		}
		this.#queued = null;
		const { blocks } = this;
		if (this.#view.isMissing) void this.#sendApart(blocks);
		else void this.settle(this.#view.send(blocks, this.#view.take()));
	};

	/** What is written where no conversation is begins one of its own: its address may be that of one in a backup. */
	async #sendApart(blocks: readonly UserBlock[]): Promise<void> {
		const taken = this.#view.take();
		const apart = this.#keepsake.beginApart();
		const answer = apart.send(blocks, taken);
		await goto(`/chat/${apart.id}`);
		await this.settle(answer);
		if (this.#notStored) this.#keepsake.notices.warn(failureText(this.#notStored));
	}

	async #sendAfter(running: Promise<SendOutcome | null>): Promise<void> {
		const outcome = await running;
		const queued = this.#queued;
		this.#queued = null;
		const { attachments, unsent } = this.#view;
		const isSame = queued?.text === unsent.text && queued.files === attachments.items;
		if (outcome?.status === 'answered' && isSame) this.send();
	}

	/** See an answer through: what follows when it is complete, and what is said when nothing could be stored. */
	readonly settle = async (answer: Promise<SendOutcome | null>): Promise<void> => {
		this.#notStored = null;
		this.#follow();
		const outcome = await answer;
		if (outcome?.status === 'answered') await this.#keepsake.askToPersist();
		else if (outcome?.status === 'failed' && outcome.turnId === null)
			this.#notStored = outcome.failure;
	};
}
