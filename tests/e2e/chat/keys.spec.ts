import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import {
	command,
	composer,
	questions,
	replies,
	say,
	standsStill,
	transcript,
	useServer
} from '../steps.ts';
import { expect, test } from '../with-server.ts';

async function expectNoViolations(page: Page): Promise<void> {
	const { violations } = await new AxeBuilder({ page }).analyze();
	expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
}

test('Shift+Enter breaks the line, and Enter inside a composition sends nothing', async ({
	page
}) => {
	await page.goto('/');
	await composer(page).fill('one');
	await composer(page).press('Shift+Enter');
	await composer(page).pressSequentially('two');
	await expect(composer(page)).toHaveValue('one\ntwo');
	await composer(page).dispatchEvent('keydown', { key: 'Enter', isComposing: true });
	await composer(page).dispatchEvent('keydown', { key: 'Enter', keyCode: 229 });
	await expect(composer(page)).toHaveValue('one\ntwo');
	await expect(transcript(page).getByRole('article')).toHaveCount(0);
	await composer(page).press('Enter');
	await expect(composer(page)).toHaveValue('');
});

test('a slash lists the commands; Enter runs a complete one, list open or not', async ({
	page
}) => {
	await page.goto('/');
	await composer(page).fill('/');
	await expect(page.getByRole('listbox', { name: 'Commands' }).getByRole('option')).toHaveCount(10);
	await composer(page).fill('/he');
	await expect(page.getByRole('option')).toHaveCount(1);
	await composer(page).press('Enter');
	await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
	await page.keyboard.press('Escape');
	await expect(composer(page)).toHaveValue('');
	await command(page, '/context');
	await expect(page.getByRole('region', { name: 'Prompt inspector' })).toBeVisible();
	await expect(composer(page)).toHaveValue('');
	await command(page, '/new guest');
	await expect(page.getByRole('main').getByText('Guest', { exact: true })).toBeVisible();
	await command(page, '/memory');
	await expect(page).toHaveURL(/\/memory$/);
});

test('words that only look like a command are sent: at once behind a name, a lone one when sent again @slow', async ({
	page
}) => {
	await page.goto('/');
	const told = page.getByRole('status').filter({ hasText: 'There is no command /etc' });
	const send = page.getByRole('button', { name: 'Send', exact: true });
	await composer(page).fill('/etc');
	await send.click();
	await expect(told).toContainText('Send it again');
	await expect(composer(page)).toHaveValue('/etc');
	await expect(transcript(page).getByRole('article')).toHaveCount(0);
	await send.click();
	await expect(questions(page)).toContainText(['/etc']);
	await expect(composer(page)).toHaveValue('');

	await say(page, '/reset password mail for Bob');
	await expect(questions(page)).toContainText(['/etc', '/reset password mail for Bob']);
});

test('/compact in a short session says that there is nothing to compact @slow', async ({
	page
}) => {
	await page.goto('/');
	await say(page, 'hello');
	await command(page, '/compact');
	await expect(page.getByRole('status').filter({ hasText: /^Nothing to compact/ })).toBeVisible();
});

test('/remember writes to memory at once and /undo says what it takes back', async ({ page }) => {
	await page.goto('/');
	await say(page, 'hello');
	await command(page, '/remember I take my tea without sugar');
	await expect(page.getByRole('status').filter({ hasText: 'Added to memory' })).toBeVisible();
	await command(page, '/undo');
	await expect(page.getByRole('status').filter({ hasText: 'MEMORY.md' })).toBeVisible();
});

test(
	'Remember offers to take the line back, and to look at it; what is off the record it leaves alone',
	{ tag: '@slow' },
	async ({ page }) => {
		await page.goto('/');
		await say(page, 'I take my tea without sugar');
		const message = transcript(page).getByRole('article', { name: /^You/ });
		const press = (name: string) => message.getByRole('button', { name, exact: true }).click();
		const told = page.getByRole('status').filter({ hasText: 'Added to memory' });
		await press('More actions');
		await press('Remember');
		await told.getByRole('button', { name: 'Undo', exact: true }).click();
		await expect(
			page.getByRole('status').filter({ hasText: 'Taken out of MEMORY.md' })
		).toBeVisible();
		// What its own button has taken back is not taken back again.
		await command(page, '/undo');
		await expect(page.getByRole('status').filter({ hasText: 'nothing to undo' })).toBeVisible();

		const offRecord = message.getByRole('button', { name: 'Off the record', exact: true });
		await offRecord.click();
		await expect(offRecord).toHaveAttribute('aria-pressed', 'true');
		await press('Remember');
		await expect(page.getByRole('status').filter({ hasText: 'off the record' })).toContainText(
			'not remembered'
		);
		await offRecord.click();
		await expect(offRecord).toHaveAttribute('aria-pressed', 'false');
		await press('Remember');
		await told.getByRole('button', { name: 'Open MEMORY.md' }).click();
		await expect(page.getByRole('textbox', { name: 'Memory file', exact: true })).toHaveValue(
			'- I take my tea without sugar\n'
		);
	}
);

test('/reset begins afresh at once, and Undo brings the conversation back', async ({ page }) => {
	await page.goto('/');
	await say(page, 'an old story');
	const before = page.url();
	await command(page, '/reset');
	await expect(page).not.toHaveURL(before);
	await expect(transcript(page).getByRole('article')).toHaveCount(0);
	await page
		.getByRole('status')
		.filter({ hasText: 'archived' })
		.getByRole('button', { name: 'Undo' })
		.click();
	await expect(page).toHaveURL(before);
	await expect(replies(page)).toHaveCount(1);
});

/** As a reset leaves it that could do nothing with what stands unsent. */
const leaveUnsent = (page: Page, sessionId: string, text: string) =>
	page.evaluate(
		(row) =>
			new Promise<void>((resolve, reject) => {
				const opening = indexedDB.open('keepsake-scratch');
				opening.onerror = () => reject(new Error('cannot open what stands unsent'));
				opening.onsuccess = () => {
					const writing = opening.result.transaction('unsent', 'readwrite');
					writing.objectStore('unsent').put(row);
					writing.oncomplete = () => {
						opening.result.close();
						resolve();
					};
				};
			}),
		{ sessionId, text, at: 1 }
	);

test(
	'what a reset could not take along stands in the next composer, or where it was written with the way to take it along',
	{ tag: '@slow' },
	async ({ page }) => {
		await page.goto('/');
		await say(page, 'Remember the harbour of Piran.');
		const ended = new URL(page.url()).pathname;
		await command(page, '/reset');
		await expect(questions(page)).toHaveCount(0);
		const id = ended.replace('/chat/', '');
		await leaveUnsent(page, id, 'half a thought');
		await page.reload();
		await expect(composer(page)).toHaveValue('half a thought');
		await composer(page).fill('a new one');
		await page.reload();
		await expect(composer(page)).toHaveValue('a new one');
		await leaveUnsent(page, id, 'another half');
		await page.goto(ended);
		const left = page.getByRole('group', { name: 'Written here and not sent' });
		await expect(left).toContainText('another half');
		await page.getByRole('button', { name: 'Take it to the new session' }).click();
		await expect(page).not.toHaveURL(ended);
		await expect(composer(page)).toHaveValue('another half\n\na new one');
		await page.goto(ended);
		await expect(page.getByRole('button', { name: 'Continue this session' })).toBeVisible();
		await expect(left).toHaveCount(0);
	}
);

test(
	'a /reset that takes a while says so, can be given up, and leaves who has gone elsewhere there',
	{ tag: '@slow' },
	async ({ page, server }) => {
		await useServer(page, server);
		await page.goto('/');
		await say(page, 'an old story');
		const before = page.url();
		const status = (words: string) => page.getByRole('status').filter({ hasText: words });
		server.fault('slow-headers', { delayMs: 120_000 });
		await command(page, '/reset');
		await expect.poll(() => server.requests.at(-1)?.fault).toBe('slow-headers');
		await status('Archiving').getByRole('button', { name: 'Cancel' }).click();
		await expect(status('Not archived')).toBeVisible();
		await expect(page).toHaveURL(before);
		await expect(replies(page)).toHaveCount(1);

		server.fault('slow-headers', { delayMs: 3_000 });
		await command(page, '/reset');
		await expect(status('Archiving')).toBeVisible();
		await page.getByRole('link', { name: 'Memory', exact: true }).click();
		await status('archived').getByRole('button', { name: 'Undo' }).waitFor();
		await expect(page).toHaveURL(/\/memory$/);
		await status('archived').getByRole('button', { name: 'Undo' }).click();
		await expect(page).toHaveURL(before);
	}
);

test('the keys of the app do what the dialog of shortcuts says', async ({ page }) => {
	await page.goto('/');
	await say(page, 'hello');
	await page.keyboard.press('Control+/');
	await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
	await page.keyboard.press('Escape');
	await expect(page.getByRole('dialog')).toHaveCount(0);
	await page.keyboard.press('Control+k');
	const palette = page.getByRole('dialog', { name: 'Search and commands' });
	await expect(palette).toBeVisible();
	await page.keyboard.type('guest');
	await page.keyboard.press('Enter');
	await expect(palette).toHaveCount(0);
	await expect(page.getByRole('main').getByText('Guest', { exact: true })).toBeVisible();
	await page.keyboard.press('Control+Shift+O');
	await expect(page.getByRole('main').getByText('Guest', { exact: true })).toHaveCount(0);
	await transcript(page).focus();
	await page.keyboard.press('Shift+Escape');
	await expect(composer(page)).toBeFocused();
});

test('the palette does with the session on screen what slash commands do', async ({ page }) => {
	await page.goto('/');
	await say(page, 'an old story');
	const before = page.url();
	const run = async (words: string) => {
		const palette = page.getByRole('dialog', { name: 'Search and commands' });
		await page.keyboard.press('Control+k');
		await expect(palette).toBeVisible();
		await page.keyboard.type(words);
		await page.keyboard.press('Enter');
		await expect(palette).toHaveCount(0);
	};
	await run('/context');
	await expect(page.getByRole('region', { name: 'Prompt inspector' })).toBeVisible();
	await run('dark');
	await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
	await run('archive this');
	await expect(page).not.toHaveURL(before);
});

test('the palette finds what was said anywhere', async ({ page }) => {
	await page.goto('/');
	await say(page, 'The key to the shed lies under the third flowerpot');
	const before = page.url();
	await page.getByRole('button', { name: 'New chat', exact: true }).click();
	// The palette belongs to the page it is opened on.
	await expect(page).not.toHaveURL(before);
	await page.keyboard.press('Control+k');
	await page.keyboard.type('flowerpot');
	const hit = page.getByRole('option').filter({ hasText: /third flowerpot/ });
	await expect(hit.first()).toBeVisible();
	await hit.first().click();
	await expect(page.getByText('under the third flowerpot').first()).toBeVisible();
});

test('the inspector shows each part with its weight and text, and a switch takes it out', async ({
	page,
	context
}) => {
	await context.grantPermissions(['clipboard-read', 'clipboard-write']);
	await page.goto('/');
	await say(page, 'My bicycle is called Rosinante');
	const opener = page.getByRole('button', { name: /^Context/ });
	await expect(opener).toHaveText(/^Context \d+ %\s*$/);
	await opener.click();
	await expect(opener).toHaveAttribute('aria-expanded', 'true');
	const region = page.getByRole('region', { name: 'Prompt inspector' });
	const recent = region.getByRole('listitem').filter({ hasText: 'Recent messages' });
	// What a summary now would do is told above it a moment later.
	const show = recent.getByRole('button', { name: 'Show text' });
	await expect(region.getByText('A summary now', { exact: true })).toBeVisible();
	await standsStill(show);
	await show.click();
	await expect(recent).toContainText('Rosinante');
	const include = region.getByRole('switch', { name: 'Include Recent messages' });
	await expect(include).toBeChecked();
	await include.click();
	await expect(include).not.toBeChecked();
	await composer(page).fill('a new question');
	await region.getByRole('button', { name: 'Copy request as JSON' }).click();
	await expect(page.getByRole('status').filter({ hasText: 'Request copied' })).toBeVisible();
	const copied = await page.evaluate(() => navigator.clipboard.readText());
	expect(copied).toContain('a new question');
	expect(copied).not.toContain('Rosinante');
	expect(JSON.parse(copied)).not.toHaveProperty('stream');
	await include.click();
	await region.getByRole('button', { name: 'Close' }).click();
	await expect(region).toHaveCount(0);
	await expect(opener).toHaveAttribute('aria-expanded', 'false');
});

for (const colorScheme of ['light', 'dark'] as const)
	test(
		`no rule of accessibility is broken in a chat, ${colorScheme}`,
		{ tag: '@slow' },
		async ({ browser }) => {
			// What fades in is looked at when it stands.
			const context = await browser.newContext({ colorScheme, reducedMotion: 'reduce' });
			const page = await context.newPage();
			await page.goto('/');
			await composer(page).waitFor();
			await expectNoViolations(page);
			await say(page, 'hello `code`');
			await transcript(page)
				.getByRole('article', { name: /^You/ })
				.getByRole('button', { name: 'More actions' })
				.click();
			await composer(page).fill('/');
			await expectNoViolations(page);
			await composer(page).fill('');
			await page.getByRole('button', { name: /^Context/ }).click();
			await page.getByRole('button', { name: 'Show text' }).first().click();
			await expectNoViolations(page);
			await page.keyboard.press('Control+k');
			await page.getByRole('dialog').waitFor();
			await expectNoViolations(page);
			await context.close();
		}
	);

test('on a phone the sessions are behind a button, and everything else is where it was', async ({
	browser
}) => {
	const context = await browser.newContext({
		viewport: { width: 390, height: 844 },
		hasTouch: true,
		isMobile: true
	});
	const page = await context.newPage();
	await page.goto('/');
	await say(page, 'hello from the train');
	await expect(page.getByRole('navigation', { name: 'Sessions' })).toHaveCount(0);
	await page.getByRole('button', { name: 'Open sessions' }).click();
	const list = page.getByRole('navigation', { name: 'Sessions' });
	await expect(list.getByRole('link', { name: 'hello from the train' })).toBeVisible();
	await page.keyboard.press('Escape');
	await expect(list).toHaveCount(0);
	const width = await page.evaluate(() => document.documentElement.scrollWidth);
	expect(width).toBeLessThanOrEqual(390);
	await expectNoViolations(page);
	await context.close();
});
