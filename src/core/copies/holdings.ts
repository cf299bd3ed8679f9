/**
 * How much a profile holds, in a few numbers. Kept outside the database as well (the canary), they tell at the next
 * start whether the browser has lost something: an emptied database looks like a new one otherwise (security 2.2).
 */
export interface Holdings {
	/** Sessions in which something was said. */
	readonly sessions: number;
	/** Turns of all branches, whether their rows are here or in an archive. */
	readonly turns: number;
	readonly memoryFiles: number;
	/** Revisions of memory files. */
	readonly memoryWrites: number;
	readonly archives: number;
	/** How often the user had something forgotten here, as far as that is done: closed tombstones. */
	readonly forgotten: number;
	/** Something is being forgotten: content goes that is not counted above yet. */
	readonly isForgetting: boolean;
	/** Latest activity of any session, Unix ms; 0 when there is none. */
	readonly newestAt: number;
}

/** What can be read of the holdings in a moment, whatever the size of the profile. */
export interface QuickFacts {
	/** All rows, also of sessions in which nothing was said. */
	readonly sessionRows: number;
	readonly memoryFiles: number;
	readonly memoryWrites: number;
	readonly forgotten: number;
	readonly newestAt: number;
}

export const isEmpty = (holds: Holdings): boolean => holds.turns === 0 && holds.memoryFiles === 0;

/** `empty`: all is gone. `part`: less is there than was, and the user has had nothing forgotten since. `replies`: only replies have become fewer. */
export type Loss = 'empty' | 'part' | 'replies';

/** Fields that only forgetting makes smaller. The time of the latest activity does not count: clocks are set back. */
const growing = ['sessions', 'turns', 'memoryFiles', 'memoryWrites'] as const;

/** Less is there because the user wanted it so. */
export const isExplained = (before: Holdings, now: Holdings): boolean =>
	now.forgotten > before.forgotten || now.isForgetting || before.isForgetting;

/** What has been lost between two looks, or null. */
export function lossBetween(before: Holdings, now: Holdings): Loss | null {
	if (isExplained(before, now)) return null;
	if (isEmpty(now) && !isEmpty(before)) return 'empty';
	// Fewer tombstones than there were: the database has gone back in time, and what was forgotten may be here again.
	if (now.forgotten < before.forgotten) return 'part';
	return growing.some((field) => now[field] < before[field]) ? 'part' : null;
}

/** Nothing can be lost as long as none of these has become smaller; otherwise the holdings are counted. */
export const needsCounting = (before: QuickFacts, now: QuickFacts): boolean =>
	now.sessionRows < before.sessionRows ||
	now.memoryFiles < before.memoryFiles ||
	now.memoryWrites < before.memoryWrites ||
	now.forgotten < before.forgotten ||
	now.newestAt < before.newestAt;

/** A profile that has lost so much must not take the place of what was kept of it (security 2.4). */
const farSmaller = 0.5;
/** Below this many turns a ratio says nothing. */
const fewTurns = 10;

/** Whether nothing is left, or far less, for whatever reason. */
export const isFarLess = (before: Holdings, now: Holdings): boolean =>
	isEmpty(now)
		? !isEmpty(before)
		: before.turns >= fewTurns && now.turns < before.turns * farSmaller;

/**
 * Whether a snapshot of `now` may follow one of `before` in the ring: an empty or far smaller database never pushes
 * out good generations.
 */
export const mayFollow = (before: Holdings, now: Holdings): boolean =>
	isExplained(before, now) || !isFarLess(before, now);
