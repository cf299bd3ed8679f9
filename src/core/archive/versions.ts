import { branchAt, pathOf, type Path } from '#core/log/path.ts';
import type { Branch } from '#core/session/session.ts';

/** Another way that a session went. */
export interface Version {
	readonly branch: string;
	/** Place of the first turn that it does not share with the other way. */
	readonly seq: number;
}

/** The first place at which a way is not the same as another any more; null: it goes no further. */
function firstApart(path: Path, way: Path): number | null {
	const isSame = (at: number): boolean =>
		way[at]?.branch === path[at]?.branch && way[at]?.throughSeq === path[at]?.throughSeq;
	const at = way.findIndex((_, index) => !isSame(index));
	const [own, other] = [way[at], path[at]];
	if (!own) return null;
	return own.branch === other?.branch
		? Math.min(own.throughSeq, other.throughSeq) + 1
		: own.fromSeq;
}

/** The versions that leave the way to the head of `branch`; what leaves only them is theirs. Throws as `pathOf` does. */
export function otherVersions(branches: readonly Branch[], branch: string): readonly Version[] {
	const path = pathOf(branches, branch);
	return branches.flatMap((row) => {
		const way = pathOf(branches, row.branch);
		const seq = firstApart(path, way);
		return seq !== null && branchAt(way, seq) === row.branch ? [{ branch: row.branch, seq }] : [];
	});
}
