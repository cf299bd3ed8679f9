import { readdir, readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import {
	composer,
	press,
	questions,
	replies,
	say,
	tabTo,
	transcript,
	useServer
} from '../steps.ts';
import { expect, test } from '../with-server.ts';

/** The whole way through the app without a pointer: after the endpoint is set, nothing is clicked in this file. */

test('a conversation is begun, changed, stopped, branched and left with keys alone', async ({
	page,
	server
}) => {
	await useServer(page, server);
	await page.goto('/');
	await expect(composer(page)).toBeFocused();
	await page.keyboard.type('My first question');
	await press(page, 'Enter');
	await expect(replies(page)).toContainText('You said: “My first question');
	await expect(page.getByRole('button', { name: 'Stop' })).toHaveCount(0);
	await expect(composer(page)).toBeFocused();

	await test.step('↑ opens the last message, Esc leaves it, and Save and send is a Tab away', async () => {
		await press(page, 'ArrowUp');
		const editor = page.getByRole('textbox', { name: 'Edit message' });
		await expect(editor).toBeFocused();
		await press(page, 'Escape');
		await expect(editor).toHaveCount(0);
		await press(page, 'Shift+Escape');
		await expect(composer(page)).toBeFocused();
		await press(page, 'ArrowUp');
		await press(page, 'End');
		await page.keyboard.type(', put better');
		await tabTo(page, page.getByRole('button', { name: 'Save and send' }));
		await press(page, 'Enter');
		await expect(replies(page)).toContainText('You said: “My first question, put better');
		await expect(questions(page)).toHaveCount(1);
	});

	await test.step('actions of a message are behind More actions, and are pressed with Enter and Space', async () => {
		await press(page, 'Shift+Escape');
		const more = questions(page).getByRole('button', { name: 'More actions' });
		await tabTo(page, more, 'Shift+Tab');
		await press(page, 'Enter');
		const pin = questions(page).getByRole('button', { name: 'Pin', exact: true });
		await tabTo(page, pin);
		await press(page, 'Space');
		await expect(pin).toHaveAttribute('aria-pressed', 'true');
	});

	await test.step('Esc closes what is open, and then stops the answer', async () => {
		server.script(() => ({ text: 'word '.repeat(400), tokensPerSecond: 40 }));
		await press(page, 'Shift+Escape');
		await page.keyboard.type('Tell me a long story');
		await press(page, 'Enter');
		await expect(replies(page).last()).toContainText('word word');
		await press(page, 'Control+/');
		const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
		await expect(dialog).toBeVisible();
		await press(page, 'Escape');
		await expect(dialog).toHaveCount(0);
		await expect(page.getByRole('button', { name: 'Stop' })).toBeVisible();
		await press(page, 'Escape');
		await expect(replies(page).last()).toContainText('Stopped');
		server.script(() => ({ text: 'They lived happily.' }));
		await tabTo(page, replies(page).last().getByRole('button', { name: 'Retry' }), 'Shift+Tab');
		await press(page, 'Enter');
		await expect(replies(page).last()).toContainText('They lived happily.');
	});

	await test.step('the inspector opens at the gauge and gives the focus back', async () => {
		await press(page, 'Shift+Escape');
		await tabTo(page, page.getByRole('button', { name: /^Context/ }));
		await press(page, 'Enter');
		const inspector = page.getByRole('region', { name: 'Prompt inspector' });
		const include = inspector.getByRole('switch', { name: 'Include Recent messages' });
		await tabTo(page, include);
		await press(page, 'Space');
		await expect(include).not.toBeChecked();
		await press(page, 'Space');
		await expect(include).toBeChecked();
		await press(page, 'Escape');
		await expect(inspector).toHaveCount(0);
		await expect(composer(page)).toBeFocused();
	});

	await test.step('a new chat, one of another kind from its menu, and back by the palette', async () => {
		const address = page.url();
		await press(page, 'Control+Shift+O');
		await expect(page).not.toHaveURL(address);
		await expect(composer(page)).toBeFocused();
		const options = page.getByRole('button', { name: 'New chat options' });
		await tabTo(page, options, 'Shift+Tab');
		await press(page, 'Enter');
		await expect(page.getByRole('menuitem').first()).toBeFocused();
		await press(page, 'Escape');
		await expect(options).toBeFocused();
		await press(page, 'Enter', 'ArrowDown', 'ArrowUp', 'Enter');
		await expect(page.getByRole('main').getByText('Guest', { exact: true })).toBeVisible();
		await press(page, 'Control+k');
		const palette = page.getByRole('dialog', { name: 'Search and commands' });
		await expect(palette).toBeVisible();
		await page.keyboard.type('put better');
		const hit = palette.getByRole('option').filter({ hasText: 'My first question' }).first();
		await expect(async () => {
			if ((await hit.getAttribute('aria-selected', { timeout: 500 })) !== 'true')
				await press(page, 'ArrowDown');
			await expect(hit).toHaveAttribute('aria-selected', 'true', { timeout: 500 });
		}).toPass();
		await press(page, 'Enter');
		await expect(palette).toHaveCount(0);
		await expect(page).toHaveURL(new RegExp(`^${address}`));
	});
	expect(server.refusals).toEqual([]);
});

/** What stands in the code of the palette alone. */
const ofPalette = 'patience:300';

/** The palette does not come, though the app fetches it ahead, until what this answers is called. */
async function holdPalette(page: Page): Promise<() => void> {
	let release: () => void = () => undefined;
	const held = new Promise<void>((resolve) => (release = resolve));
	const nodes = 'build/_app/immutable/chunks';
	const names = (await readdir(nodes)).filter((name) => name.endsWith('.js'));
	const texts = await Promise.all(names.map((name) => readFile(`${nodes}/${name}`, 'utf8')));
	const own = names.filter((_, at) => texts[at]?.includes(ofPalette));
	expect(own).toHaveLength(1);
	await page.route(`**/${own[0]!}`, async (route) => {
		await held;
		await route.continue();
	});
	return release;
}

test('what is typed right after Ctrl+K is meant for the palette, also while that is on its way', async ({
	page
}) => {
	const release = await holdPalette(page);
	await page.goto('/');
	await expect(composer(page)).toBeFocused();
	await page.keyboard.type('Half a thought');
	await page.keyboard.press('Control+k');
	await page.keyboard.type('archivx');
	await page.keyboard.press('Backspace');
	await expect(page.getByRole('dialog')).toHaveCount(0);
	release();
	const field = page.getByRole('dialog').getByRole('combobox');
	await expect(field).toHaveValue('archiv');
	await expect(page.getByRole('option', { name: 'Archive', exact: true })).toBeVisible();
	await page.keyboard.press('Escape');
	await expect(composer(page)).toHaveValue('Half a thought');
	await expect(composer(page)).toBeFocused();
});

test('Enter right after Ctrl+K does once what it does in the palette, and sends nothing', async ({
	page
}) => {
	const release = await holdPalette(page);
	await page.goto('/');
	await expect(composer(page)).toBeFocused();
	await page.keyboard.type('Half a thought');
	await page.keyboard.press('Control+k');
	await page.keyboard.type('archive');
	await page.keyboard.press('Enter');
	await page.keyboard.press('Enter');
	await expect(page.getByRole('dialog')).toHaveCount(0);
	release();
	await expect(page).toHaveURL(/\/archive$/);
	await expect(page.getByRole('dialog')).toHaveCount(0);
	await page.goBack();
	await expect(composer(page)).toHaveValue('Half a thought');
	await expect(page.getByRole('article')).toHaveCount(0);
});

/** Presses keys in each start of the app, when its scripts run and nothing of it is on screen yet. */
const pressEarly = (
	page: Page,
	...keys: readonly Pick<KeyboardEventInit, 'key' | 'ctrlKey' | 'isComposing'>[]
): Promise<unknown> =>
	page.addInitScript((pressed) => {
		const replaceState = history.replaceState.bind(history);
		let isDone = false;
		history.replaceState = (...change: Parameters<History['replaceState']>) => {
			if (!isDone)
				for (const key of pressed)
					document.body.dispatchEvent(new KeyboardEvent('keydown', { ...key, bubbles: true }));
			isDone = true;
			replaceState(...change);
		};
	}, keys);

test('what is typed before the composer is there stands in it', async ({ page }) => {
	await pressEarly(
		page,
		{ key: 'H' },
		{ key: 'i' },
		{ key: 'x' },
		{ key: 'Backspace' },
		{ key: 'c', ctrlKey: true },
		{ key: 'Shift' },
		{ key: 'Process', isComposing: true }
	);
	await page.goto('/');
	await expect(composer(page)).toHaveValue('Hi');
	await expect(composer(page)).toBeFocused();
	await page.keyboard.type(' there');
	await expect(composer(page)).toHaveValue('Hi there');

	await test.step('behind what stood there before', async () => {
		await page.reload();
		await expect(composer(page)).toHaveValue(/^Hi there\s*Hi$/);
	});
});

test('what is typed before a page without a composer goes nowhere @slow', async ({ page }) => {
	await pressEarly(page, { key: 'x' });
	await page.goto('/settings');
	await page.getByRole('button', { name: 'New chat', exact: true }).click();
	await expect(composer(page)).toBeFocused();
	await expect(composer(page)).toHaveValue('');
});

test('the first Tab offers to skip to the content', async ({ page }) => {
	await page.goto('/archive');
	await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
	await press(page, 'Tab');
	const skip = page.getByRole('link', { name: 'Skip to content' });
	await expect(skip).toBeFocused();
	await press(page, 'Enter');
	await expect(page.getByRole('main')).toBeFocused();
});

test('where the palette leads the next Tab begins at the content, not at the sidebar @slow', async ({
	page
}) => {
	await page.goto('/');
	await expect(composer(page)).toBeFocused();
	for (const [place, option] of [
		['Memory', 'Memory /memory'],
		['Settings', 'Settings']
	] as const) {
		await press(page, 'Control+k');
		await expect(page.getByRole('dialog').getByRole('combobox')).toBeFocused();
		await page.keyboard.type(place);
		await expect(page.getByRole('option', { name: option, exact: true })).toBeVisible();
		await press(page, 'Enter');
		await expect(page.getByRole('heading', { level: 1, name: place })).toBeVisible();
		const main = page.getByRole('main');
		await expect(main).toBeFocused();
		// Before the page is drawn there is nothing in it to go on to.
		await expect(main.getByRole('button').first()).toBeVisible();
		await press(page, 'Tab');
		await expect(main.locator(':focus')).toHaveCount(1);
	}
});

test('slash commands are chosen with the arrows', { tag: '@slow' }, async ({ page }) => {
	await page.goto('/');
	await expect(composer(page)).toBeFocused();
	await page.keyboard.type('/');
	const options = page.getByRole('listbox', { name: 'Commands' }).getByRole('option');
	await expect(options.first()).toHaveAttribute('aria-selected', 'true');
	await press(page, 'ArrowDown');
	await expect(options.nth(1)).toHaveAttribute('aria-selected', 'true');
	await expect(composer(page)).toHaveAttribute(
		'aria-activedescendant',
		(await options.nth(1).getAttribute('id')) ?? ''
	);
	await press(page, 'Escape');
	await expect(options).toHaveCount(0);
	await expect(composer(page)).toHaveValue('/');
	await page.keyboard.type('mem');
	await press(page, 'Tab');
	await expect(page).toHaveURL(/\/memory$/);
});

test(
	'the desk is worked through with single letters, and gives the focus to the next item',
	{ tag: '@slow' },
	async ({ page, server }) => {
		await useServer(page, server);
		await page.goto('/');
		const lines = ['Prefers aisle seats', 'Rides a red bicycle', 'Drinks tea at five'];
		await say(
			page,
			`Note these. ${lines.map((text) => `[[tool:save_memory {"text":"${text}"}]]`).join(' ')}`
		);
		await tabTo(page, page.getByRole('link', { name: 'Review (3)' }), 'Shift+Tab');
		await press(page, 'Enter');
		const items = page.getByRole('list', { name: 'To review' }).getByRole('listitem');
		await expect(items).toHaveCount(3);
		await tabTo(page, items.first());
		const first = (await items.first().innerText()).trim();
		await press(page, 'j');
		await expect(items.nth(1)).toBeFocused();
		await press(page, 'k');
		await expect(items.first()).toBeFocused();
		await press(page, 'e');
		const editor = page.getByRole('textbox', { name: 'Proposal text' });
		await expect(editor).toBeFocused();
		await page.keyboard.type('axe');
		await expect(items).toHaveCount(3);
		await press(page, 'Escape');
		await expect(editor).toHaveCount(0);
		await expect(items.first()).toBeFocused();
		await press(page, 'x');
		await expect(items).toHaveCount(2);
		await expect(items.first()).toBeFocused();
		await press(page, 'u');
		await expect(items).toHaveCount(3);
		expect((await items.allInnerTexts()).map((text) => text.trim())).toContain(first);
		await press(page, 'a');
		await expect(items).toHaveCount(2);
		await expect(page.getByRole('status').filter({ hasText: 'Written to' })).toBeVisible();
	}
);

test(
	'what an input method composes is not sent before it is whole',
	{ tag: '@slow' },
	async ({ page, context }) => {
		await page.goto('/');
		await expect(composer(page)).toBeFocused();
		const protocol = await context.newCDPSession(page);
		await protocol.send('Input.imeSetComposition', {
			text: 'にほんご',
			selectionStart: 4,
			selectionEnd: 4
		});
		await expect(composer(page)).toHaveValue('にほんご');
		await press(page, 'Enter');
		await expect(transcript(page).getByRole('article')).toHaveCount(0);
		await protocol.send('Input.insertText', { text: '日本語' });
		await expect(composer(page)).toHaveValue(/日本語/);
		await expect(transcript(page).getByRole('article')).toHaveCount(0);
		await press(page, 'Enter');
		await expect(questions(page)).toContainText('日本語');
	}
);
