import { questions, say, settles, storedTables, useServer, writeMemory } from '../steps.ts';
import { expect, test } from '../with-server.ts';
import { editor, pressButton, status, today } from './memory-pages.ts';

/** One memory file in its editor: lines, keys, versions, whose a line is, and what is not saved yet. */

test('lines are written as a list, chosen and moved to MEMORY.md, and moved back', async ({
	page
}) => {
	const note = `memory/${await (await page.goto('/memory'), today(page))}.md`;
	await page.goto(`/memory/${note}`);
	await editor(page).click();
	await page.keyboard.type('- Likes tea');
	await page.keyboard.press('Enter');
	await page.keyboard.type('in the morning');
	await page.keyboard.press('Tab');
	await page.keyboard.press('Enter');
	await page.keyboard.press('Shift+Tab');
	await page.keyboard.type('Lives in Porto');
	await page.keyboard.press('Enter');
	await page.keyboard.press('Enter');
	await expect(editor(page)).toHaveValue('- Likes tea\n  - in the morning\n- Lives in Porto\n');
	await page.keyboard.press('ControlOrMeta+z');
	await expect(editor(page)).toHaveValue('- Likes tea\n  - in the morning\n- Lives in Porto\n- ');
	await editor(page).fill('- Likes tea\n  - in the morning\n- Lives in Porto\n');
	await page.keyboard.press('ControlOrMeta+s');
	await expect(status(page, 'Saved')).toBeVisible();

	const lines = page.getByRole('region', { name: 'Lines' });
	await lines.getByRole('checkbox', { name: 'Choose: Lives in Porto' }).check();
	await pressButton(page, 'Move to MEMORY.md');
	await expect(status(page, 'Moved 1 line to MEMORY.md.')).toBeVisible();
	await expect(editor(page)).toHaveValue('- Likes tea\n  - in the morning\n');
	await page.getByRole('status').getByRole('button', { name: 'Undo', exact: true }).click();
	await expect(editor(page)).toHaveValue('- Likes tea\n  - in the morning\n- Lives in Porto\n');
});

test(
	'Tab leads through the editor and out of it, whatever stands in it',
	{ tag: '@slow' },
	async ({ page }) => {
		await writeMemory(page, 'MEMORY.md', '- one\n- two\n');
		// The last button before the text.
		await page.getByRole('button', { name: 'History', exact: true }).focus();
		await page.keyboard.press('Tab');
		await expect(editor(page)).toBeFocused();
		await page.keyboard.press('ControlOrMeta+End');
		await page.keyboard.press('ArrowUp');
		await page.keyboard.press('Tab');
		await expect(editor(page)).toHaveValue('- one\n  - two\n');
		await page.keyboard.press('Tab');
		await expect(editor(page)).not.toBeFocused();
		await page.keyboard.press('Shift+Tab');
		await page.keyboard.press('ArrowDown');
		await page.keyboard.press('Escape');
		await page.keyboard.press('Shift+Tab');
		await expect(editor(page)).not.toBeFocused();
		await expect(editor(page)).toHaveValue('- one\n  - two\n');
	}
);

test(
	'what is not saved is still there when the page is come back to',
	{ tag: '@slow' },
	async ({ page }) => {
		await page.goto('/memory/MEMORY.md');
		await editor(page).fill('- not saved yet');
		await page.getByRole('link', { name: 'All memory files' }).click();
		await expect(
			page.getByRole('main').getByRole('listitem').filter({ hasText: 'MEMORY.md' })
		).toContainText('Not saved');
		await page.getByRole('link', { name: 'MEMORY.md', exact: true }).click();
		await expect(editor(page)).toHaveValue('- not saved yet');
		await expect(page.getByRole('button', { name: 'Save', exact: true })).toBeEnabled();

		await editor(page).fill('- not saved yet either');
		await page.getByRole('link', { name: 'Archive', exact: true }).click();
		await expect(page.getByRole('heading', { level: 1, name: 'Archive' })).toBeVisible();
		await page.reload();
		await page.goto('/memory/MEMORY.md');
		await expect(editor(page)).toHaveValue('- not saved yet either');
		await pressButton(page, 'Save');
		await expect(page.getByRole('button', { name: 'Save', exact: true })).toBeDisabled();
		await page.goto('/memory');
		await expect(page.getByRole('link', { name: 'MEMORY.md', exact: true })).toBeVisible();
		await expect(page.getByText('Not saved', { exact: true })).toHaveCount(0);
	}
);

test(
	'when another tab has written, both versions are shown and none is lost',
	{ tag: '@slow' },
	async ({ page, context }) => {
		await writeMemory(page, 'MEMORY.md', '- first\n');
		const other = await context.newPage();
		await other.goto('/memory/MEMORY.md');
		await editor(page).fill('- mine\n');
		await editor(other).fill('- theirs\n');
		await other.getByRole('button', { name: 'Save', exact: true }).click();
		await expect(page.getByRole('alert').filter({ hasText: 'changed elsewhere' })).toBeVisible();
		await page.getByText('Compare: theirs').click();
		await expect(page.locator('ins', { hasText: '- mine' })).toBeVisible();
		await pressButton(page, 'Keep mine');
		await expect(page.getByRole('alert').filter({ hasText: 'changed elsewhere' })).toHaveCount(0);
		await pressButton(page, 'Save');
		await pressButton(page, 'History');
		await expect(page.getByRole('region', { name: 'History' }).getByRole('listitem')).toHaveCount(
			3
		);
	}
);

test(
	'what two tabs had in their editors when they died is found again, one after the other',
	{ tag: '@slow' },
	async ({ page, context }) => {
		const tabs = [await context.newPage(), await context.newPage()];
		for (const tab of tabs) {
			await tab.goto('/memory/MEMORY.md');
			await expect(editor(tab)).toHaveValue('');
		}
		for (const [at, tab] of tabs.entries()) {
			await editor(tab).fill(`- of tab ${String(at)}\n`);
			await expect
				.poll(async () => (await storedTables(tab, 'keepsake-scratch'))['unsavedFiles'])
				.toHaveLength(at + 1);
		}
		for (const tab of tabs) await tab.close();
		await page.goto('/memory/MEMORY.md');
		await expect(editor(page)).toHaveValue('- of tab 1\n');
		await pressButton(page, 'Save');
		await page.getByRole('link', { name: 'All memory files' }).click();
		await expect(page.getByText('Not saved')).toBeVisible();
		await page.getByRole('main').getByRole('link', { name: 'MEMORY.md' }).click();
		await expect(editor(page)).toHaveValue('- of tab 0\n');
		await expect(page.getByRole('alert').filter({ hasText: 'changed elsewhere' })).toBeVisible();
	}
);

test(
	'an earlier version is compared, brought back, and in the very next request',
	{ tag: '@slow' },
	async ({ page, server }) => {
		await useServer(page, server);
		await writeMemory(page, 'MEMORY.md', '- Bakes bread\n- Likes green tea\n');
		await writeMemory(page, 'MEMORY.md', '- Bakes bread\n- Likes black tea\n');
		await pressButton(page, 'History');
		const versions = page.getByRole('region', { name: 'History' }).getByRole('listitem');
		await expect(versions).toHaveCount(2);
		await expect(versions.first()).toContainText('You, ');
		await versions.first().locator('summary').click();
		await expect(versions.first().locator('del')).toContainText('- Likes green tea');
		await expect(versions.first().locator('ins')).toContainText('- Likes black tea');
		await expect(versions.first().locator('ins, del')).toHaveCount(2);
		await expect(versions.first().getByRole('button', { name: 'Restore' })).toHaveCount(0);
		await versions.last().getByRole('button', { name: 'Restore this version' }).click();
		await expect(status(page, 'MEMORY.md is as it was in that version.')).toBeVisible();
		await expect(editor(page)).toHaveValue('- Bakes bread\n- Likes green tea\n');
		await expect(versions).toHaveCount(3);
		await page.goto('/');
		await say(page, 'Good morning');
		const sent = JSON.stringify(server.messages().at(-1)?.body);
		expect(sent).toContain('Likes green tea');
		expect(sent).not.toContain('Likes black tea');
		expect(server.refusals).toEqual([]);
	}
);

test(
	'beside each line stands whose it is, by which job, since when and from where, and when that is gone',
	{ tag: '@slow' },
	async ({ page }) => {
		await page.goto('/');
		await say(page, 'Remember that my cat is called Milo.');
		await say(page, 'Good evening');
		await page.getByRole('link', { name: 'Review (1)' }).click();
		await pressButton(page, 'Accept');
		await expect(status(page, 'Written to memory/')).toBeVisible();
		const note = `/memory/memory/${await today(page)}.md`;
		await page.goto(note);
		await editor(page).fill(`${await editor(page).inputValue()}- Plays chess\n`);
		await pressButton(page, 'Save');
		const line = (text: string) =>
			page.getByRole('region', { name: 'Lines' }).getByRole('listitem').filter({ hasText: text });
		const day = await page.evaluate(() =>
			new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' }).format(new Date())
		);
		await expect(line('cat is called Milo')).toContainText(
			`Your words, saved in conversation, ${day}`
		);
		await expect(line('Plays chess')).toContainText('Written by hand');
		await expect(line('Plays chess').getByRole('link')).toHaveCount(0);
		await line('cat is called Milo')
			.getByRole('link', { name: 'Source: Remember that my cat is called Milo' })
			.click();
		await expect(page.locator('.turn.highlighted')).toContainText('my cat is called Milo');

		const asked = questions(page).first();
		await asked.getByRole('button', { name: 'More actions' }).click();
		await asked.getByRole('button', { name: 'Delete turn' }).click();
		await expect(questions(page)).toHaveCount(1);
		await page.goto(note);
		await expect(line('cat is called Milo')).toContainText('What it came from is no longer here.');
		await expect(line('cat is called Milo').getByRole('link')).toHaveCount(0);
		await expect(line('Plays chess')).not.toContainText('no longer here');
		await line('cat is called Milo').getByRole('button', { name: 'Why do you know this?' }).click();
		await expect(page.getByRole('dialog')).toContainText('deleted, can still be brought back');
	}
);

test('what somebody writes in stays where it is when the words that it was saved come to lie over its end @slow', async ({
	page
}) => {
	const lines = Array.from({ length: 40 }, (_, at) => `- Line ${String(at)}\n`).join('');
	await writeMemory(page, 'MEMORY.md', lines);
	await page.reload();
	// With the keys of a phone under it.
	await page.setViewportSize({ width: 390, height: 480 });
	await editor(page).click();
	await page.keyboard.press('ControlOrMeta+Home');
	await page.keyboard.type('- First of all\n');
	const lies = () => editor(page).boundingBox();
	await settles(lies, 250);
	const before = await lies();
	await page.keyboard.press('ControlOrMeta+s');
	const said = status(page, 'Saved').locator('.toast');
	await expect(said).toBeVisible();
	await settles(lies, 250);
	const [over, after] = [await said.boundingBox(), await lies()];
	expect(after!.y + after!.height).toBeGreaterThan(over!.y);
	expect(after).toEqual(before);
});
