import type { Page } from '@playwright/test';
import { asksForSummary } from '../../support/anthropic/answers/script.ts';
import type { MessagesBody } from '../../support/anthropic/wire.ts';
import { command, composer, replies, say, transcript, useServer } from '../steps.ts';
import { expect, test } from '../with-server.ts';

/** The screen contract as an outside tester reads it: drafts, cards, and what can be done with a summary. */

const item = (turn: number): string =>
	`Item ${String(turn)}: the ferry to Naxos leaves pier ${String(turn + 3)} at 0${String(turn % 10)}:45 and costs ${String(20 + turn)} EUR; see https://example.com/ferry/${String(turn)}. ${'It was a fine day by the sea. '.repeat(2)}`;

async function talk(page: Page, from = 0, turns = 6): Promise<void> {
	for (let turn = from; turn < from + turns; turn++) await say(page, item(turn));
}

const draft = (page: Page) =>
	page.getByRole('article', { name: /^Draft summary of earlier messages/ });

/** Drafts that were replaced have taken numbers too, so the first round in use need not be number 1. */
const card = (page: Page) =>
	transcript(page).getByRole('article', { name: /^Summary of earlier messages, round \d+$/ });

const status = (page: Page, text: RegExp | string) =>
	page.getByRole('status').filter({ hasText: text });

async function useDraft(page: Page, cards = 1): Promise<void> {
	await command(page, '/compact');
	await draft(page).getByRole('button', { name: 'Use summary', exact: true }).click();
	await expect(card(page)).toHaveCount(cards);
}

test('a draft is the same in the conversation and on the desk, and is used from there', async ({
	page
}) => {
	await page.goto('/');
	await talk(page);
	const session = page.url();
	await command(page, '/compact');
	await expect(composer(page)).toHaveValue('');
	for (const name of ['Use summary', 'Edit summary', 'Discard summary'])
		await expect(draft(page).getByRole('button', { name, exact: true })).toBeVisible();
	const words = await draft(page).getByText('Naxos').first().textContent();
	await page.getByRole('link', { name: /^Review \(\d+\)$/ }).click();
	const waiting = page
		.getByRole('list', { name: 'To review', exact: true })
		.getByRole('listitem')
		.filter({ has: draft(page) });
	await expect(waiting).toContainText(words ?? 'Naxos');
	await waiting.getByRole('button', { name: 'Discard summary', exact: true }).click();
	await expect(draft(page)).toHaveCount(0);
	await page.getByRole('status').getByRole('button', { name: 'Undo', exact: true }).click();
	await waiting.getByRole('button', { name: 'Use summary', exact: true }).click();
	await expect(draft(page)).toHaveCount(0);
	await page.goto(session);
	await expect(card(page)).toHaveCount(1);
	await expect(draft(page)).toHaveCount(0);
});

test('#197 a card tells what it stands for, and is edited, undone and deleted in place', async ({
	page
}) => {
	await page.goto('/');
	await talk(page);
	await useDraft(page);

	await test.step('it stands where its turns end, and holds the whole text', async () => {
		await expect(card(page)).toContainText(/Stands in for \d+ turns/);
		await expect(card(page)).toContainText(/[\d,.]+ → [\d,.]+ tokens/);
		await expect(card(page)).toContainText('On-device');
		await expect(card(page)).toContainText(/cost/i);
		await expect(card(page)).toContainText('without a model');
		await expect(card(page)).toContainText('Naxos');
		for (const name of [
			'Edit summary',
			'Undo compaction',
			'Delete summary',
			'What was lost',
			'Show originals'
		])
			await expect(card(page).getByRole('button', { name, exact: true })).toBeVisible();
		const names = await transcript(page)
			.getByRole('article')
			.evaluateAll((all) => all.map((article) => article.textContent.trim().slice(0, 20)));
		const at = names.findIndex((name) => name.startsWith('Summary'));
		expect(at).toBeGreaterThan(-1);
		// Between two turns; behind the last one where even of that only the end is kept word for word.
		expect(names[at - 1]).toMatch(/^Assistant/);
		expect(names[at + 1] ?? 'You').toMatch(/^You/);
	});

	await test.step('its editor takes the focus, saves with Mod+Enter and Save, leaves with Esc and Cancel', async () => {
		const edit = card(page).getByRole('button', { name: 'Edit summary', exact: true });
		const editor = page.getByRole('textbox', { name: 'Summary text', exact: true });
		for (const [leave, words] of [
			['Escape', 'first try'],
			['Cancel', 'second try']
		] as const) {
			await edit.click();
			await expect(editor).toBeFocused();
			await editor.fill(words);
			if (leave === 'Escape') await page.keyboard.press('Escape');
			else await card(page).getByRole('button', { name: 'Cancel', exact: true }).click();
			await expect(editor).toHaveCount(0);
			await expect(card(page)).not.toContainText(words);
		}
		for (const [keep, words] of [
			['Control+Enter', 'A text by hand.'],
			['Save', 'Another text by hand.']
		] as const) {
			await edit.click();
			await editor.fill(words);
			if (keep === 'Save')
				await card(page).getByRole('button', { name: 'Save', exact: true }).click();
			else await page.keyboard.press(keep);
			await expect(editor).toHaveCount(0);
			await expect(card(page)).toContainText(words);
		}
	});

	await test.step('Delete summary asks what becomes of the messages', async () => {
		const dialog = page.getByRole('dialog', { name: 'Delete summary?', exact: true });
		const remove = () =>
			card(page).getByRole('button', { name: 'Delete summary', exact: true }).click();
		await remove();
		for (const name of ['Bring the messages back', 'Leave the messages out too', 'Cancel'])
			await expect(dialog.getByRole('button', { name, exact: true })).toBeVisible();
		await dialog.getByRole('button', { name: 'Cancel', exact: true }).click();
		await expect(card(page)).toHaveCount(1);
		await remove();
		await page.keyboard.press('Escape');
		await expect(dialog).toHaveCount(0);
		await remove();
		await dialog.getByRole('button', { name: 'Bring the messages back', exact: true }).click();
		await expect(card(page)).toHaveCount(0);
		await command(page, '/undo');
		await expect(card(page)).toHaveCount(1);
	});

	await test.step('Undo compaction acts at once, says so, and offers Redo', async () => {
		await card(page).getByRole('button', { name: 'Undo compaction', exact: true }).click();
		await expect(page.getByRole('dialog')).toHaveCount(0);
		await expect(card(page)).toHaveCount(0);
		await status(page, /undone/i)
			.getByRole('button', { name: 'Redo', exact: true })
			.click();
		await expect(card(page)).toHaveCount(1);
		await command(page, '/undo');
		await expect(status(page, 'compaction')).toBeVisible();
		await expect(card(page)).toHaveCount(0);
	});
});

/** What a model writes that forgets nearly everything. */
const poorSummary = `<summary>
## Original Task
Talk about ferries.

## Requests
- open: choose a ferry

## Completed Work
| Item | Action | Description |
| --- | --- | --- |
| ferries | compared | several were named |

## Key Technical Decisions
- None yet.

## Current State
Comparing ferries to the islands.

## Pending Work
- [ ] choose a ferry
</summary>`;

test('what was lost can be put back or pinned, and the originals are shown word for word', async ({
	page,
	server
}) => {
	server.summariser(() => poorSummary);
	await useServer(page, server);
	await page.goto('/');
	await say(page, 'You must never book the night boat for us, we always take the upper deck.');
	await talk(page);
	await useDraft(page);
	await expect(card(page)).toContainText('claude-sonnet-5-5');
	await card(page).getByRole('button', { name: 'What was lost', exact: true }).click();
	const lost = page.getByRole('region', { name: 'What was lost', exact: true });
	const entry = lost.getByRole('listitem').filter({ hasText: 'night boat' });
	await expect(entry.getByRole('button', { name: 'Pin', exact: true })).toBeVisible();
	await entry.getByRole('button', { name: 'Pin', exact: true }).click();
	await expect(entry.getByRole('button', { name: 'Pin', exact: true })).toHaveAttribute(
		'aria-pressed',
		'true'
	);
	await entry.getByRole('button', { name: 'Add to summary', exact: true }).click();
	await expect(entry).toHaveCount(0);
	await expect(card(page)).toContainText('night boat');
	await card(page).getByRole('button', { name: 'Show originals', exact: true }).click();
	const originals = page.getByRole('region', { name: 'Original messages', exact: true });
	await expect(originals).toContainText(item(0).trim());
});

test('what /compact is told to attend to stands in the request for the summary', async ({
	page,
	server
}) => {
	await useServer(page, server);
	await page.goto('/');
	await talk(page);
	await command(page, '/compact prices');
	await expect(draft(page)).toBeVisible();
	const bodies = server.messages().map(({ body }) => body as MessagesBody);
	const asked = bodies.filter(asksForSummary);
	expect(asked).not.toHaveLength(0);
	for (const body of asked)
		expect(JSON.stringify(body)).toContain('attend to this above all: prices');
});

test('what is said before a draft is decided stands in view: its text makes room, and opens when asked', async ({
	page,
	server
}) => {
	await useServer(page, server);
	await page.goto('/');
	await talk(page);
	await command(page, '/compact');
	const text = draft(page).locator('details');
	await expect(text).toHaveAttribute('open');
	await say(page, 'And where is the bakery?');
	await expect(replies(page).last().getByText('where is the bakery')).toBeInViewport();
	await expect(text).not.toHaveAttribute('open');
	await draft(page).getByText('Whole text').click();
	await expect(text).toHaveAttribute('open');
	await page.goto('/review');
	await expect(page.getByRole('article', { name: /^Draft/ }).locator('details')).toHaveAttribute(
		'open'
	);
});

test('older rounds stay in the page and are superseded, wherever it is scrolled @slow', async ({
	page
}) => {
	// A draft that is prepared beside would be replaced by the one that is asked for, perhaps under the press.
	await page.goto('/settings#policy');
	await page.getByRole('switch', { name: 'Automatic compaction' }).click();
	await expect(status(page, 'Saved')).toBeVisible();
	await page.goto('/');
	await talk(page);
	await useDraft(page);
	await talk(page, 6);
	await useDraft(page, 2);
	await expect(card(page).first()).toContainText('superseded');
	await expect(card(page).last()).not.toContainText('superseded');
	await talk(page, 12, 2);
	for (const top of [1e9, 0]) {
		await transcript(page).evaluate((log, to) => (log.scrollTop = to), top);
		await expect(card(page)).toHaveCount(2);
	}
	await expect(transcript(page).getByText(/^Item 0: the ferry/)).toBeVisible();
	await card(page).last().getByRole('button', { name: 'Undo compaction' }).click();
	await expect(card(page)).toHaveCount(1);
	await expect(card(page)).not.toContainText('superseded');
});

test('#13 #198 a compaction at work says so, can be cancelled, and keeps nobody from writing', async ({
	page,
	server
}) => {
	await useServer(page, server);
	await page.goto('/');
	await talk(page);
	server.when(
		// Inside the conversation or beside it: a summary never comes.
		asksForSummary,
		() => ({ text: 'never', delayMs: 600_000 })
	);
	await command(page, '/compact');
	await expect(status(page, 'Organizing conversation')).toBeVisible();
	await say(page, 'Still here?');
	await expect(replies(page).last()).toContainText('Still here?');
	await page.getByRole('button', { name: 'Cancel compaction', exact: true }).click();
	await expect(status(page, 'Organizing conversation')).toHaveCount(0);
	await expect(draft(page)).toHaveCount(0);
	await command(page, '/memory');
	await expect(page).toHaveURL(/\/memory$/);
});
