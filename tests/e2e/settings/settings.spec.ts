import { AxeBuilder } from '@axe-core/playwright';
import { expect, test } from '@playwright/test';
import { settles } from '../steps.ts';
import { field, saved } from './fields.ts';

/** Settings: one page whose fields save themselves. */

for (const width of [1280, 390])
	test(`the address of a section leads there when it is opened anew, at ${String(width)} pixels @slow`, async ({
		page
	}) => {
		await page.setViewportSize({ width, height: 800 });
		for (const id of ['activity', 'data', 'privacy']) {
			await page.goto('about:blank');
			await page.goto(`/settings#${id}`);
			const heading = page.locator(`#${id}`);
			await expect(heading).toBeFocused();
			// Lists that stand above and below it are read meanwhile.
			await settles(() => page.locator('.sections').evaluate((box) => box.clientHeight), 500);
			await expect(heading).toBeFocused();
			const atEnd = () =>
				page.evaluate(() => {
					const box = document.querySelector('.content');
					return box ? box.scrollHeight - box.scrollTop - box.clientHeight < 2 : false;
				});
			const top = (await heading.boundingBox())?.y ?? -1;
			expect(top).toBeGreaterThan(0);
			expect(top < 200 || (await atEnd())).toBe(true);
		}
	});

test(
	'everything that can be set stands on one page under its heading',
	{ tag: '@slow' },
	async ({ page }) => {
		await page.goto('/settings');
		await expect(page.getByRole('heading', { level: 1 })).toHaveText('Settings');
		for (const name of ['Provider', 'Key', 'Policy', 'Privacy', 'Data', 'Activity'])
			await expect(page.getByRole('heading', { level: 2, name, exact: true })).toBeVisible();
		for (const name of [
			'API endpoint',
			'API key',
			'Model',
			'Context window (tokens)',
			'Maximum output (tokens)',
			'Compaction preset',
			'Review summaries',
			'Review memories',
			'Reset policy',
			'Reset hour',
			'Idle minutes',
			'Backup passphrase (optional)',
			'Import file'
		])
			await expect(field(page, name)).toBeVisible();
		await expect(field(page, 'API key')).toHaveAttribute('type', 'password');
		await expect(page.getByRole('radiogroup', { name: 'Keep the key' })).toBeVisible();
		await expect(page.getByLabel('On this device, not protected')).toBeChecked();
		await expect(page.getByRole('switch', { name: 'Automatic compaction' })).toBeChecked();
		await expect(field(page, 'Reset hour')).toHaveValue('4');
		await expect(field(page, 'Idle minutes')).toHaveValue('60');
		const presets = field(page, 'Compaction preset').locator('option');
		expect(
			await presets.evaluateAll((all: HTMLOptionElement[]) => all.map((one) => one.value))
		).toEqual(['recommended', 'gsv', 'two-phase', 'rounds', 'spec-008', 'single-shot']);
	}
);

test(
	'a link to a part of the page brings it into view, and only that part scrolls',
	{ tag: '@slow' },
	async ({ page }) => {
		await page.goto('/settings#data');
		await expect(page.getByRole('heading', { name: 'Data', exact: true })).toBeInViewport();
		// Only the page scrolls: the bar above it and the sidebar beside it stay where they are.
		expect(await page.evaluate(() => document.scrollingElement?.scrollTop)).toBe(0);
		await expect(page.getByRole('link', { name: 'Keepsake', exact: true })).toBeInViewport();
	}
);

test('fields save themselves and hold after a reload', async ({ page }) => {
	await page.goto('/settings');
	await field(page, 'Review summaries').selectOption('auto');
	await expect(saved(page)).toBeVisible();
	await field(page, 'Compaction preset').selectOption('rounds');
	await page.getByRole('switch', { name: 'Automatic compaction' }).click();
	await field(page, 'Reset hour').fill('7');
	await field(page, 'Model').pressSequentially('my-model');
	await expect(saved(page)).toHaveCount(0);
	await expect(saved(page)).toBeVisible();
	await page.reload();
	await expect(field(page, 'Review summaries')).toHaveValue('auto');
	await expect(field(page, 'Compaction preset')).toHaveValue('rounds');
	await expect(page.getByRole('switch', { name: 'Automatic compaction' })).not.toBeChecked();
	await expect(field(page, 'Reset hour')).toHaveValue('7');
	await expect(field(page, 'Model')).toHaveValue('my-model');
});

test(
	'a value that makes no sense is refused in words and not stored',
	{ tag: '@slow' },
	async ({ page }) => {
		await page.goto('/settings');
		await field(page, 'Reset hour').fill('25');
		await field(page, 'Reset hour').blur();
		await expect(page.getByText('Enter a number from 0 to 23.')).toBeVisible();
		await field(page, 'API endpoint').fill('ftp://example.org');
		await field(page, 'API endpoint').blur();
		await expect(page.getByText('This is not an address of a server.')).toBeVisible();
		await page.reload();
		await expect(field(page, 'Reset hour')).toHaveValue('4');
		await expect(field(page, 'API endpoint')).toHaveValue('https://api.anthropic.com');
	}
);

test(
	'the words of our own requests are shown, changed and taken back',
	{ tag: '@slow' },
	async ({ page }) => {
		await page.goto('/settings');
		const text = field(page, 'System text');
		await expect(text).toHaveValue(/^You are the assistant in Keepsake/);
		await text.fill('Answer in rhymes.');
		await expect(saved(page)).toBeVisible();
		await page.reload();
		await expect(text).toHaveValue('Answer in rhymes.');
		await page.getByRole('button', { name: 'Back to the original: System text' }).click();
		await expect(text).toHaveValue(/^You are the assistant in Keepsake/);
		const prompt = page.getByRole('textbox', { name: 'Notes before a reset' });
		await page.locator('summary', { hasText: 'What Keepsake asks' }).click();
		await page.locator('summary', { hasText: 'Notes before a reset' }).click();
		await expect(prompt).toHaveValue(/about to be put away/);

		// What only the app knows must have a place in other words too.
		await page.locator('summary', { hasText: 'What is said inside a conversation' }).click();
		await page.locator('summary', { hasText: 'Which turns are to be covered' }).click();
		const coverage = page.getByRole('textbox', { name: 'Which turns are to be covered' });
		await coverage.fill('Cover <first> to <last>.');
		await expect(page.getByText('put <turns> back in')).toBeVisible();
		await coverage.fill('Of <turns> cover <first> to <last>.');
		await expect(saved(page)).toBeVisible();
		await expect(page.getByText('put <turns> back in')).toHaveCount(0);
		await page.reload();
		await page.locator('summary', { hasText: 'What is said inside a conversation' }).click();
		await page.locator('summary', { hasText: 'Which turns are to be covered' }).click();
		await expect(coverage).toHaveValue('Of <turns> cover <first> to <last>.');
		await page
			.getByRole('button', { name: 'Back to the original: Which turns are to be covered' })
			.click();
		await expect(coverage).toHaveValue(/^The user's messages have numbers/);

		// So do the facts at the end of a request.
		await page
			.locator('summary', { hasText: 'What is added at the end, and above each text' })
			.click();
		await page.locator('summary', { hasText: /^\s*The language\s*$/ }).click();
		const language = page.getByRole('textbox', { name: 'The language', exact: true });
		await expect(language).toHaveValue('Write in <language>, the language the user writes in.');
		await language.fill('Write in verse.');
		await expect(page.getByText('put <language> back in')).toBeVisible();
		await language.fill('Write in <language> verse.');
		await expect(saved(page)).toBeVisible();
		await page.getByRole('button', { name: 'Back to the original: The language' }).click();
		await expect(language).toHaveValue(/the user writes in/);
	}
);

test('the look follows the setting at once', { tag: '@slow' }, async ({ page }) => {
	await page.emulateMedia({ colorScheme: 'light' });
	await page.goto('/settings');
	const paper = () =>
		page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
	const light = await paper();
	await field(page, 'Appearance').selectOption('dark');
	await expect.poll(paper).not.toBe(light);
	await field(page, 'Appearance').selectOption('system');
	await expect.poll(paper).toBe(light);
});

test(
	'the page suits screen readers, in light and dark, wide and narrow',
	{ tag: '@slow' },
	async ({ page }) => {
		for (const colorScheme of ['light', 'dark'] as const) {
			await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
			await page.setViewportSize({ width: colorScheme === 'light' ? 1280 : 390, height: 844 });
			await page.goto('/settings');
			await expect(page.getByText('No key')).toBeVisible();
			await page.locator('summary', { hasText: 'What Keepsake asks' }).click();
			await page.locator('summary', { hasText: 'Notes before a reset' }).click();
			const { violations } = await new AxeBuilder({ page }).analyze();
			expect(violations).toEqual([]);
			const width = await page.evaluate(() => document.documentElement.scrollWidth);
			expect(width).toBeLessThanOrEqual(page.viewportSize()!.width);
		}
	}
);
