import type { Failed } from '#core/failure.ts';
import { addBranch } from '#db/log/forks.ts';
import { findPlace } from '#db/log/turns.ts';
import type { How, TurnPlace } from '#flows/answer/answer-turn.ts';
import { askAgain, findAsked, wordsAgain } from '#flows/answer/ask-again.ts';
import { failed } from '#flows/done.ts';
import { holdSession } from '#flows/sessions/hold-session.ts';
import type { OnReply, SendOutcome } from '#flows/answer/reply/live-reply.ts';
import type { App } from '#flows/ports.ts';
import { settledOrStop } from '#flows/ports/waiting.ts';
import { takeOutKeys, type NewWords, type WhenStored } from '#flows/answer/make-turn.ts';

/** Editing and regenerating make a new branch; nothing is overwritten. */

/** Ask something else in the place of a message. */
export const editMessage = (
	app: App,
	edited: TurnPlace & NewWords & How & WhenStored,
	onReply: OnReply,
	signal: AbortSignal
): Promise<SendOutcome> => again(app, { ...edited, words: edited }, onReply, signal);

/** Ask the same again and keep both answers. */
export const regenerateReply = (
	app: App,
	place: TurnPlace & How,
	onReply: OnReply,
	signal: AbortSignal
): Promise<SendOutcome> => again(app, { ...place, words: null }, onReply, signal);

const again = (
	app: App,
	{
		sessionId,
		turnId,
		switchedOff,
		onStored,
		words
	}: TurnPlace &
		How &
		WhenStored & {
			/** Null: those that stand there. */
			readonly words: NewWords | null;
		},
	onReply: OnReply,
	signal: AbortSignal
): Promise<SendOutcome> =>
	holdSession(app, sessionId, null, async () => {
		const turn = await findAsked(app.db, { sessionId, turnId });
		if (!turn) return { status: 'failed', turnId: null, failure: { kind: 'changed-meanwhile' } };
		const taking = words ? takeOutKeys(app, words) : Promise.resolve(wordsAgain(turn));
		await settledOrStop(taking, signal);
		if (signal.aborted) return { status: 'stopped', turnId: null };
		const { blocks, pasted } = await taking;
		const how = { switchedOff };
		return askAgain(app, { turn, blocks, pasted, onStored, how }, onReply, signal);
	});

/** A new branch that ends with a turn: the next message goes on from there. */
export async function branchFrom(
	{ db, clock }: Pick<App, 'db' | 'clock'>,
	{ sessionId, turnId }: TurnPlace
): Promise<{ readonly status: 'done'; readonly branch: string } | Failed> {
	const turn = await findPlace(db, sessionId, turnId);
	if (!turn) return failed({ kind: 'changed-meanwhile' });
	const branch = clock.newId();
	const stored = await addBranch(db, {
		sessionId,
		branch,
		parent: turn.branch,
		forkSeq: turn.seq + 1,
		headSeq: turn.seq,
		createdAt: clock.now()
	});
	return stored.status === 'failed' ? stored : { status: 'done', branch };
}
