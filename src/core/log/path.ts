/** What the way to the trunk is found by: where a branch begins and ends, of what it branches. */
interface Fork {
	readonly branch: string;
	readonly parent: string | null;
	readonly forkSeq: number;
	readonly headSeq: number;
}

/** A stretch of a path: the turns `fromSeq..throughSeq` as they stand in `branch`. */
export interface PathPart {
	readonly branch: string;
	readonly fromSeq: number;
	readonly throughSeq: number;
}

/** The stretch of turns stored in the branch itself, without those of its parents. */
export const ownPart = ({ branch, forkSeq, headSeq }: Omit<Fork, 'parent'>): PathPart => ({
	branch,
	fromSeq: forkSeq,
	throughSeq: headSeq
});

/** From the first turn to the head of a branch; parts are contiguous, never overlap and start at seq 0. */
export type Path = readonly PathPart[];

/**
 * Walk from a branch to the trunk. Throws when a parent is missing or the parents run in a circle:
 * both are damage, not input.
 */
export function pathOf(branches: readonly Fork[], branch: string): Path {
	const byName = new Map(branches.map((row) => [row.branch, row]));
	const parts: PathPart[] = [];
	const seen = new Set<string>();
	let name: string | null = branch;
	let end = Infinity;
	while (name !== null) {
		const row: Fork | undefined = byName.get(name);
		if (!row || seen.has(name)) throw new Error(`The branch ${name} has no way to the trunk`);
		seen.add(name);
		const throughSeq = Math.min(row.headSeq, end);
		if (throughSeq >= row.forkSeq)
			parts.unshift({ branch: name, fromSeq: row.forkSeq, throughSeq });
		end = Math.min(end, row.forkSeq - 1);
		name = row.parent;
	}
	return parts;
}

/** The path with one more turn at its end, in the branch to which the turn is written. */
export function pathWith(
	path: Path,
	{ branch, seq }: { readonly branch: string; readonly seq: number }
): Path {
	const last = path.at(-1);
	return last?.branch === branch
		? [...path.slice(0, -1), { ...last, throughSeq: seq }]
		: [...path, { branch, fromSeq: seq, throughSeq: seq }];
}

/** Newest seq of a path, -1 when it is empty. */
export const headOf = (path: Path): number => path.at(-1)?.throughSeq ?? -1;

/** The branch that holds a seq of a path, or null when the path ends before it. */
export const branchAt = (path: Path, seq: number): string | null =>
	path.find((part) => part.fromSeq <= seq && seq <= part.throughSeq)?.branch ?? null;

/** Newest seq that two paths share, of these turns of the one; -1: they share none of them. */
export const lastOn = (
	path: Path,
	exchanges: readonly { readonly turn: { readonly branch: string; readonly seq: number } }[]
): number =>
	exchanges.findLast(({ turn }) => branchAt(path, turn.seq) === turn.branch)?.turn.seq ?? -1;

/** The part of a path that lies in `fromSeq..throughSeq`. */
export function slicePath(path: Path, fromSeq: number, throughSeq: number): Path {
	return path
		.map((part) => ({
			branch: part.branch,
			fromSeq: Math.max(part.fromSeq, fromSeq),
			throughSeq: Math.min(part.throughSeq, throughSeq)
		}))
		.filter((part) => part.fromSeq <= part.throughSeq);
}
