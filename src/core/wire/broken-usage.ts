import type { AssistantBlock } from '#core/log/blocks.ts';
import type { Failure } from '#core/failure.ts';
import { familyOf } from '#core/tokens/family.ts';
import { estimateBlock } from '#core/tokens/request.ts';
import { onDevice } from '#core/models/model-card.ts';
import {
	countCall,
	countUnknown,
	noCounters,
	type Counters,
	type Usage
} from '#core/wire/usage.ts';

/**
 * Tokens of a call that was stopped or broke off. The prompt is reported as the answer begins, the output only at its
 * end: until then what came is weighed by our own estimate. Null: nothing was reported, and unknown is never 0.
 */
export function usageOfBroken(
	reported: Usage | null,
	{ came, model }: { readonly came: readonly AssistantBlock[]; readonly model: string }
): Usage | null {
	if (!reported) return null;
	const family = familyOf(model);
	const heard = came.reduce((sum, block) => sum + estimateBlock(block, family), 0);
	return { ...reported, output: Math.max(reported.output, heard) };
}

/**
 * Whether a call of which nothing was reported may have cost something. `because`: the failure it ended with; null: it was
 * stopped. What an endpoint refuses costs nothing, nor what reaches none; what broke off behind it may.
 */
export const mayHaveCost = (because: Failure | null): boolean =>
	because === null || ['interrupted', 'silent', 'crashed'].includes(because.kind);

/** A call whose end nobody heard. `cost`: US dollars, null: unknown. */
export interface LostCall {
	readonly model: string;
	readonly usage: Usage | null;
	readonly cost: number | null;
}

/** Add a call whose end nobody heard: one of which nothing was reported is unknown, but for those of this device. */
export function countLost(counters: Counters, { model, usage, cost }: LostCall): Counters {
	if (usage) return countCall(counters, usage, cost);
	return model === onDevice ? counters : countUnknown(counters);
}

/** Take off again what was added for it: its end is known after all. */
export function uncountLost(counters: Counters, lost: LostCall): Counters {
	const added = countLost(noCounters, lost);
	return {
		...counters,
		input: counters.input - added.input,
		output: counters.output - added.output,
		cacheRead: counters.cacheRead - added.cacheRead,
		cacheWrite: counters.cacheWrite - added.cacheWrite,
		cost: counters.cost - added.cost,
		unpriced: counters.unpriced - added.unpriced
	};
}
