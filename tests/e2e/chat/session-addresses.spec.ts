import { expect, test, type Page } from '@playwright/test';
import { composer, questions, say, storedTables, transcript } from '../steps.ts';

/** What an address of a session leads to: where it is there, deleted, forgotten, or was never. */

const list = (page: Page) => page.getByRole('navigation', { name: 'Sessions' });

test('whoever comes to a session hears which it is @slow', async ({ page }) => {
	await page.goto('/');
	for (const title of ['the pear tree', 'the plum tree']) {
		await page.getByRole('button', { name: 'New chat', exact: true }).click();
		await say(page, title);
	}
	await page.goto('/memory');
	const told = page.locator('[aria-live="assertive"]');
	const sessions = page.getByRole('navigation', { name: 'Sessions' });
	for (const title of ['the pear tree', 'the plum tree', 'the pear tree']) {
		await sessions.getByRole('link', { name: title }).click();
		await expect(told).toHaveText(`${title} – Keepsake`);
	}
});

test('Undo of a deleted session leads back to it where one was in it @slow', async ({ page }) => {
	await page.goto('/');
	await say(page, 'the pear tree');
	const kept = page.url();
	await page.getByRole('button', { name: 'New chat', exact: true }).click();
	await expect(page).not.toHaveURL(kept);
	await say(page, 'the plum tree');
	const address = page.url();
	const list = page.getByRole('navigation', { name: 'Sessions', exact: true });
	const actions = (title: string) =>
		list
			.getByRole('listitem')
			.filter({ hasText: title })
			.getByRole('button', { name: 'Session actions' });
	const remove = async (title: string) => {
		await actions(title).click();
		await page.getByRole('menuitem', { name: 'Delete session' }).click();
	};
	await remove('the plum tree');
	await expect(page).toHaveURL(kept);
	await page.getByRole('button', { name: 'Undo', exact: true }).click();
	await expect(page).toHaveURL(address);
	await expect(composer(page)).toBeVisible();
	await expect(questions(page).last()).toContainText('the plum tree');
	// Another one comes back where it was, and nobody is led away.
	await remove('the pear tree');
	await page.getByRole('button', { name: 'Undo', exact: true }).click();
	await expect(list.getByRole('link', { name: 'the pear tree' })).toBeVisible();
	await expect(page).toHaveURL(address);
});

test(
	'the address of a deleted session shows it without a composer, and brings it back',
	{ tag: '@slow' },
	async ({ page }) => {
		await page.goto('/');
		await say(page, 'the plum tree');
		const address = page.url();
		const list = page.getByRole('navigation', { name: 'Sessions', exact: true });
		await list.getByRole('button', { name: 'Session actions' }).click();
		await page.getByRole('menuitem', { name: 'Delete session' }).click();
		await expect(list.getByRole('link')).toHaveCount(0);
		await page.goto(address);
		const deleted = page.getByRole('group', { name: 'Deleted', exact: true });
		await expect(deleted).toBeVisible();
		await expect(composer(page)).toHaveCount(0);
		await deleted.getByRole('button', { name: 'Bring it back' }).click();
		await expect(composer(page)).toBeVisible();
		await expect(list.getByRole('link', { name: 'the plum tree' })).toBeVisible();
	}
);

test('an address that leads to no conversation says so, and what is written there begins one of its own @slow', async ({
	page,
	context
}) => {
	const gone = page.getByRole('status').filter({ hasText: 'This session is not here' });
	await page.goto('/chat/0192f0c1-aaaa-7000-8000-000000000001');
	await expect(gone).toContainText('Nothing is stored at this address in this browser.');
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('Not here');
	await composer(page).fill('the quince tree');
	await page.getByRole('link', { name: 'Recently deleted, and backups' }).click();
	await expect(page).toHaveURL(/\/settings#data$/);
	await page.goBack();
	await expect(composer(page)).toHaveValue('the quince tree');
	await composer(page).press('Enter');
	await expect(page).not.toHaveURL(/000000000001$/);
	await expect(transcript(page)).toContainText('the quince tree');
	await expect(list(page).getByRole('link', { name: 'the quince tree' })).toHaveAttribute(
		'href',
		new URL(page.url()).pathname
	);
	await expect(gone).toHaveCount(0);

	// Forgotten in one tab while another still shows it, with words in its composer.
	const address = page.url();
	const other = await context.newPage();
	await other.goto(address);
	await expect(transcript(other)).toContainText('the quince tree');
	await composer(other).fill('half a thought');
	await list(page).getByRole('button', { name: 'Session actions' }).click();
	await page.getByRole('menuitem', { name: 'Delete session' }).click();
	await expect(page.getByRole('status').filter({ hasText: 'Deleted' })).toBeVisible();
	await page.goto('/settings#data');
	await page
		.getByRole('list', { name: 'Recently deleted' })
		.getByRole('button', { name: 'Forget now' })
		.click();
	await page.getByRole('dialog').getByRole('button', { name: 'Forget', exact: true }).click();
	await expect(page.getByRole('status').filter({ hasText: 'Forgotten.' })).toBeVisible();
	const there = other.getByRole('status').filter({ hasText: 'This session is not here' });
	await expect(there).toContainText('It was forgotten for good on');
	await expect(composer(other)).toHaveValue('half a thought');
	await composer(other).press('Enter');
	await expect(transcript(other)).toContainText('half a thought');
	expect(other.url()).not.toBe(address);
	// The tab in which it was begun does not begin another under its id either.
	await page.getByRole('button', { name: 'New chat', exact: true }).click();
	await say(page, 'the medlar tree');
	expect(page.url()).not.toBe(address);
	const { sessions } = await storedTables(page);
	expect(sessions!.map((row) => (row as { title: string }).title).toSorted()).toEqual([
		'half a thought',
		'the medlar tree'
	]);
});
