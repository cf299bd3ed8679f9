import { mkdtemp, readdir, rm, stat, truncate } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { chromium, expect, test, type BrowserContext, type Page } from '@playwright/test';
import { launchOptions } from '../../support/browser.ts';
import { composer, say, transcript } from '../steps.ts';

/**
 * What a power cut leaves of the browser's own logs: zeros where its last words were to be. It goes on behind them at
 * the next start, and looks at the start after that whether it can read on. `tests/bench/kills.ts --power` does it with
 * a real file system.
 */

const zeros = 105;

/** The newest log in a folder of the browser's databases gets an end that was never written. */
async function tearLog(folder: string): Promise<void> {
	const names = (await readdir(folder)).filter((name) => name.endsWith('.log'));
	const newest = names.toSorted().at(-1);
	if (newest === undefined) throw new Error(`No log in ${folder}`);
	const log = path.join(folder, newest);
	await truncate(log, (await stat(log)).size + zeros);
}

async function tearLogs(profile: string): Promise<void> {
	const databases = path.join(profile, 'Default', 'IndexedDB');
	for (const name of await readdir(databases)) await tearLog(path.join(databases, name));
	await tearLog(path.join(profile, 'Default', 'File System', '000', 't', 'Paths'));
}

test(
	'what is stored after a power cut is there after the next start too, and so are the copies',
	{ tag: '@slow' },
	async ({ baseURL }) => {
		test.setTimeout(240_000);
		const profile = await mkdtemp(path.join(tmpdir(), 'keepsake-power-cut-'));
		const within = async (use: (page: Page) => Promise<void>) => {
			const context: BrowserContext = await chromium.launchPersistentContext(profile, {
				...launchOptions(),
				...(baseURL === undefined ? {} : { baseURL }),
				serviceWorkers: 'block'
			});
			try {
				await use(context.pages()[0] ?? (await context.newPage()));
			} finally {
				await context.close();
			}
		};
		const words = ['quince', 'medlar', 'damson'];
		for (const [life, word] of words.entries()) {
			await within(async (page) => {
				await page.goto('/');
				await expect(composer(page)).toBeVisible();
				if (life > 0)
					await page
						.getByRole('link', { name: /quince/ })
						.first()
						.click();
				for (const earlier of words.slice(0, life))
					await expect(transcript(page)).toContainText(`Plant a ${earlier}.`);
				await say(page, `Plant a ${word}.`);
				await page.goto('/settings#data');
				await page.getByRole('button', { name: 'Make a copy now' }).click();
				await page.getByRole('status').filter({ hasText: 'Copied and checked.' }).waitFor();
				// The ring keeps three and more; the first start makes one by itself.
				const shown = await page.getByText(/^Show \d+ cop(y|ies)$/).textContent();
				expect(Number(/\d+/.exec(shown ?? '')?.[0])).toBeGreaterThanOrEqual(Math.min(3, life + 1));
			});
			await tearLogs(profile);
		}
		await rm(profile, { recursive: true });
	}
);
