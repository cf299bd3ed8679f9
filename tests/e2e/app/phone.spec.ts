import type { Locator, Page } from '@playwright/test';
import { broughtTalk, card, useDraft } from '../context/ferries.ts';
import {
	composer,
	inspector,
	questions,
	replies,
	say,
	settles,
	standsStill,
	useServer,
	writeMemory
} from '../steps.ts';
import { expect, oneModel, test } from '../with-server.ts';

/** What a small screen must not take away: whatever is fixed by name stays in reach, once. */

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

const newChat = (page: Page) => page.getByRole('button', { name: 'New chat', exact: true });
const options = (page: Page) => page.getByRole('button', { name: 'New chat options' });
const badge = (page: Page) => page.getByRole('link', { name: /^Review/ });

test('a new chat, its options and the desk are in reach on every page, once, with the list closed and open', async ({
	page
}) => {
	for (const address of ['/', '/memory', '/review', '/archive', '/search', '/settings']) {
		await page.goto(address);
		await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
		for (const one of [newChat(page), options(page), badge(page)]) await expect(one).toHaveCount(1);
		await page.getByRole('button', { name: 'Open sessions' }).click();
		for (const one of [newChat(page), options(page), badge(page)]) await expect(one).toHaveCount(1);
		await page.keyboard.press('Escape');
	}
	await options(page).click();
	await page.getByRole('menuitem', { name: 'New guest chat' }).click();
	await expect(page.getByText('Guest', { exact: true })).toBeVisible();
});

test('the name of a model stands on one line beside the gauge, and a longer one is whole on two @slow', async ({
	page,
	server
}) => {
	await useServer(page, server);
	await page.goto('/');
	const model = page.getByRole('button', { name: /^Model: / });
	await expect(page.getByRole('button', { name: /^Context \d+/ })).toBeVisible();
	const lines = () =>
		model.locator('span').evaluate((name) => {
			const range = document.createRange();
			range.selectNodeContents(name);
			return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
		});
	await expect.poll(lines).toBe(1);
	await page.goto('/settings');
	const long = 'claude-sonnet-5-5-20261120';
	await page.getByLabel('Model', { exact: true }).fill(long);
	await page.getByLabel('Model', { exact: true }).blur();
	await page.goto('/');
	await expect(model).toHaveText(long);
	await expect.poll(lines).toBe(2);
	const name = model.locator('span');
	expect(await name.evaluate((one) => one.scrollHeight <= one.clientHeight)).toBe(true);
});

test(
	'a new chat begins with its first words, also where they do not all fit',
	{ tag: '@slow' },
	async ({ page }) => {
		await page.setViewportSize({ width: 844, height: 390 });
		await page.goto('/');
		await expect(page.getByRole('link', { name: 'Add a key' })).toBeAttached();
		await expect(page.getByText('What shall we think about?')).toBeInViewport({ ratio: 1 });
		await say(page, 'My sister lives in Lisbon.');
		await expect(replies(page).last().getByText('Say “remember that')).toBeInViewport();
	}
);

test(
	'with the inspector open the gauge closes it, and an answer can be stopped',
	{ tag: '@slow' },
	async ({ page, server }) => {
		await useServer(page, server);
		await page.goto('/');
		server.queue({ text: 'word '.repeat(400), tokensPerSecond: 5 });
		await composer(page).fill('Take your time');
		await page.getByRole('button', { name: 'Send', exact: true }).click();
		await expect(replies(page)).toContainText('word word');
		const open = page.getByRole('button', { name: /^Context/ });
		const inspector = page.getByRole('region', { name: 'Prompt inspector' });
		for (const width of [390, 800]) {
			await page.setViewportSize({ width, height: 844 });
			await open.click();
			await expect(inspector).toBeVisible();
			await open.click();
			await expect(inspector).toHaveCount(0);
		}
		await open.click();
		await page.getByRole('button', { name: 'Stop', exact: true }).click();
		await expect(replies(page)).toContainText('Stopped');
		await expect(inspector).toBeVisible();
	}
);

test(
	'Enter begins a new line where that is chosen, and the keyboard, the dialog and Ctrl+Enter go along',
	{ tag: '@slow' },
	async ({ page }) => {
		await page.goto('/settings#display');
		const choice = page.getByRole('switch', { name: 'Enter sends the message' });
		await expect(choice).toBeChecked();
		await choice.click();
		await expect(page.getByRole('status').filter({ hasText: 'Saved' })).toBeVisible();
		await page.goto('/');
		const hint = () => composer(page).getAttribute('enterkeyhint');
		await expect.poll(hint).toBe('enter');
		await composer(page).pressSequentially('one');
		await composer(page).press('Enter');
		await composer(page).pressSequentially('two');
		await expect(composer(page)).toHaveValue('one\ntwo');
		await composer(page).press('Control+/');
		const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
		await expect(dialog.getByText('Send', { exact: true }).locator('..')).toContainText(/Enter$/);
		await expect(dialog.getByText('Send', { exact: true }).locator('..')).toContainText('Ctrl');
		await expect(dialog.getByText('New line', { exact: true }).locator('..')).not.toContainText(
			'Shift'
		);
		await page.keyboard.press('Escape');
		await composer(page).press('Control+Enter');
		await expect(composer(page)).toHaveValue('');
		await expect(questions(page)).toContainText(['one\ntwo']);

		await page.goto('/settings#display');
		await choice.click();
		await expect(choice).toBeChecked();
		await page.goto('/');
		await expect.poll(hint).toBe('send');
	}
);

test(
	'what is said of a session in the list can be read and taken back while the list lies over the chat',
	{ tag: '@slow' },
	async ({ page }) => {
		await page.goto('/');
		for (const words of ['The garden', 'The harbour']) {
			await newChat(page).click();
			await say(page, words);
		}
		await page.getByRole('button', { name: 'Open sessions' }).click();
		const sessions = page.getByRole('navigation', { name: 'Sessions' });
		const row = sessions.getByRole('listitem').filter({ hasText: 'The garden' });
		await row.getByRole('button', { name: 'Session actions' }).click();
		await page.getByRole('menuitem', { name: 'Delete session' }).click();
		await expect(row).toHaveCount(0);
		await page.getByRole('status').getByRole('button', { name: 'Undo' }).click();
		await expect(row).toBeVisible();
		await page.getByRole('button', { name: 'Close sessions' }).click();
		const redo = page.getByRole('status').getByRole('button', { name: 'Redo' });
		await expect(redo).toHaveCount(1);
		await redo.click();
		await expect(row).toHaveCount(0);
	}
);

for (const [name, before, after] of [
	['upright', { width: 390, height: 844 }, { width: 390, height: 480 }],
	['on its side', { width: 844, height: 390 }, { width: 844, height: 200 }]
] as const)
	test(
		`the words of an editor are read while they are typed, where the keyboard leaves little room, ${name}`,
		{ tag: '@slow' },
		async ({ page }) => {
			await page.setViewportSize(before);
			await page.goto('/');
			await say(page, 'All that is known of the harbour. '.repeat(60));
			const asked = questions(page).last();
			await asked.getByRole('button', { name: 'Edit', exact: true }).tap();
			const editor = page.getByRole('textbox', { name: 'Edit message' });
			await expect(editor).toBeFocused();
			await page.setViewportSize(after);
			await page.keyboard.type(' more');
			// They stand in the last line, of which the middle is looked at.
			await expect
				.poll(() =>
					editor.evaluate((area) => {
						const { left, bottom } = area.getBoundingClientRect();
						return document.elementFromPoint(left + 20, bottom - 20) === area;
					})
				)
				.toBe(true);
			await expect(page.getByRole('button', { name: 'Save and send' })).toBeInViewport({
				ratio: 1
			});
		}
	);

test('no command is out of reach where the keyboard leaves little room', async ({ page }) => {
	await page.goto('/');
	await expect(composer(page)).toBeEditable();
	for (const size of [
		{ width: 360, height: 320 },
		{ width: 844, height: 220 }
	]) {
		await page.setViewportSize(size);
		await composer(page).fill('/');
		const first = page.getByRole('option', { name: /^\/compact/ });
		const isRead = () =>
			first.evaluate((option) => {
				const { left, top } = option.getBoundingClientRect();
				return option.contains(document.elementFromPoint(left + 20, top + 4));
			});
		await expect.poll(isRead).toBe(true);
		await composer(page).fill('');
	}
});

test('what folds is as tall under a finger as any button', { tag: '@slow' }, async ({ page }) => {
	await writeMemory(page, 'MEMORY.md', '- The harbour is quiet in the evening\n');
	await page.goto('/memory');
	const height = async (words: string) =>
		(await page.getByText(words, { exact: true }).boundingBox())?.height ?? 0;
	await expect.poll(() => height('Show lines')).toBeGreaterThanOrEqual(44);
	await page.goto('/settings#data');
	await page.getByLabel('Import file', { exact: true }).setInputFiles({
		name: 'garden.md',
		mimeType: 'text/markdown',
		buffer: Buffer.from('- Roses\n')
	});
	await expect.poll(() => height('Difference')).toBeGreaterThanOrEqual(44);
});

test('Shift+Esc on another page leads into the composer', async ({ page }) => {
	await page.goto('/settings');
	await expect(page.getByRole('heading', { name: 'Provider' })).toBeVisible();
	await page.keyboard.press('Shift+Escape');
	await expect(composer(page)).toBeFocused();
});

test(
	'a long choice, and the name of a model, are read to their end',
	{ tag: '@slow' },
	async ({ page, server }) => {
		await useServer(page, server);
		const preset = page.getByLabel('Compaction preset', { exact: true });
		const height = async () => (await preset.boundingBox())?.height ?? 0;
		const one = await height();
		await preset.selectOption('two-phase');
		expect(await height()).toBeGreaterThan(one * 1.5);
		await preset.focus();
		await page.keyboard.press('Enter');
		await page.keyboard.press('ArrowDown');
		await page.keyboard.press('Enter');
		await expect(preset).toHaveValue('rounds');
		await page.goto('/');
		const name = page.getByRole('button', { name: /^Model/ }).locator('span');
		await expect(name).toHaveText('claude-sonnet-5-5');
		const isCut = () =>
			name.evaluate(
				(box) => box.scrollWidth > box.clientWidth || box.scrollHeight > box.clientHeight
			);
		expect(await isCut()).toBe(false);
		const setText = (size: string) =>
			page.evaluate((size) => {
				document.documentElement.style.fontSize = size;
			}, size);
		await setText('200%');
		await expect.poll(isCut).toBe(false);
		await setText('');

		await page.goto('/settings');
		await page.getByLabel('Model', { exact: true }).fill('own-model-7b');
		await page.getByLabel('Model', { exact: true }).blur();
		await page.goto('/');
		// The gauge has most to say where the window is unknown.
		await expect(page.getByRole('button', { name: /^Context.*window unknown/ })).toBeVisible();
		await expect(name).toHaveText('own-model-7b');
		expect(await isCut()).toBe(false);
	}
);

test('what the palette has found can be read', { tag: '@slow' }, async ({ page }) => {
	await writeMemory(page, 'MEMORY.md', '- The harbour is quiet in the evening\n');
	await page.keyboard.press('Control+k');
	await page.keyboard.type('harbour');
	const found = page.getByRole('option').filter({ hasText: 'quiet in the evening' });
	const words = await found.locator('.label').boundingBox();
	expect(words?.width).toBeGreaterThan(200);
});

test('a percentage stands in one line, however much is too much @slow', async ({
	page,
	startServer
}) => {
	const small = await startServer(oneModel(4_000));
	await useServer(page, small);
	await page.goto('/');
	const button = page.getByRole('button', { name: /^Context/ });
	const lines = () =>
		button.locator('span').evaluate((words) => {
			const range = document.createRange();
			range.selectNodeContents(words);
			return new Set([...range.getClientRects()].map(({ y }) => y)).size;
		});
	await composer(page).fill('sea of words. '.repeat(10_000));
	await expect(button).toHaveAccessibleName(/^Context \d,\d{3} %$/);
	expect(await lines()).toBe(1);
});

test(
	'what is done with several lines of the desk is in reach where the last of them is chosen',
	{ tag: '@slow' },
	async ({ page }) => {
		await page.goto('/settings#data');
		await page.getByText('Paste memories from another assistant').click();
		const lines = Array.from({ length: 40 }, (_, at) => `Bought book number ${String(at)}`);
		await page.getByLabel('Memories', { exact: true }).fill(lines.join('\n'));
		await page.getByRole('button', { name: 'Show what is in it' }).click();
		await page.getByRole('button', { name: 'Import now' }).click();
		await badge(page).click();
		const boxes = page.getByRole('list', { name: 'To review' }).getByRole('checkbox');
		await expect(boxes).toHaveCount(40);
		await boxes.nth(2).check();
		await boxes.nth(30).check();
		const reject = page.getByRole('button', { name: 'Reject selected (2)' });
		await expect(reject).toBeInViewport({ ratio: 1 });
		await expect(boxes.nth(30)).toBeInViewport();
		await reject.click();
		await expect(boxes).toHaveCount(38);
	}
);

test('a long text that scrolls in a box of its own holds no finger back, where the screen is low @slow', async ({
	page
}) => {
	// Where the list of sessions lies beside.
	await page.setViewportSize({ width: 844, height: 390 });
	await broughtTalk(page);
	await useDraft(page);
	const client = await page.context().newCDPSession(page);
	/** Down over the middle of it, where its beginning is in sight; then how far it has gone along, px. */
	const swipeOver = async (box: Locator) => {
		await box.evaluate((one) => one.scrollIntoView({ block: 'center' }));
		await standsStill(box);
		const at = async () => (await box.boundingBox()) ?? { y: 0, height: 0 };
		const { y, height } = await at();
		const finger = (type: 'touchStart' | 'touchMove' | 'touchEnd', down: number) =>
			client.send('Input.dispatchTouchEvent', {
				type,
				touchPoints: type === 'touchEnd' ? [] : [{ x: 600, y: y + height / 2 + down }]
			});
		await finger('touchStart', 0);
		for (let down = 10; down < 100; down += 10) await finger('touchMove', down);
		await finger('touchEnd', 0);
		await settles(at, 250);
		return (await at()).y - y;
	};
	await card(page).getByRole('button', { name: 'Show originals' }).tap();
	const originals = card(page).getByRole('region', { name: 'Original messages' });
	await expect(originals).toContainText('Item 0');
	expect(await originals.evaluate((one) => one.clientHeight < innerHeight - 190)).toBe(true);
	expect(await swipeOver(originals)).toBeGreaterThan(50);

	await page.getByRole('button', { name: /^Context/ }).tap();
	await inspector(page).getByRole('button', { name: 'Show text' }).first().tap();
	expect(await swipeOver(inspector(page).locator('pre').first())).toBeGreaterThan(50);
});
