import { aModel } from '../../support/anthropic/models.ts';
import { useServer } from '../steps.ts';
import { expect, test } from '../with-server.ts';
import { field, saved, setKey } from './fields.ts';

/** The endpoint and its models: their limits and prices, and whether there is a connection. */

test.use({ anthropic: {} });

test(
	'of a model that cannot work without thinking, the setting for it says so',
	{ tag: '@slow' },
	async ({ page, server }) => {
		await useServer(page, server);
		const always = page.getByText('cannot work without thinking');
		await expect(always).toHaveCount(0);
		await field(page, 'Model').fill('claude-opus-5-5');
		await field(page, 'Model').blur();
		await expect(always).toHaveText(/^Claude Opus 5\.5/);
	}
);

test(
	'limits are looked up, kept per model, and what the user wrote stays',
	{ tag: '@slow' },
	async ({ page, startServer }) => {
		const server = await startServer({
			models: [aModel({ id: 'one', window: 12_000, maxOutput: 900 }), aModel({ id: 'two' })]
		});
		await page.goto('/settings');
		await setKey(page, server);
		await field(page, 'Model').fill('one');
		await expect(field(page, 'Context window (tokens)')).toHaveValue('12000');
		await expect(field(page, 'Maximum output (tokens)')).toHaveValue('900');
		await field(page, 'Context window (tokens)').fill('6000');
		await expect(saved(page)).toBeVisible();
		await page.getByRole('button', { name: 'Test connection' }).click();
		await expect(
			page.getByRole('status').filter({ hasText: 'accepts the key. It lists 2 models' })
		).toBeVisible();
		await expect(field(page, 'Context window (tokens)')).toHaveValue('6000');
		await field(page, 'Model').fill('never-heard-of');
		await expect(field(page, 'Context window (tokens)')).toHaveValue('');
		await expect(field(page, 'Context window (tokens)')).toHaveAttribute('placeholder', 'unknown');
		await field(page, 'Model').fill('one');
		await expect(field(page, 'Context window (tokens)')).toHaveValue('6000');
	}
);

test(
	'a price is unknown until it is typed, and then kept with the model',
	{ tag: '@slow' },
	async ({ page }) => {
		await page.goto('/settings');
		await field(page, 'Model').fill('mine');
		await field(page, 'Input price').fill('3');
		await field(page, 'Output price').fill('15.5');
		// What counts in its place stands in the field, and is not kept as if it had been typed.
		await expect(field(page, 'Cache read price')).toHaveAttribute('placeholder', '3');
		await expect(field(page, 'Cache read price')).toHaveValue('');
		await field(page, 'Cache read price').fill('0.3');
		await expect(saved(page)).toBeVisible();
		await page.reload();
		await expect(field(page, 'Output price')).toHaveValue('15.5');
		await expect(field(page, 'Cache read price')).toHaveValue('0.3');
		await expect(field(page, 'Cache write price')).toHaveValue('');
		await expect(field(page, 'Cache write price')).toHaveAttribute('placeholder', '3');
		await expect(field(page, 'Cache write price for an hour')).toHaveAttribute(
			'placeholder',
			'unknown'
		);
	}
);

test('a test of the connection says why there is none', { tag: '@slow' }, async ({ page }) => {
	await page.goto('/settings');
	await field(page, 'API endpoint').fill('http://127.0.0.1:9');
	await page.getByRole('button', { name: 'Test connection' }).click();
	await expect(
		page.getByRole('status').filter({ hasText: 'cannot reach 127.0.0.1:9' })
	).toBeVisible();
});

test('“Back to Anthropic” drops what was typed wrongly, and the focus goes on in the field; who sends is said @slow', async ({
	page,
	server
}) => {
	await page.goto('/settings');
	const leaving = page.locator('#privacy').locator('xpath=ancestor-or-self::section[1]');
	await expect(leaving).toContainText('Right now nothing leaves');
	await setKey(page, server);
	await expect(field(page, 'Model')).not.toHaveValue('');
	await expect(leaving).not.toContainText('Right now nothing leaves');
	await field(page, 'Model').fill('');
	await expect(leaving).toContainText('A session with a model of its own sends to that');
	const endpoint = field(page, 'API endpoint');
	await endpoint.fill('localhost');
	await endpoint.blur();
	await expect(page.getByRole('alert')).toBeVisible();
	await page.getByRole('button', { name: 'Back to Anthropic' }).click();
	await expect(endpoint).toHaveValue('https://api.anthropic.com');
	await expect(endpoint).toBeFocused();
	await expect(page.getByRole('alert')).toHaveCount(0);
});
