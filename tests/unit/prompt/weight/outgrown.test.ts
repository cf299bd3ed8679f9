import { expect, it } from 'vitest';
import { policyFor, type Policy } from '#core/presets/policy.ts';
import { recommended } from '#core/presets/built-in.ts';
import { assemblePrompt } from '#core/prompt/assemble.ts';
import { hasOutgrown } from '#core/prompt/weight/outgrown.ts';
import { defaultSettings, type Settings } from '#core/settings.ts';
import type { ModelCard } from '#core/models/model-card.ts';
import { aCard, answering, aPromptInput } from '../../../support/builders/a-prompt.ts';
import { aStep, aTurn, text } from '../../../support/builders/a-turn.ts';

const card = aCard({ window: 12_000, maxOutput: 1000 });

interface Case {
	readonly settings?: Partial<Settings>;
	readonly model?: ModelCard;
	readonly over?: Partial<Policy>;
	/** Of all that was said, in characters. */
	readonly said?: number;
	readonly isReported?: boolean;
}

/** Whether so many tokens are too much for the next call. */
function isTooMuch(tokens: number, told: Case = {}): boolean {
	const { settings = {}, model = card, over = {}, said = 100, isReported = true } = told;
	const policy = {
		...policyFor({ ...defaultSettings, ...settings }, null, model),
		...over
	};
	const { weight } = assemblePrompt(aPromptInput({ card: model, policy }));
	const messages = [{ role: 'user' as const, content: [text('a'.repeat(said))] }];
	return hasOutgrown(policy, weight, { tokens, messages, isReported });
}

it('is known at the threshold of the preset, like before a message (#40)', () => {
	expect(isTooMuch(9349)).toBe(false);
	expect(isTooMuch(9350)).toBe(true);
	expect(isTooMuch(9350, { isReported: false })).toBe(true);
});

it('is known at the wall too where the preset counts less', () => {
	const rounds = { settings: { preset: 'rounds' } };
	expect(isTooMuch(11_000, rounds)).toBe(false);
	expect(isTooMuch(11_001, rounds)).toBe(true);
});

it('is counted as the preset counts (#24, #40)', () => {
	// floor((12,000 − scaled reserves) × 0.8) tokens, a quarter of the characters each.
	const { hard } = policyFor({ ...defaultSettings, preset: 'rounds' }, null, card);
	const rounds = (said: number) => ({ settings: { preset: 'rounds' }, said });
	expect(isTooMuch(5000, rounds(((hard ?? 0) - 3) * 4))).toBe(false);
	expect(isTooMuch(5000, rounds(((hard ?? 0) - 2) * 4))).toBe(true);
});

it('of an unknown window is known at the threshold of the assumed one (INV-11)', () => {
	const unknown = aCard({ window: null, maxOutput: 1000 });
	expect(isTooMuch(9350, { model: unknown })).toBe(false);
	expect(isTooMuch(170_000, { model: unknown })).toBe(true);
});

it('is not said where summaries are not made by themselves', () => {
	expect(isTooMuch(12_000, { over: { automatic: false } })).toBe(false);
});

it('is never known by turns: they were counted when the message was sent', () => {
	const settings = {
		...defaultSettings,
		preset: 'own',
		customPresets: { own: { ...recommended, id: 'own', afterTurns: 1 } }
	};
	const policy = policyFor(settings, null, card);
	const said = (seq: number) => ({ turn: aTurn(seq), steps: [aStep(aTurn(seq), 0)] });
	const { weight } = assemblePrompt(
		aPromptInput({ card, policy, exchanges: [said(0), said(1)], newest: answering(said(2)) })
	);
	expect(weight.turns).toEqual({ said: 3, limit: 1 });
	expect(hasOutgrown(policy, weight, { tokens: 100, messages: [], isReported: true })).toBe(false);
});

it('#28 is known with the system text where the preset counts it', () => {
	const policy = policyFor({ ...defaultSettings, preset: 'rounds' }, null, card);
	const { weight } = assemblePrompt(aPromptInput({ card, policy }));
	const messages = [{ role: 'user' as const, content: [text('Hello')] }];
	const next = { messages, tokens: 100, isReported: true };
	expect(hasOutgrown(policy, weight, next)).toBe(false);
	const system = [text('a'.repeat(4 * (policy.hard ?? 0)))];
	expect(hasOutgrown(policy, weight, { ...next, system })).toBe(true);
});
