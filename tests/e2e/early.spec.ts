import { expect, test, type Page } from '@playwright/test';
import { anyComposer as composer, say, transcript } from './steps.ts';

/** The composer that stands in the page before the app is there: what is typed in it is typed. */

/** Keeps the scripts back until it is called. */
async function holdScripts(page: Page): Promise<() => void> {
	let release!: () => void;
	const released = new Promise<void>((resolve) => (release = resolve));
	await page.route('**/_app/immutable/**/*.js', async (route) => {
		await released;
		await route.continue();
	});
	return release;
}

const early = (page: Page) => page.locator('#early');

/** The app has drawn the rest of its screen. */
const appIsThere = (page: Page) =>
	expect(page.getByRole('navigation', { name: 'Sessions' })).toBeVisible();

test('one can write before the first script is there, and nothing of it is lost or moves', async ({
	page
}) => {
	const release = await holdScripts(page);
	await page.goto('/', { waitUntil: 'commit' });
	await expect(composer(page)).toBeFocused();
	const before = await composer(page).boundingBox();
	await page.keyboard.type('The harbour of Pirn');
	await page.keyboard.press('ArrowLeft');
	await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
	release();
	await appIsThere(page);
	await expect(early(page)).toHaveCount(0);
	await expect(composer(page)).toBeFocused();
	expect(await composer(page).boundingBox()).toEqual(before);
	await page.keyboard.type('a');
	await expect(composer(page)).toHaveValue('The harbour of Piran');
});

test('Enter sends as soon as there is somebody to send it, and what is typed behind it stays', async ({
	page
}) => {
	const release = await holdScripts(page);
	await page.goto('/', { waitUntil: 'commit' });
	await expect(composer(page)).toBeFocused();
	await page.keyboard.type('Hello there');
	await page.keyboard.press('Enter');
	await page.keyboard.press('Enter');
	await page.keyboard.type('and more');
	release();
	await expect(transcript(page).getByRole('article', { name: /^You/ })).toContainText(
		'Hello there'
	);
	await expect(composer(page)).toHaveValue('and more');
	await expect(transcript(page).getByRole('article', { name: /^You/ })).toHaveCount(1);
});

test('what stood unsent stands before what is typed while the app starts', async ({ page }) => {
	await page.goto('/');
	await say(page, 'Hello');
	await composer(page).fill('Before.');
	await page.waitForTimeout(500);
	const release = await holdScripts(page);
	await page.goto('/', { waitUntil: 'commit' });
	await expect(composer(page)).toBeFocused();
	await page.keyboard.type('Since.');
	release();
	await appIsThere(page);
	await expect(composer(page)).toHaveValue('Before.\n\nSince.');
});

test('a shortcut that is pressed early opens what it opens, with what is typed behind it', async ({
	page
}) => {
	const release = await holdScripts(page);
	await page.goto('/', { waitUntil: 'commit' });
	await expect(composer(page)).toBeFocused();
	await page.keyboard.press('Control+k');
	await page.keyboard.type('mem');
	release();
	await expect(
		page.getByRole('dialog', { name: 'Search and commands' }).getByRole('combobox')
	).toHaveValue('mem');
	await page.keyboard.press('Escape');
	await expect(composer(page)).toHaveValue('');
});

test('a word that is being composed is composed to its end', async ({ page }) => {
	const release = await holdScripts(page);
	await page.goto('/', { waitUntil: 'commit' });
	await expect(composer(page)).toBeFocused();
	const input = await page.context().newCDPSession(page);
	await input.send('Input.imeSetComposition', {
		text: 'に',
		selectionStart: 1,
		selectionEnd: 1
	});
	release();
	await expect(page.getByRole('navigation', { name: 'Sessions' })).toHaveCount(1);
	await expect(early(page)).toHaveCount(1);
	await input.send('Input.insertText', { text: '日本' });
	await expect(early(page)).toHaveCount(0);
	await expect(composer(page)).toHaveValue('日本');
	await expect(composer(page)).toBeFocused();
});

test('where no composer belongs there is none, neither before nor after', async ({ page }) => {
	const release = await holdScripts(page);
	for (const path of ['/memory', '/settings', '/memory/MEMORY.md', '/chat/one/more']) {
		await page.goto(path, { waitUntil: 'domcontentloaded' });
		await expect(early(page)).toHaveCount(0);
	}
	release();
	await page.goto('/chat/not%20an%20id');
	await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
	await expect(early(page)).toHaveCount(0);
	await expect(composer(page)).toHaveCount(0);
});

test('an app that cannot start leaves no composer that leads nowhere', async ({ page }) => {
	await page.route('**/_app/immutable/entry/*.js', (route) => route.abort());
	await page.goto('/');
	await expect(early(page)).toHaveCount(0);
});
