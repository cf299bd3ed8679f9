import type { Locator, Page } from '@playwright/test';
import type { AnthropicServer } from '../../support/anthropic/server.ts';
import { command, say, transcript, useServer } from '../steps.ts';
import { expect, test } from '../with-server.ts';

/** The screen contract as an outside tester reads it: the review desk and the headings of daily notes. */

const list = (page: Page) => page.getByRole('list', { name: 'To review', exact: true });
const item = (page: Page, text: string): Locator =>
	list(page).getByRole('listitem').filter({ hasText: text });
const status = (page: Page, text: RegExp | string) =>
	page.getByRole('status').filter({ hasText: text });

const saved = (text: string) => `[[tool:save_memory ${JSON.stringify({ text })}]]`;

/** The first conversation on an endpoint, and four lines for memory that wait afterwards. */
async function proposeFour(page: Page, server: AnthropicServer): Promise<void> {
	await useServer(page, server);
	await page.goto('/');
	await say(page, `I like aisle seats. ${saved('Likes aisle seats')}`);
	await page.getByRole('button', { name: 'New chat', exact: true }).click();
	server.queue({
		text: 'Noted.',
		toolCalls: [{ name: 'save_memory', input: { text: 'Works as a baker' } }]
	});
	await say(page, 'Guess what I do.');
	await page.getByRole('button', { name: 'New chat', exact: true }).click();
	server.queue({
		text: 'I look.',
		toolCalls: [{ name: 'read_memory', input: { path: 'MEMORY.md' } }]
	});
	server.queue({
		text: 'Noted.',
		toolCalls: [{ name: 'save_memory', input: { text: 'Owns a red canoe' } }]
	});
	server.queue({
		text: 'And noted.',
		toolCalls: [{ name: 'save_memory', input: { text: 'Owns a tall ladder' } }]
	});
	await say(page, 'Look it up, please.');
	await page.getByRole('link', { name: 'Review (4)', exact: true }).click();
	await expect(list(page).getByRole('listitem')).toHaveCount(4);
}

async function noteOf(page: Page): Promise<string> {
	await page.goto('/memory');
	await page
		.getByRole('link', { name: /^memory\/\d{4}-\d\d-\d\d\.md$/ })
		.first()
		.click();
	const editor = page.getByRole('textbox', { name: 'Memory file', exact: true });
	await expect(editor).not.toHaveValue('');
	return editor.inputValue();
}

test('items show the exact text, whose it is and where it was said, and wait for a decision', async ({
	page,
	server
}) => {
	await page.goto('/');
	await expect(page.getByRole('link', { name: 'Review', exact: true })).toBeVisible();
	await proposeFour(page, server);
	await expect(item(page, 'Likes aisle seats')).toContainText('Your words');
	await expect(item(page, 'Works as a baker')).toContainText('Assistant');
	await expect(item(page, 'Owns a red canoe')).toContainText('Tool');
	const first = item(page, 'Likes aisle seats');
	for (const name of ['Accept', 'Edit', 'Reject'])
		await expect(first.getByRole('button', { name, exact: true })).toBeVisible();
	await expect(first.getByRole('link', { name: 'Source', exact: true })).toHaveAttribute(
		'href',
		/^\/chat\/[\w-]+#[\w-]+$/
	);

	await first.getByRole('button', { name: 'Edit', exact: true }).click();
	const editor = page.getByRole('textbox', { name: 'Proposal text', exact: true });
	await expect(editor).toHaveValue('Likes aisle seats');
	await editor.fill('Likes window seats');
	await page.getByRole('button', { name: 'Cancel', exact: true }).click();
	await expect(first).toHaveCount(1);
	await first.getByRole('button', { name: 'Edit', exact: true }).click();
	await editor.fill('Likes window seats');
	await page.getByRole('button', { name: 'Save', exact: true }).click();
	await expect(item(page, 'Likes window seats')).toHaveCount(1);
	await expect(page.getByRole('link', { name: 'Review (4)', exact: true })).toBeVisible();

	await item(page, 'Owns a red canoe').getByRole('button', { name: 'Reject', exact: true }).click();
	await expect(page.getByRole('dialog')).toHaveCount(0);
	await expect(item(page, 'Owns a red canoe')).toHaveCount(0);
	await page.getByRole('status').getByRole('button', { name: 'Undo', exact: true }).click();
	await expect(item(page, 'Owns a red canoe')).toHaveCount(1);

	await page.getByRole('button', { name: 'Accept all', exact: true }).click();
	await expect(list(page).getByRole('listitem')).toHaveCount(2);
	await expect(status(page, /2 stay/)).toBeVisible();
	await expect(page.getByRole('link', { name: 'Review (2)', exact: true })).toBeVisible();
	await page.getByRole('status').getByRole('button', { name: 'Undo', exact: true }).click();
	await expect(list(page).getByRole('listitem')).toHaveCount(4);
	await item(page, 'Works as a baker').getByRole('button', { name: 'Accept', exact: true }).click();
	await expect(list(page).getByRole('listitem')).toHaveCount(3);
	expect(await noteOf(page)).toMatch(
		/^### Saved in conversation \(\d\d:\d\d\)\n+- Works as a baker\n/m
	);
	await page.goto('/review');
	await item(page, 'Owns a red canoe').getByRole('link', { name: 'Source', exact: true }).click();
	await expect(
		transcript(page).getByRole('article', { name: /^You/ }).filter({ hasText: 'Look it up' })
	).toBeInViewport();
});

test('single letters work while the focus is in the list, and nowhere else', async ({
	page,
	server
}) => {
	await proposeFour(page, server);
	await page.keyboard.press('a');
	await expect(list(page).getByRole('listitem')).toHaveCount(4);
	await list(page).getByRole('listitem').first().focus();
	await page.keyboard.press('j');
	await expect(list(page).getByRole('listitem').nth(1)).toBeFocused();
	await page.keyboard.press('k');
	await expect(list(page).getByRole('listitem').first()).toBeFocused();
	await page.keyboard.press('x');
	await expect(list(page).getByRole('listitem')).toHaveCount(3);
	await page.keyboard.press('u');
	await expect(list(page).getByRole('listitem')).toHaveCount(4);
	await list(page).getByRole('listitem').first().focus();
	await page.keyboard.press('a');
	await expect(list(page).getByRole('listitem')).toHaveCount(3);
	await page.keyboard.press('e');
	await expect(page.getByRole('textbox', { name: 'Proposal text', exact: true })).toBeFocused();
	await page.keyboard.type('axu');
	await page.keyboard.press('Escape');
	await expect(list(page).getByRole('listitem')).toHaveCount(3);
	await page.goto('/settings');
	await page.getByRole('switch', { name: 'Single-letter keys on the review desk' }).click();
	await expect(status(page, /^Saved$/)).toBeVisible();
	await page.goto('/review');
	await list(page).getByRole('listitem').first().focus();
	await page.keyboard.press('x');
	await page.keyboard.press('Tab');
	await expect(list(page).getByRole('listitem')).toHaveCount(3);
});

const learnt = `<summary>
## Original Task
Plan a trip.

## Requests
- open: choose a train

## Completed Work
| Item | Action | Description |
| --- | --- | --- |
| hotels | compared | several were named |

## Key Technical Decisions
- The trip is in May.

## Current State
Comparing hotels.

## Pending Work
- [ ] choose a train
</summary>
<memories>
- Plans a trip in May [turn 1]
- Travels with a parrot [turn 2]
</memories>`;

test('lines learnt at a compaction and at a reset stand under their own headings in the note of the day', async ({
	page,
	server
}) => {
	server.summariser(() => learnt);
	await useServer(page, server);
	await page.getByLabel('Review memories').selectOption('untainted');
	await expect(status(page, /^Saved$/)).toBeVisible();
	await page.goto('/');
	for (let turn = 0; turn < 6; turn++)
		await say(
			page,
			`Item ${String(turn)}: we plan a trip in May, ${'with hotels and trains. '.repeat(12)}`
		);
	await command(page, '/compact');
	await page.getByRole('button', { name: 'Use summary', exact: true }).click();
	await expect(transcript(page).getByRole('article', { name: /^Summary of/ })).toHaveCount(1);
	const session = page.url();
	const note = await noteOf(page);
	expect(note).toMatch(
		/^### Extracted from context compaction \(\d\d:\d\d\)\n+- Plans a trip in May\n- Travels with a parrot\n/m
	);
	server.when(
		(body) => !body.tools?.length,
		() => ({ text: '<memories>\n- Sings in a choir [turn 1]\n</memories>' })
	);
	await page.goto(session);
	await command(page, '/reset');
	await expect(page).not.toHaveURL(session);
	await expect
		.poll(async () => noteOf(page), { timeout: 20_000 })
		.toMatch(/^### Extracted from session reset \(\d\d:\d\d\)\n+- Sings in a choir\n/m);
});
