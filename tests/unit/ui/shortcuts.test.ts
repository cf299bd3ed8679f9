import { expect, it } from 'vitest';
import { letterOf } from '#ui/kit/letter-of.ts';

it('a key is told by its letter, and where the layout has no Latin letters by its place', () => {
	expect(letterOf({ key: 'K', code: 'KeyK' })).toBe('k');
	expect(letterOf({ key: 'л', code: 'KeyK' })).toBe('k');
	expect(letterOf({ key: 'Щ', code: 'KeyO' })).toBe('o');
	expect(letterOf({ key: 'ك', code: 'KeyS' })).toBe('s');
	// On other Latin layouts the letter counts, not where it lies.
	expect(letterOf({ key: 'a', code: 'KeyQ' })).toBe('a');
	expect(letterOf({ key: 'Escape', code: 'Escape' })).toBe('escape');
	expect(letterOf({ key: 'é', code: 'Digit2' })).toBe('é');
});
