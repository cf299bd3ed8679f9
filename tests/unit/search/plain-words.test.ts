import fc from 'fast-check';
import { expect, test } from 'vitest';
import { plainWords } from '#core/search/plain-words.ts';
import { cutTokens } from '#core/search/words/tokens.ts';
import { growthOfReading, inProportion } from '../../support/growth.ts';

test.each([
	['**On-device** · found by search', 'On-device · found by search'],
	['## Plans\n\n- *one*\n- `two`\n1. ~~three~~', 'Plans\n\none\ntwo\nthree'],
	['> - quoted in a list', 'quoted in a list'],
	[
		'see [the page](https://example.org/a_(b)) and ![a cat](blob:x "Minka")',
		'see the page and a cat'
	],
	['```ts\nconst a = 1;\n```', 'const a = 1;'],
	['| a | b |\n|---|:-:|\n| 1 | 2 |', 'a · b\n\n1 · 2'],
	['| | Paris |\n| - | - |\n| Rent | 900 |', 'Paris\n\nRent · 900'],
	['- [ ] buy milk\n- [x] call Anna\n1. [X] pay', 'buy milk\ncall Anna\npay'],
	['\\[not a link\\] \\*', '[not a link] *'],
	['_told_ by **two** people', 'told by two people'],
	['**a *b* c** and ***both***, **2 * 3**, ~~a ~ b~~', 'a b c and both, 2 * 3, a ~ b']
])('%j reads %j', (text, words) => {
	expect(plainWords(text)).toBe(words);
});

test.each([
	'snake_case_name and __init__.py',
	'2 * 3 * 4 = 24',
	'*p = *q;',
	'a[0](1) costs - or does it? - 5',
	'C:\\Users\\me',
	'#hashtag',
	'10.5 is no list',
	'|x| + |y|',
	'[x] marks the spot'
])('%j stays as it is', (text) => {
	expect(plainWords(text)).toBe(text);
});

test('every word stays findable: no word is lost but addresses and the language of a fence, none is joined', () => {
	const word = fc.constantFrom('one', 'two', 'drei', 'vier_fünf', '六', 'st*r', '12');
	const lead = fc.constantFrom('', '# ', '- ', '> ', '\n- ', '\n1. ', '\n\n');
	const sign = fc.constantFrom('', '**', '*', '_', '`', '~~', '\\*');
	const part = fc.tuple(lead, sign, word, sign).map((four) => four.join(''));
	fc.assert(
		fc.property(fc.array(part, { maxLength: 12 }), (parts) => {
			const text = parts.join(' ');
			const left = (of: string) =>
				cutTokens(of.replaceAll('1. ', ''))
					.map((token) => token.word)
					.join(' ');
			expect(left(plainWords(text))).toBe(left(text));
		}),
		{ numRuns: 300 }
	);
});

test('a text made of signs alone is read at once', () => {
	const pieces = ['[', '![', '[a](', '(a', '`', '**a', ' **a', 'a **b c ', ' ~~a', ' *a'];
	for (const piece of [...pieces, '| - |', '> - ', '| a ', '- [x] ']) {
		const long = piece.repeat(50_000);
		expect(plainWords(long).length).toBeLessThanOrEqual(long.length);
		expect(growthOfReading(plainWords, piece), piece).toBeLessThan(inProportion);
		expect(growthOfReading(plainWords, piece, { end: '!' }), piece).toBeLessThan(inProportion);
	}
});
