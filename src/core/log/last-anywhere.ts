import type { Branch } from '#core/session/session.ts';
import type { Turn } from '#core/log/turn.ts';

/**
 * Whether steps may still be added to a turn: nothing follows it in any branch, for what follows is chained to its
 * last step.
 */
export const isLastAnywhere = (
	branches: readonly Pick<Branch, 'branch' | 'parent' | 'forkSeq' | 'headSeq'>[],
	turn: Pick<Turn, 'branch' | 'seq'>
): boolean =>
	branches.every((row) =>
		row.branch === turn.branch
			? row.headSeq === turn.seq
			: row.parent !== turn.branch || row.forkSeq !== turn.seq + 1 || row.headSeq < row.forkSeq
	);
