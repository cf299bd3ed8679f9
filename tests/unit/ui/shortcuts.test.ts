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

it.each([
	['English', '/', 'Slash', '/'],
	['Russian', '.', 'Slash', '/'],
	['Arabic', 'ظ', 'Slash', '/'],
	['Thai', 'ฝ', 'Slash', '/'],
	['German, with Shift', '/', 'Digit7', '/'],
	// There it is another key, which makes the page smaller or takes something back.
	['German', '-', 'Slash', '-'],
	['Dvorak', 'z', 'Slash', 'z'],
	['Russian, the letter beside it', 'ю', 'Period', 'ю']
])('the slash is told on a %s layout', (_, key, code, told) => {
	expect(letterOf({ key, code })).toBe(told);
});
