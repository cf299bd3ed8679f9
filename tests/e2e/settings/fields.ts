/** What tests of the settings page do with its fields. */
import { expect, type Locator, type Page } from '@playwright/test';
import type { AnthropicServer } from '../../support/anthropic/server.ts';

export const saved = (page: Page): Locator =>
	page.getByRole('status').filter({ hasText: /^Saved$/ });

export const field = (page: Page, name: string): Locator => page.getByLabel(name, { exact: true });

export async function setKey(page: Page, server: AnthropicServer): Promise<void> {
	await field(page, 'API endpoint').fill(server.url);
	await field(page, 'API key').fill(server.key);
	await expect(page.getByText('Key set')).toBeVisible();
}
