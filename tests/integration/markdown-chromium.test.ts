// @vitest-environment node
import { createServer, type Server } from 'node:http';
import path from 'node:path';
import type { Config } from '@sveltejs/kit';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { chromium, type Browser, type Page } from '@playwright/test';
import { build } from 'vite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sessionHtml } from '#core/export/session-html.ts';
import { launchOptions } from '../support/browser.ts';
import { exhausting, hostile } from './markdown-hostile.ts';
import { someExchanges } from '../support/stored-session.ts';
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
	const address = new URL('../../svelte.config.js', import.meta.url).href;
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
	await page.evaluate(async () => rendererPage.ready);
}, 60_000);

afterAll(async () => {
	await browser.close();
	server.close();
});

/** Everything in the page that has no right to be there. */
function wrongs(): Promise<string[]> {
	return page.evaluate(() => {
		const found: string[] = [];
		const elements =
			/^(P|H[1-6]|UL|OL|LI|BLOCKQUOTE|HR|BR|EM|STRONG|S|CODE|PRE|A|DIV|SPAN|TABLE|THEAD|TBODY|TR|TH|TD|BUTTON)$/;
		for (const element of document.body.querySelectorAll('*')) {
			if (!elements.test(element.nodeName)) found.push(element.outerHTML);
			for (const { name } of element.attributes) {
				if (!/^(class|href|target|rel|start|dir|type|tabindex)$/.test(name)) found.push(name);
			}
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
		await page.evaluate(async (shown) => rendererPage.show(shown), hostile.join('\n\n'));
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
		await page.evaluate(async () => rendererPage.ready);
		for (const text of hostile) {
			await page.evaluate(async (shown) => rendererPage.show(shown), text);
			await page.evaluate(async (shown) => rendererPage.sanitize(shown), text);
			expect(await wrongs(), text).toEqual([]);
		}
		expect(strayed).toEqual([]);
		await page.goto(origin);
		await page.evaluate(async () => rendererPage.ready);
	});

	// Measured 22 November 2026: at most 120 times. Held against plain text, because the machine may be busy.
	it('text made to exhaust takes no more than five hundred times as long as plain text of its length', async () => {
		const show = (text: string) => page.evaluate(async (shown) => rendererPage.show(shown), text);
		for (const [name, text] of exhausting) {
			const plain = await show('word and so on. '.repeat(text.length / 16));
			expect(await show(text), name).toBeLessThan(500 * Math.max(2, plain));
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

	it('an answer stands in an exported page as HTML, and a hostile one does nothing there', async () => {
		const answer =
			'# Plan\n\n- one\n- **two**\n\n```ts\nconst a = 1;\n```\n\n| a | b |\n|---|--:|\n| 1 | 2 |\n\n' +
			'[there](/settings#data) and [out][o] ![p](https://evil.example/p.png)\n\n[o]: https://a.example/';
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
		).toEqual(['Plan', 'one', 'two', 'two', '1', '2', 'out', 'Image: p']);
		const { html, pauses } = await write([...hostile, hostile.join('\n\n')]);
		expect(pauses).toBeGreaterThan(2 * hostile.length);
		await outside.setContent(html);
		const wrong = await outside.evaluate(() => ({
			strange: [...document.body.querySelectorAll('*')]
				.filter(({ nodeName }) =>
					/^(SCRIPT|IMG|IFRAME|OBJECT|EMBED|LINK|META|BASE|STYLE|SVG|MATH|FORM|INPUT|VIDEO|AUDIO)$/i.test(
						nodeName
					)
				)
				.map(({ outerHTML }) => outerHTML),
			handlers: [...document.body.querySelectorAll('*')]
				.flatMap(({ attributes }) => [...attributes])
				.filter(({ name }) => !/^(class|href|target|rel|start|dir)$/.test(name))
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
