import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import {
	command,
	composer,
	downloadBy,
	say,
	storedTables,
	transcript,
	useServer
} from '../steps.ts';
import { expect, oneModel, test } from '../with-server.ts';
import { field, saved } from './fields.ts';

/** What the settings page does with the data and the app as a whole: exports, Activity, installing, erasing. */

test(
	'exports download at once and are listed under Activity',
	{ tag: '@slow' },
	async ({ page }) => {
		await page.goto('/settings#data');
		const memory = await downloadBy(page, page.getByRole('button', { name: 'Export memory' }));
		expect(memory.name).toMatch(/^keepsake-memory-\d{4}-\d\d-\d\d\.zip$/);
		const passphrase = page.getByLabel('Backup passphrase (optional)');
		await passphrase.pressSequentially('a passphrase for backups');
		await expect(passphrase).toHaveAttribute('type', 'password');
		const show = page.getByRole('button', { name: 'Show passphrase' });
		await expect(show).toHaveAttribute('aria-pressed', 'false');
		// Who is typing goes on typing.
		await show.click();
		await expect(show).toHaveAttribute('aria-pressed', 'true');
		await expect(passphrase).toHaveAttribute('type', 'text');
		await expect(passphrase).toBeFocused();
		await show.click();
		await expect(passphrase).toHaveAttribute('type', 'password');
		await show.click();
		const all = await downloadBy(page, page.getByRole('button', { name: 'Export everything' }));
		expect(all.name).toMatch(/^keepsake-\d{4}-\d\d-\d\d\.zip\.age$/);
		await expect(passphrase).toHaveValue('');
		await expect(passphrase).toHaveAttribute('type', 'password');
		const activity = await downloadBy(
			page,
			page.getByRole('button', { name: 'Download activity' })
		);
		expect(activity.name).toBe('keepsake-activity.json');
	}
);

test(
	'Activity tells in words of a compaction, of nothing to do and of a failure, and leaves as JSON that says the same',
	{ tag: '@slow' },
	async ({ page, startServer }) => {
		const server = await startServer(oneModel(100_000));
		await useServer(page, server);
		await page.goto('/');
		await say(page, 'Item 0: the ferry to Naxos.');
		await command(page, '/compact');
		await expect(page.getByRole('status').filter({ hasText: 'Nothing to compact' })).toBeVisible();
		for (let turn = 1; turn < 7; turn++)
			await say(
				page,
				`Item ${String(turn)}: ${'the ferry to Naxos costs 23 EUR and leaves at dawn. '.repeat(20)}`
			);
		await command(page, '/compact');
		await page.getByRole('button', { name: 'Use summary', exact: true }).click();
		const card = transcript(page).getByRole('article', { name: /^Summary of earlier/ });
		await expect(card).toHaveCount(1);
		// In this preset the messages stay as they are where no model writes a summary.
		await page.goto('/settings');
		await field(page, 'Compaction preset').selectOption('rounds');
		await expect(saved(page)).toBeVisible();
		await page.goto('/');
		for (let turn = 7; turn < 22; turn++) await say(page, `Item ${String(turn)}: a short word.`);
		server.fault('unauthorized', { times: 50, when: (body) => !body.tools?.length });
		await command(page, '/compact');
		await expect(composer(page)).toHaveValue('');
		await expect
			.poll(async () =>
				(await storedTables(page))['activity']!.map((row) => (row as { kind: string }).kind)
			)
			.toContain('failure');

		await page.goto('/settings#activity');
		const rows = page.getByRole('region', { name: 'Activity' }).getByRole('listitem');
		const told = (text: string | RegExp) => rows.filter({ hasText: text });
		await expect(told('Nothing to compact')).toContainText(
			'everything is recent enough to go word for word'
		);
		await expect(told('A summary was put to use')).toContainText(
			/round 1 · [\d,]+ → [\d,]+ tokens · [\d,]+ messages summarised · by hand/
		);
		await expect(told('A summary could not be made')).toContainText(
			'The session goes on with all its messages; nothing was changed.'
		);
		await expect(told('A summary could not be made')).toContainText(
			'The endpoint does not accept the key.'
		);

		const { name, path } = await downloadBy(
			page,
			page.getByRole('button', { name: 'Download activity' })
		);
		expect(name).toBe('keepsake-activity.json');
		const file = JSON.parse(await readFile(path, 'utf8')) as readonly {
			readonly kind: string;
			readonly at: number;
			readonly details: Readonly<Record<string, unknown>>;
			readonly failure: unknown;
		}[];
		const newestFirst = (a: { readonly at: number }, b: { readonly at: number }) => b.at - a.at;
		const stored = (await storedTables(page))['activity'] as typeof file;
		expect(file).toHaveLength(stored.length);
		expect(file).toEqual(expect.arrayContaining([...stored]));
		expect(file).toEqual(file.toSorted(newestFirst));
		expect(file.find(({ kind }) => kind === 'compaction')?.details).toMatchObject({ round: 1 });
		expect(file.find(({ kind }) => kind === 'no-op')?.details).toMatchObject({
			reason: 'all-recent'
		});
		expect(file.find(({ kind }) => kind === 'failure')?.failure).toEqual({
			kind: 'key-refused'
		});
		expect(JSON.stringify(file)).not.toContain(server.key);
	}
);

test.describe('the app to install', { tag: '@slow' }, () => {
	const how = (page: Page) => page.getByText('To install Keepsake, choose “Install”');
	const there = (page: Page) => page.getByText('Keepsake is installed.', { exact: true });
	const button = (page: Page) => page.getByRole('button', { name: 'Install app', exact: true });

	test('is a line that says how, a button where the browser offers it, and then a word that it is there', async ({
		page
	}) => {
		await page.goto('/settings#data');
		await expect(how(page)).toBeVisible();
		await expect(button(page)).toHaveCount(0);
		// As the browser says it, which it does not where nobody could answer.
		await page.evaluate(() => {
			const offer = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), {
				prompt: () => {
					Object.assign(window, { asked: Number(Reflect.get(window, 'asked') ?? 0) + 1 });
					return Promise.resolve();
				}
			});
			window.dispatchEvent(offer);
			Object.assign(window, { isKept: offer.defaultPrevented });
		});
		await expect(button(page)).toBeVisible();
		await expect(how(page)).toHaveCount(0);
		expect(await page.evaluate(() => Reflect.get(window, 'isKept') as unknown)).toBe(true);
		await button(page).click();
		await expect(button(page)).toHaveCount(0);
		expect(await page.evaluate(() => Reflect.get(window, 'asked') as unknown)).toBe(1);
		await page.evaluate(() => window.dispatchEvent(new Event('appinstalled')));
		await expect(there(page)).toBeVisible();
		await expect(how(page)).toHaveCount(0);
	});

	test('says that it is there when it is what is open', async ({ page }) => {
		await page.addInitScript(() => {
			const matches = window.matchMedia.bind(window);
			window.matchMedia = (query) =>
				query === '(display-mode: standalone)'
					? Object.assign(new EventTarget(), {
							matches: true,
							media: query,
							onchange: null,
							addListener: () => undefined,
							removeListener: () => undefined
						})
					: matches(query);
		});
		await page.goto('/settings#data');
		await expect(there(page)).toBeVisible();
		await expect(button(page)).toHaveCount(0);
	});

	test('on an iPhone is told in words: install first, then the key', async ({ browser }) => {
		const phone = await browser.newContext({
			userAgent:
				'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
			viewport: { width: 390, height: 844 }
		});
		const page = await phone.newPage();
		await page.goto('/settings#data');
		await expect(page.getByText('On an iPhone or iPad')).toContainText(
			'Install first and enter the key afterwards, because the installed app has storage of its own.'
		);
		await expect(how(page)).toHaveCount(0);
		await phone.close();
	});

	test('in Safari on a Mac is told where to look, and how what is here comes along', async ({
		browser
	}) => {
		const mac = await browser.newContext({
			userAgent:
				'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Safari/605.1.15'
		});
		const page = await mac.newPage();
		await page.goto('/settings#data');
		const line = page.getByText('In Safari on a Mac');
		await expect(line).toContainText('“Add to Dock” in the File menu');
		await expect(line).toContainText('export everything here and import it there');
		await expect(how(page)).toHaveCount(0);
		await mac.close();
	});
});

test(
	'a browser that says nothing of its storage is told as that, and nothing goes wrong',
	{ tag: '@slow' },
	async ({ page }) => {
		await page.addInitScript(() => {
			for (const name of ['persist', 'persisted', 'estimate'])
				Reflect.deleteProperty(StorageManager.prototype, name);
		});
		const errors: string[] = [];
		page.on('pageerror', ({ message }) => errors.push(message));
		await page.goto('/');
		await say(page, 'Hello');
		await page.goto('/settings#data');
		await expect(
			page.getByText('This browser does not say whether it may delete this')
		).toBeVisible();
		await expect(page.getByRole('button', { name: 'Ask the browser to keep it' })).toHaveCount(0);
		await expect(page.getByRole('alert')).toHaveCount(0);
		expect(errors).toEqual([]);
	}
);

test('erasing asks first and leaves nothing', async ({ page }) => {
	await page.goto('/settings');
	await field(page, 'Model').fill('to-be-erased');
	await expect(saved(page)).toBeVisible();
	await page.getByRole('button', { name: 'Erase everything' }).click();
	const dialog = page.getByRole('dialog', { name: 'Erase everything?' });
	await dialog.getByRole('button', { name: 'Cancel' }).click();
	await expect(dialog).toHaveCount(0);
	await page.getByRole('button', { name: 'Erase everything' }).click();
	await dialog.getByRole('button', { name: 'Erase now' }).click();
	await page.waitForURL(/\/chat\//);
	await page.goto('/settings');
	await expect(field(page, 'Model')).toHaveValue('');
	expect(JSON.stringify(await storedTables(page))).not.toContain('to-be-erased');
});
