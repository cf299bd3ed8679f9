import { readdirSync } from 'node:fs';
import { AxeBuilder } from '@axe-core/playwright';
import { expect, test } from '@playwright/test';
import { command, questions, replies, say } from '../steps.ts';

/** Every address of the app once, every day. All that opens on them, both themes and widths: accessible.spec.ts. */

/** By route: how one such address is opened, and what must stand on it before it is looked at. */
const placesOf = (made: { readonly chat: string; readonly archive: string }) => ({
	'/': ['/?new', 'What shall we think about?'],
	'/archive': ['/archive', 'ferry'],
	'/archive/[id]': [made.archive, 'Checked: unchanged'],
	'/chat/[id]': [made.chat, 'seasick'],
	'/memory': ['/memory', 'MEMORY.md'],
	'/memory/[...path]': ['/memory/MEMORY.md', 'MEMORY.md'],
	'/memory/lifecycle': ['/memory/lifecycle', '2 items wait there'],
	'/review': ['/review', 'seasick'],
	'/search': ['/search?q=ferry', 'ferry'],
	'/settings': ['/settings', 'No key'],
	'/settings/presets': ['/settings/presets', 'What it does']
});

test('every address the app has is one of these', () => {
	const routes = new URL('../../../src/routes/', import.meta.url);
	const made = readdirSync(routes, { recursive: true, encoding: 'utf8' })
		.filter((file) => file.endsWith('+page.svelte'))
		.map((file) => `/${file.replaceAll('\\', '/').replace(/\/?\+page\.svelte$/, '')}`);
	expect(Object.keys(placesOf({ chat: '', archive: '' })).sort()).toEqual(made.sort());
});

test(
	'no address breaks a rule of accessibility, nor does one that is not there',
	{ tag: '@slow' },
	async ({ page }) => {
		await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
		await page.goto('/');
		await say(page, 'Remember that the ferry leaves at 08:45.');
		await command(page, '/reset');
		await expect(page.getByRole('status').filter({ hasText: 'archived' })).toBeVisible();
		await say(page, 'Remember that I get seasick.');
		const chat = page.url();
		await page.goto('/archive');
		const link = page.getByRole('list', { name: 'Archives' }).getByRole('link').first();
		const archive = (await link.getAttribute('href')) ?? '';
		for (const [route, [address = '', holds = '']] of [
			...Object.entries(placesOf({ chat, archive })),
			['not found', ['/not/there', 'There is nothing']] as const
		])
			await test.step(route, async () => {
				await page.goto(address);
				await expect(page.getByRole('main')).toHaveCount(1);
				await expect(page.locator('h1')).toHaveCount(1);
				await expect(page.getByRole('main')).toContainText(holds);
				const { violations } = await new AxeBuilder({ page })
					.options({ resultTypes: ['violations'] })
					.withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
					// There are no frames, for which it would open a page of its own each time.
					.setLegacyMode()
					.analyze();
				expect
					.soft(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]))
					.toEqual([]);
			});
	}
);

test(
	'who pastes the address of a message into its own page comes back to it from another page',
	{ tag: '@slow' },
	async ({ page }) => {
		await page.goto('/');
		await say(page, 'When does the ferry leave?');
		const turn = questions(page).first().locator('xpath=ancestor::*[@id][1]');
		const address = `${page.url()}#${String(await turn.getAttribute('id'))}`;
		await page.goto(address);
		await page.getByRole('link', { name: 'Memory', exact: true }).click();
		await expect(page.getByRole('heading', { level: 1, name: 'Memory' })).toBeVisible();
		await page.goBack();
		await expect(page).toHaveURL(address);
		await expect(questions(page)).toContainText('When does the ferry leave?');
		await page.goBack();
		await expect(questions(page)).toContainText('When does the ferry leave?');
	}
);

test(
	'who was led to an old message and writes sees the message and its answer at the end',
	{ tag: '@slow' },
	async ({ page }) => {
		await page.setViewportSize({ width: 390, height: 600 });
		await page.goto('/');
		for (const day of ['Monday', 'Tuesday', 'Wednesday'])
			await say(page, `When does the ferry leave on ${day}?`);
		const turn = questions(page).first().locator('xpath=ancestor::*[@id][1]');
		await page.goto(`${page.url()}#${String(await turn.getAttribute('id'))}`);
		await page.reload();
		await expect(questions(page).first()).toBeInViewport();
		await say(page, 'And on Sunday?');
		await expect(questions(page).last()).toContainText('And on Sunday?');
		await expect(replies(page).last().getByRole('button', { name: 'Regenerate' })).toBeInViewport();
	}
);
