import { readFileSync } from 'node:fs';
import { command, downloadBy, say, standsStill, transcript } from '../steps.ts';
import { expect, test } from '../with-server.ts';
import { broughtTalk, card, draft, useDraft } from './ferries.ts';

/** The card of a summary in use, and what can be done with it. */

for (const [width, height] of [
	[1280, 800],
	[390, 844]
] as const)
	test(
		`the editor of a card opens where it was asked for, with its buttons in reach, ${String(width)} px wide`,
		{ tag: '@slow' },
		async ({ page }) => {
			await broughtTalk(page);
			await useDraft(page);
			await page.setViewportSize({ width, height });
			const edit = card(page).getByRole('button', { name: 'Edit summary' });
			const editor = page.getByRole('textbox', { name: 'Summary text' });
			for (const leave of ['Cancel', 'Save']) {
				await standsStill(edit);
				await edit.click();
				await expect(editor).toBeFocused();
				const button = card(page).getByRole('button', { name: leave, exact: true });
				await expect(editor).toBeInViewport({ ratio: 0.9 });
				await expect(button).toBeInViewport({ ratio: 1 });
				await editor.fill('One line, and another.\n'.repeat(80));
				await expect(button).toBeInViewport({ ratio: 1 });
				await button.click();
				await expect(editor).toHaveCount(0);
				await expect(edit).toBeFocused();
			}
		}
	);

test('a summary is copied, downloaded as Markdown, and compared with what it was @slow', async ({
	page,
	context
}) => {
	await context.grantPermissions(['clipboard-read', 'clipboard-write']);
	await broughtTalk(page);
	await useDraft(page);
	const press = (name: string) => card(page).getByRole('button', { name, exact: true }).click();
	await press('More summary actions');
	// Nobody has changed it, and no round stood here before.
	await expect(card(page).getByRole('button', { name: 'Show changes' })).toHaveCount(0);
	await press('Edit summary');
	const editor = page.getByRole('textbox', { name: 'Summary text' });
	await editor.fill(`${await editor.inputValue()}\nThey stayed in Chora.`);
	await editor.press('Control+Enter');
	// Closed, it leaves a card that has what was saved.
	await expect(editor).toHaveCount(0);
	expect(await card(page).textContent()).toContain('They stayed in Chora.');
	await press('Copy summary');
	const copied = () => page.evaluate(() => navigator.clipboard.readText());
	await expect.poll(copied).toContain('They stayed in Chora.');
	const button = card(page).getByRole('button', { name: 'Download summary', exact: true });
	const file = await downloadBy(page, button);
	expect(file.name).toMatch(/-summary-\d+-\d{4}-\d\d-\d\d\.md$/);
	expect(readFileSync(file.path, 'utf8')).toContain(await copied());
	await press('Show changes');
	const changes = card(page).getByRole('region', { name: 'Changes', exact: true });
	await expect(changes.locator('ins')).toContainText('They stayed in Chora.');
	await expect(changes.locator('del')).toHaveCount(0);

	await test.step('a draft is compared with the round in use', async () => {
		// Few enough that no draft is prepared in the background, which the one asked for would replace.
		for (let turn = 6; turn < 8; turn++)
			await say(
				page,
				`Item ${String(turn)}: the bus to Apeiranthos. ${'It was slow. '.repeat(20)}`
			);
		await command(page, '/compact');
		await draft(page).getByRole('button', { name: 'More summary actions', exact: true }).click();
		await draft(page).getByRole('button', { name: 'Show changes', exact: true }).click();
		const since = draft(page).getByRole('region', { name: 'Changes', exact: true });
		await expect(since.getByRole('heading', { name: /^Since round \d+$/ })).toBeVisible();
		await expect(since.locator('ins').first()).toBeVisible();
	});
});

test('what is put back while the summary is being edited goes into what is written @slow', async ({
	page
}) => {
	await broughtTalk(page);
	await useDraft(page);
	const press = (name: string) => card(page).getByRole('button', { name, exact: true }).click();
	const editor = page.getByRole('textbox', { name: 'Summary text' });
	await press('Edit summary');
	await editor.fill('Nothing is left.');
	await page.getByRole('textbox', { name: 'Anchors' }).fill('');
	await press('Save');
	await press('What was lost');
	const lost = card(page).getByRole('region', { name: 'What was lost' }).getByRole('listitem');
	const words = await lost.first().locator('.text').innerText();
	await press('Edit summary');
	await editor.fill('Nearly nothing is left.');
	await lost.first().getByRole('button', { name: 'Add to summary' }).click();
	await expect(editor).toHaveValue(`Nearly nothing is left.\n- ${words}\n`);
	await press('Save');
	await expect(card(page)).toContainText('Nearly nothing is left.');
	await expect(card(page).locator('details')).toContainText(words);
});

test('an undone compaction comes back with Redo', { tag: '@slow' }, async ({ page }) => {
	await broughtTalk(page);
	await useDraft(page);
	await card(page).getByRole('button', { name: 'Undo compaction' }).click();
	await expect(card(page)).toHaveCount(0);
	await page
		.getByRole('status')
		.filter({ hasText: 'Compaction undone' })
		.getByRole('button', { name: 'Redo' })
		.click();
	await expect(card(page)).toHaveCount(1);
	await command(page, '/undo');
	await expect(card(page)).toHaveCount(0);
	await expect(
		page.getByRole('status').filter({ hasText: 'the compaction of round' })
	).toBeVisible();
});

test(
	'the originals of a summary and what was lost are a press away',
	{ tag: '@slow' },
	async ({ page }) => {
		await broughtTalk(page, { also: `\n\n\`\`\`\n${'long_line '.repeat(24)}\n\`\`\`` });
		await useDraft(page);
		await card(page).getByRole('button', { name: 'Show originals' }).click();
		const originals = card(page).getByRole('region', { name: 'Original messages' });
		await expect(originals).toContainText('Item 0: the ferry to Naxos leaves pier 3');
		await expect(originals.locator('pre').first()).toBeVisible();
		// A long line of code scrolls in its own box.
		const isWider = (panel: HTMLElement) => panel.scrollWidth > panel.clientWidth;
		expect(await originals.evaluate(isWider)).toBe(false);
		await card(page).getByRole('button', { name: 'Edit summary' }).click();
		await page.getByRole('textbox', { name: 'Summary text' }).fill('Nothing is left.');
		await card(page).getByRole('button', { name: 'Save' }).click();
		await card(page).getByRole('button', { name: 'What was lost' }).click();
		await expect(card(page).getByRole('region', { name: 'What was lost' })).toBeVisible();
		await expect(originals).toHaveCount(0);
	}
);

test('a deleted summary asks what becomes of its messages, and either way can be undone @slow', async ({
	page
}) => {
	await broughtTalk(page);
	await useDraft(page);
	await card(page).getByRole('button', { name: 'Delete summary' }).click();
	const dialog = page.getByRole('dialog', { name: 'Delete summary?' });
	await dialog.getByRole('button', { name: 'Cancel' }).click();
	await expect(dialog).toHaveCount(0);
	await card(page).getByRole('button', { name: 'Delete summary' }).click();
	await dialog.getByRole('button', { name: 'Leave the messages out too' }).click();
	// What stands there now is no summary any more, and offers what one can do about it.
	await expect(card(page)).toHaveCount(0);
	const deleted = transcript(page).getByRole('article', { name: /^Messages left out/ });
	await expect(deleted).toContainText('left its messages out');
	await expect(deleted.getByRole('button')).toHaveText([
		'Restore summary',
		'Bring the messages back',
		'Show originals'
	]);
	await deleted.getByRole('button', { name: 'Restore summary' }).click();
	await expect(card(page)).toHaveCount(1);
	await expect(deleted).toHaveCount(0);
	await card(page).getByRole('button', { name: 'Delete summary' }).click();
	await dialog.getByRole('button', { name: 'Leave the messages out too' }).click();
	await deleted.getByRole('button', { name: 'Bring the messages back' }).click();
	await expect(deleted).toHaveCount(0);
	await expect(card(page)).toHaveCount(0);
	await page
		.getByRole('status')
		.filter({ hasText: 'Summary deleted' })
		.getByRole('button', { name: 'Undo' })
		.click();
	await expect(card(page)).toHaveCount(1);
});

test(
	'a card stays in the page however far the transcript is scrolled',
	{ tag: '@slow' },
	async ({ page }) => {
		await broughtTalk(page);
		await useDraft(page);
		for (let turn = 0; turn < 3; turn++) await say(page, `And then ${'more words '.repeat(10)}`);
		await transcript(page).evaluate((log) => (log.scrollTop = log.scrollHeight));
		await expect(card(page)).toHaveCount(1);
		await transcript(page).evaluate((log) => (log.scrollTop = 0));
		await expect(transcript(page).getByRole('article', { name: /^You/ }).first()).toContainText(
			'Item 0: the ferry'
		);
		await expect(card(page)).toHaveCount(1);
	}
);
