import { describe, expect, it } from 'vitest';
import { noDefinitions, renderHtml } from '#ui/markdown/parser.ts';

/** Formulas in an answer: what is taken for one, and what only looks like one. */

const html = (source: string) => renderHtml(source, { ...noDefinitions(), outline: [] }).html;

describe('formulas', () => {
	const formulas = (source: string) =>
		[...html(source).matchAll(/<span class="formula( scroll)?">(.*?)<\/span>/gs)].map(
			([, isDisplay, typed]) => (isDisplay === undefined ? '' : 'display ') + (typed ?? '')
		);

	it.each([
		['so \\(a^2\\) is', ['\\(a^2\\)']],
		['so $a^2$, and ($b$)', ['$a^2$', '$b$']],
		['the $n$th and the $i$-th', ['$n$', '$i$']],
		['函数$f(x)$的导数', ['$f(x)$']],
		['$a_1*b*c_2$ *and* $d$', ['$a_1*b*c_2$', '$d$']],
		['$a\nb$', ['$a\nb$']],
		['$x \\$ y$', ['$x \\$ y$']],
		['so $$a$$ is', ['display $$a$$']],
		['so \\[\\alpha = b\\] is', ['display \\[\\alpha = b\\]']],
		['so \\[ a = b \\] is', ['display \\[ a = b \\]']],
		['$$\na\n- b\n=\n+ c\n$$', ['display $$\na\n- b\n=\n+ c\n$$']],
		['\\[\n# a\n\\]', ['display \\[\n# a\n\\]']],
		['1. one\n\n   $$\n   a\n   $$\n', ['display $$\na\n$$']],
		['> \\[\n> a\n> \\]', ['display \\[\na\n\\]']],
		['where\n$$\na\n$$.\n- b', ['display $$\na\n$$']],
		['| a |\n|---|\n| $x$ |', ['$x$']],
		['# On $x$', ['$x$']]
	])('are found in %j', (source, found) => {
		expect(formulas(source)).toEqual(found);
	});

	it.each([
		...['$5 and $10', 'US$5, CA$6', '5$ and 10$', '$5-$10', '($5)/($10)', '$1,000 a year. $2,000'],
		...['$HOME and $PATH', '$HOME/$USER', '${A}/${B}', '$(pwd)/$(date)', '$a->$b', 'a$b$c'],
		...['\\$a$', '$ a $', '$a $', '$$', '$$$$', '$a', '\\(a', '$$ a = b', '\\[ a = b'],
		...[
			'\\[1\\]',
			'\\[sic\\]',
			'\\[a = b\\]',
			'a \\[snake\\_case = {x}\\]',
			'\\[a_b\\](https://a.example)',
			'\\\\(a\\\\)',
			'$$ of money\n- b $$'
		],
		...[
			'`$a$`',
			'`\\(a\\)`',
			'```\n$$\na\n$$\n```',
			'    $$\n    a\n    $$',
			'$5 `a$` b',
			'$a\n\nb$'
		],
		...['$$\na\n\nb\n$$', '$$ a = b\n```\nc $$\n```', `$${'a'.repeat(5000)}$`]
	])('are not seen in %j', (source) => {
		expect(formulas(source)).toEqual([]);
	});

	it('that are not closed leave the text as it was typed', () => {
		expect(html('$$\na = b')).toBe('<p>$$\na = b</p>\n');
		expect(html('so $a = b')).toBe('<p>so $a = b</p>\n');
		expect(html('so\n$$ of money\n- b')).toContain('<li>b</li>');
	});

	it('keep what they were typed as, with nothing in them taken for Markdown', () => {
		expect(html('\\(a<b\\) and $\\alpha_1 *x* [y](https://a.example)$')).toBe(
			'<p><span class="formula">\\(a&lt;b\\)</span> and <span class="formula">$\\alpha_1 *x* [y](https://a.example)$</span></p>\n'
		);
	});
});
