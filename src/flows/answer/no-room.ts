import type { Failure } from '#core/failure.ts';
import type { Verdict } from '#core/prompt/prompt.ts';
import { oldestToDrop } from '#core/prompt/weight/oldest-to-drop.ts';
import { isOnlyForTurns, partsOf } from '#core/prompt/weight/verdict.ts';
import type { SendOutcome } from '#flows/answer/reply/live-reply.ts';
import type { ReadPrompt } from '#flows/prompt/read-prompt.ts';

/** Whether a prompt fits, and what its message comes to where it does not. */

interface Asked {
	readonly turnId: string;
	/** The user has said how many of the oldest turns stay out. */
	readonly forced: boolean;
}

/** Whether the prompt is within what the window leaves for it; where the window is unknown, within the assumed one. */
export function fits({ prompt, input }: ReadPrompt): boolean {
	const limit = prompt.weight.usable ?? input.policy.usable;
	return limit === null || prompt.weight.tokens <= limit;
}

/**
 * The user decides: about the draft, or how to go on without one. Where a summary was tried in vain and leaving turns
 * out helps nothing, what takes the room is named: nobody is sent in a circle.
 */
export function needsReview(
	ask: Asked,
	read: ReadPrompt,
	{
		summaryId = null,
		tried = true
	}: { readonly summaryId?: string | null; readonly tried?: boolean } = {}
): SendOutcome {
	const { turnId } = ask;
	const { weight, body } = read.prompt;
	const isSmall = isOnlyForTurns(weight, read.input.policy, body.messages);
	const oldest = ask.forced || isSmall ? 0 : oldestToDrop(read.input, read.prompt);
	if (summaryId !== null || oldest > 0 || !tried)
		return { status: 'needs-review', turnId, summaryId, oldest, fits: isSmall };
	const { tokens, usable, hard } = weight;
	const failure = noRoom(read, { tokens, usable: usable ?? hard ?? 0 });
	return { status: 'failed', turnId, failure };
}

const noRoom = (
	{ prompt }: ReadPrompt,
	sizes: { readonly tokens: number; readonly usable: number }
): Failure => ({ kind: 'does-not-fit', ...sizes, largest: partsOf(prompt) });

/** Nothing could be summarised. It is told in the endpoint's numbers, where it gave any: our own have just been wrong. */
export function tooLong(read: ReadPrompt, refusal: Failure): Failure {
	if (refusal.kind !== 'overflow' || refusal.tokens === null || refusal.window === null)
		return refusal;
	return noRoom(read, { tokens: refusal.tokens, usable: refusal.window });
}

export const doesNotFit = (
	{ turnId }: Asked,
	{ floor, threshold, largest }: Extract<Verdict, { kind: 'infeasible' }>
): SendOutcome => ({
	status: 'failed',
	turnId,
	failure: { kind: 'does-not-fit', tokens: floor, usable: threshold, largest }
});
