import { onWrite } from '#db/watch.ts';
import type { SendOutcome } from '#flows/answer/reply/live-reply.ts';
import type { App } from '#flows/ports.ts';
import { runBy } from '#state/chat/answer-by.ts';
import type { Answering } from '#state/chat/answering.svelte.ts';
import * as late from '#state/chat/late-flows.ts';
import { askToStop } from '#state/chat/ask-elsewhere.ts';

/** Replies that other tabs write in a session, shown where those of this tab are. */
export class Elsewhere {
	readonly #app: App;
	readonly #sessionId: string;
	readonly #answering: Answering;

	constructor(app: App, sessionId: string, answering: Answering) {
		this.#app = app;
		this.#sessionId = sessionId;
		this.#answering = answering;
	}

	/** For as long as the session is on screen, show what is written in it. Gives back how to end that. */
	watch(): () => void {
		const look = async () => {
			if (this.#answering.isRunning) return;
			const { isWrittenElsewhere } = await late.following();
			if (await isWrittenElsewhere(this.#app, this.#sessionId)) void this.follow();
		};
		// What cannot be fetched or read now is looked at with the next write.
		const lookNow = () => void look().catch(() => undefined);
		lookNow();
		return onWrite([this.#app.scratch.partials], lookNow);
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
