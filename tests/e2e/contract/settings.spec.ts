import type { Page } from '@playwright/test';
import { composer, modelId, say, useServer } from '../steps.ts';
import { expect, oneModel, test } from '../with-server.ts';

/** The screen contract as an outside tester reads it: every field of the settings, its widget and its values. */

test.use({ anthropic: oneModel(50_000) });

const field = (page: Page, name: string) => page.getByLabel(name, { exact: true });
const saved = (page: Page) => page.getByRole('status').filter({ hasText: /^Saved$/ });

const values = (page: Page, name: string): Promise<string[]> =>
	field(page, name)
		.locator('option')
		.evaluateAll((all: HTMLOptionElement[]) => all.map((one) => one.value));

test('every field has the widget, the values and the default of the contract', async ({ page }) => {
	await page.goto('/settings');
	await expect(page.getByText('No key', { exact: true })).toBeVisible();
	expect(await values(page, 'Compaction preset')).toEqual([
		'recommended',
		'gsv',
		'two-phase',
		'rounds',
		'spec-008',
		'single-shot'
	]);
	expect(await values(page, 'Review summaries')).toEqual(['ask', 'notify', 'auto']);
	expect(await values(page, 'Review memories')).toEqual(['ask', 'own', 'untainted']);
	expect(await values(page, 'Reset policy')).toEqual(['manual', 'daily', 'idle']);
	for (const [name, value] of [
		['Compaction preset', 'recommended'],
		['Review summaries', 'ask'],
		['Review memories', 'ask'],
		['Reset policy', 'manual'],
		['Reset hour', '4'],
		['Idle minutes', '60']
	] as const)
		await expect(field(page, name)).toHaveValue(value);
	for (const name of ['Compaction preset', 'Review summaries', 'Review memories', 'Reset policy'])
		expect(await field(page, name).evaluate((element) => element.tagName)).toBe('SELECT');
	await expect(field(page, 'API key')).toHaveAttribute('type', 'password');
	const kept = page.getByRole('radiogroup', { name: 'Keep the key', exact: true });
	for (const name of [
		'Until this tab closes',
		'On this device, not protected',
		'On this device, with a passphrase'
	])
		await expect(kept.getByRole('radio', { name, exact: true })).toBeVisible();
	await expect(
		kept.getByRole('radio', { name: 'On this device, not protected', exact: true })
	).toBeChecked();
	for (const name of [
		'Forget key',
		'Lock now',
		'Test connection',
		'Export memory',
		'Export everything',
		'Import'
	])
		await expect(page.getByRole('button', { name, exact: true })).toBeVisible();
	await expect(
		page.getByRole('switch', { name: 'Automatic compaction', exact: true })
	).toBeVisible();
	await expect(page.getByRole('button', { name: 'Save', exact: true })).toHaveCount(0);
	await expect(field(page, 'Import file')).toHaveAttribute('type', 'file');
});

test('every select saves itself and holds', async ({ page }) => {
	await page.goto('/settings');
	for (const [name, value] of [
		['Compaction preset', 'single-shot'],
		['Review summaries', 'notify'],
		['Review memories', 'own'],
		['Reset policy', 'idle']
	] as const) {
		await field(page, name).selectOption(value);
		await expect(saved(page)).toBeVisible();
	}
	await page.reload();
	await expect(field(page, 'Compaction preset')).toHaveValue('single-shot');
	await expect(field(page, 'Review summaries')).toHaveValue('notify');
	await expect(field(page, 'Review memories')).toHaveValue('own');
	await expect(field(page, 'Reset policy')).toHaveValue('idle');
});

test('the limits of a model come from the endpoint and are kept per model; any model may be typed', async ({
	page,
	startServer
}) => {
	const server = await startServer(oneModel(50_000, 3_000));
	await useServer(page, server);
	await expect(field(page, 'Context window (tokens)')).toHaveValue('50000');
	await expect(field(page, 'Maximum output (tokens)')).toHaveValue('3000');
	await field(page, 'Context window (tokens)').fill('40000');
	await expect(saved(page)).toBeVisible();
	await field(page, 'Model').fill('a-model-nobody-knows');
	await field(page, 'Model').blur();
	const window = field(page, 'Context window (tokens)');
	await expect(window).not.toHaveValue('40000');
	expect([await window.inputValue(), await window.getAttribute('placeholder')]).toContain(
		'unknown'
	);
	await field(page, 'Model').fill(modelId);
	await field(page, 'Model').blur();
	await expect(window).toHaveValue('40000');
	await page.reload();
	await expect(window).toHaveValue('40000');
});

test('a change of the endpoint clears the key and counts for the next request without a reload', async ({
	page,
	startServer
}) => {
	const first = await startServer(oneModel(50_000));
	const second = await startServer({ key: 'sk-ant-second-0123456789', models: first.models });
	await useServer(page, first);
	await page.getByRole('link', { name: 'Keepsake' }).click();
	await say(page, 'to the first');
	expect(first.messages()).toHaveLength(1);
	await page.getByRole('link', { name: 'Settings', exact: true }).click();
	await field(page, 'API endpoint').fill(second.url);
	await field(page, 'API endpoint').blur();
	await expect(page.getByText('No key', { exact: true })).toBeVisible();
	await field(page, 'API key').fill(second.key);
	await field(page, 'API key').blur();
	await expect(page.getByText('Key set', { exact: true })).toBeVisible();
	await expect(field(page, 'API key')).toHaveValue('');
	await page.goBack();
	await composer(page).waitFor();
	await say(page, 'to the second');
	expect(second.messages()).toHaveLength(1);
	expect(first.messages()).toHaveLength(1);
	expect(JSON.stringify(second.requests)).not.toContain(first.key);
});

test('Forget key and Lock now do what they say at once', async ({ page, server }) => {
	await useServer(page, server);
	await page.getByRole('button', { name: 'Test connection', exact: true }).click();
	await expect(
		page.getByRole('status').filter({ hasText: new URL(server.url).host })
	).toBeVisible();
	await page.getByRole('button', { name: 'Forget key', exact: true }).click();
	await expect(page.getByText('No key', { exact: true })).toBeVisible();
});
