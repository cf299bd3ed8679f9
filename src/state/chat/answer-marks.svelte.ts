import { SvelteMap } from 'svelte/reactivity';

/**
 * How an answer stands that was asked for in this tab, for whoever is elsewhere meanwhile; `asks`: it waits for a
 * decision, or for room to be stored.
 */
export type AnswerMark = 'answering' | 'answered' | 'failed' | 'asks';

/** By session. What has ended leaves it when its session is on screen; nothing of it is stored. */
export const answerMarks = new SvelteMap<string, AnswerMark>();
