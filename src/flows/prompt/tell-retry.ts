import type { Retry } from '#core/reply/retry.ts';

export type TellRetry = (retry: Retry | null) => void;

/** Tells of a call that waits to be made again, and once that it no longer does. */
export function tellRetry(tell: TellRetry): TellRetry {
	let waits = false;
	return (retry) => {
		if (waits || retry) tell(retry);
		waits = retry !== null;
	};
}
