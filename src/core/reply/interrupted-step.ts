import { linkResults, linkStep, chainEnd } from '#core/log/chain.ts';
import type { ToolResultBlock } from '#core/log/blocks.ts';
import { callsOf, isOpen, type Exchange, type Step } from '#core/log/turn.ts';
import type { Branch } from '#core/session/session.ts';
import { keptOfBroken } from '#core/reply/reply.ts';

/** What becomes of a reply that was being written when its tab was closed. */

/** A reply as far as it was kept; `at`: when that was, Unix ms. */
interface LeftReply extends Pick<
	Step,
	| 'sessionId'
	| 'turnId'
	| 'branch'
	| 'seq'
	| 'index'
	| 'content'
	| 'model'
	| 'epoch'
	| 'continues'
	| 'startedAt'
> {
	readonly at: number;
}

/** Whether its turn is still there. What was being written goes with a turn that is forgotten. */
export const isOfTurn = (left: LeftReply, exchange: Exchange | undefined): exchange is Exchange =>
	exchange?.turn.turnId === left.turnId && exchange.turn.forgottenAt === undefined;

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

/**
 * The step that ends the turn in its place; null where the reply was stored to its end, and only what was kept of it is
 * left. `paid`: what its call has taken. Calls that were stored have their results by now (INV-22).
 */
export function interruptedStep(
	left: LeftReply,
	exchange: Exchange,
	paid: Pick<Step, 'usage' | 'cost'>
): Step | null {
	const last = exchange.steps.at(-1);
	const isThere = last !== undefined && last.index >= left.index;
	if (isThere && (last.state !== 'complete' || callsOf(last).length === 0)) return null;
	const { sessionId, branch, seq, turnId, model, epoch, startedAt, at } = left;
	const content = isThere ? [] : keptOfBroken(left.content);
	const index = isThere ? last.index + 1 : left.index;
	return {
		sessionId,
		branch,
		seq,
		index,
		turnId,
		hash: linkStep(chainEnd(exchange), { turnId, index }, content),
		content,
		model,
		state: 'interrupted',
		stopReason: null,
		// Of a step that is there the call has its price; what follows it was never made.
		...(isThere ? { usage: null, cost: 0 } : paid),
		epoch,
		basis: null,
		startedAt,
		endedAt: at,
		failure: { kind: 'interrupted' },
		continues: !isThere && left.continues,
		results: null,
		resultsHash: null
	};
}
