import { describe, expect, it } from 'vitest';
import { contentWords } from '#core/lines/content-words.ts';
import { isOwnWords } from '#core/provenance/own-words.ts';

describe('own words', () => {
	const written = contentWords(['I drink strong tea every morning', '我每天喝绿茶']);

	it('are lines whose every content word the user wrote', () => {
		expect(isOwnWords('User drinks strong tea', written)).toBe(true);
		expect(isOwnWords('喝绿茶', written)).toBe(true);
		expect(isOwnWords('Drinks strong coffee', written)).toBe(false);
	});

	it('are not turned round by a negation that nobody wrote', () => {
		expect(isOwnWords('Does not drink tea', written)).toBe(false);
		expect(isOwnWords("Doesn't drink tea", written)).toBe(false);
		expect(isOwnWords('Does not drink tea', contentWords(["I don't drink tea"]))).toBe(true);
	});

	it.each([
		['I live in Porto', 'The user lives in Porto'],
		['I work at the harbour and leave at six', 'User works at the harbour and leaves at six'],
		['I want to be a student', 'The user wants to be a student'],
		['I wash the dog on Sundays', 'The user washes the dog on Sundays'],
		['Ich wohne in Porto', 'Der Nutzer wohnt in Porto'],
		['Ich arbeite im Hafen', 'Die Nutzerin arbeitet im Hafen'],
		['Ich esse kein Fleisch', 'Der Nutzer isst kein Fleisch'],
		['Ich heiße Ana', 'Der Nutzer heißt Ana'],
		['Meine Schwester heißt Ana, und ich sammle Briefmarken', 'Der Nutzer sammelt Briefmarken'],
		["J'habite à Porto", "L'utilisateur habite à Porto"],
		['Je vis à Porto', "L'utilisatrice vit à Porto"],
		['Je bois du thé vert', "L'utilisateur boit du thé vert"],
		["J'apprends le portugais", "L'utilisateur apprend le portugais"],
		['Vivo en Oporto', 'El usuario vive en Oporto'],
		['Trabajo en el puerto', 'La usuaria trabaja en el puerto'],
		['Tengo dos hijas', 'El usuario tiene dos hijas'],
		['Me llamo Ana', 'La usuaria se llama Ana']
	])('are still theirs in the third person: %s → %s', (said, line) => {
		expect(isOwnWords(line, contentWords([said]))).toBe(true);
	});

	it.each([
		['I live in Porto', 'The user lives in Lisbon'],
		['I live in Porto', 'The user loves Porto'],
		['Ich wohne in Porto', 'Der Nutzer wohnt nicht in Porto'],
		['Ich wohne in Porto', 'Der Nutzer arbeitet in Porto'],
		['Je vis à Porto', "L'utilisateur ne vit pas à Porto"],
		['Tengo un hijo', 'El usuario tiene una hija'],
		['Vivo en Oporto', 'El usuario bebe en Oporto']
	])('are not theirs when another word changes: %s → %s', (said, line) => {
		expect(isOwnWords(line, contentWords([said]))).toBe(false);
	});

	it('are nobody’s when the line says nothing', () => {
		expect(isOwnWords('It is what it is', written)).toBe(false);
		expect(isOwnWords('', written)).toBe(false);
	});
});
