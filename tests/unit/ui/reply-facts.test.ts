import { expect, it } from 'vitest';
import { onDevice, unnamedModel } from '#core/models/model-card.ts';
import { factsOf } from '#ui/chat/message/reply/reply-facts.ts';
import { words } from '#ui/words/all-words.ts';

/** What stands under a reply. */

const step = (output: number, cost: number | null) => ({
	content: [{ type: 'text' as const, text: 'Yes.' }],
	cost,
	usage: { input: 900, output, cacheRead: 0, cacheWrite: 0 }
});

it('says what its tokens are counted of', () => {
	expect(words.messages.written(1264)).toBe('1,264 tokens written');
	expect(factsOf('claude-sonnet-5-5', [step(264, null), step(1000, null)])).toBe(
		'claude-sonnet-5-5 · 1,264 tokens written · Cost unknown'
	);
});

it('says no price of an answer of this device', () => {
	expect(factsOf(onDevice, [step(182, 0)])).toBe('on-device · 182 tokens written');
});

it('says nothing of an imported reply of which nothing is known', () => {
	expect(factsOf(unnamedModel, [{ content: [], cost: null, usage: null }])).toBe('');
	expect(factsOf(unnamedModel, [step(7, null)])).toBe('7 tokens written');
});
