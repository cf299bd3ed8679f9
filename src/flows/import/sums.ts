import type { Progress } from '#core/progress.ts';
import type { ImportedSums } from '#flows/import/jobs.ts';
import type { ShownFiles } from '#flows/import/ports.ts';
import type { SessionStored } from '#flows/import/store-session.ts';

/** What an import comes to, whichever way it is done: each way counts into the same sums as it goes. */

/** How the user wants it. */
export interface ImportRun {
	/** Its id in the list of what happened. */
	readonly importId: string;
	/** Items of the preview that are not to be imported. */
	readonly leftOut: ReadonlySet<string>;
	readonly shown: ShownFiles;
	readonly onProgress: (progress: Progress) => void;
	/** What has come by now. */
	readonly sums: Sums;
}

/** Stopping keeps what has been imported so far; what cannot be stored is thrown, and keeps it too. */
export type Ran = 'done' | 'stopped';

/** What of `ImportedSums` is counted by id: several files may hold one session. */
type ById = 'sessions' | 'grown' | 'there' | 'leftOut' | 'heldBack' | 'beside' | 'sessionIds';
type Counts = Omit<ImportedSums, 'status' | ById>;

export type Sums = { -readonly [Name in keyof Counts]: Counts[Name] } & {
	readonly leftOut: Map<string, ImportedSums['leftOut'][number]>;
	readonly heldBack: Set<string>;
	readonly beside: Set<string>;
	/** What became of each session, in the order of the files. */
	readonly became: Map<string, SessionStored['status']>;
};

export const noSums = (): Sums => ({
	turns: 0,
	memoryFiles: 0,
	writtenSince: 0,
	proposals: 0,
	skippedLines: 0,
	missingImages: 0,
	missingTurns: 0,
	unfinished: 0,
	reopened: 0,
	gone: 0,
	isSalvaged: false,
	leftOut: new Map(),
	heldBack: new Set(),
	beside: new Set(),
	became: new Map()
});

/** Add what became of one session. One that is new stays so when another file adds to it. */
export function countStored(sums: Sums, id: string, stored: SessionStored): void {
	const before = sums.became.get(id);
	const isMore = 'turns' in stored;
	if (before === undefined || (isMore && before !== 'new')) sums.became.set(id, stored.status);
	if (stored.isHeldBack) sums.heldBack.add(id);
	if (!isMore) return;
	sums.turns += stored.turns;
	sums.missingTurns += stored.missingTurns;
	sums.unfinished += stored.unfinished;
	if (stored.reopens) sums.reopened++;
	if (stored.isBeside) sums.beside.add(id);
}

/** Count what became of a memory file. */
export function countFile(sums: Sums, became: 'written' | 'there' | 'written-since'): void {
	if (became === 'written') sums.memoryFiles++;
	if (became === 'written-since') sums.writtenSince++;
}

/** With the number of sessions that are new, have grown or were there, and the ids of the first two. */
export function countedUp({ became, leftOut, heldBack, beside, ...sums }: Sums) {
	const of = (...wanted: readonly SessionStored['status'][]) =>
		[...became].filter(([, status]) => wanted.includes(status)).map(([id]) => id);
	return {
		...sums,
		leftOut: [...leftOut.values()],
		heldBack: heldBack.size,
		beside: beside.size,
		sessions: of('new').length,
		grown: of('grown').length,
		there: of('there', 'forgotten').length,
		sessionIds: of('new', 'grown')
	};
}
