import { expect, test } from 'vitest';
import { cheapModel, summaryModels, takesTemperature } from '#core/summarise/models.ts';
import { recommended } from '#core/presets/built-in.ts';
import { policyFor } from '#core/presets/policy.ts';
import { defaultSettings } from '#core/settings.ts';
import { onDevice, type ModelCard } from '#core/models/model-card.ts';
import { aCard } from '../../support/builders/a-prompt.ts';

/** Which model writes a summary, and how it is asked. */

const models = Object.fromEntries(
	[
		'claude-opus-5-5',
		'claude-haiku-4-5-20251001',
		'claude-haiku-5-5',
		'claude-3-haiku-20240307'
	].map((id) => [id, aCard({ id })])
);

const cheapOf = (known: Readonly<Record<string, ModelCard>>) =>
	cheapModel({ models: known, endpoint: defaultSettings.endpoint });

test('#50 #135 the cheap model is the newest listed one whose id holds haiku', () => {
	expect(cheapOf(models)?.id).toBe('claude-haiku-5-5');
	expect(cheapOf({})).toBeNull();
	// A date is no version.
	const dated = aCard({ id: 'claude-haiku-5-20260101' });
	expect(cheapOf({ ...models, [dated.id]: dated })?.id).toBe('claude-haiku-5-5');
});

test('#135 what another endpoint listed is not asked of this one', () => {
	const listed = (id: string, lookedUpAt: number | null) => ({ [id]: aCard({ id, lookedUpAt }) });
	const before = listed('claude-haiku-5-5', 1);
	const now = { ...before, ...listed('qwen3', 2) };
	expect(cheapOf(now)).toBeNull();
	const settings = { ...defaultSettings, models: now };
	const policy = policyFor({ ...settings, preset: 'recommended' }, null, aCard({ id: 'qwen3' }));
	expect(summaryModels(settings, policy, 'qwen3')).toMatchObject({
		first: { id: 'qwen3' },
		other: null
	});
	expect(cheapOf({ ...now, ...listed('claude-haiku-4-5', 2) })?.id).toBe('claude-haiku-4-5');
	const elsewhere = aCard({
		id: 'claude-haiku-5-5',
		lookedUpAt: 1,
		listedAt: { 'https://there.example': 1 }
	});
	expect(cheapOf({ [elsewhere.id]: elsewhere })).toBeNull();
	// Nothing was ever listed: what is known was named by the user.
	expect(cheapOf(listed('claude-haiku-5-5', null))?.id).toBe('claude-haiku-5-5');
});

test('#134 #135 who writes the summary: the preset says, the user may name one, the session’s own is the last resort', () => {
	const settings = { ...defaultSettings, models };
	const policy = (preset: string) =>
		policyFor({ ...settings, preset }, null, aCard({ id: 'claude-opus-5-5' }));
	const of = (preset: string) => {
		const { first, other } = summaryModels(settings, policy(preset), 'claude-opus-5-5');
		return [first?.id, other?.id ?? null];
	};
	expect(of('recommended')).toEqual(['claude-haiku-5-5', 'claude-opus-5-5']);
	expect(of('spec-008')[0]).toBe('claude-haiku-5-5');
	for (const preset of ['gsv', 'two-phase', 'rounds', 'single-shot'])
		expect(of(preset)).toEqual(['claude-opus-5-5', null]);
	const bare = { ...defaultSettings, models: {} };
	expect(summaryModels(bare, policy('recommended'), 'llama3').first?.id).toBe('llama3');
	const byCode = { first: null, other: null };
	expect(summaryModels(settings, policy('recommended'), onDevice)).toEqual(byCode);
	const here = { preset: { ...recommended, summariser: { model: onDevice } } };
	expect(summaryModels(settings, here, 'claude-opus-5-5')).toEqual(byCode);
});

test('#120 a temperature goes only to models that still take one', () => {
	for (const id of ['claude-3-haiku-20240307', 'claude-sonnet-4-5-20250929', 'claude-haiku-4-5'])
		expect(takesTemperature(id)).toBe(true);
	for (const id of ['claude-opus-4-7', 'claude-opus-5-5', 'claude-haiku-5-5', 'llama3', 'gpt-4o'])
		expect(takesTemperature(id)).toBe(false);
});
