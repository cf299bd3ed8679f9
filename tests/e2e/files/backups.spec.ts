import { AxeBuilder } from '@axe-core/playwright';
import { expect, test, type Page } from '@playwright/test';
import { importFile, say, storedTables } from '../steps.ts';

/** Backups into a chosen folder: the picker cannot be pressed by a test, so a folder of the browser stands in for it. */

/** What is stored of the search index, by name. */
const keptIndex = (page: Page): Promise<string[]> =>
	page.evaluate(
		() =>
			new Promise<string[]>((resolve, reject) => {
				const opening = indexedDB.open('keepsake-index');
				opening.onerror = () => reject(new Error('cannot open the index'));
				opening.onsuccess = () => {
					const reading = opening.result.transaction('parts').objectStore('parts').getAllKeys();
					reading.onsuccess = () => {
						opening.result.close();
						resolve(reading.result.map(String));
					};
				};
			})
	);

test.beforeEach(async ({ page }) => {
	await page.addInitScript(() => {
		Reflect.set(window, 'showDirectoryPicker', async () => {
			const root = await navigator.storage.getDirectory();
			return root.getDirectoryHandle('a folder outside', { create: true });
		});
	});
});

test(
	'a chosen folder gets a backup that is read back, is remembered, and restores to an equal profile',
	{ tag: '@slow' },
	async ({ page, browser }) => {
		await page.goto('/');
		await say(page, 'Remember the harbour of Piran.');
		await page.goto('/settings#data');
		await expect(page.getByText('There is no backup yet.')).toBeVisible();
		await page.getByRole('button', { name: 'Choose a folder for backups' }).click();
		await expect(
			page.getByRole('status').filter({ hasText: 'Backed up, read back and compared.' })
		).toBeVisible();
		await expect(page.getByText(/^Last backup: .+\.zip, read back and compared\.$/)).toBeVisible();
		await page.reload();
		await expect(page.getByText('Backups go into the folder “a folder outside”.')).toBeVisible();
		expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
		const before = await storedTables(page);
		const file = await page.evaluate(async () => {
			const root = await navigator.storage.getDirectory();
			const folder = await root.getDirectoryHandle('a folder outside');
			for await (const [name, handle] of folder.entries()) {
				const content = await (handle as FileSystemFileHandle).getFile();
				return { name, bytes: [...new Uint8Array(await content.arrayBuffer())] };
			}
			return null;
		});
		if (!file) throw new Error('There is no backup in the folder');
		const other = await (await browser.newContext()).newPage();
		await other.goto(new URL('/settings#data', page.url()).href);
		await importFile(other, file.name, Uint8Array.from(file.bytes));
		const after = await storedTables(other);
		for (const table of ['sessions', 'branches', 'turns', 'steps', 'summaries', 'marks', 'pins'])
			expect(after[table], table).toEqual(before[table]);
		await other.context().close();
	}
);

test(
	'what takes the room is shown by kind, and copies can be made, listed and restored from the settings',
	{ tag: '@slow' },
	async ({ page }) => {
		await page.goto('/');
		await say(page, 'Remember the harbour of Piran.');
		await page.goto('/settings#data');
		await page.getByRole('button', { name: 'Make a copy now' }).click();
		await expect(page.getByRole('status').filter({ hasText: 'Copied and checked.' })).toBeVisible();
		await page.getByText(/^Show \d+ cop/).click();
		await expect(page.getByRole('list', { name: 'Copies on this device' })).toContainText(
			'1 session'
		);
		await page.getByRole('button', { name: 'Show what takes up the room' }).click();
		for (const kind of ['Sessions', 'Archives', 'Memory and its history', 'Search index'])
			await expect(
				page.getByRole('row', { name: new RegExp(`^${kind} .*(bytes|KB)$`) })
			).toBeVisible();
		for (const colorScheme of ['light', 'dark'] as const) {
			await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
			await page.setViewportSize({ width: colorScheme === 'light' ? 1280 : 390, height: 844 });
			expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
			await page.getByRole('heading', { name: 'Backups' }).scrollIntoViewIfNeeded();
		}
		await page.goto('/');
		await say(page, 'And this comes later.');
		await page.goto('/settings#data');
		await page.getByText(/^Show \d+ cop/).click();
		await page.getByRole('button', { name: 'Restore this copy' }).last().click();
		await page.getByRole('dialog').getByRole('button', { name: 'Restore this copy' }).click();
		await expect(page.getByRole('log')).toContainText('Remember the harbour of Piran.');
		await expect(page.getByRole('log')).not.toContainText('And this comes later.');
		await page.getByRole('button', { name: 'See Activity' }).click();
		const newest = page.getByRole('region', { name: 'Activity' }).getByRole('listitem').first();
		await expect(newest).toContainText(/A copy was restored · 1 turn · made/);
	}
);

test(
	'the storage part says how safe and how full it is, and frees what was chosen, said before',
	{ tag: '@slow' },
	async ({ page, browser }) => {
		await page.goto('/');
		await say(page, 'Remember the harbour of Piran.');
		await page.goto('/search?q=harbour');
		const results = page.getByRole('list', { name: 'Results' });
		await expect(results.getByRole('link').first()).toBeVisible();
		// The index is written down when it has been read to its end, by a worker that ends with this page.
		await expect.poll(() => keptIndex(page)).toContain('index');
		await page.goto('/settings#data');
		await expect(page.getByText(/\d+ .?B in use, of [\d.]+ .B the browser allows\./)).toContainText(
			'The browser may delete this when space is short. Keepsake is not installed as an app.'
		);
		await expect(page.getByRole('button', { name: 'Ask the browser to keep it' })).toBeVisible();
		await expect(page.getByText(/Safari removes/)).toHaveCount(0);
		const index = page.getByRole('checkbox', { name: /^Remove the search index \([^)]+\)/ });
		const free = page.getByRole('button', { name: 'Free up now' });
		await page.getByRole('button', { name: 'Show what takes up the room' }).focus();
		await page.keyboard.press('Enter');
		await expect(page.getByRole('group', { name: 'Free up space' })).toBeFocused();
		await expect(free).toBeDisabled();
		await index.check();
		await free.focus();
		await page.keyboard.press('Enter');
		await expect(page.getByRole('row', { name: /^Search index 0.bytes/ })).toBeVisible();
		await expect(index).toHaveCount(0);
		// What was pressed has left the page: the focus stands where it was, and not at the beginning.
		await expect(page.getByText('There is nothing that could be removed')).toBeFocused();
		await page.goto('/search?q=harbour');
		await expect(results.getByRole('link').first()).toBeVisible();

		const safari = await browser.newContext({
			serviceWorkers: 'block',
			userAgent:
				'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Safari/605.1.15'
		});
		const other = await safari.newPage();
		await other.goto(new URL('/settings#data', page.url()).href);
		await expect(other.getByText(/Safari removes .* seven days without visiting/)).toContainText(
			'install Keepsake, or keep backups'
		);
		await safari.close();
	}
);

test(
	'memory is written into a chosen folder, now and when it changes; what was changed there is asked about',
	{ tag: '@slow' },
	async ({ page }) => {
		const there = (text?: string) =>
			page.evaluate(async (content) => {
				const root = await navigator.storage.getDirectory();
				const folder = await root.getDirectoryHandle('a folder outside', { create: true });
				const handle = await folder.getFileHandle('MEMORY.md').catch(() => null);
				// Another may just be put in its place: then it is looked at again.
				if (content === undefined || !handle)
					return (await handle?.getFile())?.text().catch(() => null);
				const out = await handle.createWritable();
				await out.write(content);
				await out.close();
				return content;
			}, text);
		const write = async (text: string) => {
			await page.goto('/memory/MEMORY.md');
			await page.getByRole('textbox', { name: 'Memory file' }).fill(text);
			await page.getByRole('button', { name: 'Save', exact: true }).click();
			await expect(page.getByRole('button', { name: 'Save', exact: true })).toBeDisabled();
		};
		await write('- one\n');
		await page.goto('/memory');
		await page.getByRole('button', { name: 'Choose a folder for memory' }).click();
		await expect(page.getByText(/written into the folder “a folder outside”/)).toBeVisible();
		await expect.poll(() => there()).toBe('- one\n');
		await write('- one\n- two\n');
		await expect.poll(() => there(), { timeout: 20_000 }).toBe('- one\n- two\n');
		await there('- one\n- two\n- from my notebook\n');
		await page.goto('/memory');
		await page.getByRole('button', { name: 'Write now' }).click();
		await expect(
			page.getByRole('alert').filter({ hasText: 'MEMORY.md was changed in the folder' })
		).toBeVisible();
		for (const colorScheme of ['light', 'dark'] as const) {
			await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
			expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
		}
		expect(await there()).toContain('from my notebook');
		await page.getByRole('button', { name: 'Look at MEMORY.md and take it over' }).click();
		const preview = page.getByRole('region', { name: 'Import preview' });
		await expect(preview).toContainText('from my notebook');
		await preview.getByRole('button', { name: 'Import now' }).click();
		await expect(
			page.getByRole('alert').filter({ hasText: 'MEMORY.md was changed in the folder' })
		).toHaveCount(0, { timeout: 20_000 });
	}
);
