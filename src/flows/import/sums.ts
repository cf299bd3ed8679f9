import type { Failed } from '#core/failure.ts';
import type { Progress } from '#core/progress.ts';
import type { SessionStored } from '#flows/import/store-session.ts';

/** What an import comes to, whichever way it is done: each way counts into the same sums as it goes. */

/** How the user wants it. */
export interface ImportRun {
	/** Items of the preview that are not to be imported. */
	readonly leftOut: ReadonlySet<string>;
	readonly onProgress: (progress: Progress) => void;
}

/** Stopping keeps what has been imported so far. */
export type Ran = { readonly status: 'done' | 'stopped'; readonly sums: Sums } | Failed;

export interface Sums {
	sessions: number;
	grown: number;
	turns: number;
	there: number;
	memoryFiles: number;
	proposals: number;
	skippedLines: number;
	/** Files that could be read for the preview and not any more. */
	gone: number;
	/** What was imported is what was left of a damaged backup. */
	isSalvaged: boolean;
	/** Sessions with more branches than are kept, and how many of each are left out. */
	readonly leftOut: { readonly title: string; readonly branches: number }[];
	/** Ids of the sessions that are new or have grown, in the order of the file. */
	readonly sessionIds: string[];
}

export const noSums = (): Sums => ({
	sessions: 0,
	grown: 0,
	turns: 0,
	there: 0,
	memoryFiles: 0,
	proposals: 0,
	skippedLines: 0,
	gone: 0,
	isSalvaged: false,
	leftOut: [],
	sessionIds: []
});

/** Add what became of one session. */
export function countStored(sums: Sums, id: string, stored: SessionStored): void {
	if (!('turns' in stored)) {
		sums.there++;
		return;
	}
	if (stored.status === 'new') sums.sessions++;
	else sums.grown++;
	sums.turns += stored.turns;
	sums.sessionIds.push(id);
}
