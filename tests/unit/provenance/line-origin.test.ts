import { describe, expect, test } from 'vitest';
import { judgeOrigin, leastTrusted } from '#core/provenance/line-origin.ts';
import type { Taint } from '#core/summary/summary.ts';

test('a line is trusted as little as the least trusted thing it was made of', () => {
	expect(leastTrusted(['own', 'assistant'])).toBe('assistant');
	expect(leastTrusted(['web', 'own', 'tool'])).toBe('web');
	expect(leastTrusted(['tool', 'import', 'web'])).toBe('import');
	expect(leastTrusted([])).toBe('own');
});

describe.each(['none', 'tool', 'web', 'import'] as const)('where %s was read', (taint: Taint) => {
	const originOf = (said: string, line: string) =>
		judgeOrigin({ typed: [said], handed: [], taint })(line);

	test.each([
		['I work at the harbour office.', 'Works at the harbour office'],
		['Remember that I work at the harbour office.', 'Works at the harbour office'],
		['remember that my sister Ana lives in Porto', 'My sister Ana lives in Porto'],
		['Please remember: I work at the harbour office', 'I work at the harbour office'],
		['Good morning. Don’t forget that I never eat fish!', 'The user never eats fish'],
		['Can you please keep in mind that I never eat fish.', 'I never eat fish'],
		['Merk dir bitte, dass meine Schwester Ana heißt', 'Meine Schwester heißt Ana'],
		['Merk dir, dass ich in Graz wohne', 'Ich wohne in Graz'],
		['Merk dir, dass mein Bruder in Wien wohnt', 'Mein Bruder in Wien wohnt'],
		['Recuerda comer pescado no me gusta', 'Comer pescado no me gusta'],
		['Merk dir, dass mein kleiner Bruder in Wien wohnt', 'Mein kleiner Bruder wohnt in Wien'],
		['Note that down: I live in Porto', 'I live in Porto'],
		['Vergiss nicht: Ich wohne in Graz', 'Ich wohne in Graz'],
		['Retiens que j’habite à Lyon', 'J’habite à Lyon'],
		['N’oublie pas qu’Ana habite à Lyon', 'Ana habite à Lyon'],
		['Recuerda que vivo en Porto', 'Vivo en Porto'],
		['Ricordati che vivo a Roma', 'Vivo a Roma'],
		['Lembre-se de que moro em Braga', 'Moro em Braga'],
		['Onthoud dat mijn zus Ana heet', 'Mijn zus Ana heet'],
		['Запомни, что я живу в Риге', 'Я живу в Риге'],
		['请记住：我住在里斯本', '我住在里斯本']
	])('what the user asks to be remembered is the user’s: %s', (said, line) => {
		expect(originOf(said, line)).toBe('own');
	});
});

describe.each(['tool', 'web', 'import'] as const)('where %s was read', (taint) => {
	test.each([
		// Whatever stands before the fact and says more than "remember" counts.
		['Never remember that I work at the harbour office.', 'I work at the harbour office'],
		['Do not remember that I live in Porto.', 'I live in Porto'],
		['I can’t remember that I live in Porto.', 'I live in Porto'],
		['Bob says: remember that I live in Porto.', 'I live in Porto'],
		['Remember when I lived in Porto.', 'I lived in Porto'],
		['Remember that Bob says I live in Porto.', 'I live in Porto'],
		['Remember that if I win, I live in Porto.', 'I live in Porto'],
		['Remember that I wish I had a sister in Porto.', 'I had a sister in Porto'],
		['Remember that I am not allergic to nuts.', 'I am allergic to nuts'],
		['Remember that my sister is allergic to nuts.', 'I am allergic to nuts'],
		['Can you remember that I live in Porto?', 'I live in Porto'],
		['Vergiss, dass ich in Graz wohne.', 'Ich wohne in Graz'],
		['Merk dir, dass ich nicht in Graz wohne.', 'Ich wohne in Graz'],
		['Merk dir, dass ich hoffe, dass er in Graz wohnt.', 'Ich wohne in Graz'],
		['Merk dir, dass mein kleiner Bruder in Wien wohnt.', 'Mein kleiner wohnt Bruder in Wien'],
		['Note down that Bob says: I live in Porto.', 'I live in Porto'],
		['Merk dir nicht, dass ich Fisch esse.', 'Ich esse Fisch'],
		['Oublie que j’habite à Lyon.', 'J’habite à Lyon'],
		['No recuerdes que vivo en Porto.', 'Vivo en Porto']
	])('no half of a sentence is the user’s: %s', (said, line) => {
		expect(judgeOrigin({ typed: [said], handed: [], taint })(line)).toBe(taint);
	});
});
