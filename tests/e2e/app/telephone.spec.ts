import type { Page, Worker } from '@playwright/test';
import { aModel } from '../../support/anthropic/models.ts';
import { asksForSummary } from '../../support/anthropic/answers/script.ts';
import type { MessagesBody } from '../../support/anthropic/wire.ts';
import {
	ask,
	command,
	composer,
	modelId,
	replies,
	say,
	storedTables,
	useServer
} from '../steps.ts';
import { expect, oneModel, test } from '../with-server.ts';

/** The two workers as they are built: what they can reach, what they cannot, and where the key is. */

test.use({ anthropic: oneModel(50_000) });

const workerNamed = async (page: Page, name: string): Promise<Worker> => {
	await expect.poll(() => page.workers().some((one) => one.url().includes(name))).toBe(true);
	const found = page.workers().find((one) => one.url().includes(name));
	if (!found) throw new Error(`no ${name}`);
	return found;
};

const isSummary = (body: unknown): boolean => !!body && asksForSummary(body as MessagesBody);

/** Names by which a worker could reach the network, and what is left of them. */
const waysOutOf = (worker: Worker): Promise<readonly string[]> =>
	worker.evaluate(() =>
		[
			'XMLHttpRequest',
			'WebSocket',
			'EventSource',
			'WebTransport',
			'importScripts',
			'Worker',
			'caches',
			'CacheStorage',
			'FontFace',
			'fonts'
		].filter((name) => name in globalThis && Reflect.get(globalThis, name) !== undefined)
	);

test('on a first visit nobody waits for the service worker where the host sends the policy of the workers @slow', async ({
	page
}) => {
	// No wait of a second or longer ever ends.
	await page.addInitScript(() => {
		const begin = globalThis.setTimeout.bind(globalThis);
		const short = (work: () => void, ms = 0): unknown => (ms < 1000 ? begin(work, ms) : 0);
		globalThis.setTimeout = short as typeof setTimeout;
	});
	await page.goto('/settings');
	expect(await page.evaluate(() => navigator.serviceWorker.controller)).toBeNull();
	await expect(page.getByText('No key')).toBeVisible();
});

test('the telephone calls its endpoint and nobody else, the workshop nobody at all', async ({
	page,
	server,
	stranger
}) => {
	await useServer(page, server);
	await page.goto('/');
	await say(page, 'Hello from the browser');
	await expect(replies(page).last()).toContainText('Hello from the browser');

	const telephone = await workerNamed(page, 'telephone');
	expect(new URL(telephone.url()).searchParams.get('endpoint')).toBe(server.url);
	expect(await waysOutOf(telephone)).toEqual([]);
	const tried = await telephone.evaluate(
		async ({ elsewhere, here }) => {
			const scope = globalThis as unknown as { WorkerGlobalScope: { prototype: object } };
			const attempts = [
				() => fetch(elsewhere),
				() => fetch(`${here}/v1/files`, { method: 'POST' }),
				() => fetch(`${here}/v1/models`, { headers: { 'x-api-key': 'sk-ant-evil' } })
			];
			const outcomes: string[] = ['fetch' in scope.WorkerGlobalScope.prototype ? 'there' : 'gone'];
			for (const attempt of attempts)
				outcomes.push(
					await attempt().then(
						() => 'sent',
						(error: unknown) => String(error)
					)
				);
			return outcomes;
		},
		{ elsewhere: stranger.url, here: server.url }
	);
	expect(tried).toEqual([
		'gone',
		'TypeError: This call is not one of ours.',
		'TypeError: This call is not one of ours.',
		'TypeError: These credentials are not ours.'
	]);
	expect(stranger.heard).toEqual([]);

	await page.goto('/search?q=browser');
	await expect(page.getByRole('list', { name: 'Results' })).toContainText('browser');
	const workshop = await workerNamed(page, 'workshop');
	expect(await waysOutOf(workshop)).toEqual([]);
	expect(await workshop.evaluate(() => typeof fetch)).toBe('undefined');

	expect(server.refusals).toEqual([]);
});

test('a telephone that comes slowly is told in words, a message for it can be taken back, and goes out when it is there @slow', async ({
	page,
	server
}) => {
	await useServer(page, server);
	let come = (): void => {};
	const held = new Promise<void>((resolve) => (come = resolve));
	await page.route(/telephone\.worker/, async (route) => {
		await held;
		await route.continue();
	});
	await page.goto('/');
	await expect(page.getByRole('button', { name: `Model: ${modelId}` })).toBeVisible();
	await composer(page).fill('Hello from a slow line');
	await composer(page).press('Enter');
	await expect(page.getByText('Still loading what talks to your model…')).toBeVisible();
	await page.getByRole('button', { name: 'Stop' }).click();
	await expect(composer(page)).toHaveValue('Hello from a slow line');
	await expect(page.getByText('Still loading')).toHaveCount(0);
	expect((await storedTables(page)).turns).toEqual([]);
	await composer(page).press('Enter');
	come();
	await expect(replies(page).last()).toContainText('Hello from a slow line');
	expect(server.messages()).toHaveLength(1);
});

test('a telephone that ends without a word ends the answer it was writing, and the next message has another @slow', async ({
	page,
	server
}) => {
	await useServer(page, server);
	await page.goto('/');
	server.queue({ text: 'The first words of it, and more. '.repeat(9), fault: 'silence', after: 4 });
	await ask(page, 'Tell me');
	await expect(replies(page).last()).toContainText('The first');
	const telephone = await workerNamed(page, 'telephone.worker');
	await telephone.evaluate(() => void setTimeout(() => close()));
	await expect(replies(page).last()).toContainText('Interrupted');
	await say(page, 'Are you there?');
	await expect(replies(page).last()).toContainText('Are you there?');
	expect(server.messages()).toHaveLength(2);
	// The workshop is another worker of the same kind, and nothing of it is lost to the page either.
	const workshop = await workerNamed(page, 'workshop.worker');
	await workshop.evaluate(() => void setTimeout(() => close()));
	await expect.poll(() => page.workers().some((one) => one === workshop)).toBe(false);
	await page.goto('/search?q=there');
	await expect(page.getByRole('list', { name: 'Results' })).toContainText('Are you there?');
});

test('a server whose list of headers (CORS) is fixed and has none of Anthropic’s is reached, as Ollama is @slow', async ({
	page,
	startServer
}) => {
	const server = await startServer({
		models: [aModel({ id: modelId, window: 50_000, maxOutput: 1_000 })],
		headerRules: 'ollama'
	});
	// Filled in, and its connection tested.
	await useServer(page, server);
	await page.goto('/');
	await say(page, 'Hello from the browser');
	await expect(replies(page).last()).toContainText('Hello from the browser');
	expect(server.messages()).toHaveLength(1);
	expect(server.requests.flatMap(({ headerNames }) => headerNames)).not.toContain(
		'anthropic-version'
	);
	expect(server.refusals).toEqual([]);
});

test('what is being compacted is posted to no endpoint that is chosen meanwhile @slow', async ({
	page,
	startServer
}) => {
	const models = [aModel({ id: modelId, window: 20_000, maxOutput: 1_000 })];
	const first = await startServer({ models });
	const second = await startServer({ models, key: 'sk-ant-second' });
	await useServer(page, first);
	await page.goto('/');
	for (let turn = 1; turn <= 6; turn++)
		await say(page, `Private ${turn}. ${'The ferry leaves from Porto at noon. '.repeat(80)}`);
	let release = () => {};
	const released = new Promise<void>((resolve) => (release = resolve));
	first.when(asksForSummary, async (_, { byDefault }) => {
		await released;
		return byDefault();
	});
	await command(page, '/compact');
	await expect.poll(() => first.requests.filter(({ body }) => isSummary(body)).length).toBe(1);
	await page.getByRole('link', { name: 'Settings' }).first().click();
	await page.getByLabel('API endpoint').fill(second.url);
	await page.getByLabel('API endpoint').blur();
	const jobs = async () =>
		((await storedTables(page))['compactions'] as { status: string }[]).map(({ status }) => status);
	await expect.poll(jobs).toEqual(['failed']);
	release();
	expect(second.requests.filter(({ method }) => method === 'POST')).toEqual([]);
	const asked = ((await storedTables(page))['ledger'] as Record<string, unknown>[]).filter(
		({ kind }) => kind === 'summary'
	);
	expect(asked).toMatchObject([
		{ host: new URL(first.url).host, failure: { kind: 'changed-meanwhile' } }
	]);
	await Promise.all([first.close(), second.close()]);
});

test('nothing but the two scripts becomes a worker @slow', async ({ page }) => {
	await page.goto('/');
	const refused = await page.evaluate(() => {
		try {
			return new Worker('/service-worker.js') instanceof Worker;
		} catch (error) {
			return error instanceof TypeError;
		}
	});
	expect(refused).toBe(true);
	expect(page.workers().filter((one) => one.url().includes('service-worker'))).toEqual([]);
});

test(
	'the key is nowhere but in its own database, and not in plain text there',
	{ tag: '@slow' },
	async ({ page, startServer }) => {
		const key = 'sk-ant-CANARY-0123456789abcdefgh';
		const server = await startServer({ key });
		const printed: string[] = [];
		page.on('console', (message) => printed.push(message.text()));
		page.on('pageerror', (error) => printed.push(String(error)));
		await page.goto('/settings');
		await page.getByLabel('API endpoint').fill(server.url);
		await page.getByLabel('API endpoint').blur();
		await expect(page.getByText('No key')).toBeVisible();
		await page.getByLabel('API key').fill(key);
		await page.getByLabel('API key').blur();
		await expect(page.getByText('Key set')).toBeVisible();
		await expect(page.getByLabel('API key')).toHaveValue('');
		await page.getByLabel('Model', { exact: true }).fill(server.models[0]?.id ?? '');
		await page.getByLabel('Model', { exact: true }).blur();
		server.fault('unauthorized');
		await page.goto('/');
		await composer(page).fill('Hello');
		await composer(page).press('Enter');
		await expect(page.getByRole('alert').first()).toContainText('does not accept the key');

		const stored = await page.evaluate(async () => {
			const dump: string[] = [location.href, document.documentElement.outerHTML];
			dump.push(JSON.stringify(localStorage), JSON.stringify(sessionStorage));
			for (const { name = '' } of await indexedDB.databases()) {
				const db = await new Promise<IDBDatabase>((resolve, reject) => {
					const opening = indexedDB.open(name);
					opening.onsuccess = () => resolve(opening.result);
					opening.onerror = () => reject(new Error(name));
				});
				for (const store of db.objectStoreNames)
					dump.push(
						await new Promise((resolve) => {
							const reading = db.transaction(store).objectStore(store).getAll();
							reading.onsuccess = () =>
								resolve(
									JSON.stringify(reading.result, (_, value: unknown) =>
										value instanceof ArrayBuffer || ArrayBuffer.isView(value)
											? new TextDecoder('latin1').decode(value)
											: value
									)
								);
						})
					);
				db.close();
			}
			for (const name of await caches.keys()) {
				const cache = await caches.open(name);
				for (const request of await cache.keys()) dump.push(request.url);
			}
			return dump.join('\n');
		});
		expect(stored).not.toContain('CANARY');
		expect(printed.join('\n')).not.toContain('CANARY');
		await page.reload();
		await page.goto('/settings');
		await expect(page.getByText('Key set')).toBeVisible();
	}
);

test('a change of the endpoint counts at once, without the key and without a reload @slow', async ({
	page,
	startServer
}) => {
	const first = await startServer(oneModel(50_000));
	const second = await startServer({ key: 'sk-ant-second', models: first.models });
	await useServer(page, first);
	await page.getByLabel('API endpoint').fill(second.url);
	await page.getByLabel('API endpoint').blur();
	await expect(page.getByText('No key')).toBeVisible();
	await page.getByLabel('API key').fill(second.key);
	await page.getByLabel('API key').blur();
	await expect(page.getByText('Key set')).toBeVisible();
	await second.waitFor(({ path }) => path === '/v1/models');
	expect(JSON.stringify(second.requests)).not.toContain(first.key);
	expect(modelId).toBe(first.models[0]?.id);
});

test(
	'the endpoint is asked once for leave to call it, and not with every message',
	{ tag: '@slow' },
	async ({ page, startServer }) => {
		const server = await startServer({
			models: [aModel({ id: modelId, window: 50_000, maxOutput: 1_000 })],
			preflightSeconds: 600
		});
		await useServer(page, server);
		await page.goto('/');
		for (const words of ['One', 'Two', 'Three']) {
			await say(page, words);
			await expect(replies(page).last()).toContainText(words);
		}
		const asked = server.preflights.filter(({ path }) => path === '/v1/messages');
		expect(asked).toHaveLength(1);
		expect(server.messages()).toHaveLength(3);
	}
);
