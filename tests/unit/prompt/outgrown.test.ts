import { expect, it } from 'vitest';
import { policyOf } from '#core/presets.ts';
import { assemblePrompt } from '#core/prompt/assemble.ts';
import { hasOutgrown } from '#core/prompt/outgrown.ts';
import { defaultSettings } from '#core/settings.ts';
import { aCard, aPromptInput } from '../../support/a-prompt.ts';
import { result } from '../../support/a-turn.ts';

const card = aCard({ window: 12_000, maxOutput: 1000 });
const input = aPromptInput({ card, policy: policyOf(defaultSettings, null, card) });
const prompt = assemblePrompt(input);
const results = [result('a', 'A stone in the wall. '.repeat(100))];

it('is known when report and results together leave no room for the answer', () => {
	expect(hasOutgrown(input, prompt, { reported: 10_900, results })).toBe(true);
	expect(hasOutgrown(input, prompt, { reported: 10_900, results: [result('a', 'No.')] })).toBe(
		false
	);
	expect(hasOutgrown(input, prompt, { reported: 9000, results })).toBe(false);
});

it('is not said where nothing was reported, the window is unknown, or summaries are not made by themselves', () => {
	const full = { reported: 12_000, results };
	expect(hasOutgrown(input, prompt, full)).toBe(true);
	expect(hasOutgrown(input, prompt, { ...full, reported: null })).toBe(false);
	const unknown = { ...prompt, weight: { ...prompt.weight, window: null } };
	expect(hasOutgrown(input, unknown, full)).toBe(false);
	const byHand = { ...input, policy: { ...input.policy, automatic: false } };
	expect(hasOutgrown(byHand, prompt, full)).toBe(false);
});
