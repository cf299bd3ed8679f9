import type { Page } from '@playwright/test';
import {
	composer,
	inAnotherTab,
	questions,
	replies,
	say,
	storedTables,
	useServer
} from '../steps.ts';
import { expect, test } from '../with-server.ts';

/** Several tabs, and tabs that end in the middle. */

/** Words that come slowly enough to be interrupted. */
const slowly = (text: string) => () => ({ text, tokensPerSecond: 30 });

interface StoredTurn {
	readonly seq: number;
	readonly asked: readonly { readonly text: string }[];
}

async function storedTurns(page: Page): Promise<readonly StoredTurn[]> {
	const { turns } = await storedTables(page);
	return turns as StoredTurn[];
}

/** How many tabs live, by the two locks each holds, and how many locks are waited for: whose tab goes soon is gone. */
async function tabsThatLive() {
	const { held = [], pending = [] } = await navigator.locks.query();
	const [living, waited] = [held, pending].map(
		(locks) => locks.filter(({ name }) => name?.includes(':pen:')).length
	);
	return { living: (living ?? 0) / 2, waited };
}

/** What stands in the composers of all tabs, as it is stored. */
async function unsentTexts(page: Page): Promise<readonly string[]> {
	const rows = (await storedTables(page, 'keepsake-scratch'))['unsent'] as { text: string }[];
	return rows.map(({ text }) => text).sort();
}

test('a second tab follows a conversation while it goes on', { tag: '@slow' }, async ({ page }) => {
	await page.goto('/');
	await say(page, 'The first tab speaks');
	const second = await inAnotherTab(page);
	await expect(questions(second)).toHaveText([/The first tab speaks/]);
	await say(page, 'and goes on');
	await expect(questions(second)).toHaveText([/The first tab speaks/, /and goes on/]);
	await expect(replies(second)).toHaveCount(2);
	await say(second, 'The second one answers');
	await expect(questions(page).last()).toContainText('The second one answers');
	await expect(replies(page)).toHaveCount(3);
});

test(
	'a second tab shows the reply that the first one writes, can stop it, and sends what was written there after it',
	{ tag: '@slow' },
	async ({ page, server }) => {
		await useServer(page, server);
		await page.goto('/');
		await say(page, 'hello');
		const second = await inAnotherTab(page);
		await expect(replies(second)).toHaveCount(1);
		server.script(slowly('The sea is calm today. '.repeat(40)));
		await composer(page).fill('Tell me of the sea');
		await composer(page).press('Enter');
		await expect(replies(second).last()).toContainText('The sea is calm today. The sea');
		await second.getByRole('button', { name: 'Stop' }).click();
		await expect(page.getByRole('button', { name: 'Stop' })).toHaveCount(0);
		await expect(replies(second).last()).toContainText('Stopped');
		await expect(second.getByRole('button', { name: 'Stop' })).toHaveCount(0);

		server.script(slowly('The moor is wide. '.repeat(12)));
		await composer(page).fill('And of the moor');
		await composer(page).press('Enter');
		await expect(replies(second).last()).toContainText('The moor is wide.');
		server.script(() => ({ text: 'So is the sky.' }));
		await composer(second).fill('Is the sky wide?');
		await composer(second).press('Enter');
		await expect(questions(page).last()).toContainText('Is the sky wide?');
		await expect(composer(second)).toHaveValue('');
		await expect(replies(page).last()).toContainText('So is the sky.');
		await expect(replies(second).last()).toContainText('So is the sky.');
		expect((await storedTurns(page)).map(({ seq }) => seq)).toEqual([0, 1, 2, 3]);
	}
);

test('a second tab shows how long the first one waits before it asks again, and has it tried at once @slow', async ({
	page,
	server
}) => {
	await useServer(page, server);
	await page.goto('/');
	await say(page, 'hello');
	const second = await inAnotherTab(page);
	await expect(replies(second)).toHaveCount(1);
	server.fault('rate-limit-120');
	await composer(page).fill('Is there room for me?');
	await composer(page).press('Enter');
	await expect(replies(second).last()).toContainText(/Trying again in/);
	await replies(second).last().getByRole('button', { name: 'Try now', exact: true }).click();
	for (const tab of [second, page])
		await expect(replies(tab).last()).toContainText('You said: “Is there room for me?');
	await expect(second.getByRole('button', { name: 'Try now', exact: true })).toHaveCount(0);
	expect(server.refusals).toEqual([]);
});

test('what stands unsent in two tabs stands in no third one, and is there when both were closed', async ({
	page,
	server
}) => {
	await useServer(page, server);
	await page.goto('/');
	await say(page, 'hello');
	const second = await inAnotherTab(page);
	await expect(replies(second)).toHaveCount(1);
	const unsent = () => unsentTexts(second);
	await composer(page).fill('The first half of a thought');
	await expect.poll(unsent).toHaveLength(1);
	await composer(second).fill('The second half');
	await expect.poll(unsent).toEqual(['The first half of a thought', 'The second half']);
	await page.reload();
	await expect(composer(page)).toHaveValue('The first half of a thought');
	await composer(second).fill('The second half.');
	await expect.poll(unsent).toContain('The second half.');
	const third = await inAnotherTab(page);
	await expect(replies(third)).toHaveCount(1);
	await say(third, 'and something else');
	await expect(questions(third).last()).toContainText('and something else');
	await expect.poll(() => third.evaluate(tabsThatLive)).toEqual({ living: 3, waited: 0 });
	await page.close();
	await second.close();
	await expect.poll(() => third.evaluate(tabsThatLive)).toEqual({ living: 1, waited: 0 });
	const next = await inAnotherTab(third);
	await expect(composer(next)).toHaveValue('The first half of a thought\n\nThe second half.');
});

for (const from of ['the chat', 'another page'] as const)
	test(`what stands unsent in a tab and in its duplicate, made on ${from}, is there when both were closed @slow`, async ({
		page,
		context
	}) => {
		await page.goto('/');
		await say(page, 'hello');
		const address = page.url();
		if (from !== 'the chat') await page.goto('/archive');
		await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
		// As a duplicate does, what a script opens begins with the session storage of its opener.
		const [second] = await Promise.all([
			page.waitForEvent('popup'),
			page.evaluate((url) => void window.open(url), address)
		]);
		if (from !== 'the chat') await page.goto(address);
		await expect(replies(page)).toHaveCount(1);
		await expect(replies(second)).toHaveCount(1);
		await composer(page).fill('The first half of a thought');
		await expect.poll(() => unsentTexts(second)).toHaveLength(1);
		await composer(second).fill('The second half');
		await expect.poll(() => unsentTexts(second)).toContain('The second half');
		const third = await context.newPage();
		await page.close();
		await second.close();
		await third.goto(address);
		await expect(composer(third)).toHaveValue('The first half of a thought\n\nThe second half');
	});

test('two tabs that send into one session at once lose nothing and number without gaps', async ({
	page,
	server
}) => {
	await useServer(page, server);
	await page.goto('/');
	await say(page, 'zero');
	const second = await inAnotherTab(page);
	await expect(questions(second)).toHaveCount(1);
	const tabs = [page, second];
	const said = ['zero'];
	for (const round of ['one', 'two', 'three']) {
		const texts = tabs.map((_, tab) => `${round} of tab ${String(tab)}`);
		await Promise.all(tabs.map((tab, at) => composer(tab).fill(texts[at] ?? '')));
		await Promise.all(tabs.map((tab) => composer(tab).press('Enter')));
		// Whoever came second is told, keeps its words in the composer, and sends them again.
		for (const [at, tab] of tabs.entries())
			await expect(async () => {
				const stored = (await storedTurns(page)).map(({ asked }) => asked[0]?.text);
				const text = texts[at] ?? '';
				if (stored.includes(text)) return;
				await expect(composer(tab)).toHaveValue(text, { timeout: 500 });
				await composer(tab).press('Enter', { timeout: 500 });
				expect(stored).toContain(text);
			}).toPass();
		said.push(...texts);
	}
	for (const tab of tabs) await expect(tab.getByRole('button', { name: 'Stop' })).toHaveCount(0);
	const turns = await storedTurns(page);
	expect(turns.map(({ seq }) => seq)).toEqual(said.map((_, seq) => seq));
	expect(turns.map(({ asked }) => asked[0]?.text).sort()).toEqual([...said].sort());
	await expect(replies(second).last()).toContainText('You said');
	const { steps } = await storedTables(page);
	expect(steps).toHaveLength(said.length);
});

test('a page that is kept waiting for the databases by another one says so, and goes on as soon as it has them @slow', async ({
	page,
	context
}) => {
	const other = await context.newPage();
	await other.goto('/favicon.svg');
	await other.evaluate(
		() =>
			new Promise<void>((resolve) => {
				const opening = indexedDB.open('keepsake');
				opening.onsuccess = () => {
					Object.assign(window, { letGo: () => opening.result.close() });
					resolve();
				};
			})
	);
	await page.goto('/');
	await expect(page.getByText('What shall we think about?')).toBeVisible();
	await expect(page.getByRole('alert')).toContainText('Close other tabs of Keepsake');
	await expect(page.getByText('What shall we think about?')).toBeHidden();
	await other.evaluate(() => (window as unknown as { readonly letGo: () => void }).letGo());
	await expect(composer(page)).toBeVisible();
	await expect(page.getByText('Close other tabs of Keepsake')).toHaveCount(0);
	await say(page, 'hello');
});

test(
	'a tab whose database was opened by a newer version writes no more and asks to be reloaded',
	{ tag: '@slow' },
	async ({ page, context }) => {
		await page.goto('/');
		await say(page, 'an old tab');
		const newer = await context.newPage();
		await newer.goto('/favicon.svg');
		await openNewer(newer, 'keepsake', false);
		await expect(page.getByRole('status').filter({ hasText: 'new version' })).toBeVisible();
		await expect(page.getByRole('button', { name: 'Reload to update' })).toBeVisible();
		await composer(page).fill('must not be written');
		await composer(page).press('Enter');
		await expect(page.getByRole('alert')).toContainText('Reload this page');
		await expect(composer(page)).toHaveValue('must not be written');
		expect((await storedTurns(newer)).map(({ asked }) => asked[0]?.text)).toEqual(['an old tab']);
	}
);

test('an older version that meets the data of a newer one says so, in place of every page, and writes nothing', async ({
	page
}) => {
	await page.goto('/');
	await say(page, 'hello');
	const session = new URL(page.url()).pathname;
	await page.goto('/favicon.svg');
	await openNewer(page, 'keepsake', false);
	const before = await storedTables(page);
	for (const address of ['/', session, '/memory', '/review', '/archive', '/search', '/settings']) {
		await page.goto(address);
		await expect(page.getByRole('heading', { name: 'A newer version' })).toBeVisible();
		await expect(page).toHaveTitle(/^A newer version/);
		await expect(page.getByRole('alert')).toContainText('Nothing is lost');
		await expect(page.getByRole('button', { name: 'Reload', exact: true })).toHaveCount(1);
		await expect(page.getByRole('heading')).toHaveCount(1);
		await expect(page.getByText('Something broke')).toHaveCount(0);
		await expect(page.locator('.opening')).toHaveCount(0);
	}
	await page.goto('/favicon.svg');
	expect(await storedTables(page)).toEqual(before);
});

test('a newer version in another tab waits until the answer that is being written is stored @slow', async ({
	page,
	context,
	server
}) => {
	await useServer(page, server);
	await page.goto('/');
	server.script(slowly(`${'Once upon a time there was a lighthouse. '.repeat(12)}The end.`));
	await composer(page).fill('Tell me a story');
	await composer(page).press('Enter');
	await expect(replies(page)).toContainText('there was a lighthouse. Once upon');
	const newer = await context.newPage();
	await newer.goto('/favicon.svg');
	await Promise.all(['keepsake', 'keepsake-scratch'].map((name) => openNewer(newer, name, true)));
	const { steps } = await storedTables(newer);
	expect(JSON.stringify(steps)).toContain('The end.');
	await expect(page.getByRole('button', { name: 'Reload to update' })).toBeVisible();
	await expect(replies(page)).toContainText('The end.');
	await expect(page.getByRole('alert')).toHaveCount(0);
});

/** A newer version of the app opens a database; resolves when it has it. */
const openNewer = (page: Page, name: string, mayWait: boolean): Promise<void> =>
	page.evaluate(
		([name, mayWait]) =>
			new Promise<void>((resolve, reject) => {
				const opening = indexedDB.open(name, 9_000);
				opening.onsuccess = () => {
					opening.result.close();
					resolve();
				};
				opening.onerror = () => reject(new Error('not opened'));
				opening.onblocked = () => {
					if (!mayWait) reject(new Error('the old tab does not step aside'));
				};
			}),
		[name, mayWait] as const
	);

for (const how of ['closed', 'reloaded'] as const)
	test(
		`a tab that is ${how} in the middle of an answer shows what came, and Retry writes it anew`,
		{ tag: how === 'reloaded' ? '@slow' : [] },
		async ({ page, context, server }) => {
			await useServer(page, server);
			await page.goto('/');
			await say(page, 'hello');
			server.script(slowly('Once upon a time there was a lighthouse. '.repeat(30)));
			await composer(page).fill('Tell me a story');
			await composer(page).press('Enter');
			await expect(replies(page).last()).toContainText('there was a lighthouse. Once upon');
			// What came is kept twice a second.
			await expect
				.poll(async () => (await partials(page)).join(), { timeout: 5_000 })
				.toContain('lighthouse. Once upon');
			const address = page.url();
			let after = page;
			if (how === 'reloaded') await page.reload();
			else {
				after = await context.newPage();
				await page.close();
				await after.goto(address);
			}
			await expect(questions(after)).toHaveText([/hello/, /Tell me a story/]);
			await expect(replies(after).last()).toContainText('Interrupted');
			await expect(replies(after).last()).toContainText('Once upon a time there was a lighthouse.');
			await expect(replies(after).last().getByRole('button', { name: 'Continue' })).toBeVisible();
			// Until it has heard that the other tab is gone it says that an answer is being written.
			await expect(after.getByRole('button', { name: 'Stop', exact: true })).toHaveCount(0);
			server.script(() => ({ text: 'The end.' }));
			await replies(after).last().getByRole('button', { name: 'Retry' }).click();
			await expect(replies(after).last()).toContainText('The end.');
			await expect(replies(after).last()).not.toContainText('Interrupted');
			await expect(replies(after)).toHaveCount(2);
			expect(server.refusals).toEqual([]);
		}
	);

/** Texts of the replies that are being written. */
const partials = (page: Page): Promise<string[]> =>
	page.evaluate(async () => {
		const db = await new Promise<IDBDatabase>((resolve) => {
			const opening = indexedDB.open('keepsake-scratch');
			opening.onsuccess = () => resolve(opening.result);
		});
		const rows = await new Promise<{ content: { text?: string }[] }[]>((resolve) => {
			const reading = db.transaction('partials').objectStore('partials').getAll();
			reading.onsuccess = () => resolve(reading.result as { content: { text?: string }[] }[]);
		});
		db.close();
		return rows.flatMap(({ content }) => content.map(({ text }) => text ?? ''));
	});

test(
	'what is erased in one tab is on the screen of no other, and not written again by it',
	{ tag: '@slow' },
	async ({ page }) => {
		await page.goto('/');
		await say(page, 'the heron nests here');
		const second = await inAnotherTab(page);
		await expect(questions(second)).toHaveCount(1);
		await composer(second).fill('a heron that nobody has sent');
		await page.goto('/settings');
		await page.getByRole('button', { name: 'Erase everything' }).click();
		await page.getByRole('button', { name: 'Erase now' }).click();
		await page.waitForURL(/\/chat\//);
		await expect(questions(second)).toHaveCount(0);
		await expect(composer(second)).toHaveValue('');
		await second.reload();
		await expect(composer(second)).toHaveValue('');
		for (const tab of [page, second]) {
			expect(await tab.evaluate(() => Object.values(sessionStorage).join())).not.toContain('heron');
			expect(JSON.stringify(await storedTables(tab))).not.toContain('heron');
		}
	}
);
