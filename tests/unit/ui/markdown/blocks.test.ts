import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { closeFlow, emptyFlow, extendFlow, type Flow } from '#ui/markdown/blocks.ts';
import { blockLines, learnDefinitions, noDefinitions, renderHtml } from '#ui/markdown/parser.ts';

/** Lines that begin, continue, break and confuse every kind of block. */
const lines = [
	...['', '', '', ' ', 'word', 'two words', '  indented', '    code', '\ttab', 'end.  '],
	...['# heading', '### third', '#tag', '===', '---', '***', '--', '-', '=', '* * *'],
	...[
		'- item',
		'* star',
		'+ plus',
		'1. one',
		'2) two',
		'7. seven',
		'  - nested',
		'    deeper',
		'- '
	],
	...['> quote', '>', '> - list in quote', '> ```', 'lazy', '- > quote in item'],
	...['```', '```js', '~~~', '````', '  ```', 'let a = 1;', '- ```', '~~~ts'],
	...['a | b', '--|--', '| x | y |', '|---|:-:|', '1 | 2', '|'],
	...['[foo]: https://a.example', '[foo]:', 'https://b.example', '"title"', '"open', 'shut"', "'"],
	...['[foo]', '[foo][bar]', '[bar]: <https://c.example> "t"', '> [baz]: https://d.example'],
	...['[baz] and [foo]', '<div>', '</div>', '<!-- x', '-->', '<script>', '&amp; &#x41;'],
	...[
		'$$',
		'$$',
		'  $$',
		'$$ a = b',
		'$$ x^2 $$',
		'c $$ d',
		'- $$',
		'> $$',
		'$$ of money',
		'    $$'
	],
	...['\\[', '\\]', '\\[ a_1', 'b \\]', '\\[x\\]', '\\(y\\)', '\\(', '$z$ $5', '+ $a', 'b$ = 1'],
	...['[^a]: note', '[^b]:', 'so[^a] and[^B]', '> [^c]: quoted', '- [^c] [^d]: no note', '[^a]:'],
	...['a<br>b', 'H<sub>2</sub>O', '<sup>', '<br/>'],
	...[
		'<details>',
		'<details>',
		'</details>',
		'</details>',
		'<details><summary>x</summary>',
		'  <details>'
	],
	...['<summary>', '</summary>', 'y</details>', '> <details>', '- <details>', '  </details>'],
	...['> [!NOTE]', '> [!tip]', '- > [!WARNING]'],
	...['**bold', '`code', '[link](https://e.example)', '- [ ] task', '- [x] done', '\\']
];
// Long shots that chance would seldom write.
const passages = [
	'[foo]: https://a.example\n"open\nand on\nshut"',
	"[bar]:\nhttps://b.example\n'open\n# heading?\nshut'",
	'> [baz]: https://d.example\n"open\nshut"',
	'- [foo]: https://a.example\n"open\nshut"',
	'para\na | b\n--|--\n1 | 2',
	'- a\n\n  b\n\n\nc',
	'so\n$$\na\n- b\n= c\n---\n$$\n# d',
	'$$\na\n- b\n\n- c\n$$\nd',
	'- one\n  \\[\n  + a\n  \\]\n- two',
	'$$ a = b\n```\n\n$$\n```\n$$',
	'so[^a]\n[^a]: one\n    two\n\n    - three\n\nfour',
	'[^b]:\n    later\nlazy\n[^a]: x[^b]',
	'<details>\n<summary>a</summary>\n\nb\n\n</details>\nc',
	'<details><summary>a\nb</summary>c[^a]</details>\n[^b]: d',
	'- <details>\n  <summary>a</summary>\n\n  b\n- c\n</details>'
];
const text = fc
	.array(fc.constantFrom(...lines, ...passages), { maxLength: 24 })
	.map((some) => some.join('\n'));

const cuts = fc.array(fc.nat(200), { maxLength: 30 });

function stream(source: string, lengths: readonly number[]): Flow {
	let flow = emptyFlow;
	let at = 0;
	for (const length of lengths) {
		flow = extendFlow(flow, source.slice(at, at + length), blockLines);
		at = Math.min(source.length, at + length);
	}
	return extendFlow(flow, source.slice(at), blockLines);
}

function renderBlocks(blocks: readonly string[]): string {
	const definitions = noDefinitions();
	for (const source of blocks) learnDefinitions(source, definitions);
	let outline: readonly number[] = [];
	let html = '';
	for (const source of blocks) {
		const rendered = renderHtml(source, { ...definitions, outline });
		html += rendered.html;
		outline = rendered.outline;
	}
	return html;
}

describe('the splitter', () => {
	it('loses no character, however the text arrives', () => {
		fc.assert(
			fc.property(text, cuts, (source, lengths) => {
				const flow = stream(source, lengths);
				expect(flow.settled.join('') + flow.open).toBe(source);
				expect(closeFlow(flow, blockLines).join('')).toBe(source);
			})
		);
	});

	it('gives the same blocks at the end, however the text arrives', () => {
		fc.assert(
			fc.property(text, cuts, (source, lengths) => {
				const whole = closeFlow(emptyFlow, blockLines);
				expect(whole).toEqual([]);
				const atOnce = closeFlow(extendFlow(emptyFlow, source, blockLines), blockLines);
				expect(closeFlow(stream(source, lengths), blockLines)).toEqual(atOnce);
			}),
			{ numRuns: 2000 }
		);
	});

	it('cuts notes alike, whatever numbers they have by then', () => {
		const source = '[^a]: note\n# h\n[^b]: d\n[^a]:\n';
		const atOnce = closeFlow(extendFlow(emptyFlow, source, blockLines), blockLines);
		expect(atOnce).toEqual(['[^a]: note\n', '# h\n', '[^b]: d\n[^a]:\n']);
		const byLine = source.split(/(?<=\n)/).map((line) => line.length);
		expect(closeFlow(stream(source, byLine), blockLines)).toEqual(atOnce);
	});

	it('never changes a settled block when more text comes', () => {
		fc.assert(
			fc.property(text, (source) => {
				let flow = emptyFlow;
				for (const character of source) {
					const before = flow.settled;
					flow = extendFlow(flow, character, blockLines);
					expect(flow.settled.slice(0, before.length)).toEqual(before);
				}
			}),
			{ numRuns: 200 }
		);
	});

	it.each(passages)('renders %j block by block as a whole', (source) => {
		const blocks = closeFlow(stream(source, Array(source.length).fill(1)), blockLines);
		expect(renderBlocks(blocks)).toBe(renderBlocks([source]));
	});

	it('renders block by block what the whole text renders to', () => {
		fc.assert(
			fc.property(text, cuts, (source, lengths) => {
				const blocks = closeFlow(stream(source, lengths), blockLines);
				expect(renderBlocks(blocks)).toBe(renderBlocks([source]));
			}),
			{ numRuns: 3000 }
		);
	});

	it('settles finished paragraphs, lists, tables and code while the next block grows', () => {
		const source =
			'First.\n\n- a\n- b\n\n| x | y |\n|---|---|\n| 1 | 2 |\n\n```js\nlet a;\n\nlet b;\n```\n\nLast, unfinish';
		const flow = stream(source, []);
		expect(flow.settled).toEqual([
			'First.\n\n',
			'- a\n- b\n\n',
			'| x | y |\n|---|---|\n| 1 | 2 |\n\n'
		]);
		// The code ends for certain only when a whole line of something else has come.
		expect(flow.open).toBe('```js\nlet a;\n\nlet b;\n```\n\nLast, unfinish');
	});

	it('takes the lines of a formula for one block, and settles it when it is closed and more has come', () => {
		const source = 'So\n$$\na\n- b\n= c\n$$\n\nThen';
		expect(stream(source.slice(0, 17), []).settled).toEqual(['So\n']);
		expect(stream(`${source}\n`, []).settled).toEqual(['So\n', '$$\na\n- b\n= c\n$$\n\n']);
	});

	it('does not cut between a definition and a title that may still run on', () => {
		const source = '# A\n\n[foo]: https://a.example\n"a title\nthat runs\non"\n\nSee [foo].\n';
		const blocks = closeFlow(stream(source, Array<number>(200).fill(1)), blockLines);
		expect(blocks[1]).toBe('[foo]: https://a.example\n"a title\nthat runs\non"\n\n');
		expect(renderBlocks(blocks)).toContain('href="https://a.example/"');
	});
});
