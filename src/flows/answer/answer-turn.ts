import { isLastAnywhere } from '#core/log/last-anywhere.ts';
import { waitingMark } from '#core/log/marks.ts';
import { isUnanswered, type Exchange, type Turn } from '#core/log/turn.ts';
import { saysAnything } from '#core/wire/wire-rows.ts';
import { removeMark } from '#db/log/append.ts';
import { enterBranch } from '#db/log/forks.ts';
import { branchesOf } from '#db/log/sessions.ts';
import { readExchange } from '#db/log/turns.ts';
import { answerNewest } from '#flows/answer/answer-newest.ts';
import type { AnswerAsk } from '#flows/answer/read-newest.ts';
import { askAgain, findAsked, wordsAgain } from '#flows/answer/ask-again.ts';
import { holdSession } from '#flows/sessions/hold-session.ts';
import type { OnReply, SendOutcome } from '#flows/answer/reply/live-reply.ts';
import type { App } from '#flows/ports.ts';

/** Answers a turn that is stored: for the first time, once more, or further. */

export interface TurnPlace {
	readonly sessionId: string;
	readonly turnId: string;
}

export type How = Omit<AnswerAsk, 'turn' | 'goes'> & {
	/** Nobody has pressed for it just now: what another tab has answered meanwhile, or told to stay, does not go out. */
	readonly isByItself?: true;
};

/** Write a broken reply anew. What came of it stays in the log and is not sent. */
export const retryReply = (
	app: App,
	ask: TurnPlace & How,
	onReply: OnReply,
	signal: AbortSignal
): Promise<SendOutcome> => answerTurn(app, { ...ask, goes: 'anew' }, onReply, signal);

/** Go on where a reply broke off. */
export const continueReply = (
	app: App,
	ask: TurnPlace & How,
	onReply: OnReply,
	signal: AbortSignal
): Promise<SendOutcome> => answerTurn(app, { ...ask, goes: 'on' }, onReply, signal);

/**
 * Answer a turn that has no reply yet: when online, on this device, after a draft was used, without the oldest turns.
 * A reply that waited for the draft goes on as it was asked to; so does one that waited for the network, where nobody
 * says how and nobody else answers it. In place if nothing follows the reply; otherwise in a new branch, because what
 * follows is chained to the reply as it is.
 */
export async function answerTurn(
	app: App,
	ask: TurnPlace & How & Partial<Pick<AnswerAsk, 'goes'>>,
	onReply: OnReply,
	signal: AbortSignal
): Promise<SendOutcome> {
	const outcome = await holdSession(app, ask.sessionId, ask.turnId, async () => {
		const { sessionId, turnId, isByItself, goes: wanted, ...how } = ask;
		const goes = wanted ?? (how.answerer === undefined ? null : 'anew');
		const turn = await findAsked(app.db, ask);
		if (!turn) return { status: 'failed', turnId: null, failure: { kind: 'changed-meanwhile' } };
		const left = await app.db.marks.get([sessionId, turnId, 'not-now']);
		if (isByItself && left) return { status: 'stopped', turnId };
		if (isByItself && !(await isAwaited(app.db, turn))) return { status: 'answered', turnId };
		// It was told to stay; sent after all, it may have to wait for a decision once more.
		if (left) await removeMark(app.db, left);
		const branches = await branchesOf(app.db, sessionId);
		if (!isLastAnywhere(branches, turn))
			return askAgain(app, { turn, ...wordsAgain(turn), how }, onReply, signal);
		// The reply is shown in the branch it is written to.
		const shown = await enterBranch(app.db, turn);
		if (shown.status === 'failed') return { ...shown, turnId };
		// A reply that the model has declined is not sent, so nothing can go on from it.
		const exchange = goes === 'anew' ? undefined : await readExchange(app.db, turn);
		const isOn =
			exchange?.steps.some(saysAnything) &&
			(goes ?? (await goesWaiting(app.db, exchange))) === 'on';
		return answerNewest(app, { ...how, turn, goes: isOn ? 'on' : 'anew' }, onReply, signal);
	});
	const isBusy = outcome.status === 'failed' && outcome.failure.kind === 'busy-elsewhere';
	// Another tab sends it, and nobody here has pressed for it.
	return ask.isByItself && isBusy ? { status: 'stopped', turnId: ask.turnId } : outcome;
}

/** Whether a message has no answer yet, or waits for the rest of one. */
async function isAwaited(db: App['db'], turn: Turn): Promise<boolean> {
	const { sessionId, turnId } = turn;
	const exchange = await readExchange(db, turn);
	return (
		(exchange !== undefined && isUnanswered(exchange)) ||
		(await db.marks.get([sessionId, turnId, 'waiting'])) !== undefined
	);
}

/** How a message that waits for the network was asked for. */
async function goesWaiting(db: App['db'], exchange: Exchange): Promise<'on' | undefined> {
	const { sessionId, turnId } = exchange.turn;
	const mark = await db.marks.get([sessionId, turnId, 'waiting']);
	return waitingMark(exchange, mark ? [mark] : [])?.goes;
}
