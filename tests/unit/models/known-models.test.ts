import { expect, test } from 'vitest';
import { choicesWith, listedModels, modelChoices } from '#core/models/known-models.ts';
import { onDevice, unknownCard, type ModelCard } from '#core/models/model-card.ts';

const card = (id: string, lookedUpAt: number | null, name = id): ModelCard => ({
	...unknownCard(id),
	name,
	lookedUpAt
});
const models = Object.fromEntries(
	[card('old', 1), card('b', 2, 'Opus'), card('a', 2), card('mine', null)].map((one) => [
		one.id,
		one
	])
);
const endpoint = 'https://here.example';
const ids = (of: ReturnType<typeof modelChoices>) => of.map((choice) => choice.card.id);

test('listed is what the endpoint named when it was last asked, not what another named before', () => {
	expect([...listedModels({ models, endpoint })]).toEqual(['b', 'a']);
	expect([...listedModels({ models: {}, endpoint })]).toEqual([]);
	expect([...listedModels({ models: { mine: card('mine', null) }, endpoint })]).toEqual([]);
});

const there = 'https://there.example';

test('an endpoint without a list has none: what another one named is not what it would answer with', () => {
	const noted = Object.fromEntries(
		Object.entries(models).map(([id, one]) => [
			id,
			{ ...one, ...(one.lookedUpAt !== null && { listedAt: { [there]: one.lookedUpAt } }) }
		])
	);
	expect([...listedModels({ models: noted, endpoint })]).toEqual([]);
	expect([...listedModels({ models: noted, endpoint: there })]).toEqual(['b', 'a']);
	expect(ids(modelChoices({ models: noted, endpoint, model: null }, { model: null }))).toEqual([
		'mine'
	]);
});

test('what two endpoints have named is listed by both, each as it was last asked', () => {
	const both = {
		a: { ...card('a', 3), listedAt: { [endpoint]: 2, [there]: 3 } },
		b: { ...card('b', 2), listedAt: { [endpoint]: 2 } },
		gone: { ...card('gone', 3), listedAt: { [endpoint]: 1, [there]: 3 } }
	};
	expect([...listedModels({ models: both, endpoint })]).toEqual(['a', 'b']);
	expect([...listedModels({ models: both, endpoint: there })]).toEqual(['a', 'gone']);
});

test('offered are the listed models, those a person wrote numbers for, and those in use', () => {
	expect(ids(modelChoices({ models, endpoint, model: 'b' }, { model: 'typed' }))).toEqual([
		...['a', 'b', 'mine', 'typed']
	]);
	expect(ids(modelChoices({ models, endpoint, model: 'old' }, { model: onDevice }))).toContain(
		'old'
	);
	expect(
		ids(modelChoices({ models, endpoint, model: onDevice }, { model: onDevice }))
	).not.toContain(onDevice);
	expect(modelChoices({ models, endpoint, model: 'b' }, { model: null })).toEqual([
		{ card: models['a'], isDefault: false },
		{ card: models['b'], isDefault: true },
		{ card: models['mine'], isDefault: false }
	]);
});

test('a model is found by a piece of its id or name, in any case', () => {
	const all = modelChoices({ models, endpoint, model: null }, { model: null });
	expect(ids(choicesWith(all, ' OPUS '))).toEqual(['b']);
	expect(ids(choicesWith(all, 'mi'))).toEqual(['mine']);
	expect(ids(choicesWith(all, ''))).toEqual(ids(all));
});
