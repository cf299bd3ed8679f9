import { AxeBuilder } from '@axe-core/playwright';
import type { Locator, Page } from '@playwright/test';
import { importFile, inspector, say, useServer } from '../steps.ts';
import { expect, test } from '../with-server.ts';

/** What memory knows of itself where it is used: in the inspector, beside what it costs. */

test.afterEach(({ server }) => expect(server.refusals).toEqual([]));

const segment = (page: Page, source: string): Locator =>
	inspector(page)
		.getByRole('listitem')
		.filter({ has: page.getByText(source, { exact: true }) })
		.filter({ has: page.getByRole('button', { name: 'Show text' }) });

const isAccessible = async (page: Page) =>
	expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);

/** A memory file as somebody else hands it over. */
async function bringIn(page: Page, text: string): Promise<void> {
	await page.goto('/memory');
	await importFile(page, 'MEMORY.md', text);
}

test('each part of the prompt tells its price', { tag: '@slow' }, async ({ page, server }) => {
	await useServer(page, server);
	await page.getByLabel('Input price').fill('2');
	await page.getByLabel('Cache read price').fill('0.2');
	await page.getByLabel('Output price').fill('10');
	await page.getByLabel('Output price').blur();
	await expect(page.getByRole('status').filter({ hasText: 'Saved' })).toBeVisible();
	await page.goto('/');
	await say(page, `A long story about bees. ${'They fly and come home. '.repeat(300)}`);
	await page.getByRole('button', { name: /^Context/ }).click();
	await expect(segment(page, 'Recent messages')).toContainText(/about \$0\.00/);
	await expect(segment(page, 'Tools')).toContainText(/about \$0\.00/);
	await isAccessible(page);

	// At a thousand dollars for a million tokens a token is a tenth of a cent, so every digit is told.
	const address = page.url();
	await page.goto('/settings');
	await page.getByLabel('Input price').fill('1000');
	await page.getByLabel('Cache read price').fill('1000');
	// What is new in a part of the prompt is written to the cache.
	await page.getByLabel('Cache write price', { exact: true }).fill('1000');
	await page.getByLabel('Cache write price', { exact: true }).blur();
	await expect(page.getByRole('status').filter({ hasText: 'Saved' })).toBeVisible();
	await page.goto(address);
	await page.getByRole('button', { name: /^Context/ }).click();
	for (const source of ['System', 'Recent messages', 'Tools']) {
		await expect(segment(page, source)).toContainText(/about \$\d+\.\d\d/);
		const told = (await segment(page, source).locator('.tokens').textContent()) ?? '';
		const [tokens, price] = (/^\s*([\d,]+)\D+\$([\d.,]+)/.exec(told)?.slice(1) ?? []).map(
			(number) => Number(number.replaceAll(',', ''))
		);
		expect(tokens, told).toBeGreaterThan(100);
		expect(price, told).toBeCloseTo(tokens! / 1000, 2);
	}
});

test(
	'an imported line is asked about in the inspector, vouched for, and given back',
	{ tag: '@slow' },
	async ({ page, server }) => {
		await bringIn(page, '- Keeps bees behind the house\n- Likes tea\n');
		await useServer(page, server);
		await page.goto('/');
		await page.getByRole('button', { name: /^Context/ }).click();
		await inspector(page)
			.getByRole('listitem')
			.filter({ has: page.getByRole('switch', { name: 'Include MEMORY.md' }) })
			.getByRole('button', { name: 'Show text' })
			.click();
		const line = inspector(page)
			.getByRole('group', { name: 'Lines of this file' })
			.locator('.line')
			.filter({ hasText: 'Keeps bees' });
		await line.getByRole('button', { name: 'Why do you know this?' }).click();
		const why = page.getByRole('dialog', { name: 'Why do you know this?' });
		await expect(why).toContainText('brought in by an import');
		await isAccessible(page);
		await why.getByRole('button', { name: 'I vouch for this' }).click();
		await expect(why).toContainText('you vouched for it');
		await expect(why).toContainText('brought in by an import');
		await why.getByRole('button', { name: 'Take back that I vouch' }).click();
		await expect(why).not.toContainText('you vouched for it');
	}
);
