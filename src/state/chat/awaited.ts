import type { AwaitedReview } from '#state/chat/answering.svelte.ts';
import type { SessionView } from '#state/chat/session-view.svelte.ts';

/** The message that waits until the user has decided about a draft, unless it was deleted meanwhile. */
export function awaitedIn({ answering, marks }: SessionView): AwaitedReview | null {
	const { review } = answering;
	const isDeleted = review && marks[review.turnId]?.some(({ kind }) => kind === 'deleted');
	return isDeleted ? null : review;
}
