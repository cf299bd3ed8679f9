import type { Failure } from '#core/failure.ts';
import type { Policy } from '#core/presets/policy.ts';
import type { AssembleInput } from '#core/prompt/input.ts';
import type { Prompt, Verdict } from '#core/prompt/prompt.ts';
import { oldestToDrop } from '#core/prompt/weight/oldest-to-drop.ts';
import { isFlushDue, isOnlyForTurns, partsOf } from '#core/prompt/weight/verdict.ts';
import { saysAnything } from '#core/wire/wire-rows.ts';

/**
 * Whether there is room for a prompt; how it is made by what is remembered and summarised, what of it comes first, and who
 * decides; and what a message comes to for which there is none.
 */

/** A prompt with what it was assembled of. */
export interface Assembled {
	readonly input: AssembleInput;
	readonly prompt: Prompt;
}

/** Whether the prompt is within what the window leaves for it; where the window is unknown, within the assumed one. */
export function hasRoom({ prompt, input }: Assembled): boolean {
	return prompt.weight.tokens <= (prompt.weight.usable ?? input.policy.usable);
}

/** What is to be done about a prompt whose fixed parts leave room for the rest. */
type WayOn =
	/** It goes as it is. */
	| 'go'
	/** The oldest turns stay out of this one request, and nothing is summarised. */
	| 'leave-oldest-out'
	/** No summary is made for it: it goes if the window takes it, else the user decides. */
	| 'go-or-ask'
	| 'summarise';

/** `isNarrow`: who answers this one message has less room than who usually does. `takesAny`: it reads a prompt of any size. */
export function wayOn(
	verdict: 'ok' | 'soft' | 'hard',
	{
		isNarrow,
		forced,
		automatic,
		takesAny
	}: {
		readonly isNarrow: boolean;
		readonly forced: boolean;
		readonly automatic: boolean;
		readonly takesAny: boolean;
	}
): WayOn {
	if (verdict !== 'hard') return 'go';
	const asks = forced || !automatic;
	// Where there is no need of room nobody is asked how to make some.
	if (asks && takesAny) return 'leave-oldest-out';
	// A summary would shorten the session for all later answers too.
	if (isNarrow && !forced) return 'leave-oldest-out';
	return asks ? 'go-or-ask' : 'summarise';
}

/** What was done for the message already. */
interface Tried {
	/** The user has said how many of the oldest turns stay out. */
	readonly forced: boolean;
	/** A draft waits for the user. */
	readonly hasDraft: boolean;
	/** A summary was tried for in vain. */
	readonly inVain: boolean;
}

type WithoutRoom =
	/** The user decides: about the draft, or how to go on without one. */
	| {
			readonly kind: 'choice';
			/** How many of the oldest turns would have to stay out so that the rest fits; 0: that helps nothing. */
			readonly oldest: number;
			/** The prompt would fit: the preset asks for a summary only because of the number of turns. */
			readonly fits: boolean;
	  }
	| { readonly kind: 'does-not-fit'; readonly failure: Failure };

/**
 * What is left to do about a prompt that may not go as it is. Where a summary was tried in vain and leaving turns out
 * helps nothing, what takes the room is named: nobody is sent in a circle.
 */
export function withoutRoom(
	assembled: Assembled,
	{ forced, hasDraft, inVain }: Tried
): WithoutRoom {
	const { prompt, input } = assembled;
	const { weight, body } = prompt;
	const fits = isOnlyForTurns(weight, input.policy, body);
	const oldest = forced || fits ? 0 : oldestToDrop(input, prompt);
	if (hasDraft || oldest > 0 || !inVain) return { kind: 'choice', oldest, fits };
	const { tokens, usable } = weight;
	return {
		kind: 'does-not-fit',
		failure: doesNotFit(prompt, { tokens, usable: usable ?? input.policy.usable })
	};
}

/** Its fixed parts alone leave no room (INV-1). */
export const infeasible = (
	{
		floor,
		threshold,
		largest
	}: Pick<Extract<Verdict, { kind: 'infeasible' }>, 'floor' | 'threshold' | 'largest'>,
	{ usable }: { readonly usable: number | null }
): Failure => ({
	kind: 'does-not-fit',
	tokens: floor,
	usable: threshold,
	...(usable !== null && threshold < usable && { isThreshold: true }),
	largest
});

/**
 * The endpoint refused the prompt and nothing could be summarised. It is told in the endpoint's numbers, where it gave
 * any: our own have just been wrong.
 */
export function refusedAsTooLong(prompt: Pick<Prompt, 'segments'>, refusal: Failure): Failure {
	if (refusal.kind !== 'overflow' || refusal.tokens === null || refusal.window === null)
		return refusal;
	// By these numbers it fits: they do not tell how much would have to go.
	if (refusal.tokens <= refusal.window) return refusal;
	return doesNotFit(prompt, { tokens: refusal.tokens, usable: refusal.window });
}

const doesNotFit = (
	prompt: Pick<Prompt, 'segments'>,
	sizes: { readonly tokens: number; readonly usable: number }
): Failure => ({ kind: 'does-not-fit', ...sizes, largest: partsOf(prompt) });

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
	// A stop leaves a step that says nothing: whoever tries again begins anew.
	const isNew = newest.kind === 'turn' && !newest.exchange.steps.some(saysAnything);
	if (forced || borrowed || !isNew || verdict === 'infeasible') return false;
	return isFlushDue(prompt.weight, policy, prompt.body);
}

type Rule = Pick<Policy, 'review' | 'automatic'>;

/** Where a summary has to make room. */
type DraftWay =
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

type WithoutDraft =
	{ readonly next: 'go' | 'leave-to-user' } | { readonly next: 'fail'; readonly failure: Failure };

/**
 * What a message comes to for which no draft could be made: the history stays as it is, and a threshold is no wall while
 * the window has room. What the endpoint has refused as too long is not sent again.
 */
export function withoutDraft(assembled: Assembled, refusal: Failure | null): WithoutDraft {
	if (refusal) return { next: 'fail', failure: refusedAsTooLong(assembled.prompt, refusal) };
	return { next: hasRoom(assembled) ? 'go' : 'leave-to-user' };
}
