import type { Failure } from '#core/failure.ts';
import type { Policy } from '#core/presets/policy.ts';
import type { Verdict } from '#core/prompt/prompt.ts';
import { hasRoom, refusedAsTooLong, type Assembled } from '#core/prompt/weight/room.ts';
import { isFlushDue } from '#core/prompt/weight/verdict.ts';

/** How room is made for a prompt by what is remembered and summarised: what comes first, and who decides. */

/**
 * Whether the flush turn comes before a message is sent: once, before its first call. Not where the user has said what
 * stays out, nor for one answer by somebody else, nor where nothing helps.
 */
export function flushesFirst(
	{ input, prompt }: Assembled,
	message: {
		readonly verdict: Verdict['kind'];
		/** The user has said how many of the oldest turns stay out. */
		readonly forced: boolean;
		/** Who answers was chosen for this one message. */
		readonly borrowed: boolean;
	}
): boolean {
	const { newest, policy } = input;
	const { verdict, forced, borrowed } = message;
	const isNew = newest.kind === 'turn' && newest.exchange.steps.length === 0;
	if (forced || borrowed || !isNew || verdict === 'infeasible') return false;
	return isFlushDue(prompt.weight, policy, prompt.body.messages);
}

type Rule = Pick<Policy, 'review' | 'automatic'>;

/** Where a summary has to make room. */
export type DraftWay =
	/** None is made by itself: the user decides how to go on. */
	| 'leave-to-user'
	/** The draft that waits is read by the user first. */
	| 'review'
	/** The draft that waits is put to use. */
	| 'use'
	| 'make';

/** `waits`: a draft that could be put to use. Switched off also holds where the endpoint refuses (checklist 15). */
export function draftWay(
	{ automatic, review }: Rule,
	{ waits }: { readonly waits: boolean }
): DraftWay {
	if (!automatic) return 'leave-to-user';
	if (!waits) return 'make';
	return review === 'ask' ? 'review' : 'use';
}

/** What is done with a draft as soon as it is made. */
export function newDraftWay({ review }: Pick<Rule, 'review'>): 'review' | 'use' | 'in-use' {
	switch (review) {
		case 'ask':
			return 'review';
		case 'notify':
			return 'use';
		case 'auto':
			return 'in-use';
	}
}

export type WithoutDraft =
	{ readonly next: 'go' | 'leave-to-user' } | { readonly next: 'fail'; readonly failure: Failure };

/**
 * What a message comes to for which no draft could be made: the history stays as it is, and a threshold is no wall while
 * the window has room. What the endpoint has refused as too long is not sent again.
 */
export function withoutDraft(assembled: Assembled, refusal: Failure | null): WithoutDraft {
	if (refusal) return { next: 'fail', failure: refusedAsTooLong(assembled.prompt, refusal) };
	return { next: hasRoom(assembled) ? 'go' : 'leave-to-user' };
}
