import { isRoomMade } from '#core/summary/room-made.ts';
import type { AwaitedReview } from '#state/chat/answering.svelte.ts';
import type { SessionView } from '#state/chat/session-view.svelte.ts';

/** The message that waits until the user has decided about a draft, unless it was deleted meanwhile. */
export function awaitedIn({ answering, marks }: SessionView): AwaitedReview | null {
	const { review } = answering;
	const isDeleted = review && marks[review.turnId]?.some(({ kind }) => kind === 'deleted');
	return isDeleted ? null : review;
}

/** Whether a summary was put to use since that was weighed, in whatever tab: the message may fit now. */
export function mayFitNow({ summaries, excerpt }: SessionView, { behind }: AwaitedReview): boolean {
	return behind !== undefined && isRoomMade(summaries, excerpt.path, behind);
}
