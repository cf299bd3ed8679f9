import type { AssistantBlock } from '#core/log/blocks.ts';
import { familyOf } from '#core/tokens/family.ts';
import { estimateBlock } from '#core/tokens/request.ts';
import type { Usage } from '#core/wire/usage.ts';

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
