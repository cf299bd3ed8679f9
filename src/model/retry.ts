import type { Failure } from '#core/failure.ts';

/** When a call that failed is made again, and after how long. Only calls of which nothing was answered get here. */

/** Calls in all, where who asks has no other number. */
const mostCalls = 4;
/** A longer wait than this is not ours to decide, ms. */
const longestWait = 5 * 60_000;

/**
 * Milliseconds until the next attempt, or null: no more. `attempt` counts calls made, from 1, and `most` says how many
 * there may be. `chance` is a random number in [0, 1), so that clients do not all come back at once. An unreachable
 * host is tried once more only: the person is better served by the words than by the wait.
 */
export function pauseBefore(
	failure: Failure,
	{
		attempt,
		chance,
		most = mostCalls
	}: { readonly attempt: number; readonly chance: number; readonly most?: number | undefined }
): number | null {
	if (attempt >= most) return null;
	const backoff = 1000 * 2 ** (attempt - 1) * (1 - chance / 4);
	switch (failure.kind) {
		case 'rate-limited':
		case 'overloaded':
		case 'server-error': {
			const told = failure.retryAfterMs ?? null;
			if (told === null) return backoff;
			return told > longestWait ? null : told + chance * 250;
		}
		case 'unreachable':
			return attempt === 1 ? backoff : null;
		default:
			return null;
	}
}
