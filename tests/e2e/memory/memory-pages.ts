/** What tests of memory files do on their pages. */
import type { Locator, Page } from '@playwright/test';

export const editor = (page: Page): Locator =>
	page.getByRole('textbox', { name: 'Memory file', exact: true });
export const pressButton = (page: Page, name: string | RegExp): Promise<void> =>
	page.getByRole('button', { name, exact: true }).click();
export const status = (page: Page, text: RegExp | string): Locator =>
	page.getByRole('status').filter({ hasText: text });

export const today = (page: Page): Promise<string> =>
	page.evaluate(() => {
		const now = new Date();
		const two = (value: number) => String(value).padStart(2, '0');
		return `${String(now.getFullYear())}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
	});
