import type { Policy } from '#core/presets/policy.ts';
import { isLastTurn, isTurnTooMany } from '#core/plan/turns-said.ts';
import { countMessages } from '#core/presets/counters.ts';
import type { Prompt, RequestBody, Verdict, Weight } from '#core/prompt/prompt.ts';
import { largestOf, type PartWeight } from '#core/prompt/weight/part-weight.ts';

/** Whether a prompt may go as it is: decided once, from its weight, and passed on as data (INV-19). */

/** What of a request a preset may count. */
type Said = Pick<RequestBody, 'messages' | 'system'>;

/** What of a prompt is judged. */
type Judged = Pick<Prompt, 'weight' | 'segments'> & {
	readonly body: Said;
};

/**
 * Compare the weight of a prompt with the policy, counted as the preset counts. `infeasible` (INV-1): what no compaction
 * makes smaller (all but the recent messages, and of the turn that is answered its `least`) reaches the threshold alone,
 * so no call is made and the largest parts are named. With automatic compaction off nothing happens below usable.
 */
export function verdictOf({ weight, segments, body }: Judged, policy: Policy): Verdict {
	const { hard, soft } = limitsOf(weight, policy);
	const turns = policy.automatic ? weight.turns : null;
	if (hard === null) return { kind: isTurnTooMany(turns) ? 'hard' : 'ok' };
	const fixed = fixedParts(segments);
	const floor = sumOf(fixed);
	if (reaches(weight.tokens, hard, policy) && reaches(floor, hard, policy))
		return { kind: 'infeasible', floor, threshold: hard, largest: largestOf(fixed) };
	const counted = countMessages(policy.preset.counter, body.messages, weight, body.system);
	// A preset with a coarse counter of its own must not run into the window: the weight itself is compared with
	// usable.
	const isFull = reaches(counted, hard, policy) || weight.tokens > (weight.usable ?? Infinity);
	if (isFull || isTurnTooMany(turns)) return { kind: 'hard' };
	const isSoon = soft !== null && (reaches(counted, soft, policy) || isLastTurn(turns));
	return isSoon ? { kind: 'soft' } : { kind: 'ok' };
}

const fixedParts = (segments: Prompt['segments']): readonly PartWeight[] =>
	segments.flatMap(({ source, on, tokens, least = tokens }) =>
		on && source !== 'Recent messages' ? [{ source, tokens: least }] : []
	);

const sumOf = (parts: readonly PartWeight[]): number =>
	parts.reduce((sum, { tokens }) => sum + tokens, 0);

/** What one answer of a tool may hold at most, and what it holds in any window, characters. */
const longestResult = 24_000;
const shortestResult = 2000;

/**
 * What one answer of a tool may hold, characters: as many as there would be tokens left below the threshold if all
 * was summarised that can be. No summary makes the newest step smaller, and the reply goes on behind it.
 */
export function roomForResult({ segments, weight }: Judged, policy: Policy): number {
	const limit = Math.min(limitsOf(weight, policy).hard ?? Infinity, policy.usable);
	return Math.max(shortestResult, Math.min(longestResult, limit - sumOf(fixedParts(segments))));
}

/**
 * Whether the flush turn of the preset is due: so many tokens before the threshold, counted as the preset counts
 * (checklist 55), or because the wall is reached by a count that is not the preset's, or because as many turns were said
 * as the preset allows. What does not fit the window any more has missed its chance.
 */
export const isFlushDue = (weight: Weight, policy: Policy, body: Said): boolean =>
	policy.automatic &&
	policy.preset.flush !== null &&
	weight.tokens <= (weight.window ?? Infinity) &&
	(isLastTurn(weight.turns) || isFlushDueBySize(weight, policy, body));

const isFlushDueBySize = (weight: Weight, policy: Policy, body: Said): boolean =>
	policy.flush !== null &&
	(weight.tokens > (weight.usable ?? Infinity) ||
		reaches(
			countMessages(policy.preset.counter, body.messages, weight, body.system),
			policy.flush,
			policy
		));

/** Whether a summary is needed only for the number of turns: the prompt itself is within its limits. */
export const isOnlyForTurns = (weight: Weight, policy: Policy, body: Said): boolean => {
	if (!policy.automatic || !isTurnTooMany(weight.turns)) return false;
	const { hard } = limitsOf(weight, policy);
	const counted = countMessages(policy.preset.counter, body.messages, weight, body.system);
	return (
		weight.tokens <= (weight.usable ?? Infinity) &&
		!(hard !== null && reaches(counted, hard, policy))
	);
};

const limitsOf = (
	weight: Weight,
	policy: Policy
): { readonly hard: number | null; readonly soft: number | null } =>
	policy.automatic
		? { hard: policy.hard ?? weight.usable, soft: policy.soft }
		: { hard: weight.usable, soft: null };

/** As the preset compares: reached, or exceeded. */
export const reaches = (tokens: number, limit: number, { preset }: Policy): boolean =>
	preset.comparison === '>' ? tokens > limit : tokens >= limit;

/** The parts of a prompt that may be taken out of it, recent messages too: where nothing else makes room. */
export const partsOf = ({ segments }: Pick<Prompt, 'segments'>): readonly PartWeight[] =>
	largestOf(segments.filter(({ on }) => on).map(({ source, tokens }) => ({ source, tokens })));
