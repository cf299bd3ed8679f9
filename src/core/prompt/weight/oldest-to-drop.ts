import { assemblePrompt, liveExchanges } from '#core/prompt/assemble.ts';
import type { AssembleInput } from '#core/prompt/input.ts';
import type { Prompt } from '#core/prompt/prompt.ts';
import { tokensSent } from '#core/prompt/weight/part-weight.ts';

/**
 * How many of the oldest turns must stay out so that the rest is below the threshold: offered to the user when nothing
 * may be summarised. 0 if the rest would not fit even without all of them. What is offered was tried, for a turn frees
 * what is sent of it and not what is stored; and where the provider has counted, its count less that must fit too.
 */
export function oldestToDrop(
	input: AssembleInput,
	{ weight, segments }: Pick<Prompt, 'weight' | 'segments'>
): number {
	const limit = weight.hard ?? weight.usable ?? Infinity;
	if (weight.tokens < limit) return 0;
	const besides = weight.tokens - tokensSent(segments);
	const fits = (count: number): boolean => {
		const rest = assemblePrompt({ ...input, dropOldest: count });
		return Math.max(rest.weight.tokens, besides + tokensSent(rest.segments)) < limit;
	};
	let short = 0;
	let enough = liveExchanges(input).length;
	if (!fits(enough)) return 0;
	while (enough - short > 1) {
		const middle = Math.floor((short + enough) / 2);
		if (fits(middle)) enough = middle;
		else short = middle;
	}
	return enough;
}
