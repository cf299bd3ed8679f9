import { chromium } from '@playwright/test';
import { wholeBrowser } from '../../support/browser.ts';
import { composer, replies, say } from '../steps.ts';
import { expect, test } from '../with-server.ts';

test('a page that the browser kept for Back begins anew: what stood unsent is there, and it answers @slow', async ({
	baseURL,
	stranger
}) => {
	const browser = await chromium.launch({
		...wholeBrowser(),
		// Playwright starts browsers that keep no page; a headless shell never does.
		ignoreDefaultArgs: ['--disable-back-forward-cache']
	});
	const context = await browser.newContext({ baseURL: baseURL! });
	const page = await context.newPage();
	await context.addInitScript(() =>
		addEventListener('pageshow', ({ persisted }) => {
			if (persisted) sessionStorage.setItem('kept', 'yes');
		})
	);
	await page.goto('/');
	await say(page, 'Remember the harbour of Piran.');
	// Housekeeping has begun, and holds its locks.
	const locks = () => page.evaluate(async () => (await navigator.locks.query()).held?.length);
	await expect.poll(locks).toBeGreaterThan(0);
	await composer(page).fill('And what else?');
	await page.goto(stranger.url);
	// Playwright's own Back waits for a load that never comes; and the page answers before it goes.
	await page.evaluate(() => void setTimeout(() => history.back()));
	await page.waitForFunction(() =>
		performance.getEntriesByType('navigation').some((one) => Reflect.get(one, 'type') === 'reload')
	);
	expect(await page.evaluate(() => sessionStorage.getItem('kept'))).toBe('yes');
	await expect(composer(page)).toHaveValue('And what else?');
	await say(page, 'Which harbour?');
	await expect(replies(page).last()).toContainText('Piran');
	await browser.close();
});
