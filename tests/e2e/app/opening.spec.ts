import { expect, test } from '../with-server.ts';
import { composer } from '../steps.ts';

/** What the page says of itself before its scripts have come. */
const greeting = 'A private assistant that lives in your browser';

test('over a slow line the page says what is coming, and nothing of it stays @slow', async ({
	page
}) => {
	let release: () => void = () => undefined;
	const held = new Promise<void>((resolve) => (release = resolve));
	await page.route('**/_app/immutable/**/*.js', async (route) => {
		await held;
		await route.continue();
	});
	await page.goto('/', { waitUntil: 'commit' });
	await expect(page.getByText(greeting)).toBeVisible();
	// Who waits no longer than usual sees none of it: it comes only after a while.
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
	await expect(page.getByText(greeting)).toHaveCount(0);
});
