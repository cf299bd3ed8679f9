import { linkResults } from '#core/log/chain.ts';
import type { ToolResultBlock } from '#core/log/blocks.ts';
import { callsOf, isOpen, type Exchange, type Step } from '#core/log/turn.ts';
import type { Branch } from '#core/session/session.ts';

/** Calls that nobody will answer any more: their tab was closed, or their answer was written on another device. */

/** A step with a result for each call, which says that there will be none: nobody runs them any more (INV-22). */
export function closedStep(step: Step): Step & {
	readonly results: readonly ToolResultBlock[];
	readonly resultsHash: string;
} {
	const results = callsOf(step).map(({ id }): ToolResultBlock => ({
		type: 'tool_result',
		tool_use_id: id,
		content: 'Interrupted: the app was closed before this call had a result.',
		is_error: true
	}));
	return { ...step, results, resultsHash: linkResults(step.hash, results) };
}

/**
 * The turns of a session from a backup that was made while an answer was being written: nobody writes it here, so its
 * calls are closed, where nothing is chained to it yet. `left`: ids of these turns. An import of another product is as that
 * product has left it.
 */
export function withoutOpenEnds(
	exchanges: readonly Exchange[],
	branches: readonly Branch[]
): { readonly exchanges: readonly Exchange[]; readonly left: ReadonlySet<string> } {
	const left = new Set<string>();
	const isEnd = ({ branch, seq }: Exchange['turn']): boolean =>
		branches.every((row) =>
			row.branch === branch ? row.headSeq <= seq : row.parent !== branch || row.forkSeq !== seq + 1
		);
	const closed = exchanges.map((exchange): Exchange => {
		const { turn, steps } = exchange;
		const last = steps.at(-1);
		if (!last || !isOpen(last) || turn.source === 'import' || !isEnd(turn)) return exchange;
		left.add(turn.turnId);
		return { turn, steps: [...steps.slice(0, -1), closedStep(last)] };
	});
	return { exchanges: closed, left };
}
