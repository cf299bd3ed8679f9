import { isBackground } from '#core/compaction/bar.ts';
import { isAway, isBusy } from '#core/compaction/attempts.ts';
import type { CompactionTrigger } from '#core/compaction/trigger.ts';
import type { Failure } from '#core/failure.ts';
import type { Exchange } from '#core/log/turn.ts';
import type { Weigh } from '#core/plan/items.ts';
import type { Plan } from '#core/plan/planned.ts';
import type { Policy } from '#core/presets/policy.ts';

/** What is remembered of plans that came to nothing: their keys, in the row of the session, one a line (INV-5, INV-6). */

/** Same log, same policy, same model: the same key. */
export const planKey = (exchanges: readonly Exchange[], policy: Pick<Policy, 'key'>): string =>
	keyAt(exchanges.at(-1), policy);

/** `said`: how many of its steps were there. */
function keyAt(
	last: Exchange | undefined,
	policy: Pick<Policy, 'key'>,
	said = last?.steps.length
): string {
	if (!last) return `empty ${policy.key}`;
	const { turnId, seq } = last.turn;
	return `${seq} ${turnId} ${said} ${policy.key}`;
}

/** Of a plan that was carried out and came to nothing: a message that only waits does not make it new. */
export const triedKey = (key: string): string => `${key} tried`;

/**
 * Of a plan whose summary was not taken, or made no room: the next one would most likely be paid for in vain too. So it is
 * decided until much was said behind it, or another summary came into use.
 */
export const vainKey = ({ key, previousId }: Pick<Plan, 'key' | 'previousId'>): string =>
	`${key} ${previousId} in vain`;

/**
 * The key by which a job that has failed is remembered. Where nobody was asked, or the model had too much to do for what
 * nobody waits for, the next message may try; a model that answered, and was not taken at its word, is left in peace for
 * longer than one that could not answer.
 */
export function keyOfFailed(
	plan: Pick<Plan, 'key' | 'previousId'>,
	{ failure, trigger }: { readonly failure: Failure; readonly trigger: CompactionTrigger }
): string {
	if (isAway(failure) || (isBackground(trigger) && isBusy(failure))) return plan.key;
	const isAnswer = failure.kind === 'summary-rejected' || failure.kind === 'refused';
	return isAnswer ? vainKey(plan) : triedKey(plan.key);
}

export const keysIn = (noPlanKey: string | null): readonly string[] => noPlanKey?.split('\n') ?? [];

/** What is asked of the memory: for which policy, and behind which summary in use, by id. */
interface Asked extends Pick<Policy, 'key'>, Pick<Plan, 'previousId'> {
	/** So much behind a summary in vain makes a difference, tokens. */
	readonly enough: number;
	readonly weigh: Pick<Weigh, 'question' | 'stepNow'>;
}

/**
 * Whether this log came to nothing before, as it is or as it was before messages that wait for an answer; where a summary
 * was in vain, as it was before the little that was said since.
 */
export function isDecided(
	noPlanKey: string | null,
	exchanges: readonly Exchange[],
	asked: Asked
): boolean {
	const known = keysIn(noPlanKey);
	const { previousId, enough, weigh } = asked;
	if (known.includes(planKey(exchanges, asked))) return true;
	let since = 0;
	let onlyWaiting = true;
	for (const exchange of exchanges.toReversed()) {
		const { turn, steps } = exchange;
		for (let said = steps.length; said >= 0; said--) {
			const key = keyAt(exchange, asked, said);
			if (onlyWaiting && known.includes(triedKey(key))) return true;
			if (known.includes(vainKey({ key, previousId }))) return true;
			const step = steps[said - 1];
			since += step ? weigh.stepNow(step) : weigh.question(turn);
			onlyWaiting &&= !step;
			if (!onlyWaiting && since >= enough) return false;
		}
	}
	return false;
}

/** So many are kept: whoever goes back to a model or branch finds what was decided there. */
const mostKeys = 8;

/** The memory with one more. */
export const withKey = (noPlanKey: string | null, key: string): string =>
	[...keysIn(noPlanKey).filter((one) => one !== key), key].slice(-mostKeys).join('\n');
