import type { Locator } from '@playwright/test';
import { composer, replies, say, transcript, writeMemory } from '../steps.ts';
import { expect, test } from '../with-server.ts';

/** What people have set for all pages: more contrast, colours of their own, large type. */

const style = (element: Locator, name: string, part?: string): Promise<string> =>
	element.evaluate((one, [name, part]) => getComputedStyle(one, part).getPropertyValue(name), [
		name,
		part
	] as const);

test('who wants more contrast has it in the dark too @slow', async ({ page }) => {
	for (const colorScheme of ['light', 'dark'] as const) {
		await page.emulateMedia({ contrast: 'more', colorScheme });
		await page.goto('/');
		const root = page.locator('html');
		expect(await style(root, '--ink-faint')).toBe(await style(root, '--ink'));
		expect(await style(root, '--line')).toBe(await style(root, '--line-strong'));
	}
});

test('paper is light, also for who reads in the dark @slow', async ({ page }) => {
	await page.emulateMedia({ colorScheme: 'dark' });
	await page.goto('/');
	await expect(composer(page)).toBeEditable();
	const root = page.locator('html');
	const grounds: string[] = [];
	for (const theme of ['light', 'dark', null] as const) {
		await root.evaluate((one, theme) => {
			if (theme === null) one.removeAttribute('data-theme');
			else one.setAttribute('data-theme', theme);
		}, theme);
		await page.emulateMedia({ media: 'screen' });
		grounds.push(await style(root, 'background-color'));
		await page.emulateMedia({ media: 'print' });
		expect(await style(root, 'background-color')).toBe(grounds[0]);
	}
	expect(grounds[1]).not.toBe(grounds[0]);
	expect(grounds[2]).toBe(grounds[1]);
});

test('in colours of the system what is pressed is no focus, and what comes and goes is told apart @slow', async ({
	page
}) => {
	await page.emulateMedia({ forcedColors: 'active' });
	await page.goto('/');
	await say(page, 'My sister lives in Lisbon.');
	const reply = replies(page).last();
	await reply.getByRole('button', { name: 'More actions' }).click();
	const pin = reply.getByRole('button', { name: 'Pin', exact: true });
	await pin.click();
	await expect(pin).toHaveAttribute('aria-pressed', 'true');
	await composer(page).focus();
	const branch = reply.getByRole('button', { name: 'Branch', exact: true });
	expect(await style(pin, 'outline-style')).toBe('none');
	expect(await style(pin, 'background-color')).not.toBe(await style(branch, 'background-color'));
	await reply.getByRole('button', { name: 'Leave out of prompt', exact: true }).click();
	await expect(transcript(page).getByText('Not in the prompt', { exact: true })).toBeVisible();
	expect(await style(reply.locator('.prose').first(), 'opacity')).toBe('1');

	await writeMemory(page, 'MEMORY.md', '- one\n');
	await page.getByRole('textbox', { name: 'Memory file', exact: true }).fill('- two\n');
	await page.getByRole('button', { name: 'Save', exact: true }).click();
	await page.getByRole('button', { name: 'History', exact: true }).click();
	await page
		.getByRole('main')
		.locator('summary', { hasText: /, 20\d\d/ })
		.first()
		.click();
	const signs = (kind: string) =>
		style(page.getByRole('main').locator(kind).first(), 'content', '::before');
	expect(await signs('ins')).toContain('+');
	expect(await signs('del')).toContain('\u2212');
});

test('the first command can be seen where a high composer leaves little room @slow', async ({
	page
}) => {
	await page.setViewportSize({ width: 320, height: 256 });
	await page.goto('/');
	await composer(page).fill('/');
	await expect(page.getByRole('option').first()).toBeInViewport({ ratio: 1 });
});
