import { readFile } from 'node:fs/promises';
import { AxeBuilder } from '@axe-core/playwright';
import { expect, test } from '@playwright/test';
import { command, composer, downloadBy, say, storedTables, transcript } from '../steps.ts';

/** A session ends by itself and another goes on: after a pause, at an hour, by a rule of its own. */

test(
	'a session that lies idle is reset by itself, says so, and goes on when that is taken back',
	{
		tag: '@slow'
	},
	async ({ page }) => {
		await page.clock.install({ time: new Date('2026-05-20T10:00:00Z') });
		await page.goto('/settings#policy');
		await page.getByLabel('Idle minutes').fill('30');
		await page.getByLabel('Reset policy').selectOption('idle');
		// Both have been stored, not only the one that was typed.
		await expect
			.poll(async () => JSON.stringify((await storedTables(page))['settings']))
			.toContain('"idle"');
		await page.goto('/');
		await say(page, 'The harbour of Piran');
		const address = page.url();
		const told = page.getByRole('status').filter({ hasText: 'was archived after a pause' });
		// The house is kept once a minute by the clock of the page, the work itself takes its own time.
		await expect(async () => {
			await page.clock.fastForward('10:00');
			await expect(told).toBeVisible({ timeout: 3_000 });
		}).toPass({ timeout: 60_000 });
		const ended = page.getByRole('group', { name: 'Ended and archived' });
		await expect(ended).toContainText('Its messages are in the archive');
		await expect(composer(page)).toHaveCount(0);
		await page.getByRole('button', { name: 'Undo' }).click();
		await expect(composer(page)).toBeVisible();
		expect(page.url()).toBe(address);
		await say(page, 'It goes on.');

		await command(page, '/reset');
		await expect(page).not.toHaveURL(address);
		await command(page, '/reset');
		await expect(page.getByRole('status').filter({ hasText: 'nothing to archive' })).toBeVisible();
		await page.goto(address);
		// One that has ended stands in no list: it is renamed, taken along and deleted where it is read.
		await ended.getByRole('button', { name: 'Session actions' }).click();
		await page.getByRole('menuitem', { name: 'Rename', exact: true }).click();
		await expect(page.getByRole('textbox', { name: 'Session name' })).toBeFocused();
		await page.keyboard.type('Piran by night');
		await page.keyboard.press('Enter');
		await expect(page.getByRole('heading', { level: 1 })).toHaveText('Piran by night');
		await expect(ended.getByRole('button', { name: 'Session actions' })).toBeFocused();
		await ended.getByRole('button', { name: 'Session actions' }).click();
		const form = page.getByRole('menuitem', { name: 'Export as Markdown' });
		const { path } = await downloadBy(page, form);
		expect(await readFile(path, 'utf8')).toContain('The harbour of Piran');
		await ended.getByRole('button', { name: 'Delete session' }).click();
		await expect(page).not.toHaveURL(address);
		await page.getByRole('button', { name: 'Undo' }).click();
		await expect(page).toHaveURL(address);
		await ended.getByRole('button', { name: 'Continue this session' }).click();
		await say(page, 'And on.');
	}
);

test(
	'#195 a session whose hour came while the app was closed has ended before one goes on in it',
	{ tag: '@slow' },
	async ({ page }) => {
		await page.clock.install({ time: new Date('2026-05-20T10:00:00Z') });
		await page.goto('/settings#policy');
		await page.getByLabel('Reset policy').selectOption('daily');
		await expect
			.poll(async () => JSON.stringify((await storedTables(page))['settings']))
			.toContain('"daily"');
		await page.goto('/');
		await say(page, 'The harbour of Piran');
		const address = page.url();
		await page.clock.setSystemTime(new Date('2026-05-21T10:00:00Z'));
		await page.goto('/');
		await say(page, 'What is new today?');
		expect(page.url()).not.toBe(address);
		await expect(transcript(page)).not.toContainText('Piran');
		await page.goto(address);
		await expect(page.getByRole('group', { name: 'Ended and archived' })).toBeVisible();
	}
);

test(
	'#195 a session has a reset of its own: chosen in the inspector, kept, and acted on',
	{ tag: '@slow' },
	async ({ page }) => {
		await page.clock.install({ time: new Date('2026-05-20T10:00:00Z') });
		await page.goto('/');
		const inspector = page.getByRole('region', { name: 'Prompt inspector' });
		const rule = inspector.getByLabel('Reset of this session', { exact: true });
		const open = async () => {
			await page.getByRole('button', { name: /^Context/ }).click();
			await inspector.getByText('Rules of this session').click();
		};
		// Before its first message it is kept with the session that is about to be.
		await open();
		await expect(rule.locator('option').first()).toHaveText('As in the settings: only by hand');
		await rule.selectOption('daily');
		await inspector.getByLabel('Reset hour of this session').fill('24');
		await inspector.getByLabel('Reset hour of this session').blur();
		await expect(inspector.getByText('from 0 to 23')).toBeVisible();
		await rule.selectOption('idle');
		await inspector.getByLabel('Idle minutes of this session').fill('20');
		await inspector.getByLabel('Idle minutes of this session').blur();
		expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
		await page.keyboard.press('Escape');
		await say(page, 'The harbour of Piran');
		await page.reload();
		await open();
		await expect(rule).toHaveValue('idle');
		await expect(inspector.getByLabel('Idle minutes of this session')).toHaveValue('20');
		await page.keyboard.press('Escape');
		await composer(page).fill('Half a thought');
		const told = page.getByRole('status').filter({ hasText: 'was archived after a pause' });
		await expect(async () => {
			await page.clock.fastForward('10:00');
			await expect(told).toBeVisible({ timeout: 3_000 });
		}).toPass({ timeout: 60_000 });
		// What stood unsent goes on in the session that follows, and so does the rule.
		await page.getByRole('link', { name: 'Open the new session' }).click();
		await expect(composer(page)).toHaveValue('Half a thought');
		await open();
		await expect(inspector.getByLabel('Idle minutes of this session')).toHaveValue('20');
	}
);
