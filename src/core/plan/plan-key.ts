import { isBackground } from '#core/compaction/bar.ts';
import { isAway, isBusy } from '#core/compaction/attempts.ts';
import type { CompactionTrigger } from '#core/compaction/trigger.ts';
import type { Failure } from '#core/failure.ts';
import type { Exchange } from '#core/log/turn.ts';
import type { Policy } from '#core/presets/policy.ts';

/** What is remembered of plans that came to nothing: their keys, in the row of the session, one a line (INV-5, INV-6). */

/** Same log, same policy, same model: the same key. */
export const planKey = (exchanges: readonly Exchange[], policy: Pick<Policy, 'key'>): string =>
	keyAt(exchanges.at(-1), policy);

function keyAt(last: Exchange | undefined, policy: Pick<Policy, 'key'>): string {
	if (!last) return `empty ${policy.key}`;
	const { turnId, seq } = last.turn;
	return `${seq} ${turnId} ${last.steps.length} ${policy.key}`;
}

/** Of a plan that was carried out and came to nothing: a message that only waits does not make it new. */
export const triedKey = (key: string): string => `${key} tried`;

/**
 * The key by which a job that has failed is remembered. Where nobody was asked, or the model had too much to do for what
 * nobody waits for, the next message may try.
 */
export const keyOfFailed = (
	key: string,
	{ failure, trigger }: { readonly failure: Failure; readonly trigger: CompactionTrigger }
): string => (isAway(failure) || (isBackground(trigger) && isBusy(failure)) ? key : triedKey(key));

export const keysIn = (noPlanKey: string | null): readonly string[] => noPlanKey?.split('\n') ?? [];

/** Whether this log came to nothing before, as it is or as it was before messages that wait for an answer. */
export function isDecided(
	noPlanKey: string | null,
	exchanges: readonly Exchange[],
	policy: Pick<Policy, 'key'>
): boolean {
	const known = keysIn(noPlanKey);
	if (known.includes(planKey(exchanges, policy))) return true;
	for (const exchange of exchanges.toReversed()) {
		if (known.includes(triedKey(keyAt(exchange, policy)))) return true;
		if (exchange.steps.length > 0) return false;
	}
	return false;
}

/** So many are kept: whoever goes back to a model or branch finds what was decided there. */
const mostKeys = 8;

/** The memory with one more. */
export const withKey = (noPlanKey: string | null, key: string): string =>
	[...keysIn(noPlanKey).filter((one) => one !== key), key].slice(-mostKeys).join('\n');
