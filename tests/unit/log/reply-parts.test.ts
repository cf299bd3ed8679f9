import fc from 'fast-check';
import { expect, it } from 'vitest';
import { costOf, standing } from '#core/log/reply-parts.ts';
import { chooseSteps } from '#core/prompt/chosen-steps.ts';
import { stepFormOf } from '#core/wire/wire-rows.ts';
import { aStep, aTurn } from '../../support/builders/a-turn.ts';
import { aLog } from '../../support/random/a-log.ts';

/** Which attempts of a reply count: what is sent is shown. */

const turn = aTurn(0);

it('an attempt that said nothing replaces nothing: what it left is still shown, and still sent', () => {
	const half = aStep(turn, 0, 'HALF AN ANSWER', { state: 'interrupted' });
	const nothing = aStep(turn, 1, [], { state: 'failed', failure: { kind: 'overloaded' } });
	const stopped = aStep(turn, 2, [], { state: 'stopped' });
	const further = aStep(turn, 3, ', and the rest', { continues: true });
	const anew = aStep(turn, 3, 'A whole answer');
	expect(standing([half, nothing])).toEqual([half, nothing]);
	expect(standing([half, nothing, stopped])).toEqual([half, nothing, stopped]);
	expect(standing([half, nothing, stopped, further])).toContain(half);
	expect(standing([half, nothing, stopped, anew])).toEqual([anew]);
});

it('of what says something, all that is sent is shown, and all that is shown is sent', () => {
	fc.assert(
		fc.property(aLog(), (exchanges) => {
			for (const { steps } of exchanges)
				expect(standing(steps).filter((step) => stepFormOf(step) !== null)).toEqual(
					chooseSteps(steps, null).map(({ step }) => step)
				);
		})
	);
});

it('the price of a reply is known where that of all its calls is', () => {
	const usage = { input: 100, cacheRead: 0, cacheWrite: 0, output: 10 };
	const paid = aStep(turn, 0, 'Hello', { usage, cost: 0.5 });
	const stopped = aStep(turn, 1, [], { state: 'stopped' });
	expect(costOf([paid, stopped])).toBe(0.5);
	expect(costOf([paid, aStep(turn, 1, [], { state: 'stopped', cost: 0 })])).toBe(0.5);
	expect(costOf([stopped])).toBeNull();
	expect(costOf([paid, aStep(turn, 1, 'and', { usage, cost: null })])).toBeNull();
});
