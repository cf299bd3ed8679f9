import { expect, test } from 'vitest';
import { keyAdvice } from '#core/models/key-advice.ts';
import { onDevice } from '#core/models/model-card.ts';
import { anthropicEndpoint } from '#core/settings.ts';

const settings = { endpoint: anthropicEndpoint, model: null };
const session = { model: null };
const ask = { settings, session, key: 'none', isRefused: false } as const;

test('without a key one is to be added, but for a server that needs none', () => {
	expect(keyAdvice(ask)).toBe('add');
	expect(keyAdvice({ ...ask, session: { model: 'm' } })).toBe('add');
	const local = { endpoint: 'http://localhost:11434', model: 'm' };
	expect(keyAdvice({ ...ask, settings: local })).toBe('none');
});

test('a key that was refused is said to be so, set or locked, whether or not a model is chosen', () => {
	for (const key of ['set', 'locked'] as const)
		for (const model of [null, 'm'])
			expect(keyAdvice({ ...ask, key, session: { model }, isRefused: true })).toBe('refused');
});

test('a key without a model is told apart from none', () => {
	expect(keyAdvice({ ...ask, key: 'set' })).toBe('no-model');
	expect(keyAdvice({ ...ask, key: 'set', session: { model: 'm' } })).toBe('none');
});

test('whoever has chosen this device is told of no key that is set', () => {
	const device = { ...ask, session: { model: onDevice } };
	expect(keyAdvice({ ...device, key: 'set', isRefused: true })).toBe('none');
	expect(keyAdvice(device)).toBe('add');
});
