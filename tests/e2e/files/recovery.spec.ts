import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import { chromium, type Page } from '@playwright/test';
import { launchOptions, wholeBrowser } from '../../support/browser.ts';
import {
	composer,
	downloadBy,
	questions,
	replies,
	say,
	storedTables,
	transcript,
	useServer
} from '../steps.ts';
import { expect, test } from '../with-server.ts';

/** What the browser loses: seen at the next start, never taken for a new profile, and had back from a copy. */

const nameOfCopies = 'copies';

/** Files in the folder of copies. */
const copyFiles = (page: Page): Promise<string[]> =>
	page.evaluate(async (name) => {
		const root = await navigator.storage.getDirectory();
		const folder = await root.getDirectoryHandle(name, { create: true });
		const names: string[] = [];
		for await (const file of folder.keys()) names.push(file);
		return names.sort();
	}, nameOfCopies);

/** Something was said, and the keeper has made its canary and the first copy. */
async function speakAndKeep(page: Page): Promise<void> {
	await page.goto('/');
	await say(page, 'Remember the harbour of Piran.');
	await expect
		.poll(() => copyFiles(page), { timeout: 90_000 })
		.toContainEqual(expect.stringMatching(/^snap-\d+\.json$/));
	await expect
		.poll(() => copyFiles(page))
		.toContainEqual(expect.stringMatching(/^canary-\d+\.json$/));
}

/** Past the app, from a page of the same origin that opens no database. */
async function loseDatabase(page: Page): Promise<void> {
	await page.goto('/favicon.svg');
	await page.evaluate(
		() =>
			new Promise<void>((resolve, reject) => {
				const removing = indexedDB.deleteDatabase('keepsake');
				removing.onsuccess = () => resolve();
				removing.onerror = () => reject(new Error('not removed'));
			})
	);
}

const notice = (page: Page) => page.getByRole('heading', { name: 'Some stored data is missing' });

test(
	'fault 45: a database the browser has thrown away is noticed and had back whole',
	{ tag: '@slow' },
	async ({ page }) => {
		test.setTimeout(150_000);
		await speakAndKeep(page);
		const before = await storedTables(page);
		await loseDatabase(page);
		await page.goto('/');
		await expect(notice(page)).toBeVisible();
		await expect(page.getByRole('alert')).toContainText('1 session');
		expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
		const file = await downloadBy(page, page.getByRole('button', { name: 'Download this copy' }));
		expect(file.name).toMatch(/^keepsake-\d{4}-\d\d-\d\d\.zip$/);
		await page.getByRole('button', { name: 'Restore this copy' }).click();
		await expect(transcript(page)).toContainText('Remember the harbour of Piran.');
		await expect(page.getByText(/A copy was restored/)).toBeVisible();
		const after = await storedTables(page);
		for (const table of ['sessions', 'branches', 'turns', 'steps', 'settings'])
			expect(after[table], table).toEqual(before[table]);
		await say(page, 'And the bakery.');
	}
);

test(
	'the key of another endpoint waits on the recovery screen, and is there after the restore',
	{ tag: '@slow' },
	async ({ page, server }) => {
		test.setTimeout(150_000);
		await useServer(page, server);
		await speakAndKeep(page);
		await loseDatabase(page);
		await page.goto('/');
		await page.getByRole('button', { name: 'Restore this copy' }).click();
		await expect(transcript(page)).toContainText('Remember the harbour of Piran.');
		await page.goto('/settings');
		await expect(page.getByLabel('API endpoint')).toHaveValue(server.url);
		await expect(page.getByText('Key set')).toBeVisible();
	}
);

test(
	'starting afresh leaves the copies where they are, and the old conversation can still be had back',
	{ tag: '@slow' },
	async ({ page }) => {
		test.setTimeout(180_000);
		await speakAndKeep(page);
		await loseDatabase(page);
		await page.goto('/');
		await expect(notice(page)).toBeVisible();
		await page.getByRole('button', { name: 'Start afresh' }).click();
		await page.getByRole('dialog').getByRole('button', { name: 'Start afresh' }).click();
		await expect(composer(page)).toBeVisible();
		await expect(notice(page)).toHaveCount(0);
		expect(await copyFiles(page)).toContainEqual(expect.stringMatching(/^aside-\d+$/));
		await page.reload();
		await expect(composer(page)).toBeVisible();
	}
);

test(
	'fault 46: a tail cut off in silence is noticed, and may be accepted as it is',
	{ tag: '@slow' },
	async ({ page }) => {
		test.setTimeout(180_000);
		await speakAndKeep(page);
		await page.goto('/favicon.svg');
		await page.evaluate(async () => {
			const db = await new Promise<IDBDatabase>((resolve) => {
				const opening = indexedDB.open('keepsake');
				opening.onsuccess = () => resolve(opening.result);
			});
			const names = ['sessions', 'branches', 'turns', 'steps'];
			const cut = db.transaction(names, 'readwrite');
			for (const name of names) cut.objectStore(name).clear();
			await new Promise((resolve) => (cut.oncomplete = resolve));
			db.close();
		});
		await page.goto('/');
		await expect(notice(page)).toBeVisible();
		await page.keyboard.press('Tab');
		for (const colorScheme of ['light', 'dark'] as const) {
			await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
			await page.setViewportSize({ width: colorScheme === 'light' ? 1280 : 390, height: 844 });
			expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
		}
		await page.getByRole('button', { name: 'Restore this copy' }).first().click();
		await expect(transcript(page)).toContainText('Remember the harbour of Piran.');
	}
);

test(
	'a database that the browser throws away under the running app is missed at once, before an empty one takes its place; words under the pen are there again',
	{ tag: '@slow' },
	async ({ page, context, baseURL }) => {
		test.setTimeout(180_000);
		await speakAndKeep(page);
		await composer(page).fill('And the mill.');
		const edited = page.getByRole('textbox', { name: 'Edit message' });
		await questions(page).getByRole('button', { name: 'Edit', exact: true }).click();
		await edited.fill('Remember the bakery of Izola.');
		// Once they are kept they lie in nothing but what is thrown away.
		await expect
			.poll(async () => (await storedTables(page, 'keepsake-scratch'))['unsent'])
			.toHaveLength(2);
		const protocol = await context.newCDPSession(page);
		const gone = { origin: baseURL ?? '', storageTypes: 'indexeddb' };
		await protocol.send('Storage.clearDataForOrigin', gone);
		await expect(notice(page)).toBeVisible({ timeout: 5_000 });
		await page.getByRole('button', { name: 'Restore this copy' }).first().click();
		await expect(edited).toHaveValue('Remember the bakery of Izola.');
		await expect(composer(page)).toHaveValue('And the mill.');
		await page.getByRole('button', { name: 'Cancel', exact: true }).click();
		await expect(transcript(page)).toContainText('Remember the harbour of Piran.');
	}
);

test(
	'a page whose site is cleared by the browser begins anew by itself, with the words in its composer, and answers',
	{ tag: '@slow' },
	async ({ page, context, baseURL }) => {
		await page.goto('/');
		await say(page, 'Remember the harbour of Piran.');
		await composer(page).fill('And the bakery.');
		const protocol = await context.newCDPSession(page);
		const cleared = page.waitForEvent('load');
		await protocol.send('Storage.clearDataForOrigin', {
			origin: baseURL ?? '',
			storageTypes: 'all'
		});
		await cleared;
		await expect(composer(page)).toHaveValue('And the bakery.');
		await composer(page).press('Enter');
		await expect(replies(page)).toContainText('And the bakery.');
		await expect(page.getByText('Something went wrong')).toHaveCount(0);
	}
);

test(
	'each tab of a site that is cleared by the browser begins anew',
	{ tag: '@slow' },
	async ({ page, context, baseURL }) => {
		await page.goto('/');
		await say(page, 'Remember the harbour of Piran.');
		const other = await context.newPage();
		await other.goto('/');
		await say(other, 'Remember the bakery.');
		const protocol = await context.newCDPSession(page);
		const cleared = Promise.all([page, other].map((tab) => tab.waitForEvent('load')));
		await protocol.send('Storage.clearDataForOrigin', {
			origin: baseURL ?? '',
			storageTypes: 'all'
		});
		await cleared;
		for (const tab of [page, other]) {
			await say(tab, 'And the mill.');
			await expect(replies(tab)).toContainText('And the mill.');
			await expect(tab.getByText('Something went wrong')).toHaveCount(0);
		}
	}
);

test(
	'words that stand unsaved in the editor of a memory file are there again after the browser has cleared the site',
	{ tag: '@slow' },
	async ({ page, context, baseURL }) => {
		await page.goto('/memory/MEMORY.md');
		const file = page.getByLabel('Memory file', { exact: true });
		await file.fill('- The dog is called Rex.');
		await page.getByRole('button', { name: 'Save', exact: true }).click();
		await file.fill('- The dog is called Rex.\n- The cat is called Mia.');
		const protocol = await context.newCDPSession(page);
		const cleared = page.waitForEvent('load');
		await protocol.send('Storage.clearDataForOrigin', {
			origin: baseURL ?? '',
			storageTypes: 'all'
		});
		await cleared;
		await expect(file).toHaveValue('- The dog is called Rex.\n- The cat is called Mia.');
	}
);

/** Change rows past the app, from a page of the same origin that opens no database. */
async function damage(page: Page, how: 'lose turns' | 'change a reply'): Promise<void> {
	await page.goto('/favicon.svg');
	await page.evaluate(async (what) => {
		const db = await new Promise<IDBDatabase>((resolve) => {
			const opening = indexedDB.open('keepsake');
			opening.onsuccess = () => resolve(opening.result);
		});
		const writing = db.transaction(['turns', 'steps'], 'readwrite');
		const steps = writing.objectStore('steps');
		if (what === 'lose turns') writing.objectStore('turns').clear();
		else
			steps.openCursor().onsuccess = ({ target }) => {
				const cursor = (target as IDBRequest<IDBCursorWithValue | null>).result;
				const content = [{ type: 'text', text: 'Something else' }];
				cursor?.update({ ...(cursor.value as object), content });
			};
		await new Promise((resolve) => (writing.oncomplete = resolve));
		db.close();
	}, how);
}

test(
	'rows lost beneath their conversation are noticed a moment after the start, and a reply that was changed is told',
	{ tag: '@slow' },
	async ({ page }) => {
		test.setTimeout(240_000);
		await speakAndKeep(page);
		await damage(page, 'lose turns');
		await page.goto('/');
		await expect(notice(page)).toBeVisible({ timeout: 60_000 });
		await page.getByRole('button', { name: 'Restore this copy' }).first().click();
		await page.getByRole('dialog').getByRole('button', { name: 'Restore this copy' }).click();
		await expect(transcript(page)).toContainText('Remember the harbour of Piran.');
		await damage(page, 'change a reply');
		await page.goto('/');
		await expect(page.getByText('A session is damaged')).toBeVisible({ timeout: 60_000 });
		await page.getByRole('button', { name: 'See the copies' }).click();
		await expect(page.getByRole('heading', { name: 'Copies on this device' })).toBeVisible();
		await expect(page.getByText('A session is damaged').last()).toBeVisible();
	}
);

test(
	'a browser that lets the site store nothing is told from one that has lost something',
	{ tag: '@slow' },
	async ({ baseURL }) => {
		const profile = await mkdtemp(path.join(tmpdir(), 'keepsake-profile-'));
		await mkdir(path.join(profile, 'Default'));
		const blocked = { profile: { default_content_setting_values: { cookies: 2 } } };
		await writeFile(path.join(profile, 'Default', 'Preferences'), JSON.stringify(blocked));
		// A headless shell has no such setting.
		const context = await chromium.launchPersistentContext(profile, wholeBrowser());
		const page = await context.newPage();
		await page.goto(baseURL ?? '');
		await expect(
			page.getByRole('heading', { level: 1, name: 'This browser lets Keepsake store nothing' })
		).toBeVisible();
		await expect(notice(page)).toHaveCount(0);
		await expect(page.getByRole('button')).toHaveCount(0);
		expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
		await context.close();
		await rm(profile, { recursive: true });
	}
);

test(
	'databases that the browser has deleted are told, also where the copies went with them',
	{ tag: '@slow' },
	async ({ baseURL }) => {
		const profile = await mkdtemp(path.join(tmpdir(), 'keepsake-deleted-'));
		const within = async (use: (page: Page) => Promise<void>) => {
			const context = await chromium.launchPersistentContext(profile, {
				...launchOptions(),
				...(baseURL === undefined ? {} : { baseURL }),
				serviceWorkers: 'block'
			});
			await use(context.pages()[0] ?? (await context.newPage()));
			await context.close();
		};
		await within(async (page) => {
			await page.goto('/');
			await say(page, 'Remember the harbour of Piran.');
		});
		// Its own list of what belongs to them was being written when the power went.
		const databases = path.join(profile, 'Default', 'IndexedDB');
		for (const folder of await readdir(databases))
			for (const name of await readdir(path.join(databases, folder)))
				if (name.startsWith('MANIFEST'))
					await writeFile(path.join(databases, folder, name), 'cut off');
		await rm(path.join(profile, 'Default', 'File System'), { recursive: true });
		await within(async (page) => {
			await page.goto('/');
			await expect(notice(page)).toBeVisible();
			await expect(page.getByRole('alert')).toContainText('damaged and deleted them');
			expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
			// The browser says it once, so that another tab begins without a word.
			const other = await page.context().newPage();
			await other.goto('/');
			await say(other, 'The ferry leaves at nine');
			await page.getByRole('button', { name: 'Start afresh' }).click();
			await page.getByRole('dialog').getByRole('button', { name: 'Start afresh' }).click();
			await expect(questions(page)).toHaveText([/The ferry leaves at nine/]);
			await page.reload();
			await expect(questions(page)).toHaveText([/The ferry leaves at nine/]);
		});
		await rm(profile, { recursive: true });
	}
);

test(
	'a browser that keeps databases alone is talked in as any other, and what stands unsent is there again',
	{ tag: '@slow' },
	async ({ page }) => {
		await page.addInitScript(() => {
			for (const name of ['localStorage', 'sessionStorage'])
				Object.defineProperty(window, name, {
					get: () => {
						throw new DOMException('its file is damaged', 'SecurityError');
					}
				});
		});
		await page.goto('/');
		await say(page, 'The ferry leaves at nine');
		await composer(page).fill('and comes back at');
		await expect
			.poll(async () => (await storedTables(page, 'keepsake-scratch'))['unsent'])
			.toMatchObject([{ text: 'and comes back at' }]);
		await page.reload();
		await expect(questions(page)).toHaveText([/The ferry leaves at nine/]);
		await expect(composer(page)).toHaveValue('and comes back at');
		await page.getByRole('button', { name: 'New chat', exact: true }).first().click();
		await say(page, 'Another day');
		await expect(questions(page)).toHaveText([/Another day/]);
	}
);
