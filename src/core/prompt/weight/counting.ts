import type { AssembleInput } from '#core/prompt/input.ts';
import type { Prompt, Weight } from '#core/prompt/prompt.ts';
import { onDevice } from '#core/models/model-card.ts';

/** When a prompt is worth a call to the endpoint that counts it (context.md 2). The call is free, waiting is not. */

/**
 * `before`: the answer waits for the count. `beside`: it is made while the answer is on its way, because it could
 * change nothing.
 */
type Counting = 'never' | 'before' | 'beside';

/** On the first turn of a session, after a compaction, and within 5 % of a limit. */
export function countingOf(
	input: Pick<AssembleInput, 'newest' | 'policy' | 'session'>,
	prompt: Pick<Prompt, 'body' | 'weight' | 'summaryId'>
): Counting {
	if (prompt.body.model === onDevice) return 'never';
	if (isNewlySummarised(input, prompt) || isClose(prompt.weight)) return 'before';
	const isFirst = input.newest.kind === 'turn' && input.newest.exchange.turn.seq === 0;
	if (!isFirst) return 'never';
	// The tokens of pictures and files are estimated less well.
	const isText = prompt.body.messages.every(({ content }) =>
		content.every(({ type }) => type === 'text')
	);
	if (!isText) return 'before';
	if (isFar(prompt.weight)) return 'beside';
	return isBeyond(prompt.weight) ? 'never' : 'before';
}

function isNewlySummarised(
	{ policy, session }: Pick<AssembleInput, 'policy' | 'session'>,
	{ summaryId }: Pick<Prompt, 'summaryId'>
): boolean {
	const recounts = policy.preset.recount === 'count-tokens';
	return recounts && summaryId !== null && session.lastUsage?.summaryId !== summaryId;
}

const limitsOf = ({ soft, hard, usable }: Weight): number[] =>
	[soft, hard, usable].filter((limit) => limit !== null);

/** Whether even twice the estimate would be below every limit, so that a count changes nothing. */
const isFar = (weight: Weight): boolean =>
	limitsOf(weight).every((limit) => weight.tokens * 2 < limit);

/** Whether even two thirds of the estimate would be above every limit: it does not fit, and is not sent to be told so. */
const isBeyond = (weight: Weight): boolean =>
	limitsOf(weight).every((limit) => weight.tokens * (2 / 3) > limit);

const isClose = (weight: Weight): boolean =>
	limitsOf(weight).some((limit) => Math.abs(weight.tokens - limit) <= limit * 0.05);
