import { foreignSpans } from '#core/log/foreign-spans.ts';
import { isGone } from '#core/log/marks.ts';
import { pathOf } from '#core/log/path.ts';
import type { Branch } from '#core/session/session.ts';
import type { Turn } from '#core/log/turn.ts';
import { addForkedTurn } from '#db/log/forks.ts';
import { branchesOf } from '#db/log/sessions.ts';
import { findTurn } from '#db/log/turns.ts';
import { answerNewest } from '#flows/answer/answer-newest.ts';
import type { AnswerAsk } from '#flows/answer/read-newest.ts';
import type { OnReply, SendOutcome } from '#flows/answer/reply/live-reply.ts';
import { makeTurn, type NewWords, type WhenStored } from '#flows/answer/make-turn.ts';
import type { App } from '#flows/ports.ts';

/** A turn that may be asked again, or answered: what was deleted goes out no more, whoever waits for it. */
export async function findAsked(
	db: App['db'],
	{ sessionId, turnId }: Pick<Turn, 'sessionId' | 'turnId'>
): Promise<Turn | null> {
	const [turn, deleted] = await Promise.all([
		findTurn(db, sessionId, turnId),
		db.marks.get([sessionId, turnId, 'deleted'])
	]);
	return turn && !isGone(turn, deleted ? [deleted] : []) ? turn : null;
}

/** The same words once more. Words of an import stay foreign: asked again here they become nobody's own. */
export const wordsAgain = (turn: Turn): NewWords => ({
	blocks: turn.asked,
	pasted: foreignSpans(turn)
});

/**
 * Ask again from the place of a turn, in a new branch; the turn and everything behind it stay. Whoever calls holds the
 * lock of the session.
 */
export async function askAgain(
	app: App,
	ask: NewWords &
		WhenStored & {
			readonly turn: Turn;
			readonly how: Omit<AnswerAsk, 'turn' | 'goes'>;
		},
	onReply: OnReply,
	signal: AbortSignal
): Promise<SendOutcome> {
	const { db, clock } = app;
	const { sessionId, seq, branch: parent } = ask.turn;
	const branch: Branch = {
		sessionId,
		branch: clock.newId(),
		parent,
		forkSeq: seq,
		headSeq: seq - 1,
		createdAt: clock.now()
	};
	const path = pathOf(await branchesOf(db, sessionId), parent);
	const place = { sessionId, branch: branch.branch, seq, path };
	const turn = await makeTurn(app, place, ask);
	const stored = await addForkedTurn(db, { branch, turn, replaced: ask.turn.turnId });
	if (stored.status === 'failed')
		return { status: 'failed', turnId: null, failure: stored.failure };
	ask.onStored?.();
	return answerNewest(app, { ...ask.how, turn, goes: 'anew' }, onReply, signal);
}
