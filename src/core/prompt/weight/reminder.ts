import type { RoomLimit } from '#core/session/session.ts';
import type { Policy } from '#core/presets/policy.ts';
import { isLastTurn } from '#core/plan/turns-said.ts';
import { countMessages } from '#core/presets/counters.ts';
import type { Prompt } from '#core/prompt/prompt.ts';
import { reaches } from '#core/prompt/weight/verdict.ts';

/**
 * Tells the user that the room of a conversation ends when it is never compacted automatically: once for each limit it
 * passes.
 */

/** Where a conversation stands; null: below every limit. */
export interface Passed {
	/** The last limit it has reached. */
	readonly reached: RoomLimit | null;
	/** The last limit that still counts as passed: a weight that rises and falls around it passes it only once. */
	readonly held: RoomLimit | null;
}

/** By what share of its weight a conversation must be lighter than a limit to count as below it again. */
const clearly = 0.9;

/**
 * The limits that the conversation has passed. What stands in the composer is not counted, for it is no part of the
 * conversation. A preset with a single limit has no emergency of its own.
 */
export function passedBy(prompt: Prompt, policy: Policy): Passed {
	const { segments, body, weight } = prompt;
	// No limits where summaries are made automatically: the user sees those anyway.
	if (policy.automatic) return { reached: null, held: null };
	const unsent = segments.find(({ source }) => source === 'New message')?.tokens ?? 0;
	const tokens = weight.tokens - unsent;
	const said = body.messages.slice(0, -1);
	const counted = countMessages(policy.preset.counter, said, { ...weight, tokens }, body.system);
	const lastOf = (size: number): RoomLimit | null => {
		const isAt = (limit: number | null) => limit !== null && reaches(size, limit, policy);
		if (policy.soft !== null && isAt(policy.hard)) return 'emergency';
		return isAt(policy.soft ?? policy.hard) || isLastTurn(weight.turns) ? 'threshold' : null;
	};
	return { reached: lastOf(counted), held: lastOf(counted / clearly) };
}

const rankOf = (limit: RoomLimit | null): number =>
	limit === null ? 0 : limit === 'threshold' ? 1 : 2;

export const isBeyond = (one: RoomLimit | null, other: RoomLimit | null): boolean =>
	rankOf(one) > rankOf(other);

/**
 * What to tell the user now, if anything, and what counts as told from now on. `told`: the last limit told of that
 * still counts as passed; it is stored, so that a reload does not repeat it.
 */
export function remind(
	{ reached, held }: Passed,
	told: RoomLimit | null
): { readonly say: RoomLimit | null; readonly told: RoomLimit | null } {
	if (isBeyond(reached, told)) return { say: reached, told: reached };
	return { say: null, told: isBeyond(told, held) ? held : told };
}
