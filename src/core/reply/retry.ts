import type { Failure } from '#core/failure.ts';

/** A call is made again after a pause: nothing is lost. */
export interface Retry {
	readonly failure: Failure;
	/** Unix ms; nothing is sent before. */
	readonly until: number;
	/** The number of the pause at the telephone, by which it can be ended. */
	readonly pause: number;
}

export const retryIn = ({ failure, until, pause }: Retry): Retry => ({ failure, until, pause });
