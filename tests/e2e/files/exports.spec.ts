import { readFile } from 'node:fs/promises';
import { expect, test, type Browser, type Download, type Page } from '@playwright/test';
import {
	command,
	importFile,
	replies,
	say,
	startImport,
	storedTables,
	transcript
} from '../steps.ts';

/** What leaves as files for other places, and an import that is stopped in the middle. */

const text = async (download: Download): Promise<string> => readFile(await download.path(), 'utf8');

const sidebar = (page: Page) => page.getByRole('navigation', { name: 'Sessions' });

async function exported(page: Page, form: string): Promise<Download> {
	await sidebar(page).getByRole('button', { name: 'Session actions' }).first().click();
	const waiting = page.waitForEvent('download');
	await page.getByRole('menuitem', { name: `Export as ${form}`, exact: true }).click();
	return waiting;
}

/** Somebody else's browser. */
async function elsewhere(browser: Browser, see: (page: Page) => Promise<void>): Promise<void> {
	const context = await browser.newContext({ serviceWorkers: 'block' });
	try {
		await see(await context.newPage());
	} finally {
		await context.close();
	}
}

test(
	'a session leaves as Markdown, as a page that needs nothing, and as JSON that another browser takes in whole',
	{ tag: '@slow' },
	async ({ page, browser, baseURL }) => {
		await page.goto('/');
		await say(page, 'Remember the harbour of Piran <img src=x onerror=alert(1)>');
		await say(page, 'And the **bakery** beside it.');

		const markdown = await exported(page, 'Markdown');
		expect(markdown.suggestedFilename()).toMatch(/\.md$/);
		expect(await text(markdown)).toContain('And the **bakery** beside it.');

		const html = await text(await exported(page, 'HTML'));
		await elsewhere(browser, async (other) => {
			const asked: string[] = [];
			other.on('request', (request) => asked.push(request.url()));
			await other.setContent(html);
			await expect(other.getByText('And the **bakery** beside it.').first()).toBeVisible();
			await expect(other.locator('script, img, [onerror]')).toHaveCount(0);
			expect(asked).toEqual([]);
		});

		const json = await exported(page, 'JSON');
		expect(json.suggestedFilename()).toMatch(/\.json$/);
		const path = await json.path();
		await elsewhere(browser, async (other) => {
			await other.goto(`${baseURL ?? ''}/settings#data`);
			await importFile(other, json.suggestedFilename(), await readFile(path));
			await sidebar(other).getByRole('link').filter({ hasText: 'harbour' }).click();
			await expect(transcript(other).getByRole('article', { name: /^You/ })).toHaveCount(2);
			expect(await replies(other).allInnerTexts()).toHaveLength(2);
			const [there, here] = await Promise.all([storedTables(other), storedTables(page)]);
			const said = ({ turns, steps }: Record<string, unknown>) => ({
				asked: (turns as { turnId: string; asked: unknown }[]).map(({ turnId, asked }) => ({
					turnId,
					asked
				})),
				answered: (steps as { turnId: string; index: number; content: unknown }[]).map(
					({ turnId, index, content }) => ({ turnId, index, content })
				)
			});
			const { asked, answered } = said(here);
			expect(asked).toMatchObject([
				{ asked: [{ text: 'Remember the harbour of Piran <img src=x onerror=alert(1)>' }] },
				{ asked: [{ text: 'And the **bakery** beside it.' }] }
			]);
			expect(
				answered.filter(({ content }) => JSON.stringify(content).includes('"text"'))
			).not.toEqual([]);
			expect(said(there)).toEqual(said(here));
		});
	}
);

/** A conversation of another product with so many questions, each with an answer that takes some drawing. */
const longChat = (questions: number) => {
	const answer =
		'# Plan\n\n- **one**\n- two\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n```js\nlet x = 1;\n```\n\n';
	const messages = Array.from({ length: questions }, (_, at) => [
		{ uuid: `q${String(at)}`, text: `Question ${String(at)}`, sender: 'human' },
		{ uuid: `a${String(at)}`, text: answer.repeat(6), sender: 'assistant' }
	]).flat();
	return [
		{
			uuid: 'long',
			name: 'Ten years of plans',
			created_at: '2026-01-05T10:00:00.000Z',
			updated_at: '2026-01-05T10:00:00.000Z',
			account: { uuid: 'acc' },
			chat_messages: messages.map((message) => ({
				...message,
				created_at: '2026-01-05T10:00:00.000Z',
				content: [{ type: 'text', text: message.text }],
				attachments: [],
				files: []
			}))
		}
	];
};

test(
	'all sessions leave at once as a folder of Markdown, and another browser takes it in',
	{ tag: '@slow' },
	async ({ page, browser, baseURL }) => {
		await page.goto('/');
		await say(page, 'Remember the harbour of Piran.');
		await page.goto('/settings#data');
		await expect(page.getByText('Pictures and other branches are only in')).toBeVisible();
		const waiting = page.waitForEvent('download');
		await page.getByRole('button', { name: 'Export sessions as Markdown', exact: true }).click();
		const folder = await waiting;
		expect(folder.suggestedFilename()).toMatch(/^keepsake-markdown-\d{4}-\d\d-\d\d\.zip$/);
		const path = await folder.path();
		await elsewhere(browser, async (other) => {
			await other.goto(`${baseURL ?? ''}/settings#data`);
			await importFile(other, folder.suggestedFilename(), await readFile(path));
			await sidebar(other).getByRole('link').filter({ hasText: 'harbour' }).click();
			await expect(transcript(other).getByRole('article', { name: /^You/ })).toHaveCount(1);
		});
	}
);

test(
	'a long session on its way to a page says that it is being written and how far, and can be given up',
	{ tag: '@slow' },
	async ({ page }) => {
		test.slow();
		await page.goto('/settings#data');
		await importFile(page, 'conversations.json', JSON.stringify(longChat(2000)));
		const begin = async () => {
			await sidebar(page).getByRole('button', { name: 'Session actions' }).first().click();
			await page.getByRole('menuitem', { name: 'Export as HTML', exact: true }).click();
		};
		const writing = page.getByRole('status').filter({ hasText: 'Writing the file…' });
		let downloads = 0;
		page.on('download', () => downloads++);
		await begin();
		await expect(writing).toBeVisible();
		const progress = writing.getByRole('progressbar', { name: 'Progress' });
		await expect
			.poll(() => progress.evaluate((bar: HTMLProgressElement) => bar.value))
			.toBeGreaterThan(0);
		await writing.getByRole('button', { name: 'Cancel' }).click();
		await expect(
			page.getByRole('status').filter({ hasText: 'Stopped. No file was written.' })
		).toBeVisible();
		await expect(writing).toHaveCount(0);
		const waiting = page.waitForEvent('download');
		await begin();
		const html = await text(await waiting);
		expect(html).toContain('Question 1999');
		await expect(page.getByRole('status').filter({ hasText: /^Exported/ })).toBeVisible();
		await expect(writing).toHaveCount(0);
		expect(downloads).toBe(1);
	}
);

test(
	'memory leaves as PAM JSON and as a plain list for the clipboard',
	{ tag: '@slow' },
	async ({ page, context }) => {
		await context.grantPermissions(['clipboard-read', 'clipboard-write']);
		await page.goto('/');
		await command(page, '/remember Prefers the morning train');
		await expect(page.getByRole('status').filter({ hasText: 'Added to memory' })).toBeVisible();
		await page.goto('/memory');
		const waiting = page.waitForEvent('download');
		await page.getByRole('button', { name: 'Export as PAM JSON', exact: true }).click();
		const pam = await waiting;
		expect(pam.suggestedFilename()).toMatch(/\.json$/);
		expect(JSON.stringify(JSON.parse(await text(pam)))).toContain('Prefers the morning train');
		await page.getByRole('button', { name: 'Copy as a list', exact: true }).click();
		await expect
			.poll(() => page.evaluate(() => navigator.clipboard.readText()))
			.toContain('Prefers the morning train');
	}
);

test(
	'an import that is stopped keeps what came, whole chats only, and goes on with the same file',
	{ tag: '@slow' },
	async ({ page }) => {
		test.slow();
		const fixture = await readFile(new URL('../../fixtures/import/chatgpt.json', import.meta.url));
		const [one] = JSON.parse(fixture.toString('utf8')) as Record<string, unknown>[];
		const all = 500;
		const many = Array.from({ length: all }, (_, at) => ({
			...one,
			id: `c-${String(at)}`,
			conversation_id: `c-${String(at)}`,
			title: `Trip ${String(at)}`
		}));
		const choose = async () => {
			await page.goto('/settings#data');
			await startImport(page, 'conversations.json', JSON.stringify(many));
		};
		const sessions = async (): Promise<Record<string, unknown>[]> =>
			((await storedTables(page))['sessions'] ?? []) as Record<string, unknown>[];
		await choose();
		await expect.poll(async () => (await sessions()).length).toBeGreaterThan(3);
		await page.getByRole('button', { name: 'Cancel', exact: true }).click();
		await expect(page.getByText('You stopped it; what is imported stays.')).toBeVisible();
		const kept = (await sessions()).length;
		expect(kept).toBeLessThan(all);
		const { turns = [] } = await storedTables(page);
		const whole = turns.length / kept;
		expect(Number.isInteger(whole)).toBe(true);
		await choose();
		await expect(page.getByRole('status').filter({ hasText: /^Imported/ })).toBeVisible({
			timeout: 180_000
		});
		expect(await sessions()).toHaveLength(all);
		expect((await storedTables(page))['turns']).toHaveLength(all * whole);
	}
);
