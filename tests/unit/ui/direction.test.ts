import { expect, it } from 'vitest';
import { directionOf } from '#ui/kit/fields/direction.ts';

const long = (word: string) => `${word} `.repeat(30_000 / word.length);

it('leaves each paragraph its own direction, however many there are', () => {
	expect(directionOf('')).toBeUndefined();
	expect(directionOf('שלום עולם')).toBeUndefined();
	expect(directionOf('a line of code\n'.repeat(10_000))).toBeUndefined();
});

it('gives a text with a paragraph that is too long for that the direction of its first letter', () => {
	expect(directionOf(long('word'))).toBe('ltr');
	expect(directionOf(long('שלום'))).toBe('rtl');
	expect(directionOf(`1. "سلام"\n${long('word')}`)).toBe('rtl');
	expect(directionOf(long('1234'))).toBe('ltr');
});
