import { describe, expect, it } from 'vitest';
import { blockLines, learnDefinitions, noDefinitions, renderHtml } from '#ui/markdown/parser.ts';
import { closeFlow, emptyFlow, extendFlow } from '#ui/markdown/blocks.ts';
import { growthOf, inProportion } from '../../../support/growth.ts';

/** Footnotes: the numbers where they are spoken of, and their list. */

const html = (source: string) => renderHtml(source, { ...noDefinitions(), outline: [] }).html;

describe('footnotes', () => {
	it('are a number where they are spoken of, and one list where they stand', () => {
		expect(html('So[^1] and[^Two].\n\n[^1]: One *note*.\n[^two]: Another.')).toBe(
			'<p>So<sup class="note-ref">1</sup> and<sup class="note-ref">2</sup>.</p>\n' +
				'<ol class="notes" start="1">\n<li>\n<p>One <em>note</em>.</p>\n</li>\n<li>\n<p>Another.</p>\n</li>\n</ol>\n'
		);
	});

	it('are another list behind other words, and behind a note that stood before', () => {
		const starts = (source: string) =>
			[...html(source).matchAll(/<ol class="notes" start="(\d+)">/g)].map(([, start]) => start);
		expect(starts('[^a]: x\n\n[^b]: y\n\nwords\n\n[^c]: z\n[^d]: zz')).toEqual(['1', '3']);
		expect(starts('[^a]: x\n[^b]: y\n[^a]: again\n[^b]: again\n[^c]: z')).toEqual(['1', '1']);
		expect(starts('> [^a]: x\n> [^b]: y\n\n- [^c]: z\n- [^d]: zz')).toEqual(['1', '3', '4']);
	});

	it('cost in proportion to their number', () => {
		const text = (many: number, between: string) =>
			Array.from(
				{ length: many },
				(_, n) => `${between}[^n${String(n)}]: note[^n${String(n)}]`
			).join('\n');
		const draw = (source: string) => {
			const definitions = noDefinitions();
			const blocks = closeFlow(extendFlow(emptyFlow, source, blockLines), blockLines);
			for (const block of blocks) learnDefinitions(block, definitions);
			for (const block of blocks) renderHtml(block, { ...definitions, outline: [] });
		};
		expect(growthOf((many) => draw(text(many, '')), 4000)).toBeLessThan(inProportion);
		expect(growthOf((many) => draw(text(many, 'words\n\n')), 4000)).toBeLessThan(inProportion);
	});

	it('hold what is indented behind them, and end before what is not', () => {
		const notes = html('a[^x]\n\n[^x]: first\n    and on\n\n    - a list\n\nafter');
		expect(notes).toContain(
			'<li>\n<p>first\nand on</p>\n<ul>\n<li>a list</li>\n</ul>\n</li>\n</ol>\n<p>after</p>'
		);
	});

	it('take the number of their place, wherever else in the text that is', () => {
		const { html: late } = renderHtml('see[^b]', {
			...noDefinitions(),
			notes: new Map([
				['a', 1],
				['b', 2]
			]),
			outline: []
		});
		expect(late).toBe('<p>see<sup class="note-ref">2</sup></p>\n');
	});

	it('stand in no link', () => {
		const linked = html('[a [^1] b](https://a.example/x)\n\n[^1]: note');
		expect(linked).toContain('<p>[a <sup class="note-ref">1</sup> b](<a ');
	});

	it.each([
		'so[^1] without a note',
		'`[^1]`\n\n[^1]: note',
		'\\[^1]\n\n[^1]: note',
		'[^ 1]: no label',
		'    [^1]: code'
	])('no number is made in %j', (source) => {
		expect(html(source)).not.toContain('<sup');
	});
});
