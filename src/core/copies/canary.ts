import type { Holdings, Loss, QuickFacts } from '#core/copies/holdings.ts';
import { readSummed } from '#core/copies/summed.ts';

/** The canary: the holdings as they were last seen, in a file of its own outside the database. */
export interface Canary {
	/** Counts up with each file; the highest that reads whole is the one that holds. */
	readonly number: number;
	/** Unix ms. */
	readonly at: number;
	readonly quick: QuickFacts;
	readonly holds: Holdings;
}

const prefix = 'canary-';

export const canaryName = (number: number): string => `${prefix}${String(number)}.json`;

/** Number of a canary's file, or null for other files. */
export function canaryNumber(name: string): number | null {
	const found = /^canary-(\d+)\.json$/.exec(name);
	return found ? Number(found[1]) : null;
}

export const readCanaryText = (file: string): Canary | null =>
	(readSummed(file) as Canary | undefined) ?? null;

/** What a look at the start comes to. */
export type StartVerdict =
	| { readonly status: 'well' }
	/** It was written by a newer version of the app: whole, and nothing for this one. */
	| { readonly status: 'newer' }
	/** There is no room to open it: it is whole, and can be read when there is. */
	| { readonly status: 'full' }
	/** It is of an earlier version, and could not be brought to this one: it is whole as it was. */
	| { readonly status: 'not-upgraded' }
	/** The database cannot be opened or read. */
	| { readonly status: 'unreadable'; readonly before: Holdings | null }
	/** The browser found its databases damaged and deleted them, and nothing is left that says what they held. */
	| { readonly status: 'deleted' }
	/** A restore was cut off: the app was closed, or there was no room. */
	| { readonly status: 'half-restored' }
	| {
			readonly status: 'lost';
			readonly loss: Loss;
			readonly before: Holdings;
			readonly seenAt: number;
			readonly now: Holdings;
	  };
