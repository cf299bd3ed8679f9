import { isStillSo, type NeedsReview } from '#core/reply/not-sent.ts';
import { isOpenSession } from '#core/session/session.ts';
import { isRoomMade } from '#core/summary/room-made.ts';
import { findTurn, marksOf, readExchange } from '#db/log/turns.ts';
import { keptValue, notSentKey } from '#db/scratch/kept-values.ts';
import { spared } from '#db/scratch/spared.ts';
import { done, type Done } from '#flows/done.ts';
import type { SendOutcome } from '#flows/answer/reply/live-reply.ts';
import type { App } from '#flows/ports.ts';
import { setMark } from '#flows/sessions/set-mark.ts';
import { isUnanswered, type Mark } from '#core/log/turn.ts';
import type { SessionView } from '#state/chat/session-view.svelte.ts';

/**
 * The message that waits until the user has decided about a draft, unless it was deleted or answered meanwhile, or told in
 * whatever tab to stay where it is. On another branch, and where the session has ended, nobody could send it.
 */
export function awaitedIn({ answering, excerpt, marks, session }: SessionView): NeedsReview | null {
	const { review } = answering;
	const newest = excerpt.exchange(excerpt.head);
	const isHere = newest?.turn.turnId === review?.turnId;
	if (!review || !newest || !isHere || !isOpenSession(session)) return null;
	if (!isStillSo(review, newest.steps)) return null;
	return marks[review.turnId]?.some(stays) ? null : review;
}

const stays = ({ kind }: Mark): boolean => kind === 'deleted' || kind === 'not-now';

/** It stays where it is, in every tab, until somebody sends it. */
export async function leaveAwaited(
	app: Pick<App, 'db' | 'clock'>,
	{ id: sessionId, answering }: SessionView
): Promise<Done> {
	const { review } = answering;
	answering.forgetReview();
	if (!review) return done;
	return setMark(app, { sessionId, turnId: review.turnId, kind: 'not-now', on: true });
}

/**
 * Sends it where its draft was put to use on another page, which does not watch what is decided about it. Where it waits in
 * another tab too it may go out there.
 */
export async function sendAwaited(
	{ db, scratch }: Pick<App, 'db' | 'scratch'>,
	view: SessionView
): Promise<SendOutcome | null> {
	const { answering } = view;
	await spared(
		scratch,
		async () => answering.hear(await keptValue(scratch, notSentKey(view.id))),
		undefined
	);
	const { review } = answering;
	const turn = review && (await findTurn(db, view.id, review.turnId));
	const exchange = turn && (await readExchange(db, turn));
	if (!exchange || !isStillSo(review, exchange.steps)) return null;
	const marks = (await marksOf(db, view.id)).filter(({ turnId }) => turnId === review.turnId);
	if (marks.some(stays)) return null;
	return view.answerAwaited(isUnanswered(exchange) ? { isByItself: true } : {});
}

/** Whether a summary was put to use since that was weighed, in whatever tab: the message may fit now. */
export function mayFitNow({ summaries, excerpt }: SessionView, { behind }: NeedsReview): boolean {
	return behind !== undefined && isRoomMade(summaries, excerpt.path, behind);
}
