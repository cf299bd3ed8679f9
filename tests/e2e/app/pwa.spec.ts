import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium, type Page } from '@playwright/test';
import { answerFrom } from '../../../scripts/answer-static.js';
import { serve } from '../../../scripts/serve.js';
import { launchOptions } from '../../support/browser.ts';
import { composer, kept, knowsItIsOffline, replies, say, transcript, useServer } from '../steps.ts';
import { expect, oneModel, test } from '../with-server.ts';

test.use({ anthropic: oneModel(50_000), serviceWorkers: 'allow' });

/** The installed app: kept whole, opened without a network, renewed only when the person says so. */

const build = fileURLToPath(new URL('../../../build', import.meta.url));

/** Paths of all that is in a cache. */
const cached = (page: Page): Promise<string[]> =>
	page.evaluate(async () => {
		const paths: string[] = [];
		for (const name of await caches.keys()) {
			const requests = await (await caches.open(name)).keys();
			paths.push(...requests.map(({ url }) => new URL(url).pathname));
		}
		return paths.toSorted();
	});

/** What the service worker has to keep: every file that was built, by its address. */
async function built(): Promise<string[]> {
	const entries = await readdir(build, { recursive: true, withFileTypes: true });
	const files = entries
		.filter((entry) => entry.isFile())
		.map((entry) => `/${path.relative(build, path.join(entry.parentPath, entry.name))}`);
	const apart = ['/service-worker.js', '/_app/version.json', '/index.html'];
	return [...files.filter((file) => !apart.includes(file)), '/'].toSorted();
}

test('all that the first screen is made of is named in the page, so that no file of it waits for another', async ({
	page,
	request
}) => {
	await page.addInitScript(() => {
		const look = new MutationObserver(() => {
			if (!document.querySelector('textarea')) return;
			look.disconnect();
			const read = performance
				.getEntriesByType('resource')
				.map(({ name }) => new URL(name).pathname);
			Object.assign(window, { readUntilThen: read });
		});
		look.observe(document, { childList: true, subtree: true });
	});
	await page.goto('/');
	await expect(composer(page)).toBeVisible();
	const read = await page.evaluate(
		() => (window as unknown as { readonly readUntilThen: readonly string[] }).readUntilThen
	);
	const ours = read.filter((file) => /^\/_app\/immutable\/(?!workers).*\.(js|css)$/.test(file));
	const html = await (await request.get('/')).text();
	expect(ours.length).toBeGreaterThan(5);
	expect(ours.filter((file) => !html.includes(`"${file}"`))).toEqual([]);
});

test('everything that was built is kept, once, and nothing else, also after a conversation @slow', async ({
	page,
	server
}) => {
	await page.goto('/');
	await kept(page);
	expect(await cached(page)).toEqual(await built());
	await useServer(page, server);
	await page.goto('/');
	await say(page, 'Does any of this get into a cache?');
	await page.goto('/search?q=cache');
	await expect(page.getByRole('list', { name: 'Results' })).toContainText('cache');
	expect(await cached(page)).toEqual(await built());
});

test('files that the browser has thrown away are kept again with the next start, all or some of them @slow', async ({
	page
}) => {
	const losses = [
		async () => {
			for (const name of await caches.keys()) await caches.delete(name);
		},
		async () => {
			for (const name of await caches.keys()) await (await caches.open(name)).delete('/');
		}
	];
	await page.goto('/');
	await kept(page);
	for (const lose of losses) {
		await page.evaluate(lose);
		expect(await cached(page)).not.toContain('/');
		await page.goto('/');
		await expect.poll(() => cached(page)).toEqual(await built());
	}
});

test('the page and its files are read without waking the service worker; workers come from it, with their policy @slow', async ({
	page
}) => {
	await page.goto('/');
	await kept(page);
	await page.goto('/');
	await expect(composer(page)).toBeVisible();
	const sources = (): Promise<[string, string][]> =>
		page.evaluate(() => {
			// Newer than the types: which static route answered (Service Workers, "workerFinalSourceType").
			type Routed = PerformanceResourceTiming & { readonly workerFinalSourceType?: string };
			const read = performance
				.getEntries()
				.filter((entry) => /navigation|resource/.test(entry.entryType));
			return (read as Routed[]).map((entry): [string, string] => [
				// The name of the navigation follows the address bar.
				entry.entryType === 'navigation' ? 'the page' : new URL(entry.name).pathname,
				entry.workerFinalSourceType ?? 'not told'
			]);
		});
	await expect
		.poll(async () => (await sources()).filter(([name]) => name.includes('/workers/')).length)
		.toBeGreaterThan(0);
	const read = await sources();
	const of = (pattern: RegExp): string[] => [
		...new Set(read.filter(([name]) => pattern.test(name)).map(([, source]) => source))
	];
	expect(of(/^the page$/)).toEqual(['cache']);
	expect(of(/^\/_app\/immutable\/(?!workers)/)).toEqual(['cache']);
	expect(of(/^\/_app\/immutable\/workers/)).toEqual(['fetch-event']);
});

test('without a network the last session opens, every address too, and questions are answered', async ({
	page,
	context
}) => {
	await page.goto('/');
	await say(page, 'My bicycle is called Rosinante');
	await page.goto('/memory/memory/2026-11-20.md');
	await page.getByRole('textbox', { name: 'Memory file' }).fill('- Rides a bicycle\n');
	await page.getByRole('button', { name: 'Save' }).click();
	await expect(page.getByRole('button', { name: 'Save' })).toBeDisabled();
	await kept(page);
	await context.setOffline(true);

	const later = await context.newPage();
	await page.close();
	await later.goto('/');
	await knowsItIsOffline(later);
	await expect(transcript(later)).toContainText('Rosinante');
	await expect(later.getByText('You are offline', { exact: false }).first()).toBeVisible();
	await say(later, 'What is my bicycle called?');
	await expect(replies(later).last()).toContainText('Rosinante');

	await later.goto('/memory/memory/2026-11-20.md');
	await expect(later.getByRole('textbox', { name: 'Memory file' })).toHaveValue(
		'- Rides a bicycle\n'
	);
	for (const [address, holds] of [
		['/memory', 'memory/2026-11-20.md'],
		['/memory/MEMORY.md', 'MEMORY.md'],
		['/review', 'Review'],
		['/archive', 'Archive'],
		['/archive/nothing', 'There is no archive'],
		['/search?q=bicycle', 'Rosinante'],
		['/settings', 'Provider'],
		['/not/an/address.md', 'There is nothing']
	] as const) {
		await later.goto(address);
		await expect(later.getByRole('heading', { level: 1 })).toBeVisible();
		await expect(later.getByRole('main')).toContainText(holds);
	}
});

test('the shortcut of the installed app begins a new chat', { tag: '@slow' }, async ({ page }) => {
	await page.goto('/');
	await say(page, 'an older conversation');
	const older = page.url();
	await page.goto('/?new');
	await expect(page).toHaveURL(/\/chat\/[\w-]+$/);
	expect(page.url()).not.toBe(older);
	await expect(transcript(page).getByRole('article')).toHaveCount(0);
	await page.goto('/');
	await expect(page).toHaveURL(older);
});

test(
	'the browser finds nothing that keeps the app from being installed',
	{ tag: '@slow' },
	async ({ baseURL }) => {
		const profile = await mkdtemp(path.join(tmpdir(), 'keepsake-profile-'));
		const context = await chromium.launchPersistentContext(profile, launchOptions());
		const page = await context.newPage();
		await page.goto(baseURL ?? '');
		await kept(page);
		const protocol = await context.newCDPSession(page);
		const manifest = await protocol.send('Page.getAppManifest');
		expect(manifest.errors).toEqual([]);
		const { installabilityErrors } = await protocol.send('Page.getInstallabilityErrors');
		expect(installabilityErrors).toEqual([]);
		const { icons } = JSON.parse(manifest.data ?? '{}') as { icons: { src: string }[] };
		for (const { src } of icons) expect((await page.request.get(src)).ok(), src).toBe(true);
		await context.close();
		await rm(profile, { recursive: true });
	}
);

test('a new version is offered, waits for the answer that is being written, and is taken once @slow', async ({
	browser,
	server
}) => {
	const folder = await mkdtemp(path.join(tmpdir(), 'keepsake-build-'));
	await cp(build, folder, { recursive: true });
	const site = await serve({ folder, port: 0 });
	const context = await browser.newContext({ baseURL: site.url });
	const page = await context.newPage();
	await useServer(page, server);
	await page.goto('/');
	await kept(page);
	await say(page, 'hello');
	let loads = 0;
	page.on('load', () => loads++);
	await expect(page.getByRole('button', { name: 'Reload to update' })).toHaveCount(0);

	const script = path.join(folder, 'service-worker.js');
	await writeFile(script, `${await readFile(script, 'utf8')}\n// the next version`);
	await page.evaluate(async () => {
		await (await navigator.serviceWorker.ready).update();
	});
	await expect(page.getByRole('status').filter({ hasText: 'new version' })).toBeVisible();
	expect(loads).toBe(0);

	server.script(() => ({ text: `${'word '.repeat(90)}and the end.`, tokensPerSecond: 30 }));
	await composer(page).fill('Tell me something long');
	await composer(page).press('Enter');
	await expect(replies(page).last()).toContainText('word word');
	await page.getByRole('button', { name: 'Reload to update' }).click();
	await expect(
		page.getByRole('status').filter({ hasText: 'as soon as what is running here is done' })
	).toBeVisible();
	await expect(replies(page).last()).toContainText('and the end.', { timeout: 20_000 });
	await expect.poll(() => loads).toBe(1);
	await expect(replies(page).last()).toContainText('and the end.');
	await expect(page.getByRole('button', { name: 'Reload to update' })).toHaveCount(0);
	await say(page, 'still there?');
	expect(loads).toBe(1);
	expect(server.refusals).toEqual([]);
	await context.close();
	await Promise.all([site.close(), rm(folder, { recursive: true })]);
});

test(
	'a page of an earlier version still opens everything after a new one was put in its place',
	{ tag: '@slow' },
	async ({ browser }) => {
		const folder = await mkdtemp(path.join(tmpdir(), 'keepsake-build-'));
		await cp(build, folder, { recursive: true });
		const site = await serve({ folder, port: 0 });
		const context = await browser.newContext({ baseURL: site.url });
		const page = await context.newPage();
		await page.goto('/');
		await kept(page);
		await say(page, 'hello');
		// The next version has other files; those of this one are gone from the server.
		await rm(path.join(folder, '_app/immutable'), { recursive: true });
		await page.getByRole('complementary').getByRole('link', { name: 'Settings' }).click();
		await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
		await page.keyboard.press('Control+k');
		await expect(page.getByRole('dialog', { name: 'Search and commands' })).toBeVisible();
		await context.close();
		await Promise.all([site.close(), rm(folder, { recursive: true })]);
	}
);

/** A host that has only some of a version yet, and gives the page for all that it does not have. */
async function halfDeployed(lacks: (path: string) => boolean) {
	const answer = answerFrom(build);
	const host = { lacks, page: (html: string): string => html };
	const html = await readFile(path.join(build, 'index.html'), 'utf8');
	const server = createServer((request, response) => {
		const isPage = request.url === '/' || host.lacks(request.url ?? '');
		if (!isPage) return void answer(request, response);
		response.writeHead(200, { 'content-type': 'text/html' }).end(host.page(html));
	});
	await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
	const address = server.address();
	const port = typeof address === 'object' && address ? address.port : 0;
	const close = () => new Promise((resolve) => server.close(resolve).closeAllConnections());
	return { url: `http://localhost:${String(port)}`, host, close };
}

/** Asks for a new version and waits until it was taken or refused. */
const installs = (page: Page): Promise<boolean> =>
	page.evaluate(async () => {
		const registration = await navigator.serviceWorker.register('/service-worker.js', {
			type: 'module',
			updateViaCache: 'none'
		});
		await registration.update().catch(() => undefined);
		const { installing } = registration;
		if (installing?.state === 'installing')
			await new Promise<void>((resolve) =>
				installing.addEventListener('statechange', () => resolve(), { once: true })
			);
		return (registration.waiting ?? registration.active) !== null;
	});

test(
	'what a host gives while a version is being put there is not kept: neither a page as code nor the page of another version',
	{ tag: '@slow' },
	async ({ browser }) => {
		const later = (await built()).find((file) => /immutable\/chunks\/.*\.js$/.test(file)) ?? '';
		const { url, host, close } = await halfDeployed((file) => file === later);
		const context = await browser.newContext({ baseURL: url });
		const page = await context.newPage();
		await page.goto('/favicon.svg');
		expect(await installs(page)).toBe(false);
		host.lacks = () => false;
		host.page = (html) => html.replaceAll('/entry/start.', '/entry/start.of-before.');
		expect(await installs(page)).toBe(false);
		host.page = (html) => html;
		expect(await installs(page)).toBe(true);
		await expect.poll(() => cached(page)).toEqual(await built());
		await context.close();
		await close();
	}
);

for (const { what, file } of [
	{ what: 'what keeps it', file: '/service-worker.js' },
	{ what: 'all of it', file: '/icons/maskable.svg' }
])
	test(`an app whose network went before ${what} had come is kept as soon as there is one again @slow`, async ({
		browser
	}) => {
		let isAskedFor = false;
		const { url, host, close } = await halfDeployed((asked) => {
			isAskedFor ||= asked === file;
			return asked === file;
		});
		const context = await browser.newContext({ baseURL: url });
		const page = await context.newPage();
		await page.goto('/');
		await expect(composer(page)).toBeVisible();
		await expect.poll(() => isAskedFor).toBe(true);
		const isGivenUp = async () =>
			(await navigator.serviceWorker.getRegistration('/')) === undefined;
		await expect.poll(() => page.evaluate(isGivenUp)).toBe(true);
		host.lacks = () => false;
		await context.setOffline(true);
		await context.setOffline(false);
		await expect.poll(() => cached(page)).toEqual(await built());
		await context.close();
		await close();
	});
