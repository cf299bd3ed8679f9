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

/** The line that was first forked at a turn: a version of a version is a version of the same turn. */
function lineAt(branches: readonly Branch[], name: string, seq: number): Branch | undefined {
	const row = branches.find(({ branch }) => branch === name);
	return row?.forkSeq === seq && row.parent !== null ? lineAt(branches, row.parent, seq) : row;
}

/** The branches that differ at `seq`: the line that was forked, where it goes on, its forks there, and theirs. */
export function versionsAt(branches: readonly Branch[], path: Path, seq: number): Versions {
	const current = branchAt(path, seq) ?? '';
	const line = lineAt(branches, current, seq);
	if (!line) return { branches: [], current };
	const forks: Branch[] = [];
	for (let from: readonly Branch[] = [line]; from.length > 0; forks.push(...from)) {
		const names = new Set<string | null>(from.map(({ branch }) => branch));
		from = branches.filter(({ parent, forkSeq }) => names.has(parent) && forkSeq === seq);
	}
	forks.sort((a, b) => a.createdAt - b.createdAt);
	return {
		branches: [line, ...forks].filter((row) => row.headSeq >= seq).map(({ branch }) => branch),
		current
	};
}
