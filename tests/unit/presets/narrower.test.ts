import { expect, test } from 'vitest';
import { onDevice } from '#core/models/model-card.ts';
import { isNarrower } from '#core/presets/narrower.ts';
import { defaultSettings, type Settings } from '#core/settings.ts';
import { aCard } from '../../support/builders/a-prompt.ts';
import { aSession } from '../../support/builders/a-session.ts';

const card = aCard({ id: 'claude-large', window: 200_000, maxOutput: 20_000 });
const settings: Settings = { ...defaultSettings, model: card.id, models: { [card.id]: card } };

test('one answer is by a narrower model where it has less room than the one of the session', () => {
	const by = (model: string, usable: number, session = aSession()) =>
		isNarrower(settings, session, { model, usable });
	expect(by('claude-small', 100_000)).toBe(true);
	expect(by('claude-wide', 180_000)).toBe(false);
	expect(by('claude-wide', 500_000)).toBe(false);
	expect(by(onDevice, 30_000)).toBe(true);
});

test('the model of a session is not narrower than itself, whatever the settings say of others', () => {
	const usable = 10;
	expect(isNarrower(settings, aSession(), { model: card.id, usable })).toBe(false);
	const session = aSession({ model: 'claude-small' });
	expect(isNarrower(settings, session, { model: 'claude-small', usable })).toBe(false);
	expect(isNarrower(settings, aSession({ model: onDevice }), { model: onDevice, usable })).toBe(
		false
	);
});
