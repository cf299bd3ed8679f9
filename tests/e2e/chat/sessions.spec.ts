import { expect, test, type Page } from '@playwright/test';
import { composer, questions, say } from '../steps.ts';

/** The list at the side when it is long: filter, folders, several at once. */

/** Copies of the one session there is, under names of their own. */
async function addSessions(page: Page, titles: readonly string[]): Promise<void> {
	await page.evaluate(async (names) => {
		const db = await new Promise<IDBDatabase>((resolve, reject) => {
			const opening = indexedDB.open('keepsake');
			opening.onsuccess = () => resolve(opening.result);
			opening.onerror = () => reject(new Error('cannot open the database'));
		});
		await new Promise<void>((resolve, reject) => {
			const writing = db.transaction('sessions', 'readwrite');
			const store = writing.objectStore('sessions');
			const reading = store.getAll();
			reading.onsuccess = () => {
				const model = reading.result[0] as { readonly activeAt: number };
				for (const [at, title] of names.entries())
					store.put({
						...model,
						id: `copy-${String(at)}`,
						title,
						activeAt: model.activeAt - at * 3_600_000
					});
			};
			writing.oncomplete = () => resolve();
			writing.onerror = () => reject(new Error('cannot write'));
		});
		db.close();
	}, titles);
	await page.reload();
}

const list = (page: Page) => page.getByRole('navigation', { name: 'Sessions' });

const isMonth = (title: string): boolean => /^[A-Z][a-z]+ 20\d\d$/.test(title);

/** Headings of the list, walked through from its top as far as the first month. */
async function daysSeen(page: Page): Promise<string[]> {
	await scrollBy(page, -1_000_000);
	const seen = new Set<string>();
	for (let at = 0; at < 120 && ![...seen].some(isMonth); at++) {
		for (const title of await list(page).locator('h2, h3, .heading').allInnerTexts())
			seen.add(title);
		await scrollBy(page, 400);
	}
	await scrollBy(page, -1_000_000);
	return [...seen];
}

/** Scroll what scrolls the list. */
const scrollBy = (page: Page, by: number): Promise<void> =>
	list(page).evaluate(async (nav, pixels) => {
		const boxes = [nav, ...nav.querySelectorAll<HTMLElement>('*')];
		const scroller = boxes.find(
			(box) =>
				box.scrollHeight > box.clientHeight && /auto|scroll/.test(getComputedStyle(box).overflowY)
		);
		scroller?.scrollBy(0, pixels);
		await new Promise(requestAnimationFrame);
		await new Promise(requestAnimationFrame);
	}, by);

const link = (page: Page, name: string) => list(page).getByRole('link', { name, exact: true });

test(
	'three thousand sessions stand by date with a screenful in the page, are filtered, put in folders, and deleted together with one Undo',
	{ tag: '@slow' },
	async ({ page }) => {
		await page.goto('/');
		await say(page, 'The first one');
		await expect(list(page).getByRole('link')).toHaveCount(1);
		await expect(page.getByRole('searchbox', { name: 'Filter sessions' })).toHaveCount(0);
		await addSessions(
			page,
			['Beans', 'Peas', 'Leeks'].concat(
				Array.from({ length: 2_997 }, (_, at) => `Talk ${String(at)}`)
			)
		);

		// By date, and of all of them no more than can be seen, at the top and far down.
		await expect(link(page, 'Beans')).toBeVisible();
		// One walk through the list takes many frames, and a busy machine gives few.
		const days = ['Today', 'Yesterday', 'Last seven days', 'Last thirty days'];
		await expect
			.poll(async () => (await daysSeen(page)).map((day) => (isMonth(day) ? 'a month' : day)), {
				timeout: 60_000
			})
			.toEqual(expect.arrayContaining([...days, 'a month']));
		const mounted = () => list(page).getByRole('link').count();
		expect(await mounted()).toBeLessThan(80);
		await expect(async () => {
			await scrollBy(page, 1_000_000);
			await expect(link(page, 'Talk 2996')).toBeVisible({ timeout: 1_000 });
		}).toPass();
		expect(await mounted()).toBeLessThan(80);
		await scrollBy(page, -1_000_000);

		const filter = page.getByRole('searchbox', { name: 'Filter sessions' });
		await filter.fill('talk 299');
		await expect(list(page).getByRole('link')).toHaveCount(10);
		await filter.press('Escape');
		await expect(filter).toHaveValue('');
		await expect(link(page, 'Beans')).toBeVisible();

		await page.getByRole('button', { name: 'Choose several sessions' }).click();
		for (const name of ['Beans', 'Peas', 'Leeks'])
			await page.getByRole('checkbox', { name, exact: true }).check();
		const bar = page.getByRole('group', { name: 'With the chosen sessions' });
		await expect(bar).toContainText('3 chosen');
		await bar.getByRole('button', { name: 'Move' }).click();
		await page.getByRole('dialog').getByRole('textbox', { name: 'New folder' }).fill('Garden');
		await page.getByRole('dialog').getByRole('textbox', { name: 'New folder' }).press('Enter');
		const folder = list(page).getByRole('button', { name: /Garden/ });
		await expect(folder).toHaveAttribute('aria-expanded', 'true');
		await expect(folder).toContainText('3 sessions');
		await folder.click();
		await expect(link(page, 'Peas')).toHaveCount(0);
		await filter.fill('peas');
		await expect(link(page, 'Peas')).toBeVisible();

		await filter.fill('talk');
		await page.getByRole('button', { name: 'Choose several sessions' }).click();
		await bar.getByRole('button', { name: 'All', exact: true }).click();
		await expect(bar).toContainText('2,997 chosen');
		await bar.getByRole('button', { name: 'Delete' }).click();
		await expect(list(page).getByRole('link')).toHaveCount(0, { timeout: 60_000 });
		await page.getByRole('button', { name: 'Undo' }).click();
		await expect(link(page, 'Talk 0')).toBeVisible({ timeout: 60_000 });

		// Pinned from its menu, it stands before all dates.
		await filter.fill('talk 2345');
		await list(page).getByRole('button', { name: 'Session actions' }).click();
		await page.getByRole('menuitem', { name: 'Pin session' }).click();
		await filter.press('Escape');
		await expect(link(page, 'Talk 2345')).toBeVisible();
		await expect.poll(() => daysSeen(page)).toContain('Pinned');
		await expect(composer(page)).toBeVisible();
	}
);

test('the list stays as it was left when one goes elsewhere: its place, an open folder, the filter, what is chosen @slow', async ({
	page
}) => {
	await page.goto('/');
	await say(page, 'The first one');
	await addSessions(
		page,
		Array.from({ length: 200 }, (_, at) => `Talk ${String(at)}`)
	);
	const heading = page.getByRole('heading', { level: 1 });

	// Far down; followed with the mouse, and it is still there.
	const far = link(page, 'Talk 90');
	await expect(async () => {
		await scrollBy(page, 1_000);
		await expect(far).toBeVisible({ timeout: 500 });
	}).toPass();
	await far.scrollIntoViewIfNeeded();
	const scrolled = () => list(page).evaluate((nav) => nav.scrollTop);
	expect(await scrolled()).toBeGreaterThan(1_000);
	await far.click();
	await expect(heading).toHaveText('Talk 90');
	await expect(far).toHaveAttribute('aria-current', 'page');
	await page.getByRole('link', { name: 'Memory', exact: true }).click();
	await expect(heading).toHaveText('Memory');
	await expect(far).toBeInViewport();
	// To the pixel it is the browser's: rows that have been measured are a little other than was thought.
	expect(await scrolled()).toBeGreaterThan(1_000);

	await scrollBy(page, -1_000_000);
	await page.getByRole('searchbox', { name: 'Filter sessions' }).fill('talk 11');
	await page.getByRole('button', { name: 'Choose several sessions' }).click();
	await page.getByRole('checkbox', { name: 'Talk 110', exact: true }).check();
	await page.getByRole('link', { name: 'Archive', exact: true }).click();
	await expect(heading).toHaveText('Archive');
	await expect(page.getByRole('searchbox', { name: 'Filter sessions' })).toHaveValue('talk 11');
	await expect(page.getByRole('checkbox', { name: 'Talk 110', exact: true })).toBeChecked();

	await page.getByRole('button', { name: 'Move' }).click();
	await page.getByRole('dialog').getByRole('textbox', { name: 'New folder' }).fill('Garden');
	await page.getByRole('dialog').getByRole('textbox', { name: 'New folder' }).press('Enter');
	await page.getByRole('searchbox', { name: 'Filter sessions' }).fill('');
	const folder = list(page).getByRole('button', { name: /Garden/ });
	await expect(folder).toHaveAttribute('aria-expanded', 'true');
	await link(page, 'Talk 110').click();
	await expect(heading).toHaveText('Talk 110');
	await expect(folder).toHaveAttribute('aria-expanded', 'true');
	await expect(link(page, 'Talk 110')).toHaveAttribute('aria-current', 'page');
});

test(
	'on a phone the list keeps half of the screen while several sessions are chosen',
	{ tag: '@slow' },
	async ({ page }) => {
		await page.setViewportSize({ width: 390, height: 844 });
		await page.goto('/');
		await say(page, 'The first one');
		await addSessions(
			page,
			Array.from({ length: 30 }, (_, at) => `Talk ${String(at)}`)
		);
		await page.getByRole('button', { name: 'Open sessions' }).click();
		await page.getByRole('button', { name: 'Choose several sessions' }).click();
		const bar = page.getByRole('group', { name: 'With the chosen sessions' });
		await expect(bar).toBeVisible();
		expect((await list(page).boundingBox())?.height).toBeGreaterThan(844 / 2);
		await bar.getByRole('button', { name: 'Cancel' }).click();
		await expect(page.getByRole('link', { name: 'Archive' })).toBeVisible();
	}
);

test('a session is archived from the list, from where it is and from elsewhere; the archive is a press away, and Undo brings it back', async ({
	page
}) => {
	const sessions = page.getByRole('navigation', { name: 'Sessions' });
	const archive = async (name: string) => {
		await sessions
			.getByRole('listitem')
			.filter({ hasText: name })
			.getByRole('button', { name: 'Session actions' })
			.click();
		await page.getByRole('menuitem', { name: 'Archive session' }).click();
	};
	const told = page.getByRole('status').filter({ hasText: 'The session was archived' });
	await page.goto('/');
	await say(page, 'The harbour of Piran');
	await page.getByRole('button', { name: 'New chat', exact: true }).click();
	await say(page, 'The castle of Graz');
	const castle = page.url();

	await archive('harbour');
	await expect(sessions.getByRole('link')).toHaveCount(1);
	await expect(page).toHaveURL(castle);
	await told.getByRole('button', { name: 'Undo' }).click();
	await expect(sessions.getByRole('link')).toHaveCount(2);
	await expect(page).toHaveURL(castle);

	await archive('castle');
	await expect(page).not.toHaveURL(castle);
	await expect(questions(page)).toHaveCount(0);
	await told.getByRole('button', { name: 'Open archive' }).click();
	await expect(page).toHaveURL(/\/archive\//);
	await expect(page.getByRole('main')).toContainText('The castle of Graz');
});

test('Tab, held down, goes through a long list row by row, and scrolling takes the focus from no row @slow', async ({
	page
}) => {
	await page.goto('/');
	await say(page, 'The first one');
	await expect(list(page).getByRole('link')).toHaveCount(1);
	await addSessions(
		page,
		Array.from({ length: 400 }, (_, at) => `Talk ${String(at)}`)
	);
	await expect(link(page, 'Talk 0')).toBeVisible();
	const focused = () =>
		page.evaluate(() => {
			const row = document.activeElement?.closest('li')?.textContent ?? '';
			return Number(/Talk (\d+)/.exec(row)?.[1] ?? -1);
		});
	await link(page, 'Talk 1').focus();
	// Two places in a row: its link and its actions. Keys are sent without waiting for what they do.
	await Promise.all(Array.from({ length: 240 }, () => page.keyboard.press('Tab')));
	expect(await focused()).toBe(121);
	await Promise.all(Array.from({ length: 200 }, () => page.keyboard.press('Shift+Tab')));
	expect(await focused()).toBe(21);
	await scrollBy(page, 1_000_000);
	await expect(link(page, 'Talk 399')).toBeVisible();
	expect(await focused()).toBe(21);
});
