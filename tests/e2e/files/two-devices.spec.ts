import { readFile } from 'node:fs/promises';
import type { Browser, Page } from '@playwright/test';
import { command, composer, downloadBy, importFile, say, transcript } from '../steps.ts';
import { expect, test } from '../with-server.ts';

/** One person, two devices that share a conversation by backup and go on differently. */

async function aDevice(browser: Browser, baseURL: string | undefined): Promise<Page> {
	const context = await browser.newContext({ ...(baseURL && { baseURL }), acceptDownloads: true });
	const page = await context.newPage();
	await page.goto('/');
	return page;
}

async function backupOf(page: Page): Promise<Buffer> {
	await page.goto('/settings');
	const button = page.getByRole('button', { name: 'Export everything' });
	return readFile((await downloadBy(page, button)).path);
}

test('where both devices went on, the other’s messages come as a branch, to and fro, and what is on screen stays @slow', async ({
	browser,
	baseURL
}) => {
	const laptop = await aDevice(browser, baseURL);
	await say(laptop, 'We plan a week in Piran');
	const first = await backupOf(laptop);

	const phone = await aDevice(browser, baseURL);
	await phone.goto('/settings');
	await importFile(phone, 'laptop.zip', first);
	await phone.goto('/');
	await expect(transcript(phone)).toContainText('We plan a week in Piran');
	await say(phone, 'On the phone: by train');

	await laptop.goto('/');
	await say(laptop, 'On the laptop: by ferry');
	await command(laptop, '/reset');
	await expect(composer(laptop)).toBeVisible();
	await expect(transcript(laptop)).not.toContainText('by ferry');
	const second = await backupOf(laptop);

	await phone.goto('/settings');
	await phone.getByLabel('Import file', { exact: true }).setInputFiles({
		name: 'laptop.zip',
		mimeType: 'application/zip',
		buffer: second
	});
	const preview = phone.getByRole('region', { name: 'Import preview' });
	await expect(preview).toContainText('it comes as a branch beside what is on screen');
	await expect(preview).not.toContainText('Archives');
	await preview.getByRole('button', { name: 'Import now', exact: true }).click();
	await expect(phone.getByRole('status').filter({ hasText: /^Imported/ })).toContainText(
		'what came is a branch beside what is on screen'
	);
	await phone
		.getByRole('navigation', { name: 'Sessions' })
		.getByRole('link', { name: /Piran/ })
		.first()
		.click();
	await expect(transcript(phone)).toContainText('On the phone: by train');
	await expect(transcript(phone)).not.toContainText('by ferry');
	const both = await backupOf(phone);
	await phone.goBack();
	await phone.getByRole('button', { name: 'Next branch' }).click();
	await expect(transcript(phone)).toContainText('On the laptop: by ferry');
	await phone.getByRole('button', { name: 'Previous branch' }).click();
	await expect(transcript(phone)).toContainText('On the phone: by train');

	// Back where it came from: there the other one is the branch, and what was reset is open again with it.
	await laptop.goto('/settings');
	await importFile(laptop, 'phone.zip', both);
	await laptop
		.getByRole('navigation', { name: 'Sessions' })
		.getByRole('link', { name: /Piran/ })
		.first()
		.click();
	await expect(transcript(laptop)).toContainText('On the laptop: by ferry');
	await laptop.getByRole('button', { name: 'Next branch' }).click();
	await expect(transcript(laptop)).toContainText('On the phone: by train');

	// Its own reset finds the place of its archive free.
	await command(phone, '/reset');
	await expect(transcript(phone)).not.toContainText('by train');
	await phone.getByRole('link', { name: 'Archive' }).click();
	await expect(phone.getByRole('main').getByRole('link', { name: /Piran/ }).first()).toBeVisible();
	await laptop.context().close();
	await phone.context().close();
});
