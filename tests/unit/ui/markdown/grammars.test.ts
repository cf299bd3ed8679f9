import hljs from 'highlight.js/lib/core';
import { expect, it } from 'vitest';
import { grammars, isColoured } from '#ui/markdown/code/grammars.ts';
import { growthOfReading, inProportion } from '../../../support/growth.ts';

/** Code comes from models and from files: colouring what was made to be slow must not hold the page. */

/** Pieces for which a grammar goes through all of the rest from each of its signs. */
const made: readonly (readonly [string, string])[] = [
	['csharp', 'A<A> a'],
	['csharp', 'A<A> a\n'],
	['csharp', 'a b '],
	['csharp', 'a <\n'],
	['markdown', '[a]('],
	['java', '$'],
	['ini', 'a'],
	['php', 'A']
];

async function colour(language: string): Promise<(code: string) => string> {
	const { default: grammar } = await grammars[language]!();
	hljs.registerLanguage(language, grammar);
	return (code) =>
		isColoured(code) ? hljs.highlight(code, { language, ignoreIllegals: true }).value : '';
}

it.each(made)(
	'code in %s that is nothing but %j is coloured in proportion, or not at all',
	async (language, piece) => {
		expect(growthOfReading(await colour(language), piece, { length: 5_000 })).toBeLessThan(
			inProportion
		);
	}
);

it('a function of C# is coloured as ever', async () => {
	const code = 'public static async Task<List<int>> CountAsync<T>(int first) { return null; }';
	const { default: bounded } = await grammars['csharp']!();
	const { default: plain } = await import('highlight.js/lib/languages/csharp');
	const [ours, theirs] = [bounded, plain].map((grammar) => {
		hljs.registerLanguage('csharp', grammar);
		return hljs.highlight(code, { language: 'csharp' }).value;
	});
	expect(ours).toBe(theirs);
	expect(ours).toContain('<span class="hljs-title">CountAsync</span>');
});

it('a line stays plain that is longer than anybody writes, and with it all of its code', () => {
	const line = 'x'.repeat(1000);
	expect(isColoured(`a\n${line}\nb`)).toBe(true);
	expect(isColoured(`a\n${line}x\nb`)).toBe(false);
});
