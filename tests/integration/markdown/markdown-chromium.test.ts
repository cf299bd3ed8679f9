// @vitest-environment node
import { createServer, type Server } from 'node:http';
import path from 'node:path';
import type { Config } from '@sveltejs/kit';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { chromium, type Browser, type Page } from '@playwright/test';
import { build } from 'vite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sessionHtml } from '#core/export/session-html.ts';
import { launchOptions } from '../../support/browser.ts';
import { exhausting, hostile } from './markdown-hostile.ts';
import { someExchanges } from '../../support/builders/stored-session.ts';
import { isGate } from '../../support/occasion.ts';
import type { RendererPage } from './markdown-page.ts';

declare const rendererPage: RendererPage;

/** Requests the page made that it had no business to make, and errors. */
const strayed: string[] = [];
/** What the browser's console complained about; the sanitizer's own inert document complains too. */
const complaints: string[] = [];
let policy: string;
let server: Server;
let origin: string;
let browser: Browser;
let page: Page;

/** The policy of the page as a header, taken from the configuration of the app. */
async function policyOfApp(): Promise<string> {
	const address = new URL('../../../svelte.config.js', import.meta.url).href;
	const { default: config } = (await import(/* @vite-ignore */ address)) as { default: Config };
	const plain = /^(self|none|unsafe-hashes|sha256-.*|script)$/;
	return Object.entries(config.kit?.csp?.directives ?? {})
		.map(([name, values]) => {
			const words = Array.isArray(values) ? (values as string[]) : [];
			const quoted = words.map((value) => (plain.test(value) ? `'${value}'` : value));
			return `${name} ${quoted.join(' ')}`;
		})
		.join('; ');
}

async function bundle(): Promise<Map<string, string>> {
	const built = await build({
		configFile: false,
		logLevel: 'error',
		plugins: [svelte({ configFile: false, compilerOptions: { runes: true } })],
		build: {
			write: false,
			modulePreload: { polyfill: false },
			rolldownOptions: {
				input: path.resolve(import.meta.dirname, 'markdown-page.ts'),
				output: { entryFileNames: 'page.js' }
			}
		}
	});
	const files = new Map<string, string>();
	for (const output of [built].flat()) {
		if (!('output' in output)) continue;
		for (const file of output.output) {
			files.set(`/${file.fileName}`, file.type === 'chunk' ? file.code : String(file.source));
		}
	}
	return files;
}

beforeAll(async () => {
	policy = await policyOfApp();
	const files = await bundle();
	const style = [...files.keys()].find((name) => name.endsWith('.css')) ?? '';
	const html = `<!doctype html><title>x</title><link rel="icon" href="data:,"><link rel="stylesheet" href="${style}"><script type="module" src="/page.js"></script>`;
	files.set('/', html).set('/unguarded', html);
	const types: Record<string, string> = { '.js': 'text/javascript', '.css': 'text/css' };
	server = createServer((request, response) => {
		const file = files.get(request.url ?? '');
		const type = types[path.extname(request.url ?? '')] ?? 'text/html';
		response.writeHead(file === undefined ? 404 : 200, {
			'content-type': type,
			...(request.url === '/unguarded' ? {} : { 'content-security-policy': policy })
		});
		response.end(file);
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const address = server.address();
	origin = `http://127.0.0.1:${String(typeof address === 'object' ? address?.port : '')}`;
	browser = await chromium.launch(launchOptions());
	page = await browser.newPage();
	page.on('request', (request) => {
		const own = request.url().startsWith(origin) && files.has(new URL(request.url()).pathname);
		if (!own) strayed.push(request.url());
	});
	page.on('pageerror', (error) => strayed.push(error.message));
	page.on('console', (message) => {
		if (message.type() === 'error') complaints.push(message.text());
	});
	await page.goto(origin);
});

afterAll(async () => {
	await browser.close();
	server.close();
});

/** Everything in the page that has no right to be there. */
function wrongs(): Promise<string[]> {
	return page.evaluate(() => {
		const found: string[] = [];
		const elements =
			/^(P|H[1-6]|UL|OL|LI|BLOCKQUOTE|HR|BR|EM|STRONG|S|SUB|SUP|KBD|MARK|U|CODE|PRE|A|DIV|SPAN|TABLE|THEAD|TBODY|TR|TH|TD|DETAILS|SUMMARY|BUTTON)$/;
		const mathElements =
			/^(math|semantics|annotation|m(?:row|i|n|o|text|space|sup|sub|subsup|over|under|underover|frac|sqrt|root|table|tr|td|style|padded|phantom|enclose))$/;
		const mathAttributes =
			/^(class|display|encoding|math(?:variant|color|background|size)|displaystyle|scriptlevel|accent|accentunder|fence|separator|stretchy|largeop|[lr]space|minsize|maxsize|width|height|depth|voffset|linethickness|columnalign|columnlines|rowlines|notation|data-typed)$/;
		for (const element of document.body.querySelectorAll('*')) {
			const isMath = element.namespaceURI === 'http://www.w3.org/1998/Math/MathML';
			if (!(isMath ? mathElements : elements).test(element.nodeName)) found.push(element.outerHTML);
			for (const { name } of element.attributes) {
				const allowed = isMath
					? mathAttributes
					: /^(class|href|open|target|rel|start|dir|type|tabindex)$/;
				if (!allowed.test(name)) found.push(`${element.nodeName} ${name}`);
			}
			if (element.classList.contains('foreign')) found.push(`${element.nodeName} foreign`);
			if (!(element instanceof HTMLAnchorElement)) continue;
			const address = element.getAttribute('href');
			// A link without a target opens here: then it has to lead to a place of the app.
			const inApp = address !== null && !element.hasAttribute('target');
			const right = inApp
				? element.origin === location.origin &&
					/^\/(?:chat|memory|review|archive|search|settings)(?:\/|$)/.test(element.pathname) &&
					element.href === location.origin + address
				: address === null || /^(https?|mailto):/.test(address);
			if (!right || (!inApp && element.rel !== 'noopener noreferrer'))
				found.push(element.outerHTML);
		}
		if ('hit' in window) found.push('a script ran');
		return found;
	});
}

describe('in a browser, under the policy of the app', () => {
	it('the renderer needs nothing that the policy refuses', () => {
		expect(policy).toContain("require-trusted-types-for 'script'");
		expect([...strayed, ...complaints]).toEqual([]);
	});

	it('hostile text runs nothing, loads nothing and leaves nothing behind', async () => {
		for (const text of hostile) {
			await page.evaluate(async (shown) => rendererPage.show(shown), text);
			expect(await wrongs(), text).toEqual([]);
		}
		await page.evaluate(
			async (shown) => rendererPage.show(shown),
			`${hostile.join('\n\n')}\n\n$the_{last}$`
		);
		await page.locator('math', { hasText: 'the_{last}' }).waitFor();
		expect(await wrongs()).toEqual([]);
		expect([...strayed, ...complaints]).toEqual([]);
	});

	it('hostile HTML is harmless after the sanitizer alone, as if the parser had let it through', async () => {
		for (const html of hostile) {
			await page.evaluate(async (shown) => rendererPage.sanitize(shown), html);
			expect(await wrongs(), html).toEqual([]);
		}
		expect(strayed).toEqual([]);
	});

	it('and even where there is no policy, the renderer alone lets nothing through', async () => {
		await page.goto(`${origin}/unguarded`);
		for (const text of hostile) {
			await page.evaluate(async (shown) => rendererPage.show(shown), text);
			await page.evaluate(async (shown) => rendererPage.sanitize(shown), text);
			expect(await wrongs(), text).toEqual([]);
		}
		expect(strayed).toEqual([]);
		await page.goto(origin);
	});

	// Measured 22 November 2026: at most 120 times. Held against plain text, because the machine may be busy; what it
	// disturbed is tried again.
	if (!isGate)
		it('text made to exhaust takes no more than five hundred times as long as plain text of its length', async () => {
			const show = (text: string) => page.evaluate(async (shown) => rendererPage.show(shown), text);
			for (const [name, text] of exhausting) {
				let least = Infinity;
				for (let tries = 0; tries < 4 && least >= 500; tries++) {
					const plain = await show('word and so on. '.repeat(text.length / 16));
					least = Math.min(least, (await show(text)) / Math.max(2, plain));
				}
				expect(least, name).toBeLessThan(500);
			}
		});

	it('formulas are set as MathML, with what they were written as beside it', async () => {
		const before = complaints.length;
		await page.evaluate(
			async (shown) => rendererPage.show(shown),
			'So \\(\\frac{a}{b} \\in \\mathbb{R}\\).\n\n$$\n\\begin{array}{l|r} a & b \\\\ \\hline c & d \\end{array}\n$$'
		);
		await page.locator('.formula.scroll math[display="block"] mtable').waitFor();
		expect(await page.locator('p math mfrac mi').allTextContents()).toEqual(['a', 'b']);
		expect(await page.locator('math [mathvariant="double-struck"]').textContent()).toBe('ℝ');
		expect(
			await page
				.locator('mtd')
				.evaluateAll((cells) => cells.map((cell) => cell.getAttribute('class') ?? ''))
		).toEqual(['left line-after line-below', 'right line-below', 'left line-after', 'right']);
		expect(await page.locator('annotation').first().textContent()).toBe(
			'\\frac{a}{b} \\in \\mathbb{R}'
		);
		expect(await wrongs()).toEqual([]);
		expect([...strayed, ...complaints.slice(before)]).toEqual([]);
	});

	it('a formula is text until it is whole, and then it stays while more comes', async () => {
		const stream = (text: string, size: number) =>
			page.evaluate(async ([shown, step]) => rendererPage.stream(shown, step), [
				text,
				size
			] as const);
		expect(await stream('So $a_1$ and\n\\(b_2\\), then *a few* words, and more', 2)).toBe(0);
		await stream('First $a_1$, then \\(b', 3);
		await page.locator('math').waitFor();
		expect(await page.locator('math').count()).toBe(1);
		expect(await page.locator('.prose').innerText()).toContain('then (b');

		const text =
			'So $a_1$, $b$\n$$\na\n- b\n= c\n$$\n\n- $x$ and \\(y\n= z\\)\n\n> \\[ c = d \\]\n\n$5 and $\\frac{$, $e$';
		await page.evaluate(async (shown) => rendererPage.show(shown), text);
		await expect.poll(() => page.locator('math').count()).toBe(7);
		const atOnce = await page.locator('.prose').innerHTML();
		for (const size of [1, 4, 9]) {
			await stream(text, size);
			await expect.poll(() => page.locator('.prose').innerHTML()).toBe(atOnce);
		}
	});

	it('the formulas of a text that stands where another one stood are set as well, however many there are', async () => {
		const text = (of: string) =>
			Array.from({ length: 400 }, (_, index) => `$${of}_{${String(index)}}$`).join(' and ');
		await page.evaluate(async ([before, after]) => rendererPage.replace(before, after), [
			text('a'),
			text('b')
		] as const);
		expect(await page.locator('.formula').count()).toBe(400);
		expect(await page.locator('.formula > math').count()).toBe(400);
	});

	it.each([
		...['$\\frac{a}$', '$\\nosuchcommand$', '$\\href{https://a.example}{x}$', '$\\url{x}$'],
		...[
			'$\\includegraphics{x}$',
			'$\\htmlData{a=b}{x}$',
			'$\\def\\a{\\a\\a}\\a$',
			'$\\char"202E x$'
		],
		...[
			`$${'\\sqrt{'.repeat(200)}x${'}'.repeat(200)}$`,
			`$${'\\left('.repeat(150)}x${'\\right)'.repeat(150)}$`
		]
	])('a formula that cannot be set stands as it was typed: %#', async (typed) => {
		await page.evaluate(async (shown) => rendererPage.show(shown), `${typed} and $x_1$`);
		await page.locator('math').waitFor();
		expect(await page.locator('math').count()).toBe(1);
		expect(await page.locator('.formula').first().innerText()).toBe(typed);
		expect(strayed).toEqual([]);
	});

	it('a list begins with the number it was given', async () => {
		await page.evaluate(async (shown) => rendererPage.show(shown), '7. seven\n8. eight');
		expect(await page.locator('ol').getAttribute('start')).toBe('7');
	});

	const twoScripts =
		'Here they are:\n\n1. كتاب\n\n> اقتباس\n\n| كلمة | house |\n|---|---|\n| بيت | a |\n\n```ts\nconst a = 1;\n```';
	const directions = (shown: Page) =>
		shown
			.locator('.prose :is(ol, blockquote, table, pre)')
			.evaluateAll((all) => all.map((one) => getComputedStyle(one).direction));

	it('a list, a quote and a table begin at the side of their own first letter, whatever stands before them', async () => {
		for (const text of [twoScripts, `كتاب\n\n${twoScripts}`]) {
			await page.evaluate(async (shown) => rendererPage.show(shown), text);
			expect(await directions(page)).toEqual(['rtl', 'rtl', 'rtl', 'ltr']);
		}
	});

	it('the sign of a task stands within its text, also where a list is of two scripts', async () => {
		for (const text of ['- [x] done\n- [ ] كتاب', '- [ ] كتاب\n- [x] done']) {
			await page.evaluate(async (shown) => rendererPage.show(shown), text);
			const outside = await page.locator('.task').evaluateAll((items) => {
				const range = document.createRange();
				return items.map((item) => {
					range.selectNodeContents(item);
					const [sign, text] = [range, item.closest('.prose')!].map((one) =>
						one.getBoundingClientRect()
					);
					return sign!.left < text!.left || sign!.right > text!.right;
				});
			});
			expect(outside).toEqual([false, false]);
		}
	});

	it('code is coloured and can be copied with the keyboard alone', async () => {
		await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
		await page.evaluate(async (shown) => rendererPage.show(shown), '```ts\nconst a = 1;\n```');
		await page.locator('.hljs-keyword').waitFor();
		await page.getByRole('button', { name: 'To clipboard' }).focus();
		await page.keyboard.press('Enter');
		await page.getByText('Code copied').waitFor({ state: 'attached' });
		expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('const a = 1;\n');
		expect(strayed).toEqual([]);
	});

	it('what is copied holds each formula once, as it was typed, and whole where a part of it was selected', async () => {
		await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
		const text =
			'So \\(x^2\\) and $\\frac{a}{b}$ **cost** $5:\n\n$$\nc = d\n$$\n\n- one\n- $y_1$\n\n```ts\nconst a = 1;\n```';
		await page.evaluate(async (shown) => rendererPage.show(shown), text);
		await expect.poll(() => page.locator('math').count()).toBe(4);
		const copied = async (select: () => void) => {
			await page.evaluate(select);
			await page.keyboard.press('ControlOrMeta+c');
			return page.evaluate(async () => {
				const [item] = await navigator.clipboard.read();
				const read = async (type: string) => (await item!.getType(type)).text();
				return { text: await read('text/plain'), html: await read('text/html') };
			});
		};
		const whole = await copied(() =>
			getSelection()?.selectAllChildren(document.querySelector('.prose')!)
		);
		expect(whole.text.trim()).toBe(
			'So \\(x^2\\) and $\\frac{a}{b}$ cost $5:\n\n$$\nc = d\n$$\n\none\n$y_1$\nconst a = 1;'
		);
		expect(whole.html).toContain('<strong>cost</strong>');
		expect(whole.html).not.toContain('<math');
		const part = await copied(() => {
			const range = document.createRange();
			const [first, last] = [...document.querySelectorAll('p math mi')];
			range.setStart(first!.firstChild!, 0);
			range.setEnd(last!.firstChild!, 1);
			getSelection()?.removeAllRanges();
			getSelection()?.addRange(range);
		});
		expect(part.text).toBe('\\(x^2\\) and $\\frac{a}{b}$');
		const plain = await copied(() => {
			getSelection()?.selectAllChildren(document.querySelector('strong')!);
		});
		expect(plain.text).toBe('cost');
	});

	it('a link that hides where it leads asks whoever opens it, and nobody who asks for its menu', async () => {
		const text = '[the report](https://example.com/?q=what+was+said)';
		await page.evaluate(async (shown) => rendererPage.show(shown), text);
		const link = page.getByRole('link', { name: 'the report' });
		const question = page.getByRole('dialog', { name: 'Open example.com?' });
		await link.click({ button: 'right' });
		await page.evaluate(() => new Promise(requestAnimationFrame));
		expect(await question.count()).toBe(0);
		for (const button of ['left', 'middle'] as const) {
			await link.click({ button });
			await question.waitFor();
			await page.keyboard.press('Escape');
			await question.waitFor({ state: 'detached' });
		}
		expect(page.context().pages()).toEqual([page]);
		expect(strayed).toEqual([]);
	});

	it('the number of a footnote leads to it and back, and nowhere else', async () => {
		const text = `Said[^a] and said[^b] and again[^a].\n\n${'More.\n\n'.repeat(80)}[^a]: First.\n[^b]: Second *note*.`;
		await page.evaluate(async (shown) => rendererPage.show(shown), text);
		const address = page.url();
		const link = page.locator('[role=doc-noteref]', { hasText: '1' }).last();
		await link.focus();
		await page.keyboard.press('Enter');
		const note = page.getByRole('listitem').filter({ hasText: 'First.' });
		await expect.poll(() => note.evaluate((one) => one === document.activeElement)).toBe(true);
		expect(await note.evaluate((one) => one.getBoundingClientRect().bottom)).toBeLessThanOrEqual(
			await page.evaluate(() => innerHeight)
		);
		await page.keyboard.press('Tab');
		await page.keyboard.press('Enter');
		await expect.poll(() => link.evaluate((one) => one === document.activeElement)).toBe(true);
		expect(page.url()).toBe(address);
		expect(await page.locator('dialog').count()).toBe(0);
	});

	it.each([
		'words',
		'- one\n- two',
		'- one\n\n- two',
		'1. one\n   - two\n   - three',
		'- one\n\n  - two\n\n  - three',
		'- one\n\n  ```\n  two\n  ```',
		'- one\n  > two',
		'so[^a]\n\n[^a]: one\n[^b]: two',
		'<details><summary>one</summary>\n\ntwo\n\n</details>'
	])('the sign that more is coming takes no room: %j', async (text) => {
		const [growing, whole] = await page.evaluate(
			async (shown) => rendererPage.heights(shown),
			text
		);
		expect(growing).toBeGreaterThan(0);
		expect(growing).toBe(whole);
	});

	it('a note of any place in its list is led to, and leads back', async () => {
		const text = `${['a', 'b', 'c'].map((label) => `Said ${label}[^${label}].`).join('\n\n')}\n\n[^a]: First.\n\n[^b]: Second.\n[^c]: Third.`;
		await page.evaluate(async (shown) => rendererPage.show(shown), text);
		expect(await page.locator('.notes').count()).toBe(1);
		for (const [number, words] of [
			['3', 'Third.'],
			['2', 'Second.']
		] as const) {
			const link = page.locator('[role=doc-noteref]', { hasText: number });
			await link.press('Enter');
			const note = page.getByRole('listitem').filter({ hasText: words });
			expect(await note.evaluate((one) => one === document.activeElement)).toBe(true);
			await note.locator('[role=doc-backlink]').press('Enter');
			expect(await link.evaluate((one) => one === document.activeElement)).toBe(true);
		}
	});

	it('what is folded away opens with the keyboard, and a quote has its word as a title', async () => {
		await page.evaluate(
			async (shown) => rendererPage.show(shown),
			'<details>\n<summary>How it works</summary>\n\n```ts\nconst a = 1;\n```\n\n</details>\n\n> [!CAUTION]\n> Hot.'
		);
		expect(await wrongs()).toEqual([]);
		const code = page.getByText('const a = 1;');
		const isSeen = () => code.evaluate((one) => one.checkVisibility());
		expect(await isSeen()).toBe(false);
		await page.emulateMedia({ media: 'print' });
		expect(await isSeen()).toBe(true);
		await page.emulateMedia({ media: null });
		await page.locator('summary', { hasText: 'How it works' }).press('Enter');
		expect(await isSeen()).toBe(true);
		expect(await page.getByRole('blockquote').innerText()).toMatch(/^Caution\s+Hot\.$/);
	});

	it('an answer stands in an exported page as HTML, and a hostile one does nothing there', async () => {
		const answer =
			'# Plan\n\n- one\n- **two** $x^2$\n\n```ts\nconst a = 1;\n```\n\n| a | b |\n|---|--:|\n| 1 | 2 |\n\n' +
			'[there](/settings#data) and [out][o] ![p](https://evil.example/p.png)\n\n[o]: https://a.example/';
		const noted = 'So[^1] and so[^1].\n\n[^1]: Because.';
		const exchange = (text: string) => {
			const [one] = someExchanges(1);
			const { turn, steps } = one!;
			return { turn, steps: [{ ...steps[1]!, content: [{ type: 'text' as const, text }] }] };
		};
		const write = (texts: readonly string[]) =>
			page.evaluate(
				async (parts) => rendererPage.write(parts),
				sessionHtml({ title: 'x' }, texts.map(exchange))
			);
		const outside = await browser.newPage({ javaScriptEnabled: true });
		const asked: string[] = [];
		outside.on('request', (request) => asked.push(request.url()));
		await outside.setContent((await write([answer])).html);
		expect(
			await outside.locator('article:not(.you) :is(h3, li, strong, td, a)').allInnerTexts()
		).toEqual(['Plan', 'one', expect.stringMatching(/^two /), 'two', '1', '2', 'out', 'Image: p']);
		expect(await outside.locator('math msup > *').allTextContents()).toEqual(['x', '2']);
		await outside.setContent((await write([noted, noted])).html);
		const ids = await outside.locator('[id]').evaluateAll((all) => all.map(({ id }) => id));
		expect(ids).toHaveLength(4);
		expect(new Set(ids).size).toBe(4);
		const led = await outside
			.locator('article:not(.you) a')
			.evaluateAll((links) => links.map((one) => one.getAttribute('href')!.slice(1)));
		expect(new Set(led)).toEqual(new Set(ids));
		await outside.setContent((await write([twoScripts])).html);
		expect(await directions(outside)).toEqual(['rtl', 'rtl', 'rtl', 'ltr']);
		await outside.setContent((await write([`كتاب\n\n${twoScripts}`])).html);
		expect(await directions(outside)).toEqual(['rtl', 'rtl', 'rtl', 'ltr']);
		const { html, pauses } = await write([...hostile, hostile.join('\n\n')]);
		expect(pauses).toBeGreaterThan(2 * hostile.length);
		await outside.setContent(html);
		const wrong = await outside.evaluate(() => ({
			strange: [...document.body.querySelectorAll('*')]
				.filter(({ nodeName }) =>
					/^(SCRIPT|IMG|IFRAME|OBJECT|EMBED|LINK|META|BASE|STYLE|SVG|ANNOTATION-XML|MGLYPH|FORM|INPUT|VIDEO|AUDIO)$/i.test(
						nodeName
					)
				)
				.map(({ outerHTML }) => outerHTML),
			handlers: [...document.body.querySelectorAll('*')]
				.flatMap(({ attributes, namespaceURI }) => {
					const isMath = namespaceURI === 'http://www.w3.org/1998/Math/MathML';
					const allowed = isMath
						? /^(?!on|style|href|src|xlink|id|name)/
						: /^(class|href|open|target|rel|start|dir|lang)$/;
					return [...attributes].filter(({ name }) => !allowed.test(name));
				})
				.map(({ name }) => name),
			links: [...document.querySelectorAll('a')]
				.map((link) => link.getAttribute('href') ?? '')
				.filter((href) => !/^(https?|mailto):/.test(href)),
			hit: 'hit' in window
		}));
		expect(wrong).toEqual({ strange: [], handlers: [], links: [], hit: false });
		expect(asked.filter((url) => url !== 'about:blank')).toEqual([]);
		await outside.close();
	});
});
