import { SvelteMap } from 'svelte/reactivity';

/**
 * How an answer stands that was asked for in this tab, for whoever is elsewhere meanwhile; `asks`: it waits for a
 * decision, or for room to be stored.
 */
export type AnswerMark = 'answering' | 'answered' | 'failed' | 'asks';

/** By session. What has ended leaves it when its session is on screen; nothing of it is stored. */
export const answerMarks = new SvelteMap<string, AnswerMark>();

/** Of an answer that goes on nobody has to be called to the list. */
const calling = ['asks', 'failed', 'answered'] as const;

/** What is told of sessions that are not in sight: the mark among theirs that wants most to be seen. What is on screen tells itself. */
export const markAmong = (
	sessions: readonly { readonly id: string }[],
	onScreen: string | null
): AnswerMark | undefined =>
	calling.find((mark) =>
		sessions.some(({ id }) => id !== onScreen && answerMarks.get(id) === mark)
	);
