import { AxeBuilder } from '@axe-core/playwright';
import { expect, test, type Page } from '@playwright/test';
import { readFile } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import {
	command,
	composer,
	downloadBy,
	say,
	settles,
	startImport,
	storedTables
} from '../steps.ts';

/** The archive: what a reset sets aside can be read, checked and taken along. */

async function resetOneSession(page: Page): Promise<void> {
	await page.goto('/');
	await say(page, 'Remember the harbour of Piran.');
	await say(page, 'And the **bakery** beside it.');
	await command(page, '/reset');
	await expect(
		page
			.getByRole('status')
			.filter({ hasText: /archived|reset/i })
			.first()
	).toBeVisible();
}

const content = (page: Page) => page.getByRole('region', { name: 'Archived session' });

test(
	'with nothing archived the page says what will come here',
	{ tag: '@slow' },
	async ({ page }) => {
		await page.goto('/archive');
		await expect(page.getByRole('heading', { level: 1 })).toHaveText('Archive');
		await expect(page.getByText('Nothing is archived yet.')).toBeVisible();
	}
);

test('#197 a reset session is listed, read word for word, checked and downloaded', async ({
	page
}) => {
	await resetOneSession(page);
	await page.goto('/archive');
	const item = page.getByRole('list', { name: 'Archives' }).getByRole('listitem');
	await expect(item).toHaveCount(1);
	await expect(item).toContainText('2 turns');
	await item.getByRole('link', { name: 'Remember the harbour of Piran.' }).click();
	await expect(page).toHaveURL(/\/archive\/.+/);
	await expect(page.getByText('Checked: unchanged since it was written.')).toBeVisible();
	const asked = content(page).getByRole('article', { name: 'You' });
	await expect(asked).toHaveCount(2);
	await expect(asked.first()).toContainText('Remember the harbour of Piran.');
	await expect(content(page).getByRole('article', { name: 'Assistant' })).toHaveCount(2);
	const file = await downloadBy(page, page.getByRole('button', { name: 'Download' }));
	expect(file.name).toMatch(/\.jsonl\.gz$/);
	const lines = gunzipSync(await readFile(file.path)).toString('utf8');
	expect(lines).toContain('harbour of Piran');
	await page.getByRole('link', { name: 'Open session' }).click();
	await expect(page).toHaveURL(/\/chat\//);
});

test(
	'words are found in an archive, a new session begins from a turn of it, and it is deleted with its session and Undo',
	{
		tag: '@slow'
	},
	async ({ page }) => {
		await resetOneSession(page);
		await page.goto('/archive');
		await page.getByRole('list', { name: 'Archives' }).getByRole('link').click();
		await page.getByRole('searchbox', { name: 'Find in this archive' }).fill('BAKERY');
		// It was asked for, looked up and not found: three places in one answer and its question.
		await expect(page.getByRole('status').filter({ hasText: '1 of 3' })).toBeVisible();
		await page.getByRole('button', { name: 'New session from here' }).first().click();
		await expect(page).toHaveURL(/\/chat\//);
		await expect(page.getByRole('article', { name: /^You/ })).toHaveCount(1);
		await say(page, 'And then?');

		await page.goto('/archive');
		await page.getByRole('list', { name: 'Archives' }).getByRole('link').click();
		await page.getByRole('searchbox', { name: 'Find in this archive' }).fill('bakery');
		await page.getByRole('button', { name: 'Next place' }).click();
		await expect(page.getByRole('status').filter({ hasText: '2 of 3' })).toBeVisible();
		await page.getByRole('button', { name: 'Delete session and archive' }).click();
		await expect(page.getByText('Nothing is archived yet.')).toBeVisible();
		await page.goto('/search?q=bakery');
		await expect(page.getByText(/^Nothing found/)).toBeVisible();
		await page.goto('/settings#data');
		const deleted = page.getByRole('list', { name: 'Recently deleted' }).getByRole('listitem');
		await expect(deleted).toHaveCount(1);
		await deleted.getByRole('button', { name: 'Bring back' }).click();
		await expect(deleted).toHaveCount(0);
		await page.goto('/archive');
		await page.getByRole('list', { name: 'Archives' }).getByRole('link').click();
		await page.getByRole('button', { name: 'Delete session and archive' }).click();
		await page.getByRole('button', { name: 'Undo' }).click();
		await page.getByRole('list', { name: 'Archives' }).getByRole('link').click();
		await page.getByRole('button', { name: 'Continue this session' }).click();
		await expect(page).toHaveURL(/\/chat\//);
		await expect(page.getByRole('article', { name: /^You/ })).toHaveCount(2);
		await say(page, 'It goes on.');
	}
);

test(
	'a damaged archive is reported, with what could be read',
	{ tag: '@slow' },
	async ({ page }) => {
		await resetOneSession(page);
		await page.goto('/archive');
		const link = page.getByRole('list', { name: 'Archives' }).getByRole('link');
		await expect(link).toHaveCount(1);
		await page.evaluate(async () => {
			const db = await new Promise<IDBDatabase>((resolve) => {
				const opening = indexedDB.open('keepsake');
				opening.onsuccess = () => resolve(opening.result);
			});
			const writing = db.transaction('archiveBytes', 'readwrite');
			const rows = writing.objectStore('archiveBytes');
			rows.openCursor().onsuccess = (event) => {
				const cursor = (event.target as IDBRequest<IDBCursorWithValue | null>).result;
				if (!cursor) return;
				const row = cursor.value as { bytes: Uint8Array };
				cursor.update({ ...row, bytes: row.bytes.slice(0, row.bytes.length - 6) });
			};
			await new Promise((resolve) => (writing.oncomplete = resolve));
			db.close();
		});
		await link.click();
		await expect(
			page.getByRole('alert').filter({ hasText: 'does not match its checksum' })
		).toBeVisible();
		await expect(content(page)).toContainText('Remember the harbour of Piran.');
	}
);

const turns = 2_000;

/** A chat of another product, long, with answers in Markdown. */
function aLongChat(): Buffer {
	const said = (at: number, sender: 'human' | 'assistant', text: string) => ({
		uuid: `m-${String(at)}-${sender}`,
		sender,
		text,
		content: [{ type: 'text', text }],
		created_at: new Date(Date.UTC(2025, 0, 1, 0, at)).toISOString()
	});
	const messages = Array.from({ length: turns }, (_, at) => [
		said(at, 'human', `What is known of lighthouse number ${String(at)}x?`),
		said(
			at,
			'assistant',
			`# Lighthouse ${String(at)}x\n\n- It is **${String(at + 10)}** m high.\n- It was built of stone.`
		)
	]).flat();
	const chat = {
		uuid: 'lighthouses',
		name: 'Lighthouses',
		created_at: '2025-01-01T00:00:00Z',
		updated_at: '2025-01-02T00:00:00Z',
		chat_messages: messages
	};
	return Buffer.from(JSON.stringify([chat]));
}

test(
	'two thousand turns: the archive says what it holds, mounts a screenful, finds a turn far down, links to it and forks there',
	{ tag: '@slow' },
	async ({ page }) => {
		test.slow();
		await page.goto('/settings#data');
		await startImport(page, 'conversations.json', aLongChat());
		await expect(page.getByRole('status').filter({ hasText: /^Imported 1/ })).toBeVisible({
			timeout: 60_000
		});
		const sessions = page.getByRole('navigation', { name: 'Sessions' });
		await sessions.getByRole('link', { name: /Lighthouses/ }).click();

		// As a page: every answer is written as HTML, and while that is done the app goes on drawing.
		await sessions.getByRole('button', { name: 'Session actions' }).first().click();
		const counter = await page.evaluateHandle(() => {
			const counted = { frames: 0 };
			const count = () => {
				counted.frames += 1;
				requestAnimationFrame(count);
			};
			requestAnimationFrame(count);
			return counted;
		});
		const before = await counter.evaluate(({ frames }) => frames);
		const html = await downloadBy(
			page,
			page.getByRole('menuitem', { name: 'Export as HTML', exact: true })
		);
		expect((await counter.evaluate(({ frames }) => frames)) - before).toBeGreaterThan(10);
		const written = await readFile(html.path, 'utf8');
		expect(written.match(/<h3>Lighthouse \d+x<\/h3>/g)).toHaveLength(turns);
		expect(written).toContain('<strong>1244</strong>');

		await expect(composer(page)).toBeVisible();
		await command(page, '/reset');
		await expect(
			page
				.getByRole('status')
				.filter({ hasText: /archived/i })
				.first()
		).toBeVisible({
			timeout: 60_000
		});
		await page.goto('/archive');
		const item = page.getByRole('list', { name: 'Archives' }).getByRole('listitem');
		await expect(item).toContainText('2,000 turns', { timeout: 30_000 });
		await expect(item).toContainText(/Jan 1, 2025.*Jan 2, 2025/);
		await expect(item).toContainText(/\d+ KB.*\d+(\.\d+)? ?(KB|MB)/);
		await item.getByRole('link').click();
		await expect(page.getByText('Checked: unchanged since it was written.')).toBeVisible({
			timeout: 30_000
		});
		const articles = content(page).getByRole('article');
		expect(await articles.count()).toBeGreaterThan(0);
		expect(await articles.count()).toBeLessThan(60);
		await page.getByRole('searchbox', { name: 'Find in this archive' }).fill('number 1234x');
		await expect(page.getByRole('status').filter({ hasText: '1 of 1' })).toBeVisible();
		const wanted = articles.filter({ hasText: 'lighthouse number 1234x' });
		await expect(wanted).toBeInViewport();
		await expect(articles.filter({ hasText: 'Lighthouse 1234x' }).getByRole('strong')).toHaveText(
			'1244'
		);
		expect(await articles.count()).toBeLessThan(60);

		const turnId = await wanted.locator('xpath=..').getAttribute('id');
		await page.goto(`${page.url()}#${turnId ?? ''}`);
		await page.reload();
		await expect(wanted).toBeInViewport({ timeout: 30_000 });
		await wanted.getByRole('button', { name: 'New session from here' }).click();
		await expect(page).toHaveURL(/\/chat\//, { timeout: 30_000 });
		const log = page.getByRole('log', { name: 'Conversation' });
		await expect(log).toContainText('lighthouse number 1234x');
		await expect(log).not.toContainText('1235x');
		const forkId = new URL(page.url()).pathname.slice('/chat/'.length);
		const stored = ((await storedTables(page))['turns'] ?? []) as { readonly sessionId: string }[];
		expect(stored.filter(({ sessionId }) => sessionId === forkId)).toHaveLength(1235);
	}
);

test('an address that leads to no archive says so', { tag: '@slow' }, async ({ page }) => {
	await page.goto('/archive/not-there');
	await expect(page.getByRole('heading', { level: 1 })).toHaveText(
		'There is no archive at this address'
	);
	await page.getByRole('link', { name: 'All archives' }).click();
	await expect(page).toHaveURL(/\/archive$/);
});

test(
	'the pages suit screen readers, in light and dark, wide and narrow',
	{ tag: '@slow' },
	async ({ page }) => {
		await resetOneSession(page);
		for (const colorScheme of ['light', 'dark'] as const) {
			await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
			await page.setViewportSize({ width: colorScheme === 'light' ? 1280 : 390, height: 844 });
			await page.goto('/archive');
			const link = page.getByRole('list', { name: 'Archives' }).getByRole('link');
			await expect(link).toBeVisible();
			expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
			await link.click();
			await expect(page.getByText('Checked: unchanged since it was written.')).toBeVisible();
			expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
		}
	}
);

/** Rows as years of resets leave them; the page is loaded anew, because what bypasses the app is not seen by it. */
async function manyArchives(page: Page, count: number): Promise<void> {
	await page.goto('/archive');
	await expect(page.getByText('Nothing is archived yet.')).toBeVisible();
	await page.evaluate(async (wanted) => {
		const db = await new Promise<IDBDatabase>((done) => {
			const asked = indexedDB.open('keepsake');
			asked.onsuccess = () => {
				done(asked.result);
			};
		});
		const writing = db.transaction('archives', 'readwrite');
		for (let at = 0; at < wanted; at++) {
			const day = 1_600_000_000_000 + at * 86_400_000;
			writing.objectStore('archives').put({
				id: `a-${String(at)}`,
				path: `agents/main/sessions/s-${String(at)}.jsonl.gz`,
				sessionId: `s-${String(at)}`,
				round: null,
				title: `${at % 2 === 0 ? 'Café' : 'Walk'} ${String(at)}`,
				packedBytes: 12_000,
				sha256: 'x',
				rawBytes: 90_000,
				turns: 4,
				firstAt: day,
				lastAt: day,
				createdAt: day,
				verifiedAt: day,
				deletedAt: null
			});
		}
		await new Promise((done) => {
			writing.oncomplete = done;
		});
		db.close();
	}, count);
	await page.reload();
}

test(
	'of thousands of archives only those on screen are in the page, the keyboard reaches on, and names are filtered',
	{ tag: '@slow' },
	async ({ page }) => {
		await manyArchives(page, 2000);
		const list = page.getByRole('list', { name: 'Archives' });
		const items = list.getByRole('listitem');
		await expect(items.first()).toContainText('Walk 1999');
		await expect(items.first()).toHaveAttribute('aria-setsize', '2000');
		expect(await items.count()).toBeLessThan(60);
		expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);

		// Tab goes from link to link, far beyond what was in the page at first.
		await list.getByRole('link', { name: /Walk 1999/ }).focus();
		// A key that is held down repeats after two frames, and no faster.
		const twoFrames = () =>
			new Promise((met) => requestAnimationFrame(() => requestAnimationFrame(met)));
		for (let at = 0; at < 40; at++) {
			await page.keyboard.press('Tab');
			await page.evaluate(twoFrames);
		}
		await expect(list.getByRole('link', { name: /Walk 1959/ })).toBeFocused();
		await expect(list.getByRole('link', { name: /Walk 1999/ })).toHaveCount(0);

		const filter = page.getByRole('searchbox', { name: 'Filter archives' });
		await filter.fill('cafe 19');
		await expect(items.first()).toContainText('Café 1998');
		await filter.fill('cafe 1234');
		await expect(items).toHaveCount(1);
		await filter.fill('nothing of that name');
		await expect(page.getByText('No archive in this list has these words.')).toBeVisible();
		await filter.fill('');
		await expect(items.first()).toContainText('Walk 1999');
	}
);

test(
	'whoever comes Back from an archive finds the list where it was',
	{ tag: '@slow' },
	async ({ page }) => {
		await manyArchives(page, 60);
		const link = page.getByRole('link', { name: /Walk 1(?!\d)/ });
		await link.click();
		await expect(page).toHaveURL(/a-1$/);
		await page.goBack();
		await expect(link).toBeInViewport();
	}
);

test(
	'of a session with an edited message one version is read at a time, and a button leads to the other and back',
	{ tag: '@slow' },
	async ({ page }) => {
		await page.goto('/');
		await say(page, 'Remember the harbour of Piran.');
		await say(page, 'And the bakery beside it.');
		const last = page.getByRole('article', { name: /^You/ }).last();
		await last.hover();
		await last.getByRole('button', { name: 'Edit' }).click();
		await page.getByRole('textbox', { name: 'Edit message' }).fill('And the lighthouse there.');
		await page.getByRole('button', { name: 'Save and send' }).click();
		const answers = page.getByRole('article', { name: /^Assistant/ });
		await expect(answers).toHaveCount(2);
		await expect(answers.last()).toContainText('On-device');
		await command(page, '/reset');
		await expect(
			page
				.getByRole('status')
				.filter({ hasText: /archived|reset/i })
				.first()
		).toBeVisible();
		await page.goto('/archive');
		await page.getByRole('list', { name: 'Archives' }).getByRole('link', { name: /Piran/ }).click();
		const asked = content(page).getByRole('article', { name: 'You' });
		const version = page.getByRole('button', { name: 'Another version, from message 2 on' });
		for (const said of ['lighthouse', 'bakery', 'lighthouse']) {
			await expect(asked).toHaveCount(2);
			await expect(asked.last()).toContainText(said);
			await version.click();
			await expect(version).toBeFocused();
		}
		// A link to a turn leads there once: another version leaves the reader where they are.
		const first = await asked.first().locator('xpath=..').getAttribute('id');
		await page.setViewportSize({ width: 390, height: 600 });
		await page.goto(`${page.url()}#${first ?? ''}`);
		await page.reload();
		await expect(asked.first()).toBeVisible();
		const place = () => content(page).evaluate((region) => region.scrollTop);
		for (const said of ['bakery', 'lighthouse']) {
			await content(page).evaluate((region) => region.scrollTo(0, region.scrollHeight));
			await expect.poll(place).toBeGreaterThan(50);
			await version.click();
			await expect(asked.last()).toContainText(said);
			await settles(place, 200);
			expect(await place()).toBeGreaterThan(0);
		}
	}
);

test('whoever opens an archive hears which it is', { tag: '@slow' }, async ({ page }) => {
	await resetOneSession(page);
	await page.goto('/archive');
	await page.getByRole('link', { name: 'Remember the harbour of Piran.' }).click();
	const told = page.locator('[aria-live="assertive"]');
	await expect(told).toHaveText('Remember the harbour of Piran. – Keepsake');
});
