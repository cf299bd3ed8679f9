import { expect, test } from '@playwright/test';
import { storedTables } from './steps.ts';

test(
	'a choice made the instant before the page is left by its address is stored',
	{ tag: '@slow' },
	async ({ page }) => {
		for (const value of ['own', 'untainted', 'ask']) {
			await page.goto('/settings');
			await expect(page.getByLabel('Review memories')).toBeVisible();
			// In one task: no answer of the database is heard between the choice and the end of the page.
			await page.getByLabel('Review memories').evaluate((select: HTMLSelectElement, to) => {
				select.value = to;
				select.dispatchEvent(new Event('change', { bubbles: true }));
				location.assign('/archive');
			}, value);
			await page.waitForURL('**/archive');
			const { settings } = await storedTables(page);
			expect(settings).toContainEqual({ key: 'reviewMemories', value });
		}
	}
);
