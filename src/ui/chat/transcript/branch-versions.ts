import { branchAt, type Path } from '#core/log/path.ts';
import type { Branch } from '#core/log/session.ts';

/** Which branches go on differently from one turn, for the switch beside it. */

export interface Versions {
	/** Oldest first; one alone where nothing forks. */
	readonly branches: readonly string[];
	/** The one on screen. */
	readonly current: string;
}

/** Forks of a session by the seq at which they begin: most turns have none, and then nothing is looked up. */
export function forksOf(branches: readonly Branch[]): ReadonlySet<number> {
	return new Set(branches.filter((row) => row.parent !== null).map((row) => row.forkSeq));
}

/** The branches that differ at `seq`: the line that was forked, where it goes on, and its forks. */
export function versionsAt(branches: readonly Branch[], path: Path, seq: number): Versions {
	const name = branchAt(path, seq) ?? '';
	const here = branches.find((row) => row.branch === name);
	if (!here) return { branches: [], current: name };
	const line = here.forkSeq === seq && here.parent !== null ? here.parent : name;
	const parent = branches.find((row) => row.branch === line);
	const forks = branches
		.filter((row) => row.parent === line && row.forkSeq === seq && row.headSeq >= seq)
		.sort((a, b) => a.createdAt - b.createdAt)
		.map((row) => row.branch);
	return {
		branches: parent && parent.headSeq >= seq ? [line, ...forks] : forks,
		current: name
	};
}
