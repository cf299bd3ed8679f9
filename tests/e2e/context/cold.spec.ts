import { expect, test, type Page } from '@playwright/test';
import { command, say, storedTables, transcript } from '../steps.ts';

/** Turns that lie in their archive alone, in the built app: read, found, and brought back by an undo. */

/** Days are too long for a test: a moment will do. */
const coolAtOnce = (page: Page): Promise<void> =>
	page.evaluate(async () => {
		const db = await new Promise<IDBDatabase>((resolve) => {
			const opening = indexedDB.open('keepsake');
			opening.onsuccess = () => resolve(opening.result);
		});
		const writing = db.transaction('settings', 'readwrite');
		writing.objectStore('settings').put({ key: 'coolAfterDays', value: 0.000001 });
		await new Promise((resolve) => (writing.oncomplete = resolve));
		db.close();
	});

const rows = async (page: Page, table: string) => (await storedTables(page))[table] ?? [];

test(
	'#194 a session that has gone cold reads and searches as before, and /undo brings its rows back',
	{ tag: '@slow' },
	async ({ page }) => {
		test.setTimeout(180_000);
		await page.goto('/');
		await say(page, 'Remember the harbour of Piran.');
		await say(page, 'And the **bakery** beside it.');
		await expect(page).toHaveURL(/\/chat\/.+/);
		const ended = page.url();
		const before = await storedTables(page);
		await command(page, '/reset');
		await expect.poll(() => rows(page, 'archives').then((found) => found.length)).toBe(1);
		await expect(page).not.toHaveURL(ended);
		const next = page.url();
		// Nothing goes cold that no copy outside the database holds.
		await page.goto('/settings#data');
		await page.getByRole('button', { name: 'Make a copy now' }).click();
		await expect(page.getByRole('status').filter({ hasText: 'Copied and checked.' })).toBeVisible();
		await coolAtOnce(page);
		await page.goto('/favicon.svg');
		await page.goto('/');
		await expect
			.poll(() => rows(page, 'turns').then((found) => found.length), { timeout: 90_000 })
			.toBe(0);
		expect(await rows(page, 'steps')).toEqual([]);
		expect(await rows(page, 'cold')).toHaveLength(1);

		await page.goto(ended);
		await expect(transcript(page).getByRole('article', { name: /^You/ })).toHaveCount(2);
		await expect(transcript(page)).toContainText('Remember the harbour of Piran.');
		await page.goto('/search?q=bakery');
		await expect(page.getByRole('list', { name: 'Results' })).toContainText('bakery');

		await page.goto(next);
		await command(page, '/undo');
		await expect.poll(() => rows(page, 'turns')).toEqual(before['turns']);
		expect(await rows(page, 'steps')).toEqual(before['steps']);
		expect(await rows(page, 'cold')).toEqual([]);
		await expect(transcript(page)).toContainText('Remember the harbour of Piran.');
	}
);
