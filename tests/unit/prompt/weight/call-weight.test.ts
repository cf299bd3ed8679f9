import { expect, it } from 'vitest';
import type { Message } from '#core/log/blocks.ts';
import { weightAfter, type CallWeight } from '#core/prompt/weight/call-weight.ts';
import { result, text } from '../../../support/builders/a-turn.ts';

/** One token a block. */
const scale = {
	messages: (messages: readonly Message[]) =>
		messages.reduce((sum, { content }) => sum + content.length, 0)
};
const first: CallWeight = {
	tokens: 100,
	segments: [
		{ source: 'System', tokens: 90, on: true },
		{ source: 'New message', tokens: 10, on: true }
	]
};
const before: Message[] = [{ role: 'user', content: [text('What about the beds?')] }];
const results = [result('a', 'Cedar.'), result('b', 'Pine.')];
const after: Message[] = [
	...before,
	{ role: 'assistant', content: [text('Let me see')] },
	{ role: 'user', content: results }
];

it('adds what a step said and what its tools answered to the newest message', () => {
	const next = weightAfter(first, scale, { before, after, reported: null, results });
	expect(next.tokens).toBe(103);
	expect(next.segments).toEqual([
		{ source: 'System', tokens: 90, on: true },
		{ source: 'New message', tokens: 13, on: true }
	]);
});

it('takes the provider at its word where it reported the context behind the step', () => {
	const told = weightAfter(first, scale, { before, after, reported: 250, results });
	expect(told.tokens).toBe(252);
	expect(weightAfter(first, scale, { before, after, reported: 250, results: [] }).tokens).toBe(250);
});
