import type { Message } from '#core/log/blocks.ts';
import type { Policy } from '#core/presets/policy.ts';
import type { RequestBody, Weight } from '#core/prompt/prompt.ts';
import { verdictOf } from '#core/prompt/weight/verdict.ts';

/** The next call of a reply, as far as it is weighed. */
interface NextCall {
	/** What was said so far, and what the tools have answered. */
	readonly messages: readonly Message[];
	readonly system?: RequestBody['system'];
	/** Tokens. */
	readonly tokens: number;
	/** The endpoint told what it read for the step before. */
	readonly isReported: boolean;
}

/**
 * Whether the results of tools make the next call too large, by the same threshold, window and count as before a
 * message (checklist 1, 40, 52). Some endpoints do not refuse such a call but forget its beginning.
 */
export function hasOutgrown(policy: Policy, weight: Weight, next: NextCall): boolean {
	if (!policy.automatic) return false;
	const { tokens, messages, system, isReported } = next;
	const basis = isReported ? 'reported' : weight.basis;
	// The number of turns was looked at when the message was sent; tools do not add any.
	const now: Weight = { ...weight, tokens, basis, turns: null };
	// What no summary can make smaller is not looked at here: the planner does that, and makes no call if there is nothing
	// to gain.
	return (
		verdictOf({ weight: now, segments: [], body: { messages, ...(system && { system }) } }, policy)
			.kind === 'hard'
	);
}
