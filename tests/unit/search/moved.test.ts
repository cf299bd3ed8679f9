import { expect, test } from 'vitest';
import { keepBehind } from '#core/search/ranking/moved.ts';

/** Moving groups of documents once all have a score. */

test.each([
	['stands before it, is put right behind it', [10, 20, 5], [10, 9.99, 2.4975]],
	['stands behind it already, stays as far behind', [10, 2, 1], [10, 2, 1]]
])('what holds nothing of a query and %s', (_, scores, expected) => {
	const score = Float32Array.from(scores);
	keepBehind(score, { candidates: [0, 1, 2], own: Float32Array.of(1, 0, 0) }, 1);
	expected.forEach((one, at) => expect(score[at]).toBeCloseTo(one, 4));
});
