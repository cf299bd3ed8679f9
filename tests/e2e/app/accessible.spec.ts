import { AxeBuilder } from '@axe-core/playwright';
import type { BrowserContext, Page } from '@playwright/test';
import { startAnthropic, type AnthropicServer } from '../../support/anthropic/server.ts';
import { command, composer, say, standsStill, transcript, useServer } from '../steps.ts';
import { expect, oneModel, test } from '../with-server.ts';

/** Every page and everything that opens on it: for screen readers, for large type, for narrow screens. */

// One profile with something of everything, filled once and then only looked at.
test.describe.configure({ mode: 'default', timeout: 120_000 });

let server: AnthropicServer;
let context: BrowserContext;
let page: Page;
let chat: string;
let archive: string;

const part = (number: number): string =>
	`Part ${String(number)}: the ferry to Naxos leaves pier ${String(number)} at 0${String(number)}:45. ${'It was a fine day by the sea, and we talked about the timetable. '.repeat(16)}`;

const longName = `${'minutes_of_the_meeting_'.repeat(5)}final.txt`;

test.beforeAll(async ({ browser }) => {
	test.setTimeout(180_000);
	server = await startAnthropic(oneModel(16_000, 2_000));
	context = await browser.newContext();
	page = await context.newPage();
	await useServer(page, server);
	await page.goto('/');
	await say(page, 'Please note it. [[tool:save_memory {"text":"Prefers aisle seats on ferries"}]]');
	server.script((_, { byDefault }) => {
		const { text = '' } = byDefault();
		return {
			text: `${text}\n\n## Times\n\n| pier | at |\n|--:|---|\n| 1 | 01:45 |\n\n\`\`\`ts\nconst pier = 1;\n\`\`\`\n\nSee [the plan](https://a.example/plan).`
		};
	});
	for (let turn = 1; turn < 8; turn++) await say(page, part(turn));
	server.script((_, { byDefault }) => byDefault());
	await command(page, '/compact');
	await page.getByRole('button', { name: 'Use summary' }).click({ timeout: 30_000 });
	await expect(page.getByRole('article', { name: /^Summary of earlier messages/ })).toHaveCount(1);
	for (let turn = 1; turn < 7; turn++) await say(page, part(turn));
	// What cannot be broken between two words.
	const [picker] = await Promise.all([
		page.waitForEvent('filechooser'),
		page.getByRole('button', { name: 'Attach files' }).click()
	]);
	await picker.setFiles({
		name: longName,
		mimeType: 'text/plain',
		buffer: Buffer.from('The notes.')
	});
	await expect(page.getByRole('button', { name: `Remove ${longName}` })).toBeVisible();
	await say(page, `See it. [[tool:recall {"query":"https://${longName}"}]]`);
	await command(page, '/compact');
	await expect(page.getByRole('button', { name: 'Use summary' })).toBeVisible({ timeout: 30_000 });
	await command(page, '/remember I get seasick');
	await expect(page.getByRole('status').filter({ hasText: 'memory' }).first()).toBeVisible();
	chat = page.url();
	await page.goto('/archive');
	const link = page.getByRole('list', { name: 'Archives' }).getByRole('link').first();
	archive = (await link.getAttribute('href')) ?? '';
});

test.afterAll(async () => {
	await context.close();
	await server.close();
});

interface Place {
	readonly name: string;
	readonly open: () => Promise<void>;
	/** Takes away what was opened; the place behind it goes on from there. */
	readonly close?: () => Promise<void>;
}

const at = (address: string, holds: string): Place => ({
	name: address,
	open: async () => {
		await page.goto(address);
		await expect(page.getByRole('main')).toContainText(holds);
	}
});

const escape = () => page.keyboard.press('Escape');
const card = () => page.getByRole('article', { name: /^Summary of earlier messages/ });

/** In this order: what is opened on a page comes after the page. */
const places = (): readonly Place[] => [
	{
		name: 'the chat with a draft',
		open: async () => {
			await page.goto(chat);
			await expect(transcript(page).getByRole('article', { name: /^Draft summary/ })).toBeVisible();
			await expect(page.getByRole('button', { name: /^Context \d+/ })).toBeVisible();
		}
	},
	{
		name: 'what a draft has changed',
		open: async () => {
			const draft = transcript(page).getByRole('article', { name: /^Draft summary/ });
			await draft.getByRole('button', { name: 'More summary actions' }).click();
			await draft.getByRole('button', { name: 'Show changes' }).click();
			await expect(draft.locator('ins').first()).toBeVisible();
		}
	},
	{
		name: 'a file with a long name, opened',
		open: async () => {
			const file = transcript(page).getByRole('button', { name: longName });
			await standsStill(file);
			await file.click();
			await expect(page.getByRole('dialog')).toContainText('The notes.');
		},
		close: escape
	},
	{
		name: 'actions of a message and the list of commands',
		open: async () => {
			await transcript(page).getByRole('button', { name: 'More actions' }).last().click();
			await composer(page).fill('/');
			await expect(page.getByRole('listbox', { name: 'Commands' })).toBeVisible();
		},
		close: () => composer(page).fill('')
	},
	{
		name: 'the inspector',
		open: async () => {
			await page.getByRole('button', { name: /^Context/ }).click();
			await page.getByRole('button', { name: 'Show text' }).first().click();
			// What is pressed for a draft stays in sight, in front of what is scrolled past behind it.
			const whole = transcript(page).getByText('Whole text').last();
			await whole.evaluate((element) => element.scrollIntoView({ block: 'center' }));
		},
		close: escape
	},
	{
		name: 'search and commands',
		open: async () => {
			await page.keyboard.press('Control+k');
			await page.keyboard.type('ferry');
			await expect(page.getByRole('option').first()).toBeVisible();
		},
		close: escape
	},
	{
		name: 'the card of a summary',
		open: async () => {
			const button = card().getByRole('button', { name: 'Delete summary' });
			// What comes into view is measured there, and may push the card out of it again.
			await expect(async () => {
				await button.scrollIntoViewIfNeeded();
				await expect(button).toBeInViewport({ timeout: 500 });
			}).toPass();
		}
	},
	{
		name: 'what was lost, and what a model may be asked about it',
		open: async () => {
			await card().getByRole('button', { name: 'What was lost' }).click();
			await expect(
				page.getByRole('button', { name: 'Ask the model what is missing' })
			).toBeVisible();
		},
		close: () => card().getByRole('button', { name: 'What was lost' }).click()
	},
	{
		name: 'the messages a summary stands in for',
		open: async () => {
			await card().getByRole('button', { name: 'Show originals' }).click();
			const originals = page.getByRole('region', { name: 'Original messages', exact: true });
			await expect(originals).toContainText('Part 1');
		},
		close: () => card().getByRole('button', { name: 'Show originals' }).click()
	},
	{
		name: 'the question before a summary is deleted',
		open: async () => {
			await card().getByRole('button', { name: 'Delete summary' }).click();
			await expect(page.getByRole('dialog', { name: 'Delete summary?' })).toBeVisible();
		},
		close: escape
	},
	at('/?new', ''),
	at('/memory', 'MEMORY.md'),
	{
		name: 'a memory file with its preview',
		open: async () => {
			await page.goto('/memory/MEMORY.md');
			await expect(page.getByRole('textbox', { name: 'Memory file' })).toHaveValue(/seasick/);
			await page.getByRole('button', { name: 'Preview' }).click();
			await expect(page.locator('.prose')).toContainText('seasick');
		}
	},
	at('/review', 'aisle seats'),
	at('/archive', 'Archived'),
	{
		name: 'the keyboard shortcuts',
		open: async () => {
			await page.keyboard.press('Control+/');
			await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
		},
		close: escape
	},
	at(archive, 'Checked: unchanged'),
	at('/search?q=ferry', 'ferry'),
	at('/settings', 'Key set'),
	at('/settings/presets', 'What it does'),
	at('/not/there', 'There is nothing')
];

async function expectSound(): Promise<void> {
	const { violations } = await new AxeBuilder({ page })
		.withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
		.analyze();
	expect.soft(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
	expect.soft(await page.locator('main').count(), 'one main').toBe(1);
	expect.soft(await page.locator('h1').count(), 'one h1').toBe(1);
}

for (const [colorScheme, width, tag] of [
	['light', 1280, ''],
	['dark', 390, ''],
	['light', 390, ' @slow'],
	['dark', 1280, ' @slow']
] as const)
	test(`no rule of accessibility is broken anywhere, ${colorScheme}, ${String(width)} px wide${tag}`, async () => {
		test.slow();
		await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
		await page.setViewportSize({ width, height: 844 });
		for (const { name, open, close } of places())
			await test.step(name, async () => {
				await open();
				await expectSound();
				await close?.();
			});
		if (width === 390)
			await test.step('the list of sessions', async () => {
				await page.goto('/review');
				await page.getByRole('button', { name: 'Open sessions' }).click();
				await expect(page.getByRole('navigation', { name: 'Sessions' })).toBeVisible();
				await expectSound();
			});
	});

/** What sticks out of the window at the side and cannot be scrolled to by itself. */
const stickingOut = (): Promise<string[]> =>
	page.evaluate(() => {
		const found: string[] = [];
		const scrolls = (element: Element | null): boolean =>
			element !== null &&
			(/auto|scroll/.test(getComputedStyle(element).overflowX) || scrolls(element.parentElement));
		for (const element of document.body.querySelectorAll<HTMLElement>('*')) {
			const hasWords = [...element.childNodes].some(
				(node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim() !== ''
			);
			if (!hasWords && !element.matches('button, input, textarea, select')) continue;
			if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
			if (element.closest('[inert]')) continue;
			const { left, right, width } = element.getBoundingClientRect();
			if (width <= 1 || (right <= innerWidth + 1 && left >= -1)) continue;
			// A box that scrolls by itself, as around code, tables and a row of links, or cut with three dots.
			const box = element.parentElement;
			if (element.matches('code, td, th, pre, nav > a') && scrolls(box)) continue;
			if (box && getComputedStyle(box).textOverflow === 'ellipsis') continue;
			found.push(element.outerHTML.slice(0, 200));
		}
		// Squeezed until its letters stand one below the other.
		for (const title of document.querySelectorAll('h1')) {
			const { width } = title.getBoundingClientRect();
			if (width > 1 && width < 2 * parseFloat(getComputedStyle(title).fontSize))
				found.push(`the title is ${String(width)} px wide`);
		}
		// Pushed out of a button that is narrower than what it holds.
		for (const part of document.querySelectorAll('button:not([inert] *) > :is(span, svg)')) {
			const button = part.parentElement!;
			const box = button.getBoundingClientRect();
			const { left, right, width } = part.getBoundingClientRect();
			if (width <= 1 || (left >= box.left - 1 && right <= box.right + 1)) continue;
			// What another part of the page lies over is not read now.
			const seen = document.elementFromPoint((box.left + box.right) / 2, box.top + 2);
			if (button.contains(seen)) found.push(`out of its button: ${button.outerHTML.slice(0, 200)}`);
		}
		// A command that cannot be read to its end cannot be chosen either.
		for (const name of document.querySelectorAll('[role="option"] > .label'))
			if (name.clientWidth < 12 * 16 && name.scrollWidth > name.clientWidth)
				found.push(`cut short: ${name.textContent}`);
		// As is a field for words that shows a few letters of them.
		const fields = 'select, input:is([type="text"], [type="search"], [type="password"])';
		for (const field of document.querySelectorAll(fields)) {
			const { width } = field.getBoundingClientRect();
			const letters = field.matches('select') ? 5 : 10;
			const size = parseFloat(getComputedStyle(field).fontSize);
			if (width > 1 && width < Math.min(letters * size, innerWidth / 2))
				found.push(`a field is ${String(width)} px wide: ${field.outerHTML.slice(0, 200)}`);
		}
		for (const field of document.querySelectorAll('textarea:placeholder-shown'))
			if (field.scrollWidth > field.clientWidth) found.push(`a hint is cut: ${field.outerHTML}`);
		// What is told below a name in the palette begins where that does.
		for (const note of document.querySelectorAll('[role="option"] > .label + .note')) {
			const [name, told] = [note.previousElementSibling, note.firstElementChild].map(
				(one) => one?.getBoundingClientRect() ?? new DOMRect()
			);
			const isBelow = name && told && told.top >= name.bottom;
			if (isBelow && Math.abs(told.left - name.left) > 0.5)
				found.push(`out of line by ${String(told.left - name.left)} px: ${note.outerHTML}`);
		}
		const { scrollWidth } = document.documentElement;
		if (scrollWidth > innerWidth) found.push(`the page is ${String(scrollWidth)} px wide`);
		return found;
	});

for (const [width, size] of [
	[320, '100%'],
	[390, '200%'],
	[1280, '200%']
] as const)
	test(`nothing sticks out at ${String(width)} px and ${size} text`, async () => {
		await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
		await page.setViewportSize({ width, height: 800 });
		for (const { name, open, close } of places())
			await test.step(name, async () => {
				await open();
				await page.evaluate((fontSize) => {
					document.documentElement.style.fontSize = fontSize;
				}, size);
				expect.soft(await stickingOut()).toEqual([]);
				await close?.();
			});
	});
