import type { Span } from '#core/asking/pasted.ts';
import type { UserBlock } from '#core/blocks.ts';
import { headOf } from '#core/path.ts';
import type { Session } from '#core/session.ts';
import { titleFrom } from '#core/title.ts';
import { addSession, readPath, sessionOf } from '#db/sessions.ts';
import { appendTurn } from '#db/turns.ts';
import { answerNewest } from '#flows/answer-newest.ts';
import { holdSession } from '#flows/hold-session.ts';
import type { OnReply, SendOutcome } from '#flows/live-reply.ts';
import { makeTurn } from '#flows/make-turn.ts';
import { firstBranch } from '#flows/new-session.ts';
import type { App } from '#flows/ports.ts';

export interface Message {
	/** Stored, or new: then it is stored with this message. */
	readonly session: Session;
	readonly blocks: readonly UserBlock[];
	/** Which of the words were pasted. */
	readonly pasted?: readonly Span[];
	/** Who answers this message, when it is not who the settings say. */
	readonly answerer?: string;
	/** Sources left out of this request only. */
	readonly switchedOff?: readonly string[];
	/** Send without the oldest turns instead of making room. */
	readonly force?: { readonly dropOldest: number };
}

/**
 * A message walks through the house: stored before anything can fail, answered step by step, each step stored as it
 * comes. `failed` with no `turnId` means that nothing was stored.
 */
export const sendMessage = (
	app: App,
	message: Message,
	onReply: OnReply,
	signal: AbortSignal
): Promise<SendOutcome> =>
	holdSession(app, message.session.id, null, async () => {
		const { db } = app;
		const { blocks, pasted, answerer, switchedOff, force } = message;
		const fresh = await addSession(db, message.session, firstBranch(message.session));
		if (fresh.status === 'failed')
			return { status: 'failed', turnId: null, failure: fresh.failure };
		const session = (await sessionOf(db, message.session.id)) ?? message.session;
		// It was reset or deleted while this was written: the words belong into another session.
		if (session.endedAt !== null || session.deletedAt !== null)
			return { status: 'failed', turnId: null, failure: { kind: 'changed-meanwhile' } };
		const path = await readPath(db, session.id, session.branch);
		const turn = await makeTurn(
			app,
			{ sessionId: session.id, branch: session.branch, seq: headOf(path) + 1, path },
			blocks,
			pasted
		);
		const title = titleFrom(blocks);
		const stored = await appendTurn(db, turn, () => (title === '' ? {} : { title }));
		if (stored.status === 'failed')
			return { status: 'failed', turnId: null, failure: stored.failure };
		return answerNewest(
			app,
			{
				turn,
				goes: 'anew',
				...(answerer !== undefined && { answerer }),
				...(switchedOff && { switchedOff }),
				...(force && { dropOldest: force.dropOldest })
			},
			onReply,
			signal
		);
	});
