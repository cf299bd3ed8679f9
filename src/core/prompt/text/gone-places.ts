import { callsOf } from '#core/log/turn.ts';
import type { Newest } from '#core/prompt/input.ts';
import type { BarredPlaces } from '#core/prompt/text/barred-quotes.ts';

/** What was deleted, left out or put off the record where it stands, while results of our tools still quote it. */

/** Places of what is quoted and is kept back where it stands, and since when (Unix ms). */
export type GonePlaces = ReadonlyMap<string, number>;

/**
 * What is kept back in this request of what is gone. Once a run has called tools (`begunAt`: when it began, Unix ms) nothing more
 * is than at its beginning: what stands before an open call stays as it was sent (INV-24). It goes with the next run,
 * also with one that retries or continues an answer.
 */
export function goneFrom(
	gone: GonePlaces,
	newest: Newest | null,
	begunAt = Infinity
): BarredPlaces {
	const isAtWork =
		newest?.kind === 'turn' &&
		newest.exchange.steps.some(
			(step) => step.startedAt >= begunAt && step.state === 'complete' && callsOf(step).length > 0
		);
	const until = isAtWork ? begunAt : Infinity;
	return new Map(
		[...gone].flatMap(([place, at]) => (at <= until ? [[place, 'kept-back'] as const] : []))
	);
}
