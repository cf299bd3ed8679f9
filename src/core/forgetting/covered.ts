import { branchAt, pathOf } from '#core/log/path.ts';
import type { Branch } from '#core/session/session.ts';
import type { Turn } from '#core/log/turn.ts';
import { wasInside } from '#core/summary/not-read.ts';
import type { Summary } from '#core/summary/summary.ts';

type Ranged = Pick<Summary, 'branch' | 'from' | 'through' | 'round' | 'promptId' | 'saidBefore'>;
type Place = Pick<Turn, 'branch' | 'seq'>;

/** Whether a turn lies on the way to a branch; where that way is damaged, on the branch itself. */
function isOnWay(branches: readonly Branch[], branch: string, turn: Place): boolean {
	if (turn.branch === branch) return true;
	if (!branches.some((row) => row.branch === branch)) return false;
	return branchAt(pathOf(branches, branch), turn.seq) === turn.branch;
}

/** Whether a turn lies on the way to the end of a summary, where the archive of its round holds every turn. */
export const isUpTo = (
	{ branch, through }: Pick<Ranged, 'branch' | 'through'>,
	turn: Place,
	branches: readonly Branch[]
): boolean => turn.seq <= through.seq && isOnWay(branches, branch, turn);

/**
 * As far as whoever wrote a summary has read: inside the conversation, to the end that it had then. That it is asked to
 * leave out what stays is no proof that it did.
 */
const readThrough = ({ through, promptId, saidBefore }: Ranged): number =>
	wasInside(promptId) ? (saidBefore?.path.at(-1)?.throughSeq ?? Infinity) : through.seq;

/** The last place that a summary can tell of, by itself or by an earlier round that went into it. */
export const tellsThrough = (summary: Ranged, summaries: readonly Ranged[]): number =>
	Math.max(
		summary.through.seq,
		...[summary, ...summaries]
			.filter((row) => row.round <= summary.round && wasInside(row.promptId))
			.map(readThrough)
	);

/**
 * Whether a summary can tell of a turn: it lies on its path, in what was read for it or for an earlier round, which may
 * have gone into it. What was said after that is in none of its lines.
 */
export function covers(
	summary: Ranged,
	turn: Place,
	{
		summaries,
		branches
	}: { readonly summaries: readonly Ranged[]; readonly branches: readonly Branch[] }
): boolean {
	if (!isOnWay(branches, summary.branch, turn)) return false;
	return summaries.some(
		(row) =>
			row.round <= summary.round &&
			row.from.seq <= turn.seq &&
			turn.seq <= readThrough(row) &&
			(wasInside(row.promptId) || turn.seq <= readThrough(summary)) &&
			isOnWay(branches, row.branch, turn)
	);
}
