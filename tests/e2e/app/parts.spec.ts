import type { Page } from '@playwright/test';
import { command, composer, say } from '../steps.ts';
import { expect, test } from '../with-server.ts';

/** Parts of the app that are fetched when somebody asks for them, where there is no way to them. */

const missing = (page: Page) =>
	page.getByRole('alert').filter({ hasText: 'Keepsake could not load a part of itself' });

const asks: readonly {
	readonly name: string;
	readonly ask: (page: Page) => Promise<void>;
	readonly part: (page: Page) => ReturnType<Page['locator']>;
}[] = [
	{
		name: 'the list of keys',
		ask: (page) => page.keyboard.press('Control+/'),
		part: (page) => page.getByRole('dialog', { name: 'Keyboard shortcuts' })
	},
	{
		name: 'the choice of a model',
		ask: (page) => command(page, '/model'),
		part: (page) => page.getByRole('dialog')
	},
	{
		name: 'the inspector',
		ask: (page) => command(page, '/context'),
		part: (page) => page.getByRole('region', { name: 'Prompt inspector' })
	}
];

for (const { name, ask, part } of asks)
	test(`${name} that cannot be fetched is told each time it is asked for, and comes once there is a way @slow`, async ({
		page,
		context
	}) => {
		await page.goto('/');
		await say(page, 'The ferry leaves at nine.');
		const begun = page.url();
		await page.goto('about:blank');
		await page.goto(begun);
		await composer(page).waitFor();
		await context.setOffline(true);
		for (let times = 0; times < 2; times++) {
			await ask(page);
			await expect(missing(page)).toBeVisible();
			await page.getByRole('button', { name: 'Dismiss' }).click();
			await expect(missing(page)).toHaveCount(0);
		}
		await context.setOffline(false);
		await composer(page).focus();
		await ask(page);
		await expect(part(page)).toBeVisible();
	});

test('a page that cannot be fetched says so, and comes once there is a way', async ({
	page,
	context
}) => {
	await page.goto('/');
	await composer(page).waitFor();
	await context.setOffline(true);
	const archive = page.getByRole('link', { name: 'Archive', exact: true });
	await archive.click();
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('This page could not be loaded');
	// A notice may say it too, where it was fetched as the pointer came to the link.
	await expect(
		page.getByRole('main').getByText('Keepsake could not load a part of itself')
	).toBeVisible();
	await context.setOffline(false);
	await archive.click();
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('Archive');
});
