import { branchesAt } from '#core/log/attempts.ts';
import { branchAt, type Path } from '#core/log/path.ts';
import type { Branch } from '#core/session/session.ts';

/** Which branches go on differently from one turn, for the switch beside it. */

export interface Versions {
	/** Oldest first; one alone where nothing forks. */
	readonly branches: readonly string[];
	/** The one on screen. */
	readonly current: string;
}

/** Of a turn at which nothing forks. */
export const noVersions: Versions = { branches: [], current: '' };

/** Forks of a session by the seq at which they begin: most turns have none, and then nothing is looked up. */
export function forksOf(branches: readonly Branch[]): ReadonlySet<number> {
	return new Set(branches.filter((row) => row.parent !== null).map((row) => row.forkSeq));
}

/** The branches that differ at `seq`: the line that was forked, where it goes on, its forks there, and theirs. */
export function versionsAt(branches: readonly Branch[], path: Path, seq: number): Versions {
	const current = branchAt(path, seq) ?? '';
	return { branches: branchesAt(branches, current, seq), current };
}

/** The same below the last turn, where a branch ends (one that was just made) and others go on. */
export const versionsBehind = (
	branches: readonly Branch[],
	current: string,
	head: number
): Versions => ({ branches: branchesAt(branches, current, head + 1), current });
