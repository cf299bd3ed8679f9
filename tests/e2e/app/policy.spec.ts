import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';
import { unzipSync, gunzipSync, strFromU8 } from 'fflate';
import { command, composer, downloadBy, replies, say, transcript, useServer } from '../steps.ts';
import { watchPage } from '../watch.ts';
import { expect, test } from '../with-server.ts';

/** What the page may do and reach, and where the key is not. */

const key = 'sk-ant-CANARY-0123456789abcdefghijkl';

test.use({ anthropic: { key }, serviceWorkers: 'allow' });

const hashOf = (text: string): string =>
	`'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** The one style that stands at an element: how Kit hides its announcer of routes, as it is built. */
async function styleOfAnnouncer(): Promise<string> {
	const folder = new URL('../../../build/_app/immutable/', import.meta.url);
	const names = await readdir(folder, { recursive: true });
	for (const name of names.filter((one) => one.endsWith('.js'))) {
		const code = await readFile(new URL(name, folder), 'utf8');
		const style = /id="svelte-announcer"[^>]* style="([^"]+)"/.exec(code)?.[1];
		if (style !== undefined) return style;
	}
	throw new Error('Kit announces routes in another way now');
}

const answer = [
	'Here is some code:',
	'',
	'```ts',
	'export const answer: number = 42; // to everything',
	'```',
	'',
	'| a | b |',
	'|--:|:-:|',
	'| 1 | 2 |',
	'',
	'![chart](https://pictures.example/beacon.png?d=secret) and [a link](https://a.example/).'
].join('\n');

test('the policy of the page is the one that was decided, word for word', async ({ request }) => {
	const html = await (await request.get('/')).text();
	const policy = /http-equiv="content-security-policy" content="([^"]+)"/i.exec(html)?.[1] ?? '';
	const inPage = (tag: string): string[] =>
		[...html.matchAll(new RegExp(`<${tag}(?: [^>]*)?>([\\s\\S]*?)</${tag}>`, 'g'))].map(
			([, text]) => text ?? ''
		);
	const scripts = inPage('script');
	const styles = inPage('style');
	expect(scripts).toHaveLength(2);
	expect(styles).toHaveLength(1);
	const directives = policy.split(';').map((directive) => directive.trim());
	expect(directives.toSorted()).toEqual(
		[
			"default-src 'none'",
			`script-src 'self' ${scripts.map(hashOf).join(' ')}`,
			`style-src 'self' 'unsafe-hashes' ${hashOf(await styleOfAnnouncer())} ${hashOf(styles[0] ?? '')}`,
			"img-src 'self' data: blob:",
			"font-src 'self'",
			"media-src 'self' blob:",
			"connect-src 'self'",
			"worker-src 'self'",
			"manifest-src 'self'",
			"frame-src 'self'",
			"object-src 'none'",
			"base-uri 'none'",
			"form-action 'none'",
			"require-trusted-types-for 'script'",
			'trusted-types svelte-trusted-html sveltekit-trusted-url dompurify app-worker'
		].toSorted()
	);
});

test(
	'no page offends against it in a small conversation with code, tables and pictures',
	{ tag: '@slow' },
	async ({ page, baseURL, server }) => {
		const watched = await watchPage(page, { origin: baseURL ?? '', friends: [server.url] });
		server.script(() => ({ text: answer, thinking: 'I think of code.' }));
		await useServer(page, server);
		await page.goto('/');
		await say(page, 'Show me code');
		await expect(replies(page).locator('.hljs-keyword').first()).toBeVisible();
		await expect(replies(page)).toContainText('pictures.example');
		const edited = page.getByRole('textbox', { name: 'Edit message' });
		await composer(page).press('ArrowUp');
		await expect(edited).toBeFocused();
		await edited.press('Escape');
		await command(page, '/remember I like tables');
		await page.getByRole('button', { name: /^Context/ }).click();
		await expect(page.getByRole('region', { name: 'Prompt inspector' })).toBeVisible();
		await page.keyboard.press('Control+k');
		await page.keyboard.type('code');
		await expect(page.getByRole('dialog').getByRole('option').first()).toBeVisible();
		await page.keyboard.press('Escape');
		for (const path of ['/memory', '/memory/MEMORY.md', '/review', '/archive', '/search?q=code']) {
			await page.goto(path);
			await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
		}
		await page.goto('/settings#data');
		await downloadBy(page, page.getByRole('button', { name: 'Export everything' }));
		expect(watched.violations).toEqual([]);
		// A hint of the browser that a password manager would like a form; there must be none.
		expect(watched.printed.filter((line) => !line.startsWith('[DOM] Password field'))).toEqual([]);
		expect(watched.strayed).toEqual([]);
	}
);

test('the page itself reaches nobody, not even the endpoint', async ({
	page,
	baseURL,
	stranger
}) => {
	const watched = await watchPage(page, { origin: baseURL ?? '', friends: [stranger.url] });
	await page.goto('/');
	await composer(page).waitFor();
	const sent = await page.evaluate(
		(url) =>
			fetch(url, { mode: 'no-cors' }).then(
				() => 'sent',
				() => 'refused'
			),
		stranger.url
	);
	expect(sent).toBe('refused');
	await expect.poll(() => watched.violations.join()).toContain('connect-src');
	expect(stranger.heard).toEqual([]);
});

test('workers are served with a policy of their own, with and without the service worker @slow', async ({
	page,
	request
}) => {
	const folder = new URL('../../../build/_app/immutable/workers/', import.meta.url);
	const scripts = (await readdir(folder)).filter((name) => name.endsWith('.js'));
	expect(scripts.length).toBeGreaterThanOrEqual(2);
	await page.goto('/');
	await page.evaluate(() => navigator.serviceWorker.ready);
	await expect
		.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null))
		.toBe(true);
	for (const name of scripts) {
		const path = `/_app/immutable/workers/${name}`;
		const fromPage = (address: string) =>
			page.evaluate(
				async (url) => (await fetch(url)).headers.get('content-security-policy'),
				address
			);
		const fromServer = async (address: string) =>
			(await request.get(address)).headers()['content-security-policy'];
		for (const policyOf of [fromPage, fromServer]) {
			const policy = (target: string) =>
				`default-src 'none'; script-src 'self'; connect-src ${target}`;
			expect(await policyOf(path)).toBe(policy("'none'"));
			expect(await policyOf(`${path}?endpoint=https://a.example`)).toBe(
				policy('https://a.example')
			);
		}
	}
});

test(
	'the app shows itself in no frame of another page, whatever headers its host sends',
	{ tag: '@slow' },
	async ({ page, baseURL }) => {
		const framing = createServer((_, response) => {
			response.setHeader('content-type', 'text/html');
			response.end(`<iframe src="${baseURL ?? ''}/settings" title="app"></iframe>`);
		});
		await new Promise<void>((resolve) => framing.listen(0, '127.0.0.1', resolve));
		const outside = `http://127.0.0.1:${String((framing.address() as AddressInfo).port)}/`;
		const printed: string[] = [];
		page.on('console', (message) => printed.push(message.text()));
		await page.goto(outside);
		await expect.poll(() => printed.join()).toMatch(/frame-ancestors/);

		await page.route(`${baseURL ?? ''}/**`, async (route) => {
			const response = await route.fetch();
			const headers = { ...response.headers(), 'content-security-policy': '' };
			await route.fulfill({ response, headers });
		});
		await page.goto(outside);
		const frame = page.frameLocator('iframe');
		await expect(frame.getByRole('main')).toContainText('Open it in its own tab');
		await expect(frame.getByRole('textbox')).toHaveCount(0);
		framing.closeAllConnections();
		framing.close();
	}
);

test('nothing is set up by an address', { tag: '@slow' }, async ({ page }) => {
	await page.goto('/?baseUrl=http://evil.example&endpoint=http://evil.example&key=sk-ant-evil');
	await composer(page).waitFor();
	await page.goto('/settings?endpoint=http://evil.example&key=sk-ant-evil#key=sk-ant-evil');
	await expect(page.getByText('No key')).toBeVisible();
	await expect(page.getByLabel('API endpoint')).toHaveValue('https://api.anthropic.com');
});

/** Everything that this origin keeps in the browser, by place, as text. */
const keptBy = (page: Page): Promise<Record<string, string>> =>
	page.evaluate(async () => {
		const kept: Record<string, string> = {
			page: document.documentElement.outerHTML,
			local: JSON.stringify(Object.entries(localStorage)),
			session: JSON.stringify(Object.entries(sessionStorage))
		};
		const textOf = (buffer: ArrayBuffer) => new TextDecoder('latin1').decode(buffer);
		for (const { name = '' } of await indexedDB.databases()) {
			const db = await new Promise<IDBDatabase>((resolve) => {
				const opening = indexedDB.open(name);
				opening.onsuccess = () => resolve(opening.result);
			});
			for (const store of db.objectStoreNames)
				kept[`${name}.${store}`] = await new Promise((resolve) => {
					const reading = db.transaction(store).objectStore(store).getAll();
					reading.onsuccess = () =>
						resolve(
							JSON.stringify(reading.result, (_, value: unknown) => {
								if (value instanceof ArrayBuffer) return textOf(value);
								if (!ArrayBuffer.isView(value)) return value;
								return textOf(value.buffer as ArrayBuffer);
							})
						);
				});
			db.close();
		}
		for (const name of await caches.keys()) {
			const cache = await caches.open(name);
			for (const request of await cache.keys()) {
				const response = await cache.match(request);
				kept[`${name} ${request.url}`] = textOf(
					(await response?.arrayBuffer()) ?? new ArrayBuffer()
				);
			}
		}
		const walk = async (folder: FileSystemDirectoryHandle, path: string): Promise<void> => {
			for await (const [name, entry] of folder as unknown as AsyncIterable<
				[string, FileSystemDirectoryHandle | FileSystemFileHandle]
			>)
				if (entry.kind === 'directory') await walk(entry, `${path}/${name}`);
				else kept[`opfs ${path}/${name}`] = textOf(await (await entry.getFile()).arrayBuffer());
		};
		await walk(await navigator.storage.getDirectory(), '');
		return kept;
	});

test('the key is in no export, address, cache, file, console or store, and not in plain text in its own', async ({
	page,
	baseURL,
	server
}) => {
	const watched = await watchPage(page, { origin: baseURL ?? '' });
	const addresses: string[] = [];
	page.on('framenavigated', (frame) => addresses.push(frame.url()));
	await useServer(page, server);
	await page.goto('/');
	server.fault('unauthorized');
	await composer(page).fill('Hello');
	await composer(page).press('Enter');
	await expect(transcript(page).getByRole('alert')).toContainText('does not accept the key');
	await replies(page).getByRole('button', { name: 'Retry' }).click();
	await expect(replies(page)).toContainText('You said');
	await say(page, 'And once more');
	await page.goto('/settings#data');
	const all = await downloadBy(page, page.getByRole('button', { name: 'Export everything' }));
	const memory = await downloadBy(page, page.getByRole('button', { name: 'Export memory' }));
	for (const { path } of [all, memory]) {
		const bytes = await readFile(path);
		expect(bytes.includes(key)).toBe(false);
		for (const [name, file] of Object.entries(unzipSync(bytes))) {
			const text = strFromU8(name.endsWith('.gz') ? gunzipSync(file) : file, true);
			expect(text.includes('CANARY'), name).toBe(false);
		}
	}
	const kept = await keptBy(page);
	expect(Object.keys(kept).some((place) => place.startsWith('keepsake-keys.'))).toBe(true);
	expect(Object.keys(kept).some((place) => place.startsWith('keepsake.turns'))).toBe(true);
	for (const [place, text] of Object.entries(kept))
		expect(text.includes('CANARY'), place).toBe(false);
	expect(addresses.join()).not.toContain('CANARY');
	expect(watched.printed.join()).not.toContain('CANARY');
	for (const { body, path, query } of server.requests)
		expect(JSON.stringify([body, path, query])).not.toContain('CANARY');
});
