import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
	cutAnchors,
	cutTraces,
	holdsAny,
	ownPassages,
	ownTerms,
	passagesOf,
	sentenceWith,
	tracesIn
} from '#core/forgetting/traces.ts';

/** How copies of what is forgotten are known again, and what is left of a text without them. */

describe('a copy', () => {
	test('is found by any sentence of it, also when it was cut off or set with other spaces', () => {
		const passages = passagesOf([
			'The code of the shed is 4711. We also talked about the garden fence.'
		]);
		expect(
			holdsAny(['He said: the\n  garden. The code of the   shed is 4711. […]'], passages)
		).toBe(true);
		expect(holdsAny(['The code of the house is 4711.'], passages)).toBe(false);
	});

	test('is shown by the sentence that holds it', () => {
		const passages = passagesOf(['My code is 4711-A']);
		const text = 'Good morning. Well: my dog is old, and My code is 4711-A, you know. Bye.';
		expect(sentenceWith(['No.', text], passages)).toBe(
			'Well: my dog is old, and My code is 4711-A, you know.'
		);
		expect(sentenceWith(['No.'], passages)).toBe('');
		const across = ['My dog is old. My code', 'is 4711-A, and'].join('\n');
		const shown = sentenceWith([`${'Before. '.repeat(20)}${across} more.`], ['My code is 4711-A']);
		expect(shown).toMatch(/^Before\. .*My dog is old\. My code is 4711-A, and more\.$/);
		expect(shown.length).toBeLessThan(90);
	});

	test('of every text long enough to be known is found in every text that holds it', () => {
		const words = fc.string({ unit: 'grapheme', minLength: 12, maxLength: 60 });
		fc.assert(
			fc.property(words, fc.string(), fc.string(), (text, before, after) => {
				const passages = passagesOf([text]);
				fc.pre(passages.length > 0);
				expect(holdsAny([`${before} ${text} ${after}`], passages)).toBe(true);
			})
		);
	});

	test('is not known by a short word or by a sentence that was said elsewhere too', () => {
		expect(passagesOf(['Yes.', 'Thank you'])).toEqual([]);
		const passages = passagesOf(['Can you help me with this? My code is 4711-A.']);
		expect(ownPassages(passages, ['Can you help me with this? I am lost.'])).toEqual([
			'My code is 4711-A.'
		]);
	});
});

describe('a summary', () => {
	const terms = ownTerms(
		['My aunt Xenia lives in Timbuktu.'],
		['We talked about my garden and the roses.']
	);
	const traces = { terms, names: [], passages: [] };

	test('is told by the words that only the forgotten turn has, in whatever form', () => {
		expect(tracesIn('The aunt, XENIA, loves roses.', terms)).toEqual(['aunt', 'XENIA']);
		expect(tracesIn('The garden has roses.', terms)).toEqual([]);
	});

	test('loses the lines and sentences that tell of it and keeps all others', () => {
		const text =
			'## State\n- Roses were planted.\n- Xenia visits in May.\nThe garden grew. Timbuktu was named. It rained.';
		expect(cutTraces(text, traces)).toBe(
			'## State\n- Roses were planted.\nThe garden grew. It rained.'
		);
	});

	test('never holds a trace after it was cut, whatever the text', () => {
		fc.assert(
			fc.property(
				fc.array(fc.oneof(fc.lorem(), fc.constantFrom('Xenia', 'Timbuktu\n', 'aunt. '))),
				(parts) => {
					const cut = cutTraces(parts.join(' '), { ...traces, passages: ['Timbuktu'] });
					expect(tracesIn(cut, terms)).toEqual([]);
				}
			)
		);
	});

	test('keeps the anchors beside it, but not those that name it', () => {
		expect(cutAnchors('Names: Anna; Xenia; Bob\nPaths: a/b timbuktu.md c', traces)).toBe(
			'Names: Anna; Bob\nPaths: a/b c'
		);
		expect(cutAnchors('Names: Xenia', traces)).toBe('');
		const named = { ...traces, names: ['Mallory Quux'] };
		expect(cutAnchors('Names: Mallory Quux\nDates: May', named)).toBe('Dates: May');
	});
});
