import { expect, it } from 'vitest';
import { brokenLink, chainStart, linkStep, linkTurn } from '#core/log/chain.ts';
import type { Step } from '#core/log/turn.ts';
import { stepBehindKept } from '#core/reply/step-behind-kept.ts';
import { aStep, aTurn, text } from '../../support/builders/a-turn.ts';

const begun = chainStart('s1');
const { turnId } = aTurn(0);
const turn = aTurn(0, 'Question', { hash: linkTurn(begun, turnId, [text('Question')]) });

it('a whole reply stands behind what was kept of it as broken off, chained to that', () => {
	const half = [text('Half an ans')];
	const hash = linkStep(turn.hash, { turnId, index: 0 }, half);
	const steps = [aStep(turn, 0, half, { state: 'interrupted', hash })];
	const reply = aStep(turn, 0, 'Half an answer, and the rest');
	const whole = stepBehindKept(reply, { turn, steps });
	expect(whole).toMatchObject({ index: 1, state: 'complete', content: reply.content });
	expect(brokenLink(begun, [{ turn, steps: whole ? [...steps, whole] : [] }])).toBeNull();
});

it('also where all its words were kept already: it did not break off', () => {
	const kept = aStep(turn, 0, 'An answer', { state: 'interrupted' });
	const whole = stepBehindKept(aStep(turn, 0, 'An answer'), { turn, steps: [kept] });
	expect(whole).toMatchObject({ index: 1, state: 'complete', content: kept.content });
});

it.each<[string, Partial<Step>, Partial<Step>]>([
	['of another call', {}, { startedAt: 77 }],
	['with nothing in it', {}, { content: [] }],
	['that goes on from an earlier step', {}, { continues: true }],
	['that broke off there', {}, { state: 'interrupted', content: [text('Half an ans')] }],
	['behind one that did not break off', { state: 'stopped' }, {}]
])('a reply %s stands behind nothing', (_, kept, over) => {
	const step = aStep(turn, 0, 'Half an ans', { state: 'interrupted', ...kept });
	const reply = aStep(turn, 0, 'Half an answer, and the rest', over);
	expect(stepBehindKept(reply, { turn, steps: [step] })).toBeNull();
});
