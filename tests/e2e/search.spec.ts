import { AxeBuilder } from '@axe-core/playwright';
import { expect, test, type Page } from '@playwright/test';
import { say, transcript } from './steps.ts';

/** Search over everything, while one types. */

const box = (page: Page) => page.getByRole('searchbox', { name: 'Search' });
const results = (page: Page) => page.getByRole('list', { name: 'Results' });

async function talk(page: Page): Promise<void> {
	await page.goto('/');
	await say(page, 'The lighthouse keeper in Ostende is called Marguerite.');
	await say(page, 'My bicycle has a broken pedal.');
}

async function writeMemory(page: Page): Promise<void> {
	await page.goto('/memory/MEMORY.md');
	await page.getByRole('textbox', { name: 'Memory file' }).fill('- Prefers oolong tea\n');
	await page.getByRole('button', { name: 'Save' }).click();
	await expect(page.getByRole('button', { name: 'Save' })).toBeDisabled();
}

test('what was said is found while one types, and the link leads to the turn', async ({ page }) => {
	await talk(page);
	await page.goto('/search');
	await expect(page.getByText('Look through everything')).toBeVisible();
	await box(page).pressSequentially('marguer');
	const item = results(page).getByRole('listitem').filter({ hasText: 'You' }).first();
	await expect(item.locator('mark').first()).toHaveText(/Marguerite/);
	await expect(page).toHaveURL(/\/search\?q=marguer$/);
	await item.getByRole('link').click();
	await expect(page).toHaveURL(/\/chat\/[^#]+#.+/);
	await expect(
		transcript(page).getByRole('article', { name: /^You/ }).filter({ hasText: 'Marguerite' })
	).toBeInViewport();
	await page.goBack();
	await expect(box(page)).toHaveValue('marguer');
	await expect(results(page)).toBeVisible();
});

test('a line of memory leads to its file', async ({ page }) => {
	await writeMemory(page);
	await page.goto('/search?q=oolong');
	const link = results(page).getByRole('link', { name: /MEMORY\.md/ });
	await expect(link).toContainText('Prefers oolong tea');
	await link.click();
	await expect(page).toHaveURL(/\/memory\/MEMORY\.md$/);
});

test('results are reached with the arrow keys', async ({ page }) => {
	await talk(page);
	await page.goto('/search');
	await box(page).fill('bicycle');
	await expect(results(page)).toBeVisible();
	await box(page).press('ArrowDown');
	await expect(results(page).getByRole('link').first()).toBeFocused();
	await page.keyboard.press('ArrowUp');
	await expect(box(page)).toBeFocused();
	await box(page).press('ArrowDown');
	await page.keyboard.press('Enter');
	await expect(page).toHaveURL(/\/chat\//);
});

test('what is nowhere is said to be nowhere', async ({ page }) => {
	await page.goto('/search?q=xylophonic');
	await expect(page.getByText('Nothing holds “xylophonic”.')).toBeVisible();
	await expect(page.getByRole('status').filter({ hasText: 'Nothing found' })).toBeVisible();
	await box(page).fill('');
	await expect(page).toHaveURL(/\/search$/);
	await expect(page.getByText('Look through everything')).toBeVisible();
});

test(
	'the page suits screen readers, in light and dark, wide and narrow',
	{ tag: '@slow' },
	async ({ page }) => {
		await talk(page);
		for (const colorScheme of ['light', 'dark'] as const) {
			await page.emulateMedia({ colorScheme });
			await page.setViewportSize({ width: colorScheme === 'light' ? 1280 : 390, height: 844 });
			await page.goto('/search?q=bicycle');
			await expect(results(page)).toBeVisible();
			const { violations } = await new AxeBuilder({ page }).analyze();
			expect(violations).toEqual([]);
		}
	}
);
