import { expect, test } from 'vitest';
import { growthOf, inProportion } from '../../support/growth.ts';

/** What other tests rely on who ask that nothing runs away: it is noticed where something does. */

test('a pattern that goes through a text once grows with it', () => {
	expect(growthOf((size) => / +x/.test(`${'a '.repeat(size)}y`), 200_000)).toBeLessThan(
		inProportion
	);
});

test('a pattern that begins anew at each sign grows much faster, and so does a list that is searched for each of its own', () => {
	expect(growthOf((size) => /\s+x/.test(`${' '.repeat(size)}y`), 8000)).toBeGreaterThan(
		inProportion
	);
	const searched = (size: number) =>
		Array.from({ length: size }, (_, at) => at).filter((at, _, all) => all.indexOf(at) !== at);
	expect(growthOf(searched, 8000)).toBeGreaterThan(inProportion);
});
