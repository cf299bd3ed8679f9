import type { Page } from '@playwright/test';
import { aModel } from '../../support/anthropic/models.ts';
import type { AnthropicServer } from '../../support/anthropic/server.ts';
import { command, composer, modelId, replies, say, storedTables, useServer } from '../steps.ts';
import { expect, test } from '../with-server.ts';

/** Who answers in one conversation: chosen where it is written, from what is known, or by any id. */

const other = 'claude-opus-5-5';

test.use({
	anthropic: {
		models: [
			aModel({ id: modelId, displayName: 'Sonnet' }),
			aModel({ id: other, displayName: 'Opus', window: 200_000 })
		]
	}
});

const button = (page: Page) => page.getByRole('button', { name: /^Model: / });
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Model of this session' });
const choice = (page: Page, name: string | RegExp) => dialog(page).getByRole('button', { name });
const told = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text });
const askedModels = (server: AnthropicServer) =>
	server.messages().map(({ body }) => (body as { readonly model: string }).model);
const epochs = async (page: Page) =>
	(await storedTables(page))['sessions']!.map((row) => (row as { readonly epoch: number }).epoch);

test(
	'a model is chosen beside the composer for this conversation alone, and answers from the next message on',
	{ tag: '@slow' },
	async ({ page, server }) => {
		await useServer(page, server);
		await page.goto('/');
		await say(page, 'hello');
		await expect(button(page)).toHaveAccessibleName(`Model: ${modelId}`);
		const before = await epochs(page);

		await button(page).focus();
		await page.keyboard.press('Enter');
		await expect(choice(page, `As in Settings (${modelId})`)).toHaveAttribute(
			'aria-pressed',
			'true'
		);
		await expect(choice(page, /^Sonnet Default/)).toBeVisible();
		await expect(dialog(page).getByRole('textbox')).toBeFocused();
		await page.keyboard.type('opus');
		await expect(dialog(page).getByRole('listitem')).toHaveCount(1);
		await expect(choice(page, /^Opus/)).toContainText('window 200,000 tokens');
		await page.keyboard.press('Enter');
		await expect(dialog(page)).toHaveCount(0);
		await expect(button(page)).toBeFocused();
		await expect(button(page)).toHaveAccessibleName(`Model: ${other}`);
		await expect(told(page, `From the next message on, ${other} answers`)).toBeVisible();
		expect(await epochs(page)).toEqual(before);

		await say(page, 'and you?');
		await expect.poll(() => askedModels(server)).toContain(other);
		expect((await epochs(page))[0]).toBe((before[0] ?? 0) + 1);
		await page.reload();
		await expect(button(page)).toHaveAccessibleName(`Model: ${other}`);

		await page.getByRole('button', { name: 'New chat', exact: true }).click();
		await expect(button(page)).toHaveAccessibleName(`Model: ${modelId}`);
		expect(server.refusals).toEqual([]);
	}
);

test('/model opens the choice; with an id it chooses, and says when nobody listed that id @slow', async ({
	page,
	server
}) => {
	await useServer(page, server);
	await page.goto('/');
	await command(page, '/model');
	await expect(dialog(page)).toBeVisible();
	await page.keyboard.press('Escape');
	await expect(dialog(page)).toHaveCount(0);
	await expect(composer(page)).toBeFocused();
	await expect(composer(page)).toHaveValue('');

	await command(page, `/model ${other}`);
	await expect(told(page, `From the next message on, ${other} answers`)).toBeVisible();
	await command(page, '/model my-own-model');
	await expect(
		told(
			page,
			'my-own-model is not among the models this endpoint listed; it will be tried as typed'
		)
	).toBeVisible();
	await expect(button(page)).toHaveAccessibleName('Model: my-own-model');
	await page.getByRole('button', { name: 'Undo', exact: true }).click();
	await expect(button(page)).toHaveAccessibleName(`Model: ${other}`);

	await button(page).click();
	await dialog(page).getByRole('textbox').fill('my-own-model');
	await choice(page, 'Use “my-own-model” as typed').click();
	await expect(button(page)).toHaveAccessibleName('Model: my-own-model');
	await button(page).click();
	await expect(choice(page, 'my-own-model')).toHaveAttribute('aria-pressed', 'true');
	await choice(page, `As in Settings (${modelId})`).click();
	await expect(button(page)).toHaveAccessibleName(`Model: ${modelId}`);
	await say(page, 'hello');
	await expect.poll(() => askedModels(server)).toEqual([modelId]);
});

test('without a key the choice says who answers, and the way to a key', async ({ page }) => {
	await page.setViewportSize({ width: 390, height: 844 });
	await page.goto('/');
	await expect(button(page)).toHaveAccessibleName('Model: On-device');
	await expect(button(page)).toBeInViewport({ ratio: 1 });
	await button(page).click();
	await expect(dialog(page)).toContainText('Without a key answers come from this device');
	await dialog(page).getByRole('link', { name: 'Add a key' }).click();
	await expect(page).toHaveURL(/\/settings#key$/);
});

test('who empties Model stays on this device, also when the endpoint says again whom it has @slow', async ({
	page,
	server
}) => {
	await useServer(page, server);
	const field = page.getByLabel('Model', { exact: true });
	await field.fill('');
	await field.blur();
	await expect(page.getByText('Keepsake answers on this device')).toBeVisible();
	await page.getByRole('button', { name: 'Test connection' }).click();
	await expect(page.getByText('accepts the key')).toBeVisible();
	await expect(field).toHaveValue('');
	await page.reload();
	await expect(field).toHaveValue('');
	await page.getByRole('button', { name: 'New chat', exact: true }).click();
	await expect(button(page)).toHaveAccessibleName('Model: On-device');
	await say(page, 'hello');
	expect(askedModels(server)).toEqual([]);
});

test('a message sent before the endpoint has said whom it has goes to the model @slow', async ({
	page,
	server
}) => {
	let give = (): void => {};
	const given = new Promise<void>((resolve) => (give = resolve));
	await page.context().route(`${server.url}/v1/models*`, async (route) => {
		await given;
		await route.continue();
	});
	await page.goto('/settings');
	await page.getByLabel('API endpoint').fill(server.url);
	await page.getByLabel('API endpoint').blur();
	await expect(page.getByText('No key')).toBeVisible();
	await page.getByLabel('API key').fill(server.key);
	await page.getByRole('button', { name: 'New chat', exact: true }).click();
	await expect(button(page)).toHaveAccessibleName('Model: No model chosen');
	await composer(page).fill('hello');
	await composer(page).press('Enter');
	await expect(page.getByRole('button', { name: 'Stop' })).toBeVisible();
	give();
	await expect(replies(page)).toHaveCount(1);
	await expect(button(page)).toHaveAccessibleName(`Model: ${modelId}`);
	await expect.poll(() => askedModels(server)).toEqual([modelId]);
});
