import { describe, expect, it } from 'vitest';
import {
	coveredStep,
	exchangesAfter,
	exchangesWithin,
	isCovered,
	toldWithin
} from '#core/log/coverage.ts';
import { anExchange, aStep, aTurn } from '../../support/builders/a-turn.ts';

/** Three turns, the one in the middle with two steps. */
const middle = aTurn(1);
const log = [
	anExchange(0),
	{ turn: middle, steps: [aStep(middle, 0), aStep(middle, 1)] },
	anExchange(2)
];
const covered = (through: { readonly seq: number; readonly step: number } | null) =>
	log.filter((exchange) => isCovered(exchange, through)).map(({ turn }) => turn.seq);

describe('what of a log is covered', () => {
	it('ends with the last step of a turn', () => {
		expect(covered(null)).toEqual([]);
		expect(covered({ seq: 1, step: 0 })).toEqual([0]);
		expect(covered({ seq: 1, step: 1 })).toEqual([0, 1]);
	});

	it('is the rest of what is left word for word', () => {
		for (const through of [null, { seq: 0, step: 0 }, { seq: 1, step: 0 }, { seq: 1, step: 1 }]) {
			const left = exchangesAfter(log, through).map(({ turn }) => turn.seq);
			expect([...covered(through), ...left]).toEqual([0, 1, 2]);
		}
	});

	it('names the last covered step of the turn in which it ends, and of no other', () => {
		const steps = log.map((exchange) => coveredStep(exchange, { seq: 1, step: 0 }));
		expect(steps).toEqual([-1, 0, -1]);
	});
});

it('an attempt that was replaced is told nowhere, also where the cut falls right behind it', () => {
	const turn = aTurn(0);
	const steps = [aStep(turn, 0), aStep(turn, 1, undefined, { state: 'stopped' }), aStep(turn, 2)];
	const indexes = (within: typeof toldWithin, step: number) =>
		within([{ turn, steps }], {
			from: { seq: 0, step: -1 },
			through: { seq: 0, step }
		}).flatMap((one) => one.steps.map(({ index }) => index));
	expect(indexes(toldWithin, 1)).toEqual([0]);
	expect(indexes(toldWithin, 2)).toEqual([0, 2]);
	// An archive keeps all of it.
	expect(indexes(exchangesWithin, 1)).toEqual([0, 1]);
});
