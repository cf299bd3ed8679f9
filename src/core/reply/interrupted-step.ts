import { linkStep, chainEnd } from '#core/log/chain.ts';
import { callsOf, type Exchange, type Step } from '#core/log/turn.ts';
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
	const isPaused = last?.stopReason === 'pause_turn';
	const isToGoOn = last?.state === 'complete' && (isPaused || callsOf(last).length > 0);
	if (isThere && !isToGoOn) return null;
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
		// Where the step is stored, the price of its call stands there; the call behind it was never made.
		...(isThere ? { usage: null, cost: 0 } : paid),
		epoch,
		basis: null,
		startedAt,
		endedAt: at,
		failure: { kind: 'interrupted' },
		continues: isThere ? isPaused : left.continues,
		results: null,
		resultsHash: null
	};
}
