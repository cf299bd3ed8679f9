import { isUnanswered, type Exchange, type Step } from '#core/log/turn.ts';
import type { Weigh } from '#core/plan/items.ts';
import type { Policy } from '#core/presets/policy.ts';
import { pruneExchanges, withoutFoundHere } from '#core/prompt/prune.ts';
import type { Scale } from '#core/prompt/weight/weigh-parts.ts';
import { questionOf, stepFormOf } from '#core/wire/wire-rows.ts';

type Shorter = ReadonlyMap<Step, Step>;

/**
 * The weights of the wire: what the assembler would send, weighed as it weighs, each row once. `shorter`: the steps that
 * go shortened behind a new summary; `now`: those that do as things stand.
 */
export const weighRows = (scale: Scale, shorter: Shorter = new Map(), now = shorter): Weigh => {
	const sent = (step: Step): Step => shorter.get(step) ?? step;
	const sentNow = (step: Step): Step => now.get(step) ?? step;
	const weigh = (step: Step): number => {
		const form = stepFormOf(step);
		return form ? scale.messages(form.results ? [form.bare, form.results] : [form.bare]) : 0;
	};
	return {
		key: scale.key,
		sent,
		sentNow,
		question: (turn) => scale.messages([questionOf(turn)]),
		step: (step) => weigh(sent(step)),
		stepNow: (step) => weigh(sentNow(step)),
		text: (text) => scale.text(text),
		written: (row, how, write) => scale.written(row, how, write)
	};
};

/**
 * Steps that are sent with shortened results, each by the stored one: as the assembler shortens them, for which the
 * turn that waits for its answer is not among the earlier ones.
 */
export function shorterSteps(
	exchanges: readonly Exchange[],
	{
		leftOut,
		policy,
		epoch
	}: {
		readonly leftOut: ReadonlySet<string>;
		readonly policy: Pick<Policy, 'preset'>;
		readonly epoch: number;
	}
): Shorter {
	const newest = exchanges.at(-1);
	const earlier = (newest && isUnanswered(newest) ? exchanges.slice(0, -1) : exchanges).filter(
		({ turn }) => !leftOut.has(turn.turnId)
	);
	const sent = pruneExchanges(withoutFoundHere(earlier), policy, epoch);
	const shorter = new Map<Step, Step>();
	for (const [at, exchange] of earlier.entries())
		for (const [index, step] of exchange.steps.entries()) {
			const goes = sent[at]?.steps[index];
			if (goes && goes !== step) shorter.set(step, goes);
		}
	return shorter;
}
