import type { RoomLimit } from '#core/log/session.ts';
import type { Policy } from '#core/presets.ts';
import { isLastTurn } from '#core/plan/turns-said.ts';
import { countMessages } from '#core/presets/counters.ts';
import type { Prompt } from '#core/prompt/prompt.ts';
import { reaches } from '#core/prompt/weight/verdict.ts';

/** When a conversation that is never compacted by itself says that its room ends: once for each limit it passes. */

/** Where a conversation stands; null: below every limit. */
export interface Passed {
	/** The last limit it has reached. */
	readonly reached: RoomLimit | null;
	/** The last limit it has not clearly fallen below again: a number that sways is no second crossing. */
	readonly held: RoomLimit | null;
}

/** So much lighter than a limit (a share of its weight) a conversation counts as below it again. */
const clearly = 0.9;

/**
 * Of a prompt that is not sent yet: what stands in the composer is no part of the conversation, and is not counted.
 * A preset with one limit has no emergency of its own.
 */
export function passedBy(prompt: Prompt, policy: Policy): Passed {
	const { segments, body, weight } = prompt;
	// Below them nothing is to be said: where summaries are made by themselves, they are seen.
	if (policy.automatic) return { reached: null, held: null };
	const unsent = segments.find(({ source }) => source === 'New message')?.tokens ?? 0;
	const tokens = weight.tokens - unsent;
	const said = body.messages.slice(0, -1);
	const counted = countMessages(policy.preset.counter, said, { ...weight, tokens });
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
 * What is to be said now, if anything, and what stands as told from now on. `told`: the last limit that was spoken of
 * and is not left behind; it is stored, so that a reload repeats nothing.
 */
export function remind(
	{ reached, held }: Passed,
	told: RoomLimit | null
): { readonly say: RoomLimit | null; readonly told: RoomLimit | null } {
	if (isBeyond(reached, told)) return { say: reached, told: reached };
	return { say: null, told: isBeyond(told, held) ? held : told };
}
