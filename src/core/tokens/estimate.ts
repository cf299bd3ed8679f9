/** The one estimate of how many tokens a text has: trigger, split, chunk and screen all ask here. */
import { countClasses } from '#core/tokens/count.ts';
import { allWeights, type Family } from '#core/tokens/weights.ts';

/**
 * Estimated tokens of a text in a family of tokenizers, a whole number, 0 for an empty text.
 * Source: INV-26; goals and measured errors in docs/benchmarks/tokens.md.
 */
export function estimateTokens(text: string, family: Family): number {
	return Math.ceil(weigh(text, family));
}

/** The same, not rounded: for sums over many small parts. */
export function weigh(text: string, family: Family): number {
	if (text.length === 0) return 0;
	const counts = countClasses(text);
	const weight = allWeights[family];
	let sum = 0;
	for (let at = 0; at < counts.length; at++) sum += (counts[at] ?? 0) * (weight[at] ?? 0);
	return sum;
}
