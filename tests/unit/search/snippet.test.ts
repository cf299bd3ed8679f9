import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { search } from '#core/search/search.ts';
import { snippet, tellingPart } from '#core/search/snippet.ts';
import { aSession, indexOf } from './stories.ts';

describe('a snippet', () => {
	test('marks the word that is being typed, and only while it is', () => {
		const marked = (query: string, prefix: boolean) =>
			snippet('Marguerite keeps the lighthouse.', query, { prefix })
				.filter((piece) => piece.marked)
				.map((piece) => piece.text);
		expect(marked('lighthouse Margu', true)).toEqual(['Marguerite', 'lighthouse']);
		expect(marked('lighthouse Margu', false)).toEqual(['lighthouse']);
		expect(marked('lighthouse Margu ', true)).toEqual(['lighthouse']);
	});

	test('marks other forms of the words asked for', () => {
		expect(snippet('We planned it.', 'plans')).toEqual([
			{ text: 'We ', marked: false },
			{ text: 'planned', marked: true },
			{ text: ' it.', marked: false }
		]);
	});

	test('marks a word that a small one is written to', () => {
		const marked = (text: string, query: string) =>
			snippet(text, query)
				.filter((piece) => piece.marked)
				.map((piece) => piece.text);
		expect(marked('كنا بمتحف قديم', 'المتحف')).toEqual(['بمتحف']);
		expect(marked('المتحف قديم', 'بمتحف')).toEqual(['المتحف']);
	});

	test('of a long text shows where most of the words stand together', () => {
		const text = `${'Lisbon is far. '.repeat(60)}The baker of Lisbon is Aurelio. ${'So it goes. '.repeat(60)}`;
		const pieces = snippet(text, 'Aurelio baker Lisbon');
		expect(pieces.filter(({ marked }) => marked).map((piece) => piece.text)).toEqual(
			expect.arrayContaining(['baker', 'Aurelio'])
		);
		expect(pieces.reduce((sum, piece) => sum + piece.text.length, 0)).toBeLessThan(260);
	});

	test('is made of the text itself, whatever text and query are', () => {
		const any = fc.string({ unit: 'binary', maxLength: 400 });
		fc.assert(
			fc.property(any, any, (text, query) => {
				const shown = snippet(text, query)
					.map((piece) => piece.text)
					.join('')
					.replace(/^… /, '')
					.replace(/ …$/, '');
				expect(text).toContain(shown);
			})
		);
	});

	test('marks what a search found', () => {
		const documents = aSession('a', ['用户喜欢在河边画画和弹琴']);
		expect(search(indexOf(...documents), '河边画画')).toHaveLength(1);
		expect(snippet(documents[0]?.text ?? '', '河边画画').find(({ marked }) => marked)?.text).toBe(
			'河边画画'
		);
	});

	test('marks the word that a mistyped one was taken for', () => {
		const text = `${'So it goes. '.repeat(60)}The lighthouse is lit.`;
		const index = indexOf(...aSession('a', [text]));
		const shown = (query: string) => {
			const [hit] = search(index, query);
			return snippet(text, query, { terms: hit?.terms ?? [] })
				.filter(({ marked }) => marked)
				.map((piece) => piece.text);
		};
		expect(shown('lightouse')).toEqual(['lighthouse']);
		expect(shown('light house')).toEqual(['lighthouse']);
	});
});

describe('the telling part of a text', () => {
	test('is the text itself where there is room, else what stands around the words asked for', () => {
		const told = 'The baker of Lisbon is Aurelio.';
		expect(tellingPart(told, 'baker', 900)).toBe(told);
		const long = `${'It is far. '.repeat(400)}${told} ${'So it goes. '.repeat(400)}`;
		const part = tellingPart(long, 'Aurelio the baker', 900);
		expect(part).toContain(told);
		expect(part).toMatch(/^\[…\] .* \[…\]$/);
		expect(part.length).toBeLessThan(920);
		expect(tellingPart(long, 'zeppelin', 900)).toMatch(/^It is far\..* \[…\]$/);
	});
});
