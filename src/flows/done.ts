import type { Failed, Failure } from '#core/failure.ts';
import type { Stored } from '#db/storing.ts';

/** The outcome of an action that has nothing to hand back. */
export type Done = { readonly status: 'done' } | Failed;

export const done: Done = { status: 'done' };

/** A write whose value nobody needs. */
export const doneOf = (stored: Stored<unknown>): Done =>
	stored.status === 'stored' ? done : { status: 'failed', failure: stored.failure };

export const failed = (failure: Failure) => ({ status: 'failed', failure }) as const;
