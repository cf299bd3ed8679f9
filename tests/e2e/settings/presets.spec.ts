import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { composer, say, useServer } from '../steps.ts';
import { expect, oneModel, test } from '../with-server.ts';
import { saved } from './fields.ts';

/** Presets on their page, and the rules of one session, as a person sets them. */

test.use({ anthropic: oneModel(40_000) });

const effect = (page: Page) => page.getByRole('region', { name: 'What it does' });
const fact = (page: Page, name: string) =>
	effect(page).locator('dl > div').filter({ hasText: name }).locator('dd');
const long = 'The beds stand in wet soil, so cedar was chosen. '.repeat(150);

test('links that stand alone are high enough to be hit @slow', async ({ page, server }) => {
	await useServer(page, server);
	const links = (name: RegExp) => page.getByRole('main').getByRole('link', { name });
	const heights = (name: RegExp) =>
		links(name).evaluateAll((all) => all.map((one) => one.getBoundingClientRect().height));
	const isHit = async (name: RegExp) => {
		await expect(links(name).first()).toBeVisible();
		expect(Math.min(...(await heights(name)))).toBeGreaterThanOrEqual(24);
	};
	await isHit(/^Back to the chat$/);
	await isHit(/^All fields of this preset/);
	await page.goto('/settings/presets');
	await isHit(/^Recommended$|^Two-phase/i);
	await isHit(/^Back to settings$/);
	await page.goto('/memory/MEMORY.md');
	await isHit(/^All memory files$/);
});

test('a preset is copied, changed with its effect in sight, chosen, exported and deleted with a way back @slow', async ({
	page,
	server
}) => {
	await useServer(page, server);
	await page.goto('/');
	for (let turn = 1; turn <= 9; turn++) await say(page, `Number ${String(turn)}. ${long}`);

	await page.goto('/settings#policy');
	await page.getByRole('link', { name: /All fields of this preset/ }).click();
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('Compaction presets');
	await expect(page.getByText('Copy it to change it')).toBeVisible();
	await expect(page.getByLabel('Draft at (%)')).toHaveCount(0);
	await expect(fact(page, 'A summary is needed at')).toHaveText('about 33,150 tokens');
	await expect(fact(page, 'Would be summarised')).toContainText(/turns 1–\d+: \d+ messages/);
	await expect(fact(page, 'Price of the summary')).toHaveText('unknown');

	await page.getByRole('button', { name: 'Copy to change' }).click();
	await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Recommended (my copy)');
	await page.getByLabel('Name', { exact: true }).fill('Early');
	await page.getByLabel('Name', { exact: true }).blur();
	await page.getByLabel('Summary needed at (%)').fill('75');
	await page.getByLabel('Summary needed at (%)').blur();
	await expect(fact(page, 'A summary is needed at')).toHaveText('about 29,250 tokens');
	const kept = await fact(page, 'Would stay word for word').textContent();
	await page.getByLabel('Stays word for word').selectOption('nothing');
	await expect(fact(page, 'Would stay word for word')).not.toHaveText(kept ?? '');

	// What does not go together is said at the field and not kept.
	await page.getByLabel('Aim at (%)').fill('70');
	await page.getByLabel('Aim at (%)').blur();
	await expect(
		page.getByText(
			/do not go together: “Aim at” must be at most 70 % of “Summary needed at”: 70 % is 93 % of 75 %/
		)
	).toBeVisible();

	// Turns may be counted beside tokens: nine were sent.
	await page.getByLabel('Or after (turns)').fill('12');
	await page.getByLabel('Or after (turns)').blur();
	await expect(fact(page, 'By turns')).toHaveText('in 3 turns');
	await page.getByLabel('Or after (turns)').fill('9');
	await page.getByLabel('Or after (turns)').blur();
	await expect(fact(page, 'By turns')).toHaveText('before the next message');
	await page.getByLabel('Or after (turns)').fill('');
	await page.getByLabel('Or after (turns)').blur();
	await expect(fact(page, 'By turns')).toHaveCount(0);

	const download = page.waitForEvent('download');
	await page.getByRole('button', { name: 'Export preset' }).click();
	const file = await download;
	expect(file.suggestedFilename()).toBe('keepsake-preset-own-recommended-my-copy.json');
	const written = await readFile(await file.path(), 'utf8');
	expect(JSON.parse(written)).toMatchObject({
		format: 'keepsake-preset',
		preset: { name: 'Early', target: 0.45, keep: { kind: 'nothing' }, threshold: { apply: 0.75 } }
	});

	await page.getByRole('button', { name: 'Use for all sessions' }).click();
	await page.getByRole('button', { name: 'Delete preset' }).click();
	await expect(page.getByText('Early was deleted.')).toBeVisible();
	await page.getByRole('button', { name: 'Undo' }).click();
	await page.getByRole('link', { name: 'Back to settings' }).click();
	await expect(page.getByLabel('Compaction preset')).toHaveValue('own-recommended-my-copy');
});

test('Undo of a deleted preset takes nothing from one that has been made since @slow', async ({
	page
}) => {
	const threshold = page.getByLabel('Summary needed at (%)');
	const copy = async (percent: string) => {
		await page.getByRole('button', { name: 'Copy to change' }).click();
		await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Recommended (my copy)');
		await threshold.fill(percent);
		await threshold.blur();
		await expect(saved(page)).toBeVisible();
	};
	await page.goto('/settings/presets?preset=recommended');
	await copy('75');
	await page.getByRole('button', { name: 'Delete preset' }).click();
	await expect(page.getByText('was deleted')).toBeVisible();
	await copy('71');
	await page.getByRole('button', { name: 'Undo' }).click();
	await expect(threshold).toHaveValue('75');
	const copies = page.getByRole('link', { name: 'Recommended (my copy)' });
	await expect(copies).toHaveCount(2);
	await copies.first().click();
	await expect(threshold).toHaveValue('71');
});

test(
	'a file that is no preset is refused with the fields that cannot be used; a good one is imported beside the rest',
	{ tag: '@slow' },
	async ({ page }) => {
		await page.goto('/settings/presets');
		const choose = (text: string) =>
			page.getByLabel('Preset file').setInputFiles({
				name: 'preset.json',
				mimeType: 'application/json',
				buffer: Buffer.from(text)
			});
		await choose('{');
		await expect(page.getByRole('alert')).toHaveText(/Could not import: this file is not JSON/);
		await choose('{"format":"keepsake-preset","formatVersion":1,"preset":{"id":"x"}}');
		const alert = page.getByRole('alert');
		await expect(alert).toContainText('these fields cannot be used:');
		await expect(alert.getByRole('listitem').filter({ hasText: 'threshold' })).toBeVisible();

		const narrative = page.getByRole('link', { name: 'Narrative summary, the newest' });
		await narrative.click();
		const download = page.waitForEvent('download');
		await page.getByRole('button', { name: 'Export preset' }).click();
		const written = await readFile(await (await download).path(), 'utf8');
		await choose(written);
		await expect(page.getByText(/^Narrative summary.* is already here/)).toBeVisible();
		await expect(page.getByRole('alert')).toHaveCount(0);
		await expect(narrative).toHaveCount(1);

		const other = JSON.parse(written) as { preset: { threshold: { reserve: number } } };
		other.preset.threshold.reserve = 30_000;
		await choose(JSON.stringify(other));
		await expect(page.getByText(/^Imported Narrative summary/)).toContainText('(2)”');
		await expect(narrative).toHaveCount(2);
		await expect(page.getByLabel('Reserve (tokens)')).toHaveValue('30000');
		await choose(JSON.stringify(other));
		await expect(page.getByText(/^Narrative summary.* is already here/)).toBeVisible();
		await expect(narrative).toHaveCount(2);
	}
);

test(
	'a session has a preset, a review rule and single fields of its own, and says what the next request costs',
	{ tag: '@slow' },
	async ({ page, server }) => {
		await useServer(page, server);
		await page.getByLabel('Input price').fill('2');
		await page.getByLabel('Output price').fill('10');
		await page.getByLabel('Output price').blur();
		await expect(saved(page)).toBeVisible();
		await page.goto('/');
		await say(page, 'Hello');
		await page.getByRole('button', { name: /^Context/ }).click();
		const inspector = page.getByRole('region', { name: 'Prompt inspector' });
		const row = (name: string) =>
			inspector.locator('dl > div').filter({ hasText: name }).locator('dd');
		await expect(row('Price of this prompt')).toHaveText(/^\$0\.0/);
		await expect(row('Price of the answer')).toHaveText('at most $0.01');
		await expect(row('This session so far')).toHaveText(/^\$0\.0/);
		await expect(row('A summary now')).toContainText('nothing to do');

		await inspector.getByText('Rules of this session').click();
		await inspector.getByLabel('Preset of this session').selectOption('rounds');
		await inspector.getByLabel('Review of its summaries').selectOption('auto');
		await inspector.getByRole('link', { name: 'Change single fields for this session' }).click();
		await expect(page.getByRole('heading', { level: 1 })).toHaveText('Compaction of this session');
		await page.getByLabel('Messages', { exact: true }).fill('4');
		await page.getByLabel('Messages', { exact: true }).blur();
		await expect(page.getByText('changed for this session')).toHaveCount(1);
		await page.reload();
		await expect(page.getByLabel('Messages', { exact: true })).toHaveValue('4');
		await page.getByRole('button', { name: /^Back to the preset:/ }).click();
		await expect(page.getByLabel('Messages', { exact: true })).toHaveValue('10');
		await expect(page.getByText('changed for this session')).toHaveCount(0);

		// What goes only with another field of its own stays while that is there, and it is said why.
		await page.getByRole('link', { name: 'Back to the session' }).click();
		await page.getByRole('button', { name: /^Context/ }).click();
		await inspector.getByText('Rules of this session').click();
		await inspector.getByLabel('Preset of this session').selectOption('recommended');
		await inspector.getByRole('link', { name: 'Change single fields for this session' }).click();
		for (const [name, value] of [
			['Aim at', '30'],
			['Draft at', '40'],
			['Summary needed at', '50']
		] as const) {
			// By its role: the button that gives it back to the preset has its name too, as soon as it is changed.
			const field = page.getByRole('spinbutton', { name });
			await field.fill(value);
			await field.blur();
		}
		await expect(page.getByText('changed for this session')).toHaveCount(2);
		await page.getByRole('button', { name: 'Back to the preset: Aim at' }).click();
		await expect(page.getByRole('alert')).toContainText('“Aim at” must be at most 70 %');
		await expect(page.getByLabel('Aim at (%)')).toHaveValue('30');

		// The settings, and with them every other session, stay as they were.
		await page.goto('/settings');
		await expect(page.getByLabel('Compaction preset')).toHaveValue('recommended');
		await page.goto('/');
		await expect(composer(page)).toBeVisible();
	}
);
