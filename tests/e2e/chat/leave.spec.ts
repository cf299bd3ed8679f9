import { expect, test } from '@playwright/test';
import { storedTables } from '../steps.ts';

test('a choice made the instant before the page is left by its address is stored', async ({
	page
}) => {
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
});

test('whoever leaves with a key that is not kept yet is asked first @slow', async ({ page }) => {
	await page.goto('/settings');
	await expect(page.getByText('No key')).toBeVisible();
	const field = page.getByLabel('API key');
	const asked: string[] = [];
	page.on('dialog', (dialog) => {
		asked.push(dialog.type());
		void dialog.dismiss();
	});

	await test.step('while it is on its way', async () => {
		// Pressed by a person: a page that nobody has touched may ask nothing.
		await field.click();
		await field.evaluate((input: HTMLInputElement) => {
			input.value = 'a-key-that-is-pasted';
			input.dispatchEvent(new Event('input', { bubbles: true }));
			location.assign('/archive');
		});
		await expect(page.getByText('Key set')).toBeVisible();
		expect(asked).toEqual(['beforeunload']);
	});

	await test.step('and while it stands in the field', async () => {
		await field.pressSequentially('another-key');
		await page.evaluate(() => location.assign('/archive'));
		await expect.poll(() => asked.length).toBe(2);
		await expect(field).toHaveValue('another-key');
	});

	await test.step('with nothing in it nobody is asked', async () => {
		await field.fill('');
		await page.goto('/archive');
		await page.goto('/settings');
		await expect(page.getByText('Key set')).toBeVisible();
		expect(asked).toHaveLength(2);
	});
});
