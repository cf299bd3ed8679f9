import { expect, test } from '@playwright/test';
import { composer } from '../steps.ts';

/** A mistake of ours that nothing caught: told once where the person is, and listed without a word of what it says. */

test('what nobody caught is told once, listed by its kind, and the app goes on', async ({
	page
}) => {
	await page.goto('/');
	await expect(composer(page)).toBeVisible();
	const breakTwice = () =>
		page.evaluate(() => {
			setTimeout(() => {
				throw new TypeError('my secret plan');
			});
			void Promise.reject(new TypeError('my secret plan'));
		});
	const alert = page.getByRole('alert').filter({ hasText: 'Something went wrong inside Keepsake' });
	await breakTwice();
	await expect(alert).toHaveCount(1);
	await composer(page).fill('It goes on');
	await expect(composer(page)).toHaveValue('It goes on');
	await breakTwice();
	await page.goto('/settings#activity');
	const rows = page.getByRole('listitem').filter({ hasText: 'Something unexpected happened' });
	await expect(rows).toHaveCount(1);
	await expect(rows).toContainText('TypeError');
	await expect(page.locator('body')).not.toContainText('secret plan');
});
