import { expect, type Locator, type Page } from '@playwright/test';
import type { AnthropicServer } from '../support/anthropic/server.ts';

/** What a person does in the app, by the names of the screen contract. */

export const modelId = 'claude-sonnet-5-5';

/** Fill in endpoint, key and model, as one would. */
export async function useServer(page: Page, server: AnthropicServer): Promise<void> {
	await page.goto('/settings');
	await page.getByLabel('API endpoint').fill(server.url);
	await page.getByLabel('API endpoint').blur();
	await expect(page.getByText('No key')).toBeVisible();
	await page.getByLabel('API key').fill(server.key);
	await page.getByLabel('API key').blur();
	await expect(page.getByText('Key set')).toBeVisible();
	await page.getByLabel('Model', { exact: true }).fill(modelId);
	await page.getByLabel('Model', { exact: true }).blur();
	await page.getByRole('button', { name: 'Test connection' }).click();
	await expect(page.getByRole('status').filter({ hasText: / answers/ })).toBeVisible();
}

/** Whoever is on this device is called in any case and never held: here the server answers in the name of another. */
export async function useServerAfar(page: Page, server: AnthropicServer): Promise<void> {
	const afar = 'https://model.example';
	await page.route(`${afar}/**`, async (route) => {
		const url = route.request().url().replace(afar, server.url);
		// What is counted behind an answer may be cut off as the test ends.
		const response = await route.fetch({ url }).catch(() => null);
		await (response ? route.fulfill({ response }) : route.abort());
	});
	await useServer(page, { ...server, url: afar });
}

export const composer = (page: Page): Locator =>
	page.getByRole('textbox', { name: 'Message', exact: true });

export const transcript = (page: Page): Locator => page.getByRole('log', { name: 'Conversation' });

export const questions = (page: Page): Locator =>
	transcript(page).getByRole('article', { name: /^You/ });

export const replies = (page: Page): Locator =>
	transcript(page).getByRole('article', { name: /^Assistant/ });

export const inspector = (page: Page): Locator =>
	page.getByRole('region', { name: 'Prompt inspector', exact: true });

/** The page knows that there is no network. Some Chromium (150) forgets with a new page that it is to say so. */
export async function knowsItIsOffline(page: Page): Promise<void> {
	if (!(await page.evaluate(() => navigator.onLine))) return;
	await page.context().setOffline(false);
	await page.context().setOffline(true);
}

/** Write a memory file anew and save it; it is stored when this ends. */
export async function writeMemory(page: Page, path: string, text: string): Promise<void> {
	await page.goto(`/memory/${path}`);
	await page.getByRole('textbox', { name: 'Memory file', exact: true }).fill(text);
	const save = page.getByRole('button', { name: 'Save', exact: true });
	await save.click();
	await expect(save).toBeDisabled();
}

/** Type a message and send it. */
export async function ask(page: Page, text: string): Promise<void> {
	await composer(page).fill(text);
	await composer(page).press('Enter');
	await expect(composer(page)).toHaveValue('');
}

/** The same, until its answer is whole. */
export async function say(page: Page, text: string): Promise<void> {
	await ask(page, text);
	await expect(page.getByRole('button', { name: 'Stop' })).toHaveCount(0, { timeout: 20_000 });
	await expect(
		transcript(page)
			.getByRole('article', { name: /^Assistant/ })
			.and(page.locator('[aria-busy=true]'))
	).toHaveCount(0);
}

/** Choose a file to import on the page that is open, and have what the preview has chosen imported. */
export async function startImport(
	page: Page,
	name: string,
	content: string | Uint8Array
): Promise<void> {
	await page.getByLabel('Import file', { exact: true }).setInputFiles({
		name,
		mimeType: 'application/octet-stream',
		buffer: Buffer.from(content)
	});
	await page.getByRole('button', { name: 'Import now', exact: true }).click();
}

/** The same, until it is all in. */
export async function importFile(
	page: Page,
	name: string,
	content: string | Uint8Array
): Promise<void> {
	await startImport(page, name, content);
	await expect(page.getByRole('status').filter({ hasText: /^Imported/ })).toBeVisible();
}

/** The number on the gauge, 0–100 and above. */
export async function gauge(page: Page): Promise<number> {
	const name = await page.getByRole('button', { name: /^Context/ }).textContent();
	return Number(/(\d+)\s*%/.exec(name ?? '')?.[1] ?? NaN);
}

/** Rows that come into view take their height a moment later: what is to be pressed stands still by then. */
export async function standsStill(locator: Locator): Promise<void> {
	await locator.scrollIntoViewIfNeeded();
	await settles(() => locator.boundingBox(), 250);
}

/** What is looked at is the same at two looks in a row, `interval` ms apart. */
export async function settles(look: () => Promise<unknown>, interval: number): Promise<void> {
	let last: string | null = null;
	const isSame = async () => {
		const before = last;
		last = JSON.stringify(await look());
		return last === before;
	};
	await expect.poll(isSame, { intervals: [interval] }).toBe(true);
}

/** Run a slash command. */
export async function command(page: Page, text: string): Promise<void> {
	await composer(page).fill(text);
	await composer(page).press('Enter');
}

/** Resets the session on screen, and opens its archive. */
export async function intoArchive(page: Page): Promise<void> {
	const address = page.url();
	await command(page, '/reset');
	await expect(page).not.toHaveURL(address);
	await page.goto('/archive');
	await page.getByRole('list', { name: 'Archives' }).getByRole('link').click();
}

/** Press a button that downloads; gives the file's bytes and its suggested name. */
export async function downloadBy(
	page: Page,
	button: Locator
): Promise<{ readonly name: string; readonly path: string }> {
	const [file] = await Promise.all([page.waitForEvent('download'), button.click()]);
	return { name: file.suggestedFilename(), path: await file.path() };
}

/** What Copy request gives, in the open inspector; the clipboard is emptied before, so that it is what was copied now. */
export async function copiedRequest(page: Page): Promise<string> {
	await page.evaluate(() => navigator.clipboard.writeText(''));
	await inspector(page).getByRole('button', { name: 'Copy request as JSON', exact: true }).click();
	const read = () => page.evaluate(() => navigator.clipboard.readText());
	await expect.poll(read).not.toBe('');
	return JSON.stringify(JSON.parse(await read()));
}

/** A body that reached the server, without `stream`; compared as text, so order counts too. */
export function posted(server: AnthropicServer, at = -1): string {
	const { stream, ...body } = server.messages().at(at)!.body as Record<string, unknown>;
	expect(stream).toBe(true);
	return JSON.stringify(body);
}

/** A minute may pass between two looks at a request. */
export const withoutClock = (body: string): string =>
	body.replaceAll(/ \d\d:\d\d (?=Europe)/g, ' ');

/** Everything stored in a database, the truth when left out, as plain rows by table, read past the app: for comparing profiles. */
export const storedTables = (page: Page, name = 'keepsake'): Promise<Record<string, unknown[]>> =>
	page.evaluate(async (name) => {
		const db = await new Promise<IDBDatabase>((resolve, reject) => {
			const opening = indexedDB.open(name);
			opening.onsuccess = () => resolve(opening.result);
			opening.onerror = () => reject(new Error('cannot open the database'));
		});
		const found: Record<string, unknown[]> = {};
		for (const table of db.objectStoreNames)
			found[table] = await new Promise((resolve, reject) => {
				const reading = db.transaction(table).objectStore(table).getAll();
				reading.onsuccess = () =>
					resolve(
						JSON.parse(
							JSON.stringify(reading.result, (_, value: unknown) =>
								value instanceof Uint8Array ? [...value] : value
							)
						) as unknown[]
					);
				reading.onerror = () => reject(new Error(`cannot read ${table}`));
			});
		db.close();
		return found;
	}, name);

/** Of what had been said (`least` turns and more) every row and every byte is as it was; what was said since stands behind. */
export function expectOriginals(
	now: Record<string, unknown[]>,
	before: Record<string, unknown[]>,
	{ least }: { readonly least: number }
): void {
	for (const table of ['turns', 'steps']) {
		expect(before[table]!.length, table).toBeGreaterThanOrEqual(least);
		expect(now[table]!.slice(0, before[table]!.length), table).toEqual(before[table]);
	}
	const bytes = new Map(now['blobs']!.map((row) => [(row as { sha256: string }).sha256, row]));
	expect(before['blobs']).not.toHaveLength(0);
	for (const row of before['blobs']!)
		expect(bytes.get((row as { sha256: string }).sha256)).toEqual(row);
}

/** Rows of one table as two profiles must share them: that it was exported or imported is no part of it. */
const content = (table: string, rows: readonly unknown[] | undefined): readonly unknown[] =>
	(rows ?? []).filter(
		(row) => table !== 'activity' || !['import', 'export'].includes((row as { kind: string }).kind)
	);

/**
 * Two profiles hold the same, table by table; the list comes from the stored schema, so a new table is compared without
 * being named. `empty`: those in which nothing had to lie; every other one must hold something, or nothing was compared.
 */
export function expectSameTables(
	copy: Record<string, unknown[]>,
	original: Record<string, unknown[]>,
	{ empty }: { readonly empty: readonly string[] }
): void {
	expect(Object.keys(copy)).toEqual(Object.keys(original));
	for (const [table, rows] of Object.entries(original)) {
		expect(content(table, copy[table]), table).toEqual(content(table, rows));
		if (!empty.includes(table))
			expect(content(table, rows), `${table} is not empty`).not.toHaveLength(0);
	}
}

/** Go there with Tab or Shift+Tab. */
export async function tabTo(
	page: Page,
	goal: Locator,
	key: 'Tab' | 'Shift+Tab' = 'Tab'
): Promise<void> {
	await expect(goal).toBeVisible();
	for (let pressed = 0; pressed < 60; pressed++) {
		if (await goal.evaluate((element) => element === document.activeElement)) break;
		await page.keyboard.press(key);
	}
	await expect(goal).toBeFocused();
}

/** The same page in a second tab of the browser. */
export async function inAnotherTab(page: Page): Promise<Page> {
	const other = await page.context().newPage();
	await other.goto(page.url());
	return other;
}

/** One key after the other. */
export const press = (page: Page, ...keys: readonly string[]): Promise<void> =>
	keys.reduce((before, key) => before.then(() => page.keyboard.press(key)), Promise.resolve());

/** Wait until the app is kept and this page is served from it. */
export async function kept(page: Page): Promise<void> {
	await page.evaluate(async () => {
		await navigator.serviceWorker.ready;
		if (navigator.serviceWorker.controller) return;
		await new Promise((resolve) =>
			navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true })
		);
	});
}
