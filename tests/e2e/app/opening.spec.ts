import type { Page } from '@playwright/test';
import { keptPage } from '../../../src/service-worker/answer.ts';
import { expect, test } from '../with-server.ts';
import { composer, replies, say, transcript } from '../steps.ts';

/** What the page says of itself before its scripts have come. */
const greeting = 'Keepsake is a private assistant.';
const title = 'What shall we think about?';

/** No script of the app comes until it is let go. */
async function holdScripts(page: Page): Promise<() => void> {
	let release: () => void = () => undefined;
	const held = new Promise<void>((resolve) => (release = resolve));
	await page.route('**/_app/immutable/**/*.js', async (route) => {
		await held;
		await route.continue();
	});
	return () => release();
}

for (const { width, height, dir } of [
	{ width: 390, height: 844, dir: 'ltr' },
	{ width: 1280, height: 800, dir: 'ltr' },
	{ width: 1280, height: 800, dir: 'rtl' }
])
	test(`a first visit at ${width} px, ${dir}, reads at once what a first conversation says, and it stays where it is @slow`, async ({
		page
	}) => {
		await page.setViewportSize({ width, height });
		await page.route('**/', async (route) => {
			const response = await route.fetch();
			const html = (await response.text()).replace('dir="ltr"', `dir="${dir}"`);
			await route.fulfill({ response, body: html });
		});
		/** Where each is, in every frame in which that changes. */
		await page.addInitScript(
			(lines) => {
				const seen = ((window as unknown as { seen: string[] }).seen = [] as string[]);
				const look = () => {
					if (document.readyState !== 'loading') {
						const now = JSON.stringify(
							lines.map((line) =>
								[...document.querySelectorAll('p')]
									.filter((one) => one.textContent.trim().startsWith(line))
									.map((one) => one.getBoundingClientRect())
							)
						);
						if (seen.at(-1) !== now) seen.push(now);
					}
					requestAnimationFrame(look);
				};
				requestAnimationFrame(look);
			},
			[title, greeting]
		);
		const release = await holdScripts(page);
		await page.goto('/', { waitUntil: 'commit' });
		await expect(page.getByText(greeting)).toBeVisible();
		await expect(page.getByText(title)).toBeVisible();
		release();
		await expect(composer(page)).toBeFocused();
		await expect(transcript(page).getByText(greeting)).toBeVisible();
		await expect(page.getByRole('link', { name: 'Add a key' })).toBeVisible();
		await expect(page.locator('.opening')).toHaveCount(0);
		const seen = await page.evaluate(() => (window as unknown as { seen: string[] }).seen);
		// Two words of it, each once, from the first frame with its style to the last.
		expect(
			seen.slice(-1).map((one) => (JSON.parse(one) as unknown[][]).map((at) => at.length))
		).toEqual([[1, 1]]);
		expect(new Set(seen.slice(-1))).toEqual(new Set(seen));
	});

test('who comes again over a slow start reads what this is, and who has the app at once sees none of it @slow', async ({
	page
}) => {
	await page.route('**/', async (route) => {
		const response = await route.fetch();
		await route.fulfill({ response, body: keptPage(await response.text()) });
	});
	const release = await holdScripts(page);
	await page.goto('/', { waitUntil: 'commit' });
	await expect(page.getByText(greeting)).toBeVisible();
	await expect(page.getByText(title)).toBeHidden();
	const seen = await page.locator('#opening').evaluate((opening) => {
		opening.style.animationName = 'none';
		opening.getBoundingClientRect();
		opening.style.animationName = '';
		const [wait] = opening.getAnimations();
		wait?.pause();
		return [0, 400, 600].map((at) => {
			if (wait) wait.currentTime = at;
			return getComputedStyle(opening).visibility;
		});
	});
	expect(seen).toEqual(['hidden', 'hidden', 'visible']);
	release();
	await expect(composer(page)).toBeFocused();
	await expect(page.locator('.opening')).toHaveCount(0);
});

test('another page does not greet a first visit, not even for a moment @slow', async ({ page }) => {
	const release = await holdScripts(page);
	await page.goto('/settings', { waitUntil: 'commit' });
	await expect(page.locator('#opening')).toHaveClass('opening');
	await expect(page.getByText(title)).toBeHidden();
	release();
	await expect(page.getByRole('heading', { name: 'Provider' })).toBeVisible();
	await expect(page.getByText(greeting)).toHaveCount(0);
});

test('a conversation that has messages is greeted by nobody, however late the scripts of its transcript come @slow', async ({
	page
}) => {
	await page.goto('/');
	await say(page, 'Hello there');
	await expect(replies(page)).toHaveCount(1);
	const first = await (await page.request.get('/')).text();
	let release: () => void = () => undefined;
	const held = new Promise<void>((resolve) => (release = resolve));
	await page.route('**/_app/immutable/**/*.js', async (route) => {
		const name = new URL(route.request().url()).pathname.split('/').at(-1) ?? '';
		if (!first.includes(name)) await held;
		await route.continue();
	});
	await page.reload({ waitUntil: 'commit' });
	await expect(composer(page)).toBeVisible();
	await expect(page.getByText(greeting)).toHaveCount(0);
	await expect(replies(page)).toHaveCount(0);
	release();
	await expect(replies(page)).toHaveCount(1);
});

test.describe('kept', () => {
	test.use({ serviceWorkers: 'allow' });

	test('the page that is kept greets nobody @slow', async ({ page }) => {
		await page.goto('/');
		const kept = () => page.evaluate(async () => (await caches.match('/'))?.text() ?? '');
		await expect.poll(kept).toContain('class="opening"');
		expect(await page.evaluate(async () => (await fetch('/?fresh')).text())).toContain(
			'class="opening first"'
		);
	});
});
