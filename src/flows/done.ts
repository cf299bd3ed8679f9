import type { Failed, Failure } from '#core/failure.ts';
import { storing, type Stored } from '#db/storing.ts';

/** The outcome of an action that has nothing to hand back. */
export type Done = { readonly status: 'done' } | Failed;

export const done: Done = { status: 'done' };

/** A write whose value nobody needs. */
export const doneOf = (stored: Stored<unknown>): Done =>
	stored.status === 'stored' ? done : { status: 'failed', failure: stored.failure };

export const failed = (failure: Failure) => ({ status: 'failed', failure }) as const;

/**
 * The outcome of the work, or why the storage refused it: what an act reads may lie in an archive that nobody can open
 * just now.
 */
export async function reading<Outcome>(
	work: () => Promise<Outcome | Failed>
): Promise<Outcome | Failed> {
	const read = await storing(work);
	return read.status === 'failed' ? read : read.value;
}

/** For what stands well in whatever is there: where somebody else has written in that very moment, it is done once more. */
export async function onceMore<Outcome extends { readonly status: string }>(
	work: () => Promise<Outcome | Failed>
): Promise<Outcome | Failed> {
	const outcome = await work();
	const isOvertaken = 'failure' in outcome && outcome.failure.kind === 'changed-meanwhile';
	return isOvertaken ? work() : outcome;
}
