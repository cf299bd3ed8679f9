import { expect, test } from '@playwright/test';
import { questions, say } from '../steps.ts';

/** What is said of one session stays with it. */

test('the way back from what was done in a session is not offered in another, and is there when one comes back', async ({
	page
}) => {
	await page.goto('/');
	await say(page, 'the pear tree');
	await page.getByRole('button', { name: 'New chat', exact: true }).click();
	await say(page, 'the plum tree');
	await say(page, 'the quince');
	const list = page.getByRole('navigation', { name: 'Sessions', exact: true });
	const deleted = page.getByText('Deleted a turn.', { exact: true });
	const quince = questions(page).filter({ hasText: 'the quince' });
	await quince.getByRole('button', { name: 'More actions' }).click();
	await quince.getByRole('button', { name: 'Delete turn' }).click();
	await expect(deleted).toBeVisible();

	await list.getByRole('link', { name: 'the pear tree' }).click();
	await expect(questions(page)).toContainText('the pear tree');
	// Looked at once: by waiting it would pass on its own.
	expect(await deleted.count()).toBe(0);

	await list.getByRole('link', { name: 'the plum tree' }).click();
	await expect(deleted).toBeVisible();
	await page.getByRole('button', { name: 'Undo', exact: true }).click();
	await expect(quince).toBeVisible();
});
