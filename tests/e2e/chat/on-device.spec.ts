import { expect, test, type Page } from '@playwright/test';
import {
	command,
	composer,
	downloadBy,
	expectOriginals,
	expectSameTables,
	gauge,
	replies,
	say,
	storedTables,
	transcript
} from '../steps.ts';

test.use({ serviceWorkers: 'allow' });

/** What a newcomer tells an app that has no key. */
const told = (turn: number): string =>
	turn === 0
		? 'Remember that my cat is called Milo.'
		: `Note ${String(turn)}: the boat Aurora${String(turn)} leaves harbour ${String(turn)} at ${String(6 + turn)}:15, the ticket costs ${String(20 + turn)} EUR, and the captain said that dogs are welcome on deck as long as they are kept on a leash. ${'The sea was calm, and nobody on board was in a hurry. '.repeat(3)}`;

/** Turns whose reply is not whole yet. */
async function unanswered(page: Page): Promise<number> {
	type Row = { readonly turnId: string; readonly stopReason: string | null };
	const { turns = [], steps = [] } = (await storedTables(page)) as Record<string, Row[]>;
	const ended = new Set(
		steps.filter((step) => step.stopReason !== 'tool_use').map((step) => step.turnId)
	);
	return turns.filter((turn) => !ended.has(turn.turnId)).length;
}

/** The last steps are the same after a few turns and after as many as make several rounds. */
for (const [turns, tag] of [
	[8, ''],
	[60, ', after sixty turns @slow']
] as const)
	test(`the main job with no key, on this device, offline${tag}`, async ({
		page,
		context,
		browser
	}) => {
		test.setTimeout(turns > 8 ? 900_000 : 240_000);

		await test.step('the app is opened once, then the network is gone', async () => {
			await page.goto('/');
			await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
			await context.setOffline(true);
			await page.reload();
			await expect(composer(page)).toBeVisible();
		});

		await test.step('it answers from what it was told, says what it is, and links to the source', async () => {
			await say(page, told(0));
			await expect(replies(page).last()).toContainText('On-device');
			await say(page, 'Remember that I play the viola.');
			await say(page, 'Remember that I was born in Bergen.');
			await say(page, told(1));
			await say(page, 'What is my cat called?');
			await expect(replies(page).last()).toContainText('Milo');
			await expect(replies(page).last()).toContainText('not written by a language model');
		});

		const card = () =>
			transcript(page).getByRole('article', { name: /^Summary of earlier messages/ });
		const draft = () => transcript(page).getByRole('article', { name: /^Draft summary/ });

		let turn = 2;
		await test.step('within a few minutes a summary is drafted without asking, and used', async () => {
			for (; turn < 40 && (await draft().count()) === 0; turn++) await say(page, told(turn));
			await expect(draft()).toBeVisible();
			// As long as the draft is not used, the prompt is as full as it was when it was made.
			await expect.poll(() => gauge(page)).toBeGreaterThan(60);
			await draft().getByRole('button', { name: 'Use summary' }).click();
			await expect(card()).toContainText('without a model');
			await say(page, 'Which boat leaves harbour 2?');
			await expect(replies(page).last()).toContainText('Aurora2');
		});

		await test.step('it goes on for as many turns', async () => {
			// Four questions and wishes were said between the notes.
			for (; turn + 4 < turns; turn++) {
				await say(page, told(turn));
				if ((await draft().count()) > 0) {
					await draft().getByRole('button', { name: 'Use summary' }).click();
					await expect(draft()).toHaveCount(0);
				}
			}
		});

		await test.step('the summary is edited, undone and used again', async () => {
			// What waited for the draft may still be on its way, and a step is written twice.
			await expect.poll(() => unanswered(page)).toBe(0);
			const before = await storedTables(page);
			await page.getByRole('button', { name: /^Context/ }).click();
			const inspector = page.getByRole('region', { name: 'Prompt inspector' });
			const summary = inspector.getByRole('listitem').filter({ hasText: 'Summary' }).first();
			await summary.getByRole('button', { name: 'Show text' }).click();
			await card().last().getByRole('button', { name: 'Edit summary' }).click();
			const editor = page.getByRole('textbox', { name: 'Summary text' });
			const text = await editor.inputValue();
			const sentence = /the boat Aurora\d+ leaves harbour \d+ at \d+:15/.exec(text)?.[0] ?? '';
			expect(sentence).not.toBe('');
			await expect(summary).toContainText(sentence);
			await editor.fill(text.replaceAll(sentence, 'EDITED-BY-HAND'));
			await editor.press('Control+Enter');
			await expect(editor).toHaveCount(0);
			await expect(summary).toContainText('EDITED-BY-HAND');
			await expect(summary).not.toContainText(sentence);
			await inspector.getByRole('button', { name: 'Close' }).click();
			await card().last().getByRole('button', { name: 'Undo compaction' }).click();
			await expect(page.getByRole('status').filter({ hasText: 'Compaction undone' })).toBeVisible();
			// The way back stays for as long as it has the focus.
			const redo = page.getByRole('button', { name: 'Redo' });
			await redo.focus();
			expectOriginals(await storedTables(page), before, { least: turns });
			await redo.click();
			await expect(page.getByRole('status').filter({ hasText: 'in use again' })).toBeVisible();
		});

		await test.step('one memory line is accepted, one edited, one rejected: the next request holds the first two as they are now', async () => {
			await page.getByRole('link', { name: /^Review \(\d+\)$/ }).click();
			const item = (text: string) =>
				page
					.getByRole('list', { name: 'To review' })
					.getByRole('listitem')
					.filter({ hasText: text, has: page.getByRole('button', { name: 'Reject' }) })
					.first();
			await item('cat is called Milo').getByRole('button', { name: 'Accept' }).click();
			await expect(
				page.getByRole('status').filter({ hasText: 'Written to memory/' })
			).toBeVisible();
			await item('viola').getByRole('button', { name: 'Edit' }).click();
			await page.getByRole('textbox', { name: 'Proposal text' }).fill('Plays the viola da gamba');
			await page.getByRole('button', { name: 'Save', exact: true }).click();
			await item('viola da gamba').getByRole('button', { name: 'Accept' }).click();
			// The others move up: a press that begins before and ends after that is none.
			await expect(item('viola da gamba')).toHaveCount(0);
			await item('Bergen').getByRole('button', { name: 'Reject' }).click();
			await expect(item('Bergen')).toHaveCount(0);
			await page.goBack();
			await page.getByRole('button', { name: /^Context/ }).click();
			const note = page
				.getByRole('region', { name: 'Prompt inspector' })
				.getByRole('listitem')
				.filter({ hasText: /memory\/\d{4}-\d\d-\d\d\.md/ });
			await note.getByRole('button', { name: 'Show text' }).click();
			const text = note.getByRole('group').first();
			await expect(text).toContainText('cat is called Milo');
			await expect(text).toContainText('Plays the viola da gamba');
			await expect(text).not.toContainText('Bergen');
		});

		await test.step('reset, and what was said is still found', async () => {
			await command(page, '/reset');
			await expect(page.getByRole('status').filter({ hasText: 'archived' })).toBeVisible();
			await say(page, 'What does the boat Aurora3 cost?');
			await expect(replies(page).last()).toContainText('23 EUR');
			await expect(replies(page).last().getByRole('link').first()).toBeVisible();
		});

		await test.step('the archive of what was reset reads word for word', async () => {
			await page.getByRole('complementary').getByRole('link', { name: 'Archive' }).click();
			// The answer one comes from has a link of that name too.
			await expect(page.getByRole('heading', { level: 1, name: 'Archive' })).toBeVisible();
			await page
				.getByRole('main')
				.getByRole('link', { name: /Remember that my cat is called Milo/ })
				.first()
				.click();
			await expect(page.getByText('Checked: unchanged')).toBeVisible();
			const asked = page.getByRole('main').getByRole('article', { name: 'You' });
			await expect(asked.filter({ hasText: told(0) })).toHaveCount(1);
			await expect(asked.filter({ hasText: 'Remember that I play the viola.' })).toHaveCount(1);
		});

		await test.step('everything is exported and comes back in a new profile', async () => {
			// Answers of the archive name a page of that name too.
			await page.getByRole('complementary').getByRole('link', { name: 'Settings' }).click();
			const { name, path } = await downloadBy(
				page,
				page.getByRole('button', { name: 'Export everything' })
			);
			const here = await storedTables(page);
			const other = await browser.newContext();
			const there = await other.newPage();
			await there.goto('/settings#data');
			await there.getByLabel('Import file').setInputFiles(path);
			await there.getByRole('button', { name: 'Import now' }).click();
			await expect(there.getByRole('status').filter({ hasText: /^Imported/ })).toBeVisible();
			const copy = await storedTables(there);
			expectSameTables(copy, here, { empty: ['settings', 'tombstones', 'pins', 'marks', 'cold'] });
			expect(name).toContain('keepsake-');
			await other.close();
		});
	});
