import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { costOf, partsOf, standing, stepOfEachCall, wordsOf } from '#core/reply/reply-parts.ts';
import { chooseSteps } from '#core/prompt/chosen-steps.ts';
import { stepFormOf } from '#core/wire/wire-rows.ts';
import { aStep, aTurn, call, result, text, thought } from '../../support/builders/a-turn.ts';
import { aLog } from '../../support/random/a-log.ts';

/** A reply as it is read and copied, and which of its attempts count: what is sent is shown. */

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

it('what was declined is not gone on from: words behind it go on from what stands before it', () => {
	const half = aStep(turn, 0, 'The sea is ', { state: 'interrupted' });
	const refused = { kind: 'refused', category: null } as const;
	const declined = aStep(turn, 1, 'Sure, first', { state: 'failed', failure: refused });
	const further = aStep(turn, 2, 'blue.', { continues: true });
	expect(standing([half, declined])).toEqual([half, declined]);
	expect(standing([half, declined, further])).toEqual([half, further]);
	expect(standing([declined, further])).toEqual([further]);
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

it('what was kept of a call as broken off is no call of its own once its end stands behind it', () => {
	const kept = aStep(turn, 0, 'Half', { state: 'interrupted', startedAt: 5, cost: 0.25 });
	const whole = aStep(turn, 1, 'Half and more', { startedAt: 5, cost: 0.5 });
	const anew = aStep(turn, 1, 'Anew', { startedAt: 9, cost: 0.5 });
	expect(stepOfEachCall([kept])).toEqual([kept]);
	expect(stepOfEachCall([kept, whole])).toEqual([whole]);
	expect(stepOfEachCall([kept, anew])).toEqual([kept, anew]);
});

describe('a reply as it is read', () => {
	it('shows words open, thinking and tool calls as parts of their own, in their order', () => {
		const step = aStep(turn, 0, [thought('s'), text('Let me look.'), call('c1')], {
			results: [result('c1', 'three hits')]
		});
		expect(partsOf([step]).map((part) => part.kind)).toEqual(['thinking', 'text', 'tool']);
		expect(partsOf([step])[2]).toMatchObject({ name: 'recall', result: 'three hits' });
	});

	it('leaves a tool call open until its result is there', () => {
		const [part] = partsOf([aStep(turn, 0, [call('c1')])]);
		expect(part).toMatchObject({ kind: 'tool', result: null });
	});

	it('joins words that were continued to the words they continue', () => {
		const steps = [
			aStep(turn, 0, 'The sea is ', { state: 'interrupted' }),
			aStep(turn, 1, 'blue.', { continues: true })
		];
		expect(partsOf(steps)).toHaveLength(1);
		expect(partsOf(steps)[0]).toMatchObject({ text: 'The sea is blue.' });
		expect(wordsOf(steps)).toBe('The sea is blue.');
	});

	it('shows an attempt that broke until another is written in its place', () => {
		const whole = aStep(turn, 0, [text('Let me look.'), call('c1')]);
		const broken = aStep(turn, 1, 'The sea is ', { state: 'interrupted' });
		const further = aStep(turn, 2, 'blu', { state: 'stopped', continues: true });
		const anew = aStep(turn, 3, 'It is blue.');
		expect(standing([whole, broken])).toEqual([whole, broken]);
		expect(standing([whole, broken, further])).toEqual([whole, broken, further]);
		expect(standing([whole, broken, further, anew])).toEqual([whole, anew]);
	});

	it('marks the last words only, for they alone may still grow', () => {
		const parts = partsOf([aStep(turn, 0, [text('one'), call('c1')]), aStep(turn, 1, 'two')]);
		expect(parts.map((part) => part.kind === 'text' && part.isLast)).toEqual([false, false, true]);
	});

	it('copies what goes on behind calls as a paragraph of its own', () => {
		const looked = aStep(turn, 0, [text('I look.'), call('c1')], { results: [] });
		const broken = aStep(turn, 1, [], { state: 'interrupted' });
		const further = aStep(turn, 2, 'Here it is.', { continues: true });
		expect(wordsOf([looked, broken, further])).toBe('I look.\n\nHere it is.');
	});

	it('copies the words of all steps with an empty line between them, and no thinking', () => {
		const steps = [aStep(turn, 0, [thought('s'), text('one')]), aStep(turn, 1, 'two')];
		expect(wordsOf(steps)).toBe('one\n\ntwo');
	});
});
