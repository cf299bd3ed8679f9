import { planKey } from '#core/plan/plan-key.ts';
import type { NoOp, Plan, PlanInput } from '#core/plan/planned.ts';
import { chunksOf } from '#core/plan/chunks.ts';
import { countsOf, itemsOf, itemsWithin, sumOf } from '#core/plan/items.ts';
import { repeatedBy } from '#core/plan/repeated.ts';
import { sizesOf } from '#core/plan/sizes.ts';
import type { Summary } from '#core/summary/summary.ts';
import { exchangesAfter, questionKept } from '#core/log/coverage.ts';
import type { Position } from '#core/log/turn.ts';

/** Plans making a summary again: over the same stretch, but from its messages instead of the summary before it. */
interface Again {
	/** Where the line of rounds began that the summary in use stands on. */
	readonly from: Position;
	/** The summary whose place is taken. */
	readonly replaces: Pick<Summary, 'through' | 'text' | 'anchors'>;
}

/**
 * The end of what is covered stays the same, so only the division into parts is decided. `input.exchanges` begin at
 * `from`; `input.previous` is not used. Of messages that are all left out or deleted there is nothing to tell: whoever is
 * asked all the same makes something up.
 */
export function planAgain(input: PlanInput, { from, replaces }: Again): Plan | NoOp {
	const { policy, exchanges } = input;
	const { through } = replaces;
	const items = itemsOf(exchanges, input);
	const tail = itemsOf(exchangesAfter(exchanges, through), input);
	const kept = questionKept(exchanges, through);
	const covered = itemsWithin(items, { from, through, kept });
	const key = planKey(exchanges, policy);
	if (covered.every(({ length }) => length === 0))
		return { kind: 'no-op', reason: 'all-left-out', key };
	const content = sumOf(covered, 'tokens');
	const tailTokens = sumOf(tail, 'tokens');
	const repeated = repeatedBy(input)(through);
	const tokensBefore =
		input.floor +
		input.weigh.text(replaces.text + replaces.anchors) +
		repeated +
		sumOf(tail, 'now');
	const sizes = sizesOf({ ...input, usable: policy.usable, content });
	const spent = input.carried + sizes.budget + sizes.anchors;
	const projected = input.floor + spent + repeated + tailTokens;
	return {
		kind: 'plan',
		key,
		previousId: null,
		from,
		through,
		chunks: chunksOf(covered, input.summariser ? sizes.chunk : Infinity),
		sizes,
		tail: { tokens: tailTokens, messages: sumOf(tail, 'messages') },
		tokensBefore,
		projected,
		target: policy.target,
		coveredTokens: content,
		...countsOf(covered)
	};
}
