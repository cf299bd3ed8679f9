import type { Failure } from '#core/failure.ts';
import { lastIndexOf, type Step } from '#core/log/turn.ts';

/** What a stored message came to that no call was made for: it is asked, or told, until somebody tries again. */

/** How an answer was asked for: whoever goes on with it later asks for the same. */
export interface AskedSo {
	readonly goes: 'anew' | 'on';
	/** Who answers this message, when it is not who the settings say. */
	readonly answerer?: string;
}

/** What is asked or told of a message holds until more of its answer comes, from whatever tab or backup. */
export interface ToldOf {
	/** Index of the last step that was there by then, -1: none; left out: not known. */
	readonly saidBefore?: number;
}

export const isStillSo = (
	{ saidBefore = Infinity }: ToldOf,
	steps: readonly Pick<Step, 'index'>[]
): boolean => lastIndexOf(steps) <= saidBefore;

/** The user must decide about a draft, or how to go on without one. */
export interface NeedsReview extends ToldOf {
	readonly status: 'needs-review';
	readonly turnId: string;
	readonly summaryId: string | null;
	/** How many of the oldest turns would have to stay out so that the rest fits. */
	readonly oldest: number;
	/** The prompt would fit: the preset asks for a summary only because of the number of turns. */
	readonly fits: boolean;
	/** Why the last try for a summary came to nothing; left out: none did. */
	readonly failure?: Failure;
	/** Told by whoever answers, for the message goes out as it was asked for. */
	readonly asked?: AskedSo;
	/** Which summary was in use, by id; told by whoever answers. */
	readonly behind?: string | null;
}

export type NotSent =
	| NeedsReview
	| (ToldOf & { readonly status: 'failed'; readonly turnId: string; readonly failure: Failure });
