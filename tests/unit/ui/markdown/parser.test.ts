import { describe, expect, it } from 'vitest';
import { languageLabel, languageOf } from '#ui/markdown/code/languages.ts';
import { destinationOf, hidesDestination, pathInApp, placeToShow } from '#ui/markdown/links.ts';
import { blockLines, noDefinitions, renderHtml } from '#ui/markdown/parser.ts';

const html = (source: string) => renderHtml(source, { ...noDefinitions(), outline: [] }).html;
const placeFor = (text: string, address: string) => {
	const destination = destinationOf(address);
	return destination && placeToShow({ text, destination });
};

describe('links', () => {
	const refused = [
		...[
			'javascript:alert(1)',
			'JaVaScRiPt:alert(1)',
			'java\nscript:alert(1)',
			'\u0001javascript:x'
		],
		...['data:text/html,<script>', 'vbscript:msgbox', 'file:///etc/passwd', 'blob:https://a/1'],
		...[
			'smb://host/share',
			'calculator:',
			'intent://x#Intent;end',
			'ms-msdt:/id',
			'ftp://a.example/'
		],
		...[
			'//evil.example',
			'/settings',
			'#hash',
			'relative.html',
			'',
			'https://',
			'mailto:',
			'view-source:https://a'
		],
		...[
			'about:blank',
			'filesystem:https://a/x',
			'ws://a.example',
			'tel:+1',
			'x-apple:foo',
			'http://[bad'
		]
	];
	it.each(refused)('to %j are refused', (address) => {
		expect(destinationOf(address)).toBeNull();
	});

	it.each([
		'/chat/0190f3c2-7a#0190f3c2-7b',
		'/memory',
		'/memory/memory/2026-11-20.md#L3',
		'/memory/MEMORY.md',
		'/review',
		'/archive/0190f3c2',
		'/search?q=blue%20door',
		'/settings#provider'
	])('to %j in the app open in this tab', (path) => {
		expect(pathInApp(path)).toBe(path);
		expect(html(`[source](${path})`)).toBe(`<p><a href="${path}">source</a></p>\n`);
		expect(html(`![source](${path})`)).not.toContain('<a');
	});

	it.each([
		...['//evil.example', '/\\evil.example', '/\t/evil.example', '/chat/../..//evil.example'],
		...['/chat/../_app/x', '/chat/%2e%2e/x', '/memory/./x', '/memory//evil.example', '/chat\\x'],
		...['/chatter', '/settingsx', '/memoryx/', '/chat', '/', '/?new', '/_app/version.json'],
		...['/service-worker.js', '/sandbox.html', 'chat/x', './chat/x', '#turn', '?q=x', ' /review'],
		...['/review ', '/re\nview', '/chat/a b', '/search?q=http://evil.example', 'https:/review'],
		...['javascript:/chat/x', '/chat/x"onclick="1', '/CHAT/x', '/memory/%2e%2e/x', '/chat/\u202Ex']
	])('to %j do not lead into the app', (address) => {
		expect(pathInApp(address)).toBeNull();
	});

	it('show the host that will be opened, not the one before an @', () => {
		expect(
			placeFor('https://anthropic.com@evil.example', 'https://anthropic.com@evil.example')
		).toBe('evil.example');
		// The words may claim nothing: the address itself does, where a browser shows it.
		expect(placeFor('Sign in', 'https://bank.example@evil.example/')).toBe('evil.example');
		expect(placeFor('Sign in', 'https://:bank.example@evil.example/')).toBe('evil.example');
	});

	it('show it too where words that look like an address have signs in them that nobody sees', () => {
		expect(html('[bank.e\u200bxample](https://evil.example/)')).toContain(
			'<span class="host">evil.example</span>'
		);
	});

	it.each([
		['https://bank.example', 'https://evil.example/bank.example'],
		['bank.example/login', 'https://evil.example'],
		['www.bank.example', 'https://evil.example'],
		['bank。example is safe', 'https://evil.example'],
		['https://аpple.com', 'https://аpple.com'],
		['me@bank.example', 'mailto:thief@evil.example'],
		['http://2130706433/', 'http://2130706433/']
	])('whose words %j look like an address show the real place of %j', (text, address) => {
		const destination = destinationOf(address);
		expect(placeFor(text, address)).toBe(destination?.place);
		expect(destination?.place).not.toBe('');
	});

	it('whose words tell the truth, or claim nothing, show nothing more', () => {
		expect(placeFor('https://a.example/path?q=1', 'https://a.example/path?q=1')).toBeNull();
		expect(placeFor('the manual', 'https://a.example/manual')).toBeNull();
		expect(placeFor('me@a.example', 'mailto:me@a.example')).toBeNull();
	});

	it('ask before they are opened unless their words are the whole address', () => {
		const href = 'https://a.example/?secret=1';
		expect(hidesDestination({ text: 'the manual', href })).toBe(true);
		expect(hidesDestination({ text: href, href })).toBe(false);
		expect(hidesDestination({ text: 'https://a.example', href: 'https://a.example/' })).toBe(false);
	});
});

describe('hidden characters', () => {
	it('are taken out of what entities and percent signs decode to', () => {
		expect(html('a&#x202E;b')).toBe('<p>ab</p>\n');
		expect(html('<https://a.example/%E2%80%AEfdp>')).not.toContain('\u202E');
	});
});

describe('markdown', () => {
	it('puts headings under the h1 of the page and leaves no level out', () => {
		const levels = (source: string) =>
			[...html(source).matchAll(/<(h\d)>/g)].map(([, level]) => level).join(' ');
		expect(levels('# a\n## b\n### c\n## d\n# e')).toBe('h2 h3 h4 h3 h2');
		expect(levels('### a\n###### b\n#### c\n# d')).toBe('h2 h3 h3 h2');
		expect(levels('a\n===\n\nb\n---\n\n> ##### c')).toBe('h2 h3 h4');
	});

	it('writes no raw HTML through', () => {
		expect(html('<b onclick="x">hi</b>')).toBe(
			'<p>&lt;b onclick=&quot;x&quot;&gt;hi&lt;/b&gt;</p>\n'
		);
	});

	it('takes a break, and lowered and raised letters, from the tags that models write for them', () => {
		expect(html('| a |\n|---|\n| one<br>two<br/>three |')).toContain(
			'<td>one<br>\ntwo<br>\nthree</td>'
		);
		expect(html('H<sub>2</sub>O, x<SUP>n & 1</SUP>')).toBe(
			'<p>H<sub>2</sub>O, x<sup>n &amp; 1</sup></p>\n'
		);
	});

	it('takes keys, and what is marked or underlined, from their tags', () => {
		expect(html('<kbd>Ctrl</kbd>+<kbd>&lt;</kbd>, <mark>**new**</mark>, <u>so</u>')).toBe(
			'<p><kbd>Ctrl</kbd>+<kbd>&lt;</kbd>, <mark><strong>new</strong></mark>, <u>so</u></p>\n'
		);
	});

	it('reads what is lowered or raised like any other words', () => {
		expect(
			html('T<sub>&alpha;</sub>, x<sup>*n*\\*</sup>, [y<sub>1</sub>](https://a.example)')
		).toBe(
			'<p>T<sub>α</sub>, x<sup><em>n</em>*</sup>, <a href="https://a.example/" target="_blank" rel="noopener noreferrer">y<sub>1</sub></a></p>\n'
		);
		expect(html('*a <sub>b*</sub> c')).toBe('<p>*a <sub>b*</sub> c</p>\n');
		expect(html('x<sub>&lt;img src=x&gt;</sub>')).toBe('<p>x<sub>&lt;img src=x&gt;</sub></p>\n');
	});

	it.each([
		'`a<br>b`',
		'<br class="x">',
		'<sub onclick="x">2</sub>',
		'<sub>2',
		'<sub><b>2</b></sub>',
		'<sup>2</sub>',
		'<kbd class="x">A</kbd>',
		'<mark>a',
		'<ul>a</ul>',
		'\\<br>'
	])('and no other: %j stands as it was typed', (source) => {
		expect(html(source)).not.toMatch(/<(?:br|sub|sup|kbd|mark|u)/);
	});

	it('shows a remote picture as a link with its host, and never as a picture', () => {
		const shown = html('![cat](https://pics.example/a.png?q=secret)');
		expect(shown).toContain('Image: cat');
		expect(shown).toContain('<span class="host">pics.example</span>');
		expect(shown).not.toContain('<img');
	});

	it('shows an embedded picture by its name alone', () => {
		expect(html('![dot](data:image/png;base64,AAAA)')).toBe(
			'<p><span class="remote-image">Image: dot</span></p>\n'
		);
	});

	it('says of a picture in a link where the link leads, not where the picture lies', () => {
		const shown = html('[![Sign in](https://bank.example/logo.png)](https://evil.example/)');
		expect(shown).toContain('<span class="host">evil.example</span>');
		expect(shown).not.toContain('bank.example');
	});

	it('puts no link inside a link when a picture stands in one', () => {
		const shown = html('[![badge](https://a.example/b.svg)](https://c.example)');
		expect(shown.match(/<a /g)).toHaveLength(1);
	});

	it('makes addresses links and leaves file names alone', () => {
		expect(html('see https://a.example/x and README.md')).toContain('README.md</p>');
		expect(html('see https://a.example/x')).toContain('rel="noopener noreferrer"');
	});

	it('aligns cells by class, because style attributes are refused by the page', () => {
		const table = html('| a | b |\n|--:|:-:|\n| 1 | 2 |');
		expect(table).toContain('<td class="ends">1</td>');
		expect(table).not.toContain('style');
		expect(table.startsWith('<div class="scroll"><table>')).toBe(true);
	});

	it('names the language of code and draws tasks as signs', () => {
		expect(html('```ts\nlet a = "<b>";\n```')).toContain('<span>TypeScript</span>');
		expect(html('```evil"><img src=x>\nx\n```')).not.toContain('<img');
		expect(html('- [x] done\n- [ ] open')).toBe(
			'<ul>\n<li class="task">☑ done</li>\n<li class="task">☐ open</li>\n</ul>\n'
		);
	});

	it('knows languages by their usual short names', () => {
		expect([languageOf('py'), languageOf('C++'), languageOf('constructor')]).toEqual([
			'python',
			'cpp',
			null
		]);
		expect([languageLabel('html'), languageLabel('ts'), languageLabel('brainf')]).toEqual([
			'html',
			'TypeScript',
			'brainf'
		]);
	});
});

describe('alerts', () => {
	it('are quotes with their word as a title', () => {
		expect(html('> [!WARNING]\n> Mind *this*.\n>\n> - one')).toBe(
			'<blockquote class="alert alert-warning">\n<p class="alert-title">Warning</p>\n<p>Mind <em>this</em>.</p>\n<ul>\n<li>one</li>\n</ul>\n</blockquote>\n'
		);
		for (const [typed, title] of Object.entries({
			NOTE: 'Note',
			tip: 'Tip',
			Important: 'Important',
			CAUTION: 'Caution'
		}))
			expect(html(`> [!${typed}]  \n>\n> words`)).toBe(
				`<blockquote class="alert alert-${typed.toLowerCase()}">\n<p class="alert-title">${title}</p>\n\n<p>words</p>\n</blockquote>\n`
			);
	});

	it.each([
		'> [!NOTE] and more',
		'> [!OTHER]\n> words',
		'> words\n> [!NOTE]',
		'[!NOTE]\nwords',
		'> [!"x]'
	])('are not seen in %j', (source) => {
		expect(html(source)).not.toContain('alert');
	});
});

describe('what is folded away', () => {
	const folded = (title: string, inside: string) =>
		`<details>\n<summary>${title}</summary>\n${inside}</details>\n`;
	const unclosed = (title: string, inside: string) =>
		folded(title, inside).replace('<details>', '<details open="">');

	it.each([
		[
			'<details>\n<summary>More</summary>\n\nSome *words*.\n\n</details>',
			folded('More', '<p>Some <em>words</em>.</p>\n')
		],
		['<details><summary>More</summary>words</details>', folded('More', '<p>words</p>\n')],
		[
			'<details>\n<summary>\n  <b>So</b> `x`\n</summary>\nwords</details>',
			folded('So <code>x</code>', '<p>words</p>\n')
		],
		['<DETAILS open>\n\nwords\n</DETAILS>', folded('Details', '<p>words</p>\n')],
		['<details><summary>a</summary></details>', folded('a', '')],
		['<details><summary>&lt;b&gt; & c</summary>\n</details>', folded('&lt;b&gt; &amp; c', '')],
		[
			'before\n<details><summary>a</summary>\nb\n</details>\nafter',
			`<p>before</p>\n${folded('a', '<p>b</p>\n')}<p>after</p>\n`
		],
		[
			'<details><summary>a</summary>\n<details><summary>b</summary>c</details>\n\nd\n</details>\ne',
			`${folded('a', `${folded('b', '<p>c</p>\n')}<p>d</p>\n`)}<p>e</p>\n`
		],
		[
			'> <details><summary>a</summary>\n> b\n> </details>\n\nc',
			`<blockquote>\n${folded('a', '<p>b</p>\n')}</blockquote>\n<p>c</p>\n`
		],
		[
			'- one\n\n  <details><summary>a</summary>\n\n  b\n\n  </details>\n- two',
			`<ul>\n<li>\n<p>one</p>\n${folded('a', '<p>b</p>\n')}</li>\n<li>\n<p>two</p>\n</li>\n</ul>\n`
		],
		[
			'- <details><summary>a</summary>\n  b\n- two',
			`<ul>\n<li>\n${unclosed('a', '<p>b</p>\n')}</li>\n<li>two</li>\n</ul>\n`
		],
		[
			'<details><summary>a</summary>b</details> And *then*\n\n# c',
			`${folded('a', '<p>b</p>\n')}<p>And <em>then</em></p>\n<h2>c</h2>\n`
		],
		[
			'<details><summary>a</summary>\n\nb\n</details>And then\nand more',
			`${folded('a', '<p>b</p>\n')}<p>And then</p>\n<p>and more</p>\n`
		],
		[
			'<details><summary>a</summary>b</details> <details><summary>c</summary>\nd\n</details> e',
			`${folded('a', '<p>b</p>\n')}${folded('c', '<p>d</p>\n')}<p>e</p>\n`
		],
		[
			'<details><summary>a</summary><details><summary>b</summary>c</details>d</details>e',
			`${folded('a', `${folded('b', '<p>c</p>\n')}<p>d</p>\n`)}<p>e</p>\n`
		],
		[
			'<details><summary>a</summary>\nof `</details>` and <details>x</details> too\n</details>',
			folded(
				'a',
				'<p>of <code>&lt;/details&gt;</code> and &lt;details&gt;x&lt;/details&gt; too</p>\n'
			)
		],
		['<details> is a tag\n\nb', unclosed('Details', '<p>is a tag</p>\n<p>b</p>\n')]
	])('is found in %j', (source, shown) => {
		expect(html(source)).toBe(shown);
	});

	it('holds code that speaks of the tag that closes', () => {
		const shown = html(
			'<details><summary>a</summary>\n\n```html\n</details>\n```\n\nb `</details>`\n\n</details>\nc'
		);
		expect(shown).toContain('<code class="language-xml">&lt;/details&gt;\n</code>');
		expect(shown).toContain('<p>b <code>&lt;/details&gt;</code></p>\n</details>\n<p>c</p>');
	});

	it('goes on until it is closed, and is one block of the text', () => {
		expect(html('<details>\n<summary>a</summary>\n\nb\n\n```\nc')).toMatch(
			/<code>c<\/code><\/pre><\/div>\n<\/details>\n$/
		);
		expect(blockLines('<details>\n\nb\n\n# c\n\n</details>\n\nd')).toEqual([
			{ first: 0, end: 7, definition: false },
			{ first: 8, end: 9, definition: false }
		]);
		expect(blockLines('<details>b</details> c\n<details>d</details> <details>\n\ne\n\nf')).toEqual([
			{ first: 0, end: 1, definition: false },
			{ first: 1, end: 6, definition: false }
		]);
	});

	it('begins open as it is asked to', () => {
		const source = '<details>a</details>\n\n<details>\nb';
		const opened = (begunOpen: 'all' | 'unclosed' | 'none') =>
			renderHtml(source, { ...noDefinitions(), outline: [], begunOpen }).html.match(/<details.*>/g);
		expect(opened('none')).toEqual(['<details>', '<details>']);
		expect(opened('unclosed')).toEqual(['<details>', '<details open="">']);
		expect(opened('all')).toEqual(['<details open="">', '<details open="">']);
	});

	it('may stand on one line by the thousand', () => {
		expect(html('<details>a</details>'.repeat(5000)).match(/<details>/g)).toHaveLength(5000);
	});

	it.each([
		'`<details>`',
		'<details class="x">\n</details>',
		'a <details><summary>b</summary></details>',
		'    <details>',
		'<detailsx>',
		'</details>',
		'<summary>a</summary>',
		'```\n<details>\n```'
	])('is not seen in %j', (source) => {
		expect(html(source)).not.toMatch(/<(?:details|summary)/);
	});
});
