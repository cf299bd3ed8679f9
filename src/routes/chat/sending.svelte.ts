import { goto } from '$app/navigation';
import type { UserBlock } from '#core/log/blocks.ts';
import type { Failure } from '#core/failure.ts';
import { onDevice } from '#core/models/model-card.ts';
import { isOpenSession, saysClosed } from '#core/session/session.ts';
import type { SendOutcome } from '#flows/answer/reply/live-reply.ts';
import type { AppState } from '#state/app.svelte.ts';
import type { SessionView } from '#state/chat/session-view.svelte.ts';
import { noteAccepted, noteRefused } from '#state/keys/refused-key.ts';
import { askToPersist } from '#state/data/ask-to-persist.ts';
import { readTyped } from '#ui/chat/composer/slash-commands.ts';
import { failureWords } from '#ui/words/tell-failure.ts';
import { words } from '#ui/words/words.ts';

/** How words leave the composer of a session: what waits behind a running answer, and what could not even be stored. */
export class Sending {
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

	/** Why the last message is not in the transcript, or null; not that its session is closed, once it is open again. */
	get notStored(): Failure | null {
		const failure = this.#notStored;
		return failure && saysClosed(failure) && isOpenSession(this.#view.session) ? null : failure;
	}

	/** What `Send` would store now: nothing for a command. */
	get blocks(): readonly UserBlock[] {
		const { unsent, attachments } = this.#view;
		const { text } = unsent;
		const files = attachments.blocks;
		if (text.trim() === '') return files;
		const { kind } = readTyped(text);
		const isSent = kind === 'message' || kind === 'unknown';
		return isSent ? [...files, { type: 'text', text }] : [];
	}

	/** Send what stands in the composer, now or when the running answer is complete. */
	readonly send = (): void => {
		const { answering, attachments, queued, unsent } = this.#view;
		const { notices } = this.#keepsake;
		if (attachments.isReading) {
			notices.say(words.attaching.wait);
			return;
		}
		// What was said against these words, or a file beside them, is settled; a way back is not.
		const said = notices.at(this.#view.id);
		if (said && !said.action) notices.dismiss();
		if (answering.isRunning) {
			queued.begin();
			// Another screen may have asked for the answer that is awaited.
			void this.#sendAfter(answering.over);
			return;
		}
		queued.end();
		const { blocks } = this;
		if (this.#view.isMissing) void this.#sendApart(blocks);
		else {
			const { text } = unsent;
			const answer = this.#view.send(blocks, this.#view.take());
			void this.settle(answer, () => unsent.text === text);
		}
	};

	/** What is written where no conversation is begins one of its own: its address may be that of one in a backup. */
	async #sendApart(blocks: readonly UserBlock[]): Promise<void> {
		const taken = this.#view.take();
		const apart = this.#keepsake.views.beginApart();
		const answer = apart.send(blocks, taken);
		await goto(`/chat/${apart.id}`);
		await this.settle(answer);
		if (this.#notStored) this.#keepsake.notices.warn(await failureWords(this.#notStored));
	}

	async #sendAfter(running: Promise<SendOutcome | null>): Promise<void> {
		const outcome = await running;
		const closed = await this.#view.closedBy();
		// Whoever was told first has sent it, and it is queued no more.
		if (!this.#view.queued.end()) return;
		// A reset has taken the words along: put back into this composer they would be there twice.
		if (closed) this.#notStored = closed;
		else if (outcome?.status === 'answered') this.send();
		else if (outcome?.status === 'failed' && outcome.turnId === null)
			this.#notStored = outcome.failure;
	}

	/** Another tab has been faster: the words wait in the composer until its reply is complete. */
	#sendAfterOtherTab(): void {
		const { answering, queued } = this.#view;
		queued.begin();
		// It may be followed already.
		void this.#view.elsewhere.follow();
		void this.#sendAfter(answering.over);
	}

	/**
	 * See an answer through: what follows when it is complete, and what is said when nothing could be stored.
	 * @param isInComposer what was to be sent stands in the composer again, as it was
	 */
	readonly settle = async (
		answer: Promise<SendOutcome | null>,
		isInComposer = () => false
	): Promise<void> => {
		this.#notStored = null;
		this.#follow();
		const { app, key } = this.#keepsake;
		const asked = key.status;
		const outcome = await answer;
		const { by } = this.#view.answering;
		const isRefused = outcome && 'failure' in outcome && outcome.failure.kind === 'key-refused';
		const isAccepted = outcome?.status === 'answered' && by !== null && by !== onDevice;
		if (isRefused || isAccepted) {
			// Known to the next conversation too, whatever is on screen by now.
			const { fingerprint } = asked ?? (await app.telephone.keyStatus());
			if (fingerprint !== null) void (isRefused ? noteRefused : noteAccepted)(app, fingerprint);
		}
		if (outcome?.status === 'answered') await askToPersist();
		else if (outcome?.status === 'failed' && outcome.turnId === null) {
			if (outcome.failure.kind === 'busy-elsewhere' && isInComposer()) this.#sendAfterOtherTab();
			else this.#notStored = outcome.failure;
		}
	};
}
