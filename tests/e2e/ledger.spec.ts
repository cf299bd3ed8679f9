import { expect, test, type Locator, type Page } from '@playwright/test';
import type { AnthropicServer } from '../support/anthropic/server.ts';
import { composer, replies, say, smallServer, transcript, useServer } from './steps.ts';

/** What the model saw, what is pinned, and what is changed in the inspector, against what really arrived. */

let server: AnthropicServer;
test.beforeAll(async () => {
	server = await smallServer(100_000);
});
test.beforeEach(() => server.reset());
test.afterEach(() => expect(server.refusals).toEqual([]));
test.afterAll(() => server.close());

/** A body that reached the server, without `stream`; compared as text, so order counts too. */
function posted(at = -1): string {
	const { stream, ...body } = server.messages().at(at)?.body as Record<string, unknown>;
	expect(stream).toBe(true);
	return JSON.stringify(body);
}

const inspector = (page: Page) =>
	page.getByRole('region', { name: 'Prompt inspector', exact: true });

const segment = (page: Page, source: string): Locator =>
	inspector(page)
		.getByRole('listitem')
		.filter({ has: page.getByText(source, { exact: true }) });

async function openSeen(page: Page, at: number): Promise<Locator> {
	const reply = replies(page).nth(at);
	await reply.getByRole('button', { name: 'More actions' }).click();
	await reply.getByRole('button', { name: 'What the model saw', exact: true }).click();
	const dialog = page.getByRole('dialog', { name: 'What the model saw' });
	await expect(dialog.getByRole('list', { name: 'Parts' })).toBeVisible();
	return dialog;
}

/** Select words of an article, as a person does with mouse, keys or a finger. */
const select = (article: Locator, words: string) =>
	article.evaluate((element, text) => {
		const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
		for (let node = walker.nextNode(); node; node = walker.nextNode()) {
			const start = node.textContent?.indexOf(text) ?? -1;
			if (start < 0) continue;
			const range = document.createRange();
			range.setStart(node, start);
			range.setEnd(node, start + text.length);
			document.getSelection()?.removeAllRanges();
			document.getSelection()?.addRange(range);
			return;
		}
		throw new Error('no such words');
	}, words);

test('every answer shows what the model saw, byte for byte as it was sent, and what changed since', async ({
	page
}) => {
	await useServer(page, server);
	await page.goto('/');
	await say(page, 'How high is the Zugspitze?');
	await say(page, 'And the Watzmann?');

	const dialog = await openSeen(page, 1);
	await dialog.getByText('The request as JSON').click();
	const shown = await dialog.getByRole('group', { name: 'The request as JSON' }).textContent();
	expect(JSON.stringify(JSON.parse(shown ?? ''))).toBe(posted());
	expect(shown).not.toContain(server.key);

	await dialog.getByLabel('Compare with').selectOption({ index: 1 });
	const changes = dialog.getByRole('list', { name: 'Changes' });
	await expect(changes.getByText('System: the same', { exact: true })).toBeVisible();
	await changes.getByText('Messages', { exact: true }).click();
	await expect(changes.locator('ins').filter({ hasText: 'Watzmann' })).toBeVisible();
	await page.keyboard.press('Escape');
	await expect(dialog).toHaveCount(0);
});

test(
	'selected words are pinned with the keyboard, go along word for word, and are let go in the inspector',
	{ tag: '@slow' },
	async ({ page }) => {
		await useServer(page, server);
		await page.goto('/');
		await say(page, 'The gate code is 4711 and the dog is called Bruno.');
		await select(transcript(page).getByRole('article', { name: 'You' }), 'gate code is 4711');
		const pin = page.getByRole('button', { name: 'Pin selection', exact: true });
		await pin.focus();
		await page.keyboard.press('Enter');
		await expect(page.getByRole('status').filter({ hasText: 'Pinned' })).toBeVisible();
		await expect(pin).toHaveCount(0);

		await page.getByRole('button', { name: 'See the pins', exact: true }).click();
		const pins = segment(page, 'Pins');
		await expect(pins).toContainText('gate code is 4711');
		await expect(pins.getByRole('link', { name: 'Go to the message' })).toHaveAttribute(
			'href',
			/#/
		);
		await say(page, 'Open it.');
		expect(posted()).toContain('gate code is 4711');
		await pins.getByRole('button', { name: /^Unpin/ }).click();
		await expect(pins).toHaveCount(0);
		await page.getByRole('status').getByRole('button', { name: 'Undo' }).click();
		await expect(pins).toContainText('gate code is 4711');
	}
);

test(
	'the inspector changes a source in place and leaves a part out of one message only',
	{ tag: '@slow' },
	async ({ page }) => {
		await useServer(page, server);
		await page.goto('/memory/MEMORY.md');
		await page
			.getByRole('textbox', { name: 'Memory file', exact: true })
			.fill('- Likes green tea\n');
		await page.getByRole('button', { name: 'Save', exact: true }).click();
		await expect(page.getByRole('button', { name: 'Save', exact: true })).toBeDisabled();
		await page.goto('/');
		await page.getByRole('button', { name: /^Context/ }).click();
		await inspector(page).getByRole('button', { name: 'Edit MEMORY.md', exact: true }).click();
		const text = inspector(page).getByRole('textbox', { name: 'Text of MEMORY.md' });
		await expect(text).toBeFocused();
		await text.fill('- Likes black tea\n');
		await text.press('Control+Enter');
		await expect(text).toHaveCount(0);

		await inspector(page).getByRole('button', { name: 'Edit System', exact: true }).click();
		await inspector(page)
			.getByRole('textbox', { name: 'Text of System' })
			.fill('Answer like a pirate.');
		await inspector(page).getByRole('button', { name: 'Save', exact: true }).click();
		const once = inspector(page).getByRole('button', { name: 'Not with the next message: Tools' });
		await once.click();
		await expect(once).toHaveAttribute('aria-pressed', 'true');

		await say(page, 'Good morning');
		expect(posted()).toContain('Likes black tea');
		expect(posted()).toContain('Answer like a pirate.');
		expect(posted()).not.toContain('"tools"');
		await say(page, 'And now?');
		expect(posted()).toContain('"tools"');
	}
);

test.describe('forgetting', { tag: '@slow' }, () => {
	const canary = 'xyloquartz';

	/** Names of the places in this browser that hold a word: every table of every database, files, caches, storage. */
	const placesWith = (page: Page, word: string) =>
		page.evaluate(async (text) => {
			const found: string[] = [];
			const seen = (value: unknown): boolean => {
				if (typeof value === 'string') return value.toLowerCase().includes(text);
				if (value instanceof Uint8Array) return seen(new TextDecoder('latin1').decode(value));
				if (typeof value !== 'object' || value === null) return false;
				return Object.entries(value).some(([key, inner]) => seen(key) || seen(inner));
			};
			for (const { name } of await indexedDB.databases()) {
				const db = await new Promise<IDBDatabase>((resolve, reject) => {
					const opening = indexedDB.open(name ?? '');
					opening.onsuccess = () => resolve(opening.result);
					opening.onerror = () => reject(new Error('cannot open'));
				});
				for (const table of db.objectStoreNames) {
					const rows = await new Promise<unknown[]>((resolve, reject) => {
						const reading = db.transaction(table).objectStore(table).getAll();
						reading.onsuccess = () => resolve(reading.result as unknown[]);
						reading.onerror = () => reject(new Error('cannot read'));
					});
					if (seen(rows)) found.push(`${name ?? ''}.${table}`);
				}
				db.close();
			}
			const look = async (folder: FileSystemDirectoryHandle): Promise<void> => {
				for await (const [name, handle] of folder.entries()) {
					if (handle.kind === 'directory') await look(handle);
					else {
						const file = await handle.getFile();
						let bytes = new Uint8Array(await file.arrayBuffer());
						if (bytes[0] === 0x1f && bytes[1] === 0x8b) {
							const stream = new Blob([bytes])
								.stream()
								.pipeThrough(new DecompressionStream('gzip'));
							bytes = new Uint8Array(await new Response(stream).arrayBuffer());
						}
						if (seen(bytes)) found.push(`file ${name}`);
					}
				}
			};
			await look(await navigator.storage.getDirectory());
			for (const name of await caches.keys())
				for (const request of await (await caches.open(name)).keys())
					if (seen(await (await (await caches.open(name)).match(request))?.text()))
						found.push(`cache ${request.url}`);
			for (const storage of [localStorage, sessionStorage])
				if (seen(Object.entries(storage))) found.push('storage');
			return found.sort();
		}, word);

	test('a deleted message is forgotten on request: its word is in no database, file or cache', async ({
		page
	}) => {
		await useServer(page, server);
		await page.goto('/');
		await say(page, `My secret word is ${canary}.`);
		await say(page, 'What is two and two?');
		await page.goto(`/search?q=${canary}`);
		await expect(page.getByRole('list', { name: 'Results' }).getByRole('link')).not.toHaveCount(0);
		expect(await placesWith(page, canary)).toContain('keepsake.turns');

		await page.goto('/');
		const asked = transcript(page).getByRole('article', { name: 'You' }).first();
		await asked.getByRole('button', { name: 'More actions' }).click();
		await asked.getByRole('button', { name: 'Delete turn' }).click();
		await page.getByRole('status').getByRole('button', { name: 'Forget now' }).click();
		const dialog = page.getByRole('dialog', { name: 'Forget this message?' });
		await expect(dialog).toContainText('127.0.0.1');
		await dialog.getByRole('button', { name: 'Forget', exact: true }).click();
		await expect(page.getByRole('status').filter({ hasText: 'Forgotten.' })).toBeVisible();

		await expect.poll(() => placesWith(page, canary)).toEqual([]);
		await expect(transcript(page)).toContainText('two and two');
		await composer(page).fill('Go on.');
		await composer(page).press('Enter');
		await expect.poll(() => server.messages().length).toBe(3);
		expect(posted()).not.toContain(canary);
	});

	test('what was deleted waits under Data, can be brought back, or forgotten at once', async ({
		page
	}) => {
		await page.goto('/');
		await say(page, `Remember the ${canary}.`);
		await page
			.getByRole('navigation', { name: 'Sessions' })
			.getByRole('button', { name: 'Session actions' })
			.first()
			.click();
		await page.getByRole('menuitem', { name: 'Delete session' }).click();
		await page.goto('/settings#data');
		const list = page.getByRole('list', { name: 'Recently deleted' });
		await list.getByRole('button', { name: 'Bring back' }).click();
		await expect(list).toHaveCount(0);
		await page.goto('/');
		await expect(transcript(page)).toContainText(canary);
		await page
			.getByRole('navigation', { name: 'Sessions' })
			.getByRole('button', { name: 'Session actions' })
			.first()
			.click();
		await page.getByRole('menuitem', { name: 'Delete session' }).click();
		await page.goto('/settings#data');
		await list.getByRole('button', { name: 'Forget now' }).click();
		await page.getByRole('dialog').getByRole('button', { name: 'Forget', exact: true }).click();
		await expect(page.getByRole('status').filter({ hasText: 'Forgotten.' })).toBeVisible();
		await expect.poll(() => placesWith(page, canary)).toEqual([]);
	});
});
