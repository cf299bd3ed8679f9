import { withoutBarred } from '#core/prompt/text/barred-quotes.ts';
import { liveExchanges } from '#core/prompt/assemble.ts';
import type { AssembleInput } from '#core/prompt/input.ts';
import { chooseSteps } from '#core/prompt/chosen-steps.ts';
import { coveredStep } from '#core/log/coverage.ts';
import { leftOutTurns } from '#core/log/marks.ts';
import type { Prompt } from '#core/prompt/prompt.ts';
import type { Exchange } from '#core/log/turn.ts';
import { scaleOf } from '#core/prompt/weight/weigh-parts.ts';
import { questionOf } from '#core/wire/wire-rows.ts';

/**
 * How many of the oldest turns must stay out so that the rest is below the threshold: offered to the user when nothing
 * may be summarised. 0 if the rest would not fit even without all of them.
 */
export function oldestToDrop(input: AssembleInput, { weight }: Pick<Prompt, 'weight'>): number {
	const limit = weight.hard ?? weight.usable;
	if (limit === null) return 0;
	const scale = scaleOf(input.session, input.card.id);
	const out = leftOutTurns(input.marks);
	const through = input.summary?.through ?? null;
	const sizeOf = (exchange: Exchange): number =>
		scale.messages([
			questionOf(exchange.turn),
			...chooseSteps(exchange.steps, null, coveredStep(exchange, through)).flatMap(({ form }) =>
				form.results ? [form.bare, form.results] : [form.bare]
			)
		]);
	const live = withoutBarred(liveExchanges(input), input.barred);
	let left = weight.tokens;
	let dropped = 0;
	for (const exchange of live) {
		if (left < limit) break;
		dropped++;
		if (!out.has(exchange.turn.turnId)) left -= sizeOf(exchange);
	}
	return left < limit ? dropped : 0;
}
