import { keptValue, notSentKey } from '#db/scratch/kept-values.ts';
import { onWrite, watch } from '#db/watch.ts';
import type { SendOutcome } from '#flows/answer/reply/live-reply.ts';
import type { App } from '#flows/ports.ts';
import { runBy } from '#state/chat/answer-by.ts';
import type { Answering } from '#state/chat/answering.svelte.ts';
import * as late from '#state/chat/late-flows.ts';
import { askToStop } from '#state/chat/ask-elsewhere.ts';

/** Replies that other tabs write in a session, and what their messages came to, shown where those of this tab are. */
export class Elsewhere {
	readonly #app: App;
	readonly #sessionId: string;
	readonly #answering: Answering;

	constructor(app: App, sessionId: string, answering: Answering) {
		this.#app = app;
		this.#sessionId = sessionId;
		this.#answering = answering;
	}

	/**
	 * For as long as the session is on screen, show what is written in it, and what is asked or told of its newest message.
	 * Gives back how to end that.
	 */
	watch(): () => void {
		const look = async () => {
			if (this.#answering.isRunning) return;
			const { isWrittenElsewhere } = await late.following();
			if (await isWrittenElsewhere(this.#app, this.#sessionId)) void this.follow();
		};
		// What cannot be fetched or read now is looked at with the next write.
		const lookNow = () => void look().catch(() => undefined);
		lookNow();
		const { scratch } = this.#app;
		const stop = onWrite([scratch.partials], lookNow);
		const hear = watch(() => keptValue(scratch, notSentKey(this.#sessionId))).subscribe(
			this.#answering.hear,
			// What cannot be read was told by the page in which it came to that.
			() => undefined
		);
		return () => {
			stop();
			hear();
		};
	}

	/** Show the reply that is being written, which can be stopped from here, until the other tab lets go. */
	follow(): Promise<SendOutcome | null> {
		return runBy(
			this.#answering,
			{ flow: late.following(), turnId: null },
			({ followReply }, ...how) =>
				followReply(this.#app, { sessionId: this.#sessionId, askToStop }, ...how)
		);
	}
}
