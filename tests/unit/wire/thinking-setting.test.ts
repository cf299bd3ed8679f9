import { expect, it } from 'vitest';
import { thinkingOf } from '#core/wire/thinking-setting.ts';
import { aCard } from '../../support/builders/a-prompt.ts';

const asked = (setting: 'adaptive' | 'off', over: Parameters<typeof aCard>[0]) =>
	thinkingOf(setting, aCard(over)).thinking?.type ?? 'not said';

it('a model is asked to think as the endpoint says it takes it, else where its name tells', () => {
	expect(asked('adaptive', { id: 'claude-sonnet-5-5' })).toBe('adaptive');
	expect(asked('adaptive', { id: 'claude-opus-4-5-20251101' })).toBe('not said');
	expect(asked('adaptive', { id: 'llama3' })).toBe('not said');
	for (const id of [
		'claude-opus-4-6',
		'anthropic/claude-opus-4.7',
		'claude-fable-5',
		'claude-haiku-10-1'
	])
		expect(asked('adaptive', { id })).toBe('adaptive');
	for (const id of [
		'claude-opus-4-20250514',
		'claude-opus-20260101',
		'claude-opus-4',
		'claude-3-7-sonnet'
	])
		expect(asked('adaptive', { id })).toBe('not said');
	const thinking = { adaptive: true, disabled: null };
	expect(asked('adaptive', { id: 'gateway/sonnet', thinking })).toBe('adaptive');
	const not = { adaptive: false, disabled: true };
	expect(asked('adaptive', { id: 'claude-sonnet-5-5', thinking: not })).toBe('not said');
});

it('thinking is switched off only where the endpoint says that it can be', () => {
	const off = (disabled: boolean | null) =>
		asked('off', { id: 'claude-sonnet-5-5', thinking: { adaptive: true, disabled } });
	expect([off(true), off(false), off(null)]).toEqual(['disabled', 'not said', 'not said']);
	expect(asked('off', { id: 'claude-sonnet-5-5' })).toBe('not said');
	expect(asked('off', { id: 'llama3' })).toBe('not said');
});
