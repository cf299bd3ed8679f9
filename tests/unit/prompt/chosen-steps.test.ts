import { expect, test } from 'vitest';
import { chooseSteps } from '#core/prompt/chosen-steps.ts';
import { aStep, aTurn } from '../../support/builders/a-turn.ts';

/** Which attempts at an answer stand in a request. */

const turn = aTurn(0);
const step = (index: number, words: string, more: Parameters<typeof aStep>[3] = {}) =>
	aStep(turn, index, words, more);
const broken = { state: 'stopped' } as const;

const chosen = (...[steps, next, after]: Parameters<typeof chooseSteps>) =>
	chooseSteps(steps, next, after).map(({ step: { index } }) => index);

test('one that broke off stands there with the one that went on from it, and not with one that began anew', () => {
	const first = step(0, 'The tea is', broken);
	expect(chosen([first, step(1, ' green.', { continues: true })], null)).toEqual([0, 1]);
	expect(chosen([first, step(1, 'It is green.')], null)).toEqual([1]);
	// Nothing was said by the attempt between.
	const failed = step(1, '', { state: 'failed' });
	expect(chosen([first, failed, step(2, ' green.', { continues: true })], null)).toEqual([0, 2]);
});

test('the last one, where it broke off, stands there unless the answer is asked for anew', () => {
	const steps = [step(0, 'The tea is', broken)];
	expect([null, 'on', 'anew'].map((next) => chosen(steps, next as 'on' | null))).toEqual([
		[0],
		[0],
		[]
	]);
	const whole = [step(0, 'The tea is green.')];
	expect(chosen(whole, 'anew')).toEqual([0]);
});

test('what a summary covers stands there no more', () => {
	const steps = [0, 1, 2].map((index) => step(index, 'Tea.', { continues: true }));
	expect(chosen(steps, null, 0)).toEqual([1, 2]);
	expect(chosen(steps, null, 2)).toEqual([]);
});
