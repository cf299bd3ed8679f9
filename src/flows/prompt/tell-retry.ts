import type { Retry } from '#flows/ports/model.ts';

export type TellRetry = (retry: Retry | null) => void;

/** Tells of a call that waits to be made again, and once that it no longer does. */
export function tellRetry(tell: TellRetry): TellRetry {
	let waits = false;
	return (retry) => {
		if (waits || retry) tell(retry);
		waits = retry !== null;
	};
}
