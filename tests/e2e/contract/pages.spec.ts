import { expect, test, type Page } from '@playwright/test';
import { composer, say, transcript } from '../steps.ts';

test.use({ serviceWorkers: 'allow' });

/** The screen contract as an outside tester reads it: addresses, frames and keys of every page. */

const addresses = [
	'/',
	'/chat/0192f0c1-aaaa-7000-8000-000000000001',
	'/memory',
	'/memory/MEMORY.md',
	'/memory/memory/2026-11-20.md',
	'/review',
	'/archive',
	'/archive/nothing-of-this-name',
	'/search?q=something',
	'/settings',
	'/settings#data'
];

/** One main, one h1, and nothing that says the page is not there. */
async function expectPage(page: Page, address: string): Promise<void> {
	await expect(page.getByRole('main'), address).toHaveCount(1);
	await expect(page.getByRole('heading', { level: 1 }), address).toHaveCount(1);
	await expect(page.getByText('There is nothing at this address'), address).toHaveCount(0);
	await expect(page.getByText('Something broke on this page'), address).toHaveCount(0);
}

test('every route opens directly and after a reload, with one main and one h1', async ({
	page
}) => {
	for (const address of addresses) {
		const answer = await page.goto(address);
		if (answer) expect(answer.status(), address).toBe(200);
		await expectPage(page, address);
		const again = await page.reload();
		expect(again?.status(), address).toBe(200);
		await expectPage(page, address);
	}
});

test('every route opens without a network once the app has been there', async ({
	page,
	context
}) => {
	await page.goto('/');
	await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
	await context.setOffline(true);
	for (const address of addresses) {
		await page.goto(address);
		await expectPage(page, address);
	}
});

test('a memory file that does not exist yet opens as an empty editor', async ({ page }) => {
	await page.goto('/memory/MEMORY.md');
	const editor = page.getByRole('textbox', { name: 'Memory file', exact: true });
	await expect(editor).toHaveValue('');
	expect(await editor.evaluate((field) => field.tagName)).toBe('TEXTAREA');
});

test('the start page is the session with the latest activity, or an empty one', async ({
	page
}) => {
	await page.goto('/');
	await expect(composer(page)).toBeVisible();
	await expect(transcript(page).getByRole('article')).toHaveCount(0);
	await say(page, 'about cherries');
	const first = page.url();
	await page.getByRole('button', { name: 'New chat', exact: true }).click();
	await say(page, 'about plums');
	const second = page.url();
	expect(second).not.toBe(first);
	await page.goto('/');
	await expect(transcript(page)).toContainText('about plums');
	await page.goto(first);
	await say(page, 'cherries again');
	await page.goto('/');
	await expect(transcript(page)).toContainText('cherries again');
});

test('headings of the settings are anchors', async ({ page }) => {
	for (const name of ['Provider', 'Key', 'Policy', 'Privacy', 'Data', 'Activity']) {
		await page.goto(`/settings#${name.toLowerCase()}`);
		const heading = page.getByRole('heading', { level: 2, name, exact: true });
		await expect(heading).toBeInViewport();
		expect(
			await heading.evaluate((element, id) => {
				const target = document.getElementById(id);
				return target?.contains(element) ?? false;
			}, name.toLowerCase())
		).toBe(true);
	}
});

test('the keys of the contract open, close and go where it says', async ({ page }) => {
	await page.goto('/memory');
	await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
	await page.keyboard.press('Control+/');
	await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts', exact: true })).toBeVisible();
	await page.keyboard.press('Escape');
	await expect(page.getByRole('dialog')).toHaveCount(0);
	await page.keyboard.press('Control+k');
	await expect(
		page.getByRole('dialog', { name: 'Search and commands', exact: true })
	).toBeVisible();
	await page.keyboard.press('Escape');
	await expect(page.getByRole('dialog')).toHaveCount(0);
	await page.keyboard.press('Control+Shift+O');
	await expect(page).toHaveURL(/\/chat\/[^/#]+$/);
	await page.getByRole('button', { name: /^Context/ }).click();
	await expect(page.getByRole('region', { name: 'Prompt inspector', exact: true })).toBeVisible();
	await page.keyboard.press('Shift+Escape');
	await expect(composer(page)).toBeFocused();
	await page.keyboard.press('Escape');
	await expect(page.getByRole('region', { name: 'Prompt inspector' })).toHaveCount(0);
});

test('below 700 pixels the sessions are behind Open sessions, on every page', async ({ page }) => {
	await page.goto('/');
	await say(page, 'narrow words');
	await page.setViewportSize({ width: 699, height: 800 });
	for (const address of ['/', '/memory', '/review', '/archive', '/search', '/settings']) {
		await page.goto(address);
		await expectPage(page, address);
		await expect(page.getByRole('navigation', { name: 'Sessions' })).toHaveCount(0);
		await page.getByRole('button', { name: 'Open sessions', exact: true }).click();
		const list = page.getByRole('navigation', { name: 'Sessions', exact: true });
		await expect(list.getByRole('link', { name: 'narrow words' })).toBeVisible();
		await page.keyboard.press('Escape');
		await expect(list).toHaveCount(0);
		expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
			699
		);
	}
});

test('nothing that can be pressed needs a pointer to hover', async ({ page }) => {
	await page.goto('/');
	await say(page, 'hello');
	await page.getByRole('button', { name: 'New chat', exact: true }).click();
	await page.goto('/');
	await page.mouse.move(2, 2);
	const controls = page.locator('button:visible, a:visible, input:visible, textarea:visible');
	const hidden: string[] = [];
	for (const control of await controls.all()) {
		await control.focus();
		const shown = await control.evaluate(async (element) => {
			await Promise.all(
				document.getAnimations().map((animation) => animation.finished.catch(() => null))
			);
			let opacity = 1;
			for (let at: Element | null = element; at; at = at.parentElement) {
				const style = getComputedStyle(at);
				opacity *= Number(style.opacity);
				if (style.visibility === 'hidden') return false;
			}
			return opacity > 0.3;
		});
		if (!shown) hidden.push(await control.evaluate((element) => element.outerHTML.slice(0, 200)));
	}
	expect(hidden).toEqual([]);
});

test('an address whose id no backup could hold begins no session there', async ({ page }) => {
	for (const id of ['%20', 'a%20b', '..%2f..%2fx', 'é', 'x'.repeat(65)]) {
		await page.goto(`/chat/${id}`);
		await expect(
			page.getByRole('heading', { level: 1, name: 'There is nothing at this address' })
		).toBeVisible();
		await expect(page.getByRole('textbox', { name: 'Message', exact: true })).toHaveCount(0);
	}
});

test('what is wrong with a field is told in an alert, and the field takes any text', async ({
	page
}) => {
	await page.goto('/settings');
	const endpoint = page.getByLabel('API endpoint', { exact: true });
	await expect(endpoint).not.toHaveAttribute('type', 'url');
	await endpoint.fill('not an address');
	await endpoint.blur();
	await expect(endpoint).toHaveAttribute('aria-invalid', 'true');
	await expect(page.getByRole('alert').filter({ hasText: /\S/ })).toHaveCount(1);
});
