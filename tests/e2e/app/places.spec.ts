import { command, composer, say, useServer } from '../steps.ts';
import { expect, test } from '../with-server.ts';

/** Where one was in a long page, when one comes back to it. */

for (const { address, section, name } of [
	{ address: '/settings', name: 'the settings' },
	{ address: '/settings', section: 'Data', name: 'the settings behind a link to a part of them' },
	{ address: '/memory', name: 'the memory files' }
])
	test(`${name} are where they were left, back from another page @slow`, async ({
		page,
		server
	}) => {
		await useServer(page, server);
		await page.setViewportSize({ width: 900, height: 420 });
		await page.goto(address);
		const scroller = page.locator('main > .content');
		await expect(page.getByRole('button', { name: 'Import', exact: true })).toBeVisible();
		if (section) await page.getByRole('link', { name: section, exact: true }).click();
		const top = () => scroller.evaluate((element) => Math.round(element.scrollTop));
		await scroller.hover();
		const before = await top();
		await page.mouse.wheel(0, 320);
		await expect.poll(top).toBe(before + 320);
		await page.getByRole('link', { name: 'Archive', exact: true }).click();
		await expect(page.getByRole('heading', { name: 'Archive', level: 1 })).toBeVisible();
		await page.goBack();
		await expect.poll(top).toBe(before + 320);
		// Who then scrolls is not brought back.
		await scroller.hover();
		await page.mouse.wheel(0, -100);
		await expect.poll(top).toBe(before + 220);
		await page.getByRole('link', { name: 'Keepsake' }).click();
		await composer(page).waitFor();
	});

test('settings that were left at their top are there again, not where the link had led @slow', async ({
	page
}) => {
	await page.setViewportSize({ width: 900, height: 420 });
	await page.goto('/settings');
	const scroller = page.locator('main > .content');
	await page.getByRole('link', { name: 'Data', exact: true }).click();
	const top = () => scroller.evaluate((element) => element.scrollTop);
	await expect.poll(top).toBeGreaterThan(1000);
	await scroller.hover();
	await page.mouse.wheel(0, -100_000);
	await expect.poll(top).toBe(0);
	const height = () => scroller.evaluate((element) => element.scrollHeight);
	const long = await height();
	await page.getByRole('link', { name: 'Archive', exact: true }).click();
	await expect(page.getByRole('heading', { name: 'Archive', level: 1 })).toBeVisible();
	await page.goBack();
	// As long as it was: all of its lists are read.
	await expect.poll(height).toBe(long);
	expect(await top()).toBe(0);
});

test('an archive is open where it was read, back from another page @slow', async ({ page }) => {
	await page.setViewportSize({ width: 900, height: 600 });
	await page.goto('/');
	for (const what of ['pears', 'plums', 'figs', 'limes'])
		await say(page, Array.from({ length: 30 }, (_, at) => `${String(at)} ${what}`).join('\n\n'));
	await command(page, '/reset');
	const isReset = page.getByRole('status').filter({ hasText: /archived|reset/i });
	await expect(isReset.first()).toBeVisible();
	await page.goto('/archive');
	await page.getByRole('list', { name: 'Archives' }).getByRole('link').click();
	const scroller = page.getByRole('region', { name: 'Archived session' });
	const asked = scroller.getByRole('article', { name: 'You' });
	await expect(asked.first()).toContainText('pears');
	const place = asked.filter({ hasText: '12 plums' });
	await scroller.hover();
	await expect(async () => {
		await page.mouse.wheel(0, 200);
		await expect(place).toBeInViewport({ timeout: 100 });
	}).toPass();
	const top = () => place.evaluate((element) => Math.round(element.getBoundingClientRect().top));
	const before = await top();
	await page.getByRole('link', { name: 'All archives' }).click();
	await expect(page.getByRole('heading', { name: 'Archive', level: 1 })).toBeVisible();
	await page.goBack();
	await expect(place).toBeInViewport();
	await expect.poll(top).toBe(before);
	// Who then scrolls is not brought back.
	await scroller.hover();
	await page.mouse.wheel(0, 100);
	await expect.poll(top).toBe(before - 100);
});
