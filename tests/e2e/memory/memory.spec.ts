import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { command, composer, say, settles, storedTables, transcript, useServer } from '../steps.ts';
import { expect, test } from '../with-server.ts';

/** Memory files as a person works with them: lists, lines, names, days, and what goes where. */

const editor = (page: Page) => page.getByRole('textbox', { name: 'Memory file', exact: true });
const press = (page: Page, name: string | RegExp) =>
	page.getByRole('button', { name, exact: true }).click();
const status = (page: Page, text: RegExp | string) =>
	page.getByRole('status').filter({ hasText: text });
const today = (page: Page) =>
	page.evaluate(() => {
		const now = new Date();
		const two = (value: number) => String(value).padStart(2, '0');
		return `${String(now.getFullYear())}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
	});

async function write(page: Page, path: string, text: string): Promise<void> {
	await page.goto(`/memory/${path}`);
	await editor(page).fill(text);
	await press(page, 'Save');
	await expect(page.getByRole('button', { name: 'Save', exact: true })).toBeDisabled();
}

test('a file named in another script has an address that opens it directly, and from the list @slow', async ({
	page
}) => {
	await page.goto('/memory');
	await press(page, 'New file');
	await page.getByLabel('Name of the new file').fill('Мои рецепты');
	await press(page, 'Create');
	await editor(page).fill('- Борщ');
	await press(page, 'Save');
	await expect(status(page, /Saved/)).toBeVisible();
	await page.reload();
	await expect(editor(page)).toHaveValue('- Борщ');
	await page.goto('/memory');
	await page.getByRole('link', { name: 'memory/Мои-рецепты.md', exact: true }).click();
	await expect(editor(page)).toHaveValue('- Борщ');
});

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
	await press(page, 'Move to MEMORY.md');
	await expect(status(page, 'Moved 1 line to MEMORY.md.')).toBeVisible();
	await expect(editor(page)).toHaveValue('- Likes tea\n  - in the morning\n');
	await page.getByRole('status').getByRole('button', { name: 'Undo', exact: true }).click();
	await expect(editor(page)).toHaveValue('- Likes tea\n  - in the morning\n- Lives in Porto\n');
});

test(
	'what is moved to MEMORY.md by hand and what /remember writes is in its block of the next request',
	{ tag: '@slow' },
	async ({ page, server }) => {
		await useServer(page, server);
		const blocks = () => {
			const { system } = server.messages().at(-1)!.body as {
				readonly system: readonly { readonly text: string }[];
			};
			const of = (path: string) => system.filter(({ text }) => text.includes(`"${path}"`));
			return { curated: of('MEMORY.md'), note: of(note) };
		};
		const note = `memory/${await today(page)}.md`;
		await write(page, 'MEMORY.md', '- Bakes bread\n');
		await write(page, note, '- Likes tea\n- Lives in Porto\n');
		await page.goto('/');
		await say(page, 'Good morning');
		expect(blocks().note).toMatchObject([{ text: expect.stringContaining('- Lives in Porto') }]);
		await page.goto(`/memory/${note}`);
		await page.getByRole('checkbox', { name: 'Choose: Lives in Porto' }).check();
		await press(page, 'Move to MEMORY.md');
		await expect(status(page, 'Moved 1 line to MEMORY.md.')).toBeVisible();
		await page.goto('/');
		await command(page, '/remember I keep bees behind the house');
		await expect(status(page, 'Added to memory.')).toBeVisible();
		expect(server.messages()).toHaveLength(1);
		await say(page, 'And now?');
		const { curated, note: left } = blocks();
		expect(curated).toHaveLength(1);
		for (const line of ['Bakes bread', 'Lives in Porto', 'I keep bees behind the house'])
			expect(curated[0]?.text).toContain(`- ${line}`);
		expect(left[0]?.text).toContain('- Likes tea');
		expect(left[0]?.text).not.toContain('Lives in Porto');
		expect(server.refusals).toEqual([]);
	}
);

test(
	'Tab leads through the editor and out of it, whatever stands in it',
	{ tag: '@slow' },
	async ({ page }) => {
		await write(page, 'MEMORY.md', '- one\n- two\n');
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
	'a file is made, renamed and named back; its history leads on',
	{ tag: '@slow' },
	async ({ page }) => {
		await page.goto('/memory');
		await press(page, 'New file');
		await page.getByRole('textbox', { name: 'Name of the new file' }).fill('bad/name');
		await page.keyboard.press('Enter');
		await expect(page.getByText('Use up to 80 letters')).toBeVisible();
		await page.getByRole('textbox', { name: 'Name of the new file' }).fill('garden');
		await page.keyboard.press('Enter');
		await expect(page).toHaveURL(/\/memory\/memory\/garden\.md$/);
		await editor(page).fill('- Roses\n');
		await press(page, 'Save');
		await press(page, 'Rename');
		await page.getByRole('textbox', { name: 'New name' }).fill('memory/flowers.md');
		await page.keyboard.press('Enter');
		await expect(page).toHaveURL(/flowers\.md$/);
		await expect(editor(page)).toHaveValue('- Roses\n');
		await press(page, 'History');
		await expect(page.getByRole('link', { name: 'Renamed from memory/garden.md' })).toBeVisible();
		await page.getByRole('status').getByRole('button', { name: 'Undo', exact: true }).click();
		await expect(page).toHaveURL(/garden\.md$/);
		await expect(editor(page)).toHaveValue('- Roses\n');
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
		await press(page, 'Save');
		await expect(page.getByRole('button', { name: 'Save', exact: true })).toBeDisabled();
		await page.goto('/memory');
		await expect(page.getByRole('link', { name: 'MEMORY.md', exact: true })).toBeVisible();
		await expect(page.getByText('Not saved', { exact: true })).toHaveCount(0);
	}
);

test('only files that are there stand in the list under their path; others are begun beside it @slow', async ({
	page
}) => {
	const files = page.getByRole('main').getByRole('link', { name: /\.md$/ });
	await page.goto('/memory');
	await expect(page.getByRole('link', { name: 'Write today’s note' })).toBeVisible();
	await expect(files).toHaveCount(0);
	await page.getByRole('link', { name: 'Write long-term memory' }).click();
	await expect(page).toHaveURL(/\/memory\/MEMORY\.md$/);
	await write(page, 'MEMORY.md', '- Likes tea\n');
	await page.goto('/memory');
	await expect(files).toHaveCount(1);
	await expect(page.getByRole('link', { name: 'Write long-term memory' })).toHaveCount(0);
	await page.goto('/memory/MEMORY.md');
	await press(page, 'Delete file');
	await page.getByRole('link', { name: 'All memory files' }).click();
	await expect(page.getByRole('link', { name: 'Write long-term memory' })).toBeVisible();
	await expect(files).toHaveCount(0);
});

test(
	'when another tab has written, both versions are shown and none is lost',
	{ tag: '@slow' },
	async ({ page, context }) => {
		await write(page, 'MEMORY.md', '- first\n');
		const other = await context.newPage();
		await other.goto('/memory/MEMORY.md');
		await editor(page).fill('- mine\n');
		await editor(other).fill('- theirs\n');
		await other.getByRole('button', { name: 'Save', exact: true }).click();
		await expect(page.getByRole('alert').filter({ hasText: 'changed elsewhere' })).toBeVisible();
		await page.getByText('Compare: theirs').click();
		await expect(page.locator('ins', { hasText: '- mine' })).toBeVisible();
		await press(page, 'Keep mine');
		await expect(page.getByRole('alert').filter({ hasText: 'changed elsewhere' })).toHaveCount(0);
		await press(page, 'Save');
		await press(page, 'History');
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
		await press(page, 'Save');
		await page.getByRole('link', { name: 'All memory files' }).click();
		await expect(page.getByText('Not saved')).toBeVisible();
		await page.getByRole('main').getByRole('link', { name: 'MEMORY.md' }).click();
		await expect(editor(page)).toHaveValue('- of tab 0\n');
		await expect(page.getByRole('alert').filter({ hasText: 'changed elsewhere' })).toBeVisible();
	}
);

test(
	'the calendar shows the days that have notes, is walked by keys, and leads to a day',
	{ tag: '@slow' },
	async ({ page }) => {
		await page.goto('/memory');
		const note = `memory/${await today(page)}.md`;
		await write(page, note, '- One\n- Two\n');
		await page.goto('/memory');
		const grid = page.getByRole('grid');
		await expect(grid.getByRole('link', { name: /: 2 lines$/ })).toHaveCount(1);
		await expect(grid.locator('[tabindex="0"]')).toHaveCount(1);
		await grid.getByRole('link', { name: /: 2 lines$/ }).focus();
		await page.keyboard.press('PageUp');
		await expect(grid.getByRole('link', { name: /: 2 lines$/ })).toHaveCount(0);
		await page.keyboard.press('PageDown');
		await page.keyboard.press('Home');
		await page.keyboard.press('End');
		await expect(grid.locator(':focus')).toHaveCount(1);
		await grid.getByRole('link', { name: /: 2 lines$/ }).click();
		await expect(page.getByRole('heading', { level: 1 })).toHaveText(note);
		await expect(editor(page)).toHaveValue('- One\n- Two\n');

		// The day stands in the list as well, and opens to its lines.
		await page.goto('/memory');
		const day = page.getByRole('main').getByRole('listitem').filter({ hasText: note });
		await day.getByText('Show lines').click();
		await expect(day.getByRole('link', { name: 'One', exact: true })).toBeVisible();
		await day.getByRole('link', { name: 'Two', exact: true }).click();
		await expect(page).toHaveURL(new RegExp(`/memory/${note}#line-2$`));
		await expect(editor(page)).toBeFocused();
	}
);

test(
	'search within memory finds a line and shows it in its text',
	{ tag: '@slow' },
	async ({ page }) => {
		await write(page, 'MEMORY.md', '# Me\n\n- Drinks Café crème\n- Owns a boat\n');
		await page.goto('/memory');
		await page.getByRole('searchbox', { name: 'Search memory' }).fill('cafe');
		await expect(status(page, '1 line')).toBeVisible();
		await page.getByRole('link', { name: '- Drinks Café crème' }).click();
		await expect(editor(page)).toBeFocused();
		const chosen = await editor(page).evaluate((area: HTMLTextAreaElement) =>
			area.value.slice(area.selectionStart, area.selectionEnd)
		);
		expect(chosen).toBe('- Drinks Café crème');

		// The outline of a file leads to its lines as well.
		await page.goto('/memory');
		const link = page.getByRole('main').getByRole('link', { name: 'Owns a boat', exact: true });
		await expect(link).toBeHidden();
		await page.getByText('Show lines').click();
		await expect(page.getByRole('heading', { name: 'Me', exact: true })).toBeVisible();
		await link.click();
		await expect(page).toHaveURL(/\/memory\/MEMORY\.md#line-4$/);
		await expect(editor(page)).toBeFocused();
		expect(
			await editor(page).evaluate((area: HTMLTextAreaElement) =>
				area.value.slice(area.selectionStart, area.selectionEnd)
			)
		).toBe('- Owns a boat');
	}
);

test(
	'lines that stand there twice are found on this device, wait at the desk, and are taken out there',
	{ tag: '@slow' },
	async ({ page }) => {
		await page.goto('/memory');
		const note = `memory/${await today(page)}.md`;
		await write(page, 'MEMORY.md', '- Likes tea\n- Bakes bread\n');
		await write(page, note, '- likes tea.\n- Ana visits\n');
		await page.goto('/memory');
		await expect(page.getByText('On this device, lines that say the same')).toBeVisible();
		await press(page, 'Tidy my memory');
		await expect(status(page, '1 change waits at the review desk')).toBeVisible();
		await page.getByRole('link', { name: 'Go to the review desk' }).click();
		const item = page.getByRole('list', { name: 'To review' }).getByRole('listitem').first();
		await expect(item).toContainText('Tidy: becomes this one line');
		await expect(item.locator('s', { hasText: 'likes tea.' })).toBeVisible();
		await item.getByRole('button', { name: 'Accept', exact: true }).click();
		await expect(page.getByRole('link', { name: 'Review', exact: true })).toBeVisible();
		await page.goto(`/memory/${note}`);
		await expect(editor(page)).toHaveValue('- Ana visits\n');
		await press(page, 'History');
		await expect(page.getByRole('region', { name: 'History' })).toContainText('Tidying');
	}
);

test(
	'an earlier version is compared, brought back, and in the very next request',
	{ tag: '@slow' },
	async ({ page, server }) => {
		await useServer(page, server);
		await write(page, 'MEMORY.md', '- Bakes bread\n- Likes green tea\n');
		await write(page, 'MEMORY.md', '- Bakes bread\n- Likes black tea\n');
		await press(page, 'History');
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
		await press(page, 'Accept');
		await expect(status(page, 'Written to memory/')).toBeVisible();
		const note = `/memory/memory/${await today(page)}.md`;
		await page.goto(note);
		await editor(page).fill(`${await editor(page).inputValue()}- Plays chess\n`);
		await press(page, 'Save');
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

		const asked = transcript(page).getByRole('article', { name: /^You/ }).first();
		await asked.getByRole('button', { name: 'More actions' }).click();
		await asked.getByRole('button', { name: 'Delete turn' }).click();
		await expect(page.getByRole('button', { name: 'Undo', exact: true })).toBeVisible();
		await page.goto(note);
		await expect(line('cat is called Milo')).toContainText(
			'What it came from is not here any more.'
		);
		await expect(line('cat is called Milo').getByRole('link')).toHaveCount(0);
		await expect(line('Plays chess')).not.toContainText('not here any more');
		await line('cat is called Milo').getByRole('button', { name: 'Why do you know this?' }).click();
		await expect(page.getByRole('dialog')).toContainText('deleted, can still be brought back');
	}
);

test(
	'a model drafts a clean-up of memory; each change is decided at the desk, and the next request holds what was decided',
	{ tag: '@slow' },
	async ({ page, server }) => {
		await useServer(page, server);
		const note = `memory/${await today(page)}.md`;
		await write(page, 'MEMORY.md', '# Me\n- Bakes bread\n- Likes tea\n');
		await write(page, note, '- likes tea.\n- Ana visits in May\n- The parcel came\n');
		server.when(
			(body) => !body.tools?.length,
			() => ({ text: '<tidy>\nmerge 2, 3: Likes tea\nmove 4\ndrop 5: it has come\n</tidy>' })
		);
		await page.goto('/memory');
		await expect(page.getByText(/is sent the lines of your memory files/)).toBeVisible();
		await press(page, 'Tidy my memory');
		await expect(status(page, '3 changes wait at the review desk.')).toBeVisible();
		// The lines went out as numbered data, and nothing was changed by the answer.
		const asked = JSON.stringify(server.messages().at(-1)?.body);
		expect(asked).toContain('2. [MEMORY.md] Likes tea');
		expect(asked).toContain(`5. [${note}] The parcel came`);
		await page.goto(`/memory/${note}`);
		await expect(editor(page)).toHaveValue(
			'- likes tea.\n- Ana visits in May\n- The parcel came\n'
		);
		await page.getByRole('link', { name: 'Review (3)' }).click();
		const items = page.getByRole('list', { name: 'To review' }).getByRole('listitem');
		const item = (text: string) =>
			items.filter({ has: page.getByRole('button', { name: 'Accept' }) }).filter({ hasText: text });
		await expect(item('The parcel came')).toContainText('Tidy: is taken out');
		await expect(item('The parcel came')).toContainText('Because: it has come');
		await item('Tidy: becomes this one line').getByRole('button', { name: 'Accept' }).click();
		await item('Ana visits in May').getByRole('button', { name: 'Accept' }).click();
		await item('The parcel came').getByRole('button', { name: 'Reject' }).click();
		await expect(page.getByRole('link', { name: 'Review', exact: true })).toBeVisible();
		await page.goto('/memory/MEMORY.md');
		await expect(editor(page)).toHaveValue(
			'# Me\n- Bakes bread\n- Likes tea\n- Ana visits in May\n'
		);
		await page.goto(`/memory/${note}`);
		await expect(editor(page)).toHaveValue('- The parcel came\n');
		await page.goto('/');
		await say(page, 'Good morning');
		const { system } = server.messages().at(-1)!.body as { readonly system: unknown };
		expect(JSON.stringify(system)).toContain('- Likes tea\\n- Ana visits in May');
		expect(JSON.stringify(system)).not.toContain('likes tea.');
		expect(server.refusals).toEqual([]);
	}
);

test('a file that outgrew its budget is offered a clean-up', { tag: '@slow' }, async ({ page }) => {
	await page.goto('/settings');
	await page.getByLabel('Memory file budget (tokens)').fill('100');
	await page.getByLabel('Memory file budget (tokens)').blur();
	await expect(status(page, /^Saved$/)).toBeVisible();
	const outgrown = page.getByText('This file has outgrown its budget.');
	const offer = page.getByRole('button', { name: 'Draft a clean-up', exact: true });
	const weight = async () => {
		const told = (await page.getByText(/About [\d,]+ of [\d,]+ tokens/).textContent()) ?? '';
		return [...told.matchAll(/[\d,]+/g)].map(([number]) => Number(number.replaceAll(',', '')));
	};
	await write(page, 'MEMORY.md', '- The same long line about nothing in particular\n'.repeat(3));
	const [small = 0, budget] = await weight();
	expect(budget).toBe(100);
	expect(small).toBeGreaterThan(10);
	expect(small).toBeLessThan(100);
	await expect(outgrown).toHaveCount(0);
	await expect(offer).toHaveCount(0);
	await page.goto('/memory');
	await expect(page.getByRole('link', { name: 'MEMORY.md', exact: true })).toBeVisible();
	await expect(page.getByText('Over its budget')).toHaveCount(0);
	await write(page, 'MEMORY.md', '- The same long line about nothing in particular\n'.repeat(20));
	await expect(outgrown).toBeVisible();
	const [large = 0, same] = await weight();
	expect(same).toBe(100);
	expect(large / small).toBeGreaterThan(5);
	await press(page, 'Draft a clean-up');
	await expect(page.getByRole('link', { name: 'Review (1)' })).toBeVisible();
	await page.goto('/memory');
	await expect(page.getByText('Over its budget')).toBeVisible();
});

test(
	'the scope of a file keeps it from the endpoint, and the inspector says why',
	{ tag: '@slow' },
	async ({ page, server }) => {
		await useServer(page, server);
		const sent = () => JSON.stringify(server.requests.map(({ bodyText }) => bodyText));
		await write(page, 'MEMORY.md', '- The canary is called ZEBRA-7731\n');
		await page.goto('/');
		await say(page, 'Before');
		expect(sent()).toContain('ZEBRA-7731');

		await page.goto('/memory/MEMORY.md');
		await expect(page.getByText('never sent, even if the assistant asks for it.')).toBeVisible();
		await page.getByLabel('May be sent to').selectOption('never');
		await expect(status(page, 'May be sent to: Nowhere.')).toBeVisible();
		await expect(page.getByText('never sent.')).toHaveCount(1);
		const note = `memory/${await today(page)}.md`;
		await write(page, note, '- Ana visits\n');
		server.reset();
		await page.goto('/');
		await page.getByRole('button', { name: 'New chat', exact: true }).click();
		await say(page, 'And now?');
		expect(sent()).toContain('Ana visits');
		expect(sent()).not.toContain('ZEBRA-7731');
		await page.getByRole('button', { name: /^Context/ }).click();
		const inspector = page.getByRole('region', { name: 'Prompt inspector' });
		const part = (source: string) =>
			inspector.getByRole('listitem').filter({ has: page.getByText(source, { exact: true }) });
		await expect(part('MEMORY.md')).toContainText('Not sent: this file is for no endpoint.');
		await expect(part(note)).not.toContainText('Not sent');

		// A guest never has it, whatever its model calls, and is told so.
		await page.goto('/memory/MEMORY.md');
		await page.getByLabel('May be sent to').selectOption('everywhere');
		await expect(status(page, 'May be sent to: Every endpoint.')).toBeVisible();
		await page.goto('/');
		await page.getByRole('button', { name: 'New chat options' }).click();
		await page.getByRole('menuitem', { name: 'New guest chat' }).click();
		await expect(page.getByText(`These daily notes go along: ${note}.`)).toBeVisible();
		server.reset();
		await say(
			page,
			'Look [[tool:read_memory {"path":"MEMORY.md"}]] [[tool:recall {"query":"canary"}]]'
		);
		expect(server.messages()).toHaveLength(2);
		expect(sent()).toContain('is not available in a guest session');
		expect(sent()).toContain('Ana visits');
		expect(sent()).not.toContain('ZEBRA-7731');
		if (!(await inspector.isVisible()))
			await page.getByRole('button', { name: /^Context/ }).click();
		await expect(part('MEMORY.md')).toContainText('Not sent: this is a guest session.');

		// For endpoints nearby: the one on this device gets it, a far one does not. Notes only for guests stay out as well.
		await page.goto('/settings');
		await page.getByLabel('Daily notes go to').selectOption('guest');
		await expect(status(page, 'Saved')).toBeVisible();
		await page.goto('/memory/MEMORY.md');
		await page.getByLabel('May be sent to').selectOption('local');
		await expect(status(page, /^May be sent to: Endpoints on this device/)).toBeVisible();
		server.reset();
		await page.goto('/');
		await page.getByRole('button', { name: 'New chat', exact: true }).click();
		await say(page, 'And here?');
		expect(sent()).toContain('ZEBRA-7731');
		expect(sent()).not.toContain('Ana visits');
		if (!(await inspector.isVisible()))
			await page.getByRole('button', { name: /^Context/ }).click();
		await expect(part(note)).toContainText(
			'Not sent: daily notes are not for this kind of session'
		);
		await expect(part('MEMORY.md')).not.toContainText('Not sent');
		expect(server.refusals).toEqual([]);
		await page.goto('/settings');
		await page.getByLabel('API endpoint').fill('https://far.example');
		await page.getByLabel('API endpoint').blur();
		await expect(status(page, 'Saved')).toBeVisible();
		await page.goto('/');
		await page.getByRole('button', { name: 'New chat', exact: true }).click();
		await composer(page).fill('Hello');
		if (!(await inspector.isVisible()))
			await page.getByRole('button', { name: /^Context/ }).click();
		await expect(part('MEMORY.md')).toContainText(
			'Not sent: this file is only for endpoints on this device or network.'
		);
	}
);

test(
	'#178 a newcomer sees where a fact lives, with what lies there and a way to it',
	{ tag: '@slow' },
	async ({ page, server }) => {
		await useServer(page, server);
		await page.goto('/');
		for (let turn = 0; turn < 6; turn++)
			await say(page, `Item ${String(turn)}: ${'the ferry to Naxos costs 23 EUR. '.repeat(30)}`);
		await command(page, '/compact');
		await page.getByRole('button', { name: 'Use summary', exact: true }).click();
		await expect(
			transcript(page).getByRole('article', { name: /^Summary of earlier messages/ })
		).toHaveCount(1);
		await write(
			page,
			`memory/${await today(page)}.md`,
			'- Ana visits\n- The parcel came\n- Rain\n'
		);
		await write(page, 'MEMORY.md', '- Likes tea\n- Bakes bread\n');
		await page.goto('/memory');
		await page.getByRole('link', { name: 'Where a fact lives, in a picture' }).click();
		await expect(page.getByRole('heading', { level: 1 })).toHaveText('Where a fact lives');
		const places = page.getByRole('figure', { name: 'The way of a fact' }).getByRole('listitem');
		await expect(places).toHaveCount(5);
		for (const [at, name] of ['Session', 'Summary', 'Daily note', 'MEMORY.md', 'Archive'].entries())
			await expect(places.nth(at).getByRole('heading')).toHaveText(name);
		for (const [at, count] of [
			'6 turns in 1 session',
			'1 summary',
			'3 lines in 1 note',
			'2 lines',
			'1 archive'
		].entries())
			await expect(places.nth(at).locator('.count')).toHaveText(count);
		expect(server.refusals).toEqual([]);
		expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
		await places.nth(3).getByRole('link', { name: 'MEMORY.md' }).click();
		await expect(editor(page)).toHaveValue('- Likes tea\n- Bakes bread\n');
	}
);

test('the memory pages have no accessibility violations', { tag: '@slow' }, async ({ page }) => {
	await write(page, 'MEMORY.md', '# Me\n\n- Drinks tea\n  - green\n');
	for (const panel of [null, 'Preview', 'History']) {
		if (panel !== null) await press(page, panel);
		await press(page, 'Rename');
		expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
		await press(page, 'Cancel');
	}
	await page.goto('/memory');
	await expect(page.getByRole('grid')).toBeVisible();
	await page.getByText('Show lines').click();
	await press(page, 'New file');
	expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
});

test('what stands below the list of files comes with it, and is not pushed down by it @slow', async ({
	page
}) => {
	await page.addInitScript(() => {
		const seen = { shift: 0 };
		Object.assign(window, { seen });
		new PerformanceObserver((list) => {
			for (const entry of list.getEntries())
				seen.shift += (entry as PerformanceEntry & { readonly value: number }).value;
		}).observe({ type: 'layout-shift', buffered: true });
	});
	for (const width of [1280, 390]) {
		await page.setViewportSize({ width, height: 844 });
		await page.goto('/memory');
		await expect(page.getByRole('button', { name: 'Tidy my memory' })).toBeVisible();
		await expect(page.getByRole('link', { name: 'Write long-term memory' })).toBeVisible();
		const shift = () =>
			page.evaluate(() => (window as unknown as { seen: { shift: number } }).seen.shift);
		await settles(shift, 500);
		expect(await shift()).toBeLessThan(0.05);
	}
});
