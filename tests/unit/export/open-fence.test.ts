import fc from 'fast-check';
import MarkdownIt from 'markdown-it';
import { expect, test } from 'vitest';
import { openFence } from '#core/export/open-fence.ts';
import { sessionMarkdown } from '#core/export/session-markdown.ts';
import { readMarkdownChat } from '#core/import/readers/markdown-chat.ts';
import { emptySession } from '#core/session/empty-session.ts';
import { growthOf, inProportion } from '../../support/growth.ts';
import { casesOf } from '../../support/occasion.ts';
import { someExchanges } from '../../support/builders/stored-session.ts';

/** Whatever a message leaves open ends with it, in every viewer, and reads back as it was. */

test.each([
	['```js\nlet a', '```'],
	['````\n```\nlet a', '````'],
	['~~~\n```\nlet a', '~~~'],
	['```\na\n```js\nb', '```'],
	['  ```\na', '```'],
	['```\na\n```  ', ''],
	['```\na\n`````', ''],
	['``` a` b', ''],
	['    ```\na', ''],
	['- one\n  ```\n  a', ''],
	['- one\n```\na', '```'],
	['1. one\n\n   ```\n   a\n\nmore', ''],
	['> ```\n> a', ''],
	['<!-- a\n```\nb', '-->'],
	['<!-- a --> b\n<!--', '-->'],
	['<!-- a\nb --> c', ''],
	['> <!-- a', '-->'],
	['- 1. <!-- a', '-->'],
	['a <!-- b', ''],
	['```\n<!-- a\n```', ''],
	['<Script>\na', '</script>'],
	['<pre>a</pre>', ''],
	['<preface>', ''],
	['<?php\n', '?>'],
	['<![CDATA[ a', ']]>'],
	['<div>\n```\n\na', ''],
	['<div>\n```\n\n```\na', '```'],
	['</script>\n```\n\n```\na', '```'],
	['<custom-tag>\n```\n\na', ''],
	['a\n<custom-tag>\n```\na', '```'],
	['# a\n<custom-tag>\n```\n\na', ''],
	['- a\n\n  <div>\n  ```\n\n```\na', '```'],
	['<!-- a --> <!-- b', '-->'],
	['<div><!-- a\n\nb', '-->'],
	['The <script> of a page', '</script>'],
	['The `<script>` of a page', ''],
	['a ```\nthe <script> tag\n    ```\n<details>\nend', '</details>'],
	['a ``\nthe <script> tag\n`', '</script>'],
	['a <!-- note\nthe <script> tag\n-->\n<div><!-- a', '-->'],
	['a `\n\nthe <script> tag `', '</script>'],
	['<details>\n\na', '</details>'],
	['<details>\n<script>\n</details>', '</script>'],
	['<details>\n\n<details>\n\na', '</details></details>'],
	['<details>\n\n<details>\n</details>\n\na', '</details>'],
	['<details>\n<details>\n</details>\n</details>', ''],
	['<details>\n<pre>\n</details>', ''],
	['<details>\n<template>\n</details>', '</template></details>'],
	['<!DOCTYPE', '>']
])('%j ends in %j', (text, mark) => {
	expect(openFence(text)).toBe(mark);
});

const session = { ...emptySession('s1', 1_700_000_000_000), title: 'Code' };

const fileOf = (said: readonly (readonly [string, string])[]): string =>
	sessionMarkdown(
		session,
		said.map(([question, answer]) => {
			const [{ turn, steps }] = someExchanges(1) as [ReturnType<typeof someExchanges>[0]];
			const step = {
				...steps[0]!,
				content: [{ type: 'text' as const, text: answer }],
				results: null
			};
			return { turn: { ...turn, asked: [{ type: 'text', text: question }] }, steps: [step] };
		})
	);

const words = fc
	.array(
		fc.constantFrom(
			'```',
			'```js',
			'````',
			'~~~',
			'    ```',
			'- item',
			'1. item',
			'  more',
			'> ```',
			'<!-- note',
			'-->',
			'> <!-- a',
			'<script>',
			'</script>',
			'<script>1</script>',
			'the <script> tag',
			'<div>',
			'</div>',
			'<div><!-- a',
			'<custom-tag>',
			'<!-- a --> <!-- b',
			'<!-- a --> b',
			'<details>',
			'</details>',
			'# head',
			'---',
			'- ```',
			'-',
			'2. item',
			'  <div>',
			'  ```',
			'plain',
			'',
			'### You',
			'<!-- Code that was not closed ends here. -->'
		),
		{ maxLength: 8 }
	)
	.map((lines) => `a ${lines.join('\n')}\nend`);

/** What a browser does not show of a page: within a script nothing ends but the script. */
const unseen = /<!--[^]*?(?:-->|$)|<script>[^]*?(?:<\/script>|$)/g;

/** What stands in nothing that is folded. */
function unfolded(html: string): string {
	let depth = 0;
	return html
		.split(/(<\/?details>)/)
		.filter((part) => {
			if (part === '<details>') depth++;
			else if (part === '</details>') depth = Math.max(0, depth - 1);
			return depth === 0;
		})
		.join('');
}

test('every message of an exported conversation is one in every viewer, and reads back as it was', () => {
	const viewer = new MarkdownIt({ html: true });
	fc.assert(
		fc.property(fc.array(fc.tuple(words, words), { minLength: 1, maxLength: 3 }), (said) => {
			const file = fileOf(said);
			const page = viewer.render(file.replace(/^---[\s\S]*?\n---\n/, '')).replace(unseen, '');
			const heads = unfolded(page).match(/^<h3>(?:You|Assistant) \(2023-/gm);
			expect(heads).toHaveLength(said.length * 2);
			const read = readMarkdownChat(file, 'x.md')?.messages.map(({ content: [block] }) =>
				block?.type === 'text' ? block.text : ''
			);
			expect(read).toEqual(said.flat());
		}),
		{ numRuns: casesOf(1000) }
	);
});

test.each([
	'> ',
	'- ',
	'- a\n\n  ',
	'<!-- ',
	'<pre>',
	'<details>\n\n',
	'<a b=',
	'`\n',
	'a <!-- ',
	'a ``` `` '
])('the work of looking grows with what is said in %j alone', (said) => {
	expect(growthOf((size) => openFence(said.repeat(size)), 20_000)).toBeLessThan(inProportion);
});
