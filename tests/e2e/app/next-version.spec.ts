import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from '@playwright/test';
import { serve } from '../../../scripts/serve.js';
import { putBuild } from '../../support/next-build.ts';
import { composer, downloadBy, kept, replies, say, transcript, useServer } from '../steps.ts';
import { expect, oneModel, test } from '../with-server.ts';

test.use({ anthropic: oneModel(50_000), serviceWorkers: 'allow' });

/** The day the app gets a version whose database has another form. */

const build = fileURLToPath(new URL('../../../build', import.meta.url));

/** Code whose main database is of version 2: another index, and an upgrade. */
const upgradedBy = (upgrade: string) => (code: string) =>
	code.replace(
		/\w+\.version\(1\)\.stores\(\{sessions:[^}]*\}\)/,
		(first) =>
			`(${first},this.version(2).stores({sessions:'id, activeAt, kind'}).upgrade(${upgrade}))`
	);

const rewrites = `(old)=>old.table('turns').toCollection().modify((row)=>{row.rewritten=true})`;
const throws = `(old)=>old.table('turns').clear().then(()=>{throw new TypeError('no such row')})`;

/** A host of the app of today, on which others can take its place. */
async function hosted(browser: Browser) {
	const folder = await mkdtemp(path.join(tmpdir(), 'keepsake-build-'));
	let versions = 0;
	const put = (change = (code: string) => code) =>
		putBuild(build, folder, { mark: `v${String(++versions)}`, change });
	await put();
	const site = await serve({ folder, port: 0 });
	const context = await browser.newContext({ baseURL: site.url });
	return {
		context,
		upgrade: (upgrade: string) => put(upgradedBy(upgrade)),
		close: async () => {
			await context.close();
			await Promise.all([site.close(), rm(folder, { recursive: true })]);
		}
	};
}

/** Until it waits to be let in. */
async function lookForVersion(page: Page): Promise<void> {
	await page.evaluate(async () => {
		await (await navigator.serviceWorker.ready).update();
	});
	const waits = async () => (await navigator.serviceWorker.ready).waiting !== null;
	await expect.poll(() => page.evaluate(waits)).toBe(true);
}

const versionOnDisk = (page: Page) =>
	page.evaluate(async () => {
		const all = await indexedDB.databases();
		return all.find(({ name }) => name === 'keepsake')?.version;
	});

const update = (page: Page) => page.getByRole('button', { name: 'Reload to update' });

test('three tabs of before: each is told once, goes on reading with files the host has no more, and keeps what is typed; an answer is written to its end before the database is given away @slow', async ({
	browser,
	server
}) => {
	const { context, upgrade, close } = await hosted(browser);
	const [first, writing, typing] = [
		await context.newPage(),
		await context.newPage(),
		await context.newPage()
	];
	await useServer(first, server);
	await first.goto('/');
	await kept(first);
	await say(first, 'The first tab speaks');
	await writing.goto('/?new');
	await say(writing, 'hello');
	await typing.goto('/?new');
	await composer(typing).fill('half a thought');

	await upgrade(rewrites);
	server.script(() => ({ text: `${'word '.repeat(150)}and the end.`, tokensPerSecond: 30 }));
	await composer(writing).fill('Tell me something long');
	await composer(writing).press('Enter');
	await expect(replies(writing).last()).toContainText('word word');
	await lookForVersion(first);
	for (const page of [first, writing, typing]) await expect(update(page)).toHaveCount(1);
	await update(first).click();

	await typing.getByRole('complementary').getByRole('link', { name: 'Settings' }).click();
	await expect(typing.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
	await typing.goBack();
	await expect(composer(typing)).toHaveValue('half a thought');
	await expect(replies(writing).last()).toContainText('and the end.');
	await expect(transcript(first)).toContainText('The first tab speaks');
	expect(await versionOnDisk(first)).toBe(20);

	await composer(typing).fill('half a thought and more');
	await composer(typing).press('Enter');
	await expect(typing.getByRole('alert')).toContainText(
		'another version of Keepsake has opened it'
	);
	await expect(composer(typing)).toHaveValue('half a thought and more');
	await update(typing).click();
	await expect(update(typing)).toHaveCount(0);
	await expect(composer(typing)).toHaveValue('half a thought and more');
	await update(writing).click();
	await expect(update(writing)).toHaveCount(0);
	await expect(replies(writing).last()).toContainText('and the end.');
	await say(writing, 'still there?');
	await close();
});

test('an upgrade that breaks off leaves the data whole: that is said, all of it can be exported, and the next version takes it over @slow', async ({
	browser
}) => {
	const { context, upgrade, close } = await hosted(browser);
	const page = await context.newPage();
	await page.goto('/');
	await kept(page);
	await say(page, 'Remember the harbour of Piran.');
	await upgrade(throws);
	await lookForVersion(page);
	await update(page).click();
	await expect(
		page.getByRole('heading', { name: 'This version could not take over what is stored' })
	).toBeVisible();
	expect(await versionOnDisk(page)).toBe(10);
	const file = await downloadBy(page, page.getByRole('button', { name: 'Export everything' }));
	expect(file.name).toMatch(/^keepsake-\d{4}-\d\d-\d\d\.zip$/);

	await upgrade(rewrites);
	await lookForVersion(page);
	await page.getByRole('button', { name: 'Reload' }).click();
	await expect(transcript(page)).toContainText('Remember the harbour of Piran.');
	expect(await versionOnDisk(page)).toBe(20);
	await close();
});
