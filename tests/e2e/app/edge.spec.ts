import type { Locator, Page } from '@playwright/test';
import type { AnthropicServer } from '../../support/anthropic/server.ts';
import { composer, replies, say, useServer } from '../steps.ts';
import { expect, oneModel, test } from '../with-server.ts';

/** A mistake of ours that nothing caught: told once where the person is, and listed without a word of what it says. */

/** From when the page has `isFull` on, nothing can be written. */
async function canBeFull(page: Page): Promise<void> {
	await page.addInitScript(() => {
		type Write = (this: IDBObjectStore, row: unknown, key?: IDBValidKey) => IDBRequest;
		const stores = IDBObjectStore.prototype as unknown as Record<'put' | 'add', Write>;
		for (const name of ['put', 'add'] as const) {
			const write = stores[name];
			stores[name] = function (...row) {
				if ('isFull' in window) throw new DOMException('no room', 'QuotaExceededError');
				return write.apply(this, row);
			};
		}
	});
}

test('what nobody caught is told once, listed by its kind, and the app goes on @slow', async ({
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

/** A message that found no room; gives back what says so. */
async function sentOnFullDisk(page: Page, server: AnthropicServer): Promise<Locator> {
	await canBeFull(page);
	await useServer(page, server);
	await page.goto('/');
	await say(page, 'before it is full');
	await page.evaluate(() => Object.assign(window, { isFull: true }));
	const caught = page.waitForEvent('pageerror');
	await composer(page).fill('one word more');
	await composer(page).press('Enter');
	await caught;
	return page.getByRole('alert').filter({ hasText: 'no room left' });
}

test('what does not fit on the disk is told once, where it was asked for and where it was written besides @slow', async ({
	page,
	server
}) => {
	const told = await sentOnFullDisk(page, server);
	// By the alert above the composer, which stays; what passes can be dismissed.
	await expect(told.and(page.locator(':not(:has(button))'))).toHaveCount(1);
	expect(await told.count()).toBe(1);
	await expect(composer(page)).toHaveValue('one word more');
	// What is asked for while it stands there is answered of its own.
	const reply = replies(page).first();
	await reply.getByRole('button', { name: 'More actions' }).click();
	await reply.getByRole('button', { name: 'Pin', exact: true }).click();
	await expect(told).toHaveCount(2);
});

test('what was not said beside an alert does not come on another page @slow', async ({
	page,
	server
}) => {
	const told = await sentOnFullDisk(page, server);
	await expect(told.and(page.locator(':not(:has(button))'))).toHaveCount(1);
	await page.getByRole('link', { name: 'Memory', exact: true }).click();
	await expect(page.getByRole('heading', { level: 1, name: 'Memory' })).toBeVisible();
	// At once: it would go by itself after a while.
	expect(await told.count()).toBe(0);
});

test.describe('in the middle of an answer', () => {
	test.use({ anthropic: { ...oneModel(100_000), tokensPerSecond: 25 } });

	test('an answer that does not fit on the disk stays on screen, and is stored as soon as it does @slow', async ({
		page,
		server
	}) => {
		await canBeFull(page);
		await useServer(page, server);
		await page.goto('/');
		await composer(page).fill(`Say ${Array.from({ length: 40 }, (_, n) => `item${n}`).join(' ')}`);
		await composer(page).press('Enter');
		const reply = replies(page).first();
		await expect(reply).toContainText('item3');
		await page.evaluate(() => Object.assign(window, { isFull: true }));
		await expect(reply).toContainText('Not stored yet', { timeout: 20_000 });
		await expect(reply).toContainText('I note');
		await expect(reply.getByRole('alert')).toContainText('no room left');
		await expect(reply).toHaveAttribute('aria-busy', 'false');
		await expect(page.getByRole('button', { name: 'Stop' })).toHaveCount(0);
		await expect(reply.getByRole('button', { name: 'Copy' })).toBeVisible();
		await page.evaluate(() => Reflect.deleteProperty(window, 'isFull'));
		await reply.getByRole('button', { name: 'Store it now' }).click();
		await expect(reply.getByRole('button', { name: 'Regenerate' })).toBeVisible();
		await expect(reply).not.toContainText('Not stored yet');
		await page.reload();
		await expect(reply).toContainText('I note');
		await expect(reply).not.toContainText('Interrupted');
		expect(server.messages()).toHaveLength(1);
	});
});
