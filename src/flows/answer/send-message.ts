import { headOf } from '#core/log/path.ts';
import { firstBranch } from '#core/session/empty-session.ts';
import type { Session } from '#core/session/session.ts';
import { titleFrom } from '#core/session/title.ts';
import { storing } from '#db/storing.ts';
import { appendTurn } from '#db/log/append.ts';
import { answerNewest } from '#flows/answer/answer-newest.ts';
import { holdSession } from '#flows/sessions/hold-session.ts';
import type { OnReply, SendOutcome } from '#flows/answer/reply/live-reply.ts';
import { takeOutKeys, turnAfter, type NewWords, type WhenStored } from '#flows/answer/make-turn.ts';
import type { App } from '#flows/ports.ts';
import { settledOrStop } from '#flows/ports/waiting.ts';
import { readSources, withTurn } from '#flows/prompt/read-prompt.ts';

interface Message extends NewWords, WhenStored {
	/** Stored, or new: then it is stored with this message. */
	readonly session: Session;
	/** Sources left out of this request only. */
	readonly switchedOff?: readonly string[];
}

/**
 * The way of a message: it is stored before anything can fail, then answered step by step, each step stored as it
 * comes. `failed` without a `turnId` means that nothing was stored.
 */
export const sendMessage = (
	app: App,
	message: Message,
	onReply: OnReply,
	signal: AbortSignal
): Promise<SendOutcome> =>
	holdSession(app, message.session.id, null, async () => {
		const { switchedOff } = message;
		const reading = Promise.all([
			takeOutKeys(app, message),
			// If another tab has opened a newer version of the database, already reading fails.
			storing(() => readSources(app, message.session))
		]);
		// Both ask the telephone, which may never answer.
		await settledOrStop(reading, signal);
		if (signal.aborted) return { status: 'stopped', turnId: null };
		const [{ blocks, pasted }, found] = await reading;
		if (found.status === 'failed')
			return { status: 'failed', turnId: null, failure: found.failure };
		const sources = found.value;
		const { session, path } = sources;
		const head = headOf(path);
		const last = sources.exchanges.at(-1);
		const turn = turnAfter(
			app,
			last,
			{ sessionId: session.id, branch: session.branch, seq: head + 1 },
			{ blocks, pasted }
		);
		const stored = await appendTurn(app.db, turn, {
			title: titleFrom(blocks),
			fresh: { session, branch: firstBranch(session) },
			last
		});
		// Also if the session was reset or deleted while this was written: the words then belong into another session.
		if (stored.status === 'failed')
			return { status: 'failed', turnId: null, failure: stored.failure };
		message.onStored?.();
		// What was read in order to chain the turn serves its request too.
		const read = withTurn(sources, turn);
		return answerNewest(app, { switchedOff, turn, goes: 'anew', read }, onReply, signal);
	});
