import fc from 'fast-check';
import { expect, it } from 'vitest';
import { brokenLink, chainStart, linkStep, linkTurn } from '#core/log/chain.ts';
import type { AssistantBlock } from '#core/log/blocks.ts';
import type { Exchange, Step } from '#core/log/turn.ts';
import { interruptedStep, isOfTurn } from '#core/reply/interrupted-step.ts';
import { aStep, aTurn, anExchange, call, result, text } from '../../support/builders/a-turn.ts';

const begun = chainStart('s1');
const plain = aTurn(0);
const turn = aTurn(0, 'Question', { hash: linkTurn(begun, plain.turnId, [text('Question')]) });
const paid = { usage: { input: 10, output: 2, cacheRead: 0, cacheWrite: 0 }, cost: 0.5 };
const left = (over: Partial<Step> = {}) => ({
	...aStep(turn, 0, 'Half an ans'),
	continues: true,
	at: 5,
	...over
});

it('what was being written becomes an interrupted step with its price, chained to what stands before it', () => {
	const alone: Exchange = { turn, steps: [] };
	const step = interruptedStep(left(), alone, paid);
	expect(step).toMatchObject({ state: 'interrupted', continues: true, endedAt: 5, ...paid });
	expect(step?.content).toEqual([text('Half an ans')]);
	expect(brokenLink(begun, [{ turn, steps: step ? [step] : [] }])).toBeNull();
});

it('behind a stored step that asked for tools comes one that says nothing and costs nothing', () => {
	const content = [call('c1')];
	const step = aStep(turn, 0, content, {
		hash: linkStep(turn.hash, { turnId: turn.turnId, index: 0 }, content),
		results: [result('c1')],
		resultsHash: 'r'
	});
	expect(interruptedStep(left(), { turn, steps: [step] }, paid)).toMatchObject({
		index: 1,
		content: [],
		usage: null,
		cost: 0,
		continues: false
	});
});

it('behind a stored step in which the model only paused comes one that can be gone on with', () => {
	const step = aStep(turn, 0, 'Half an answer', { stopReason: 'pause_turn' });
	const exchange = { turn, steps: [step] };
	const behind = interruptedStep(left(), exchange, paid);
	expect(behind).toMatchObject({ index: 1, content: [], state: 'interrupted', continues: true });
	const whole = { ...step, stopReason: 'end_turn' };
	expect(interruptedStep(left(), { turn, steps: [whole] }, paid)).toBeNull();
	const cut = { ...step, state: 'cut-off' } as const;
	expect(interruptedStep(left(), { turn, steps: [cut] }, paid)).toBeNull();
});

it('a reply is recovered once, and one that was stored to its end never', () => {
	const said = fc.array(fc.constantFrom<AssistantBlock>(text('Words'), call('c1'), text('')), {
		maxLength: 3
	});
	fc.assert(
		fc.property(
			said,
			fc.nat(2),
			fc.constantFrom('complete', 'cut-off', 'stopped', 'failed'),
			(content, more, state) => {
				const stored = Array.from({ length: more }, (_, at) => aStep(turn, at, content, { state }));
				const exchange: Exchange = { turn, steps: stored };
				const step = interruptedStep(left({ index: 0 }), exchange, paid);
				const last = stored.at(-1);
				const isOver =
					last !== undefined &&
					(last.state !== 'complete' || last.content.every(({ type }) => type !== 'tool_use'));
				expect(step === null).toBe(isOver);
				if (!step) return;
				expect(step.index).toBe(more);
				expect(
					interruptedStep(left({ index: 0 }), { turn, steps: [...stored, step] }, paid)
				).toBeNull();
			}
		)
	);
});

it('nothing is recovered into another turn, or into one that was forgotten', () => {
	const there = anExchange(0);
	expect(isOfTurn(left(), there)).toBe(true);
	expect(isOfTurn(left({ turnId: 'another' }), there)).toBe(false);
	expect(isOfTurn(left(), undefined)).toBe(false);
	const gone = { ...there, turn: { ...there.turn, forgottenAt: 9 } };
	expect(isOfTurn(left(), gone)).toBe(false);
});
