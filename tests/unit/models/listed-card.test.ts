import { expect, test } from 'vitest';
import { defaultModel, listedCard } from '#core/models/listed-card.ts';
import { unknownCard, type ModelCard } from '#core/models/model-card.ts';
import { aCard } from '../../support/builders/a-prompt.ts';

const prices = { input: 3, output: 15, cacheRead: 0.3, cacheWrite: 3.75 };
const endpoint = 'https://one.example';
const said = aCard({ window: 200_000, maxOutput: 64_000, lookedUpAt: 9 });

test('of a model that was not known, the card is what the endpoint says', () => {
	expect(listedCard(undefined, said, endpoint)).toEqual({ ...said, listedAt: { [endpoint]: 9 } });
});

test('a name has no sign that turns it round; one of nothing else gives way to the id', () => {
	const named = (name: string) => listedCard(undefined, { ...said, name }, endpoint).name;
	expect(named('\u202eevil')).toBe('evil');
	expect(named('\u200b')).toBe(said.id);
});

test('numbers that the user wrote stay, and all others are the endpoint’s (INV-11)', () => {
	const known: ModelCard = {
		...unknownCard(said.id),
		name: 'An older name',
		window: 90_000,
		windowBy: 'user',
		maxOutput: 1000,
		outputBy: 'api',
		prices,
		priceStep: 150_000,
		listedAt: { 'https://two.example': 3 }
	};
	expect(listedCard(known, said, endpoint)).toEqual({
		...said,
		listedAt: { 'https://two.example': 3, [endpoint]: 9 },
		window: 90_000,
		windowBy: 'user',
		prices,
		priceStep: 150_000
	});
});

test('what the endpoint does not say leaves what was known, with who said it', () => {
	const silent = { ...unknownCard(said.id), lookedUpAt: 10 };
	const known = aCard({ window: 100_000, maxOutput: 5000, outputBy: 'user' });
	expect(listedCard(known, silent, endpoint)).toMatchObject({
		window: 100_000,
		windowBy: 'api',
		maxOutput: 5000,
		outputBy: 'user',
		lookedUpAt: 10
	});
});

test('who answers where nobody was chosen is a middling model, else the first of the list', () => {
	const list = (...ids: string[]) => ids.map((id) => aCard({ id }));
	expect(defaultModel(list('claude-opus-5', 'claude-sonnet-5', 'claude-sonnet-4'))?.id).toBe(
		'claude-sonnet-5'
	);
	expect(defaultModel(list('llama3', 'qwen3'))?.id).toBe('llama3');
	expect(defaultModel([])).toBeUndefined();
});
