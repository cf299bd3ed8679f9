import { AxeBuilder } from '@axe-core/playwright';
import { command, say, settles, transcript, useServer, writeMemory } from '../steps.ts';
import { expect, test } from '../with-server.ts';
import { editor, pressButton, status, today } from './memory-pages.ts';

/** The pages of memory: the list of files, their names, the days, the search, and where a fact lives. */

test('a file named in another script has an address that opens it directly, and from the list @slow', async ({
	page
}) => {
	await page.goto('/memory');
	await pressButton(page, 'New file');
	await page.getByLabel('Name of the new file').fill('Мои рецепты');
	await pressButton(page, 'Create');
	await editor(page).fill('- Борщ');
	await pressButton(page, 'Save');
	await expect(status(page, /Saved/)).toBeVisible();
	await page.reload();
	await expect(editor(page)).toHaveValue('- Борщ');
	await page.goto('/memory');
	await page.getByRole('link', { name: 'memory/Мои-рецепты.md', exact: true }).click();
	await expect(editor(page)).toHaveValue('- Борщ');
});

test(
	'a file is made, renamed and named back; its history leads on',
	{ tag: '@slow' },
	async ({ page }) => {
		await page.goto('/memory');
		await pressButton(page, 'New file');
		await page.getByRole('textbox', { name: 'Name of the new file' }).fill('bad/name');
		await page.keyboard.press('Enter');
		await expect(page.getByText('Use up to 80 letters')).toBeVisible();
		await page.getByRole('textbox', { name: 'Name of the new file' }).fill('garden');
		await page.keyboard.press('Enter');
		await expect(page).toHaveURL(/\/memory\/memory\/garden\.md$/);
		await editor(page).fill('- Roses\n');
		await pressButton(page, 'Save');
		await pressButton(page, 'Rename');
		await page.getByRole('textbox', { name: 'New name' }).fill('memory/flowers.md');
		await page.keyboard.press('Enter');
		await expect(page).toHaveURL(/flowers\.md$/);
		await expect(editor(page)).toHaveValue('- Roses\n');
		await pressButton(page, 'History');
		await expect(page.getByRole('link', { name: 'Renamed from memory/garden.md' })).toBeVisible();
		await page.getByRole('status').getByRole('button', { name: 'Undo', exact: true }).click();
		await expect(page).toHaveURL(/garden\.md$/);
		await expect(editor(page)).toHaveValue('- Roses\n');
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
	await writeMemory(page, 'MEMORY.md', '- Likes tea\n');
	await page.goto('/memory');
	await expect(files).toHaveCount(1);
	await expect(page.getByRole('link', { name: 'Write long-term memory' })).toHaveCount(0);
	await page.goto('/memory/MEMORY.md');
	await pressButton(page, 'Delete file');
	await page.getByRole('link', { name: 'All memory files' }).click();
	await expect(page.getByRole('link', { name: 'Write long-term memory' })).toBeVisible();
	await expect(files).toHaveCount(0);
});

test(
	'the calendar shows the days that have notes, is walked by keys, and leads to a day',
	{ tag: '@slow' },
	async ({ page }) => {
		await page.goto('/memory');
		const note = `memory/${await today(page)}.md`;
		await writeMemory(page, note, '- One\n- Two\n');
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
		// The end of the week may lie in the month behind.
		await page.goto('/memory');
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
		await writeMemory(page, 'MEMORY.md', '# Me\n\n- Drinks Café crème\n- Owns a boat\n');
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
		await writeMemory(
			page,
			`memory/${await today(page)}.md`,
			'- Ana visits\n- The parcel came\n- Rain\n'
		);
		await writeMemory(page, 'MEMORY.md', '- Likes tea\n- Bakes bread\n');
		await page.goto('/memory');
		await page.getByRole('link', { name: 'Where a fact lives, in a picture' }).click();
		await expect(page.getByRole('heading', { level: 1 })).toHaveText('Where a fact lives');
		const places = page.getByRole('figure', { name: 'The path of a fact' }).getByRole('listitem');
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
	await writeMemory(page, 'MEMORY.md', '# Me\n\n- Drinks tea\n  - green\n');
	for (const panel of [null, 'Preview', 'History']) {
		if (panel !== null) await pressButton(page, panel);
		await pressButton(page, 'Rename');
		expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
		await pressButton(page, 'Cancel');
	}
	await page.goto('/memory');
	await expect(page.getByRole('grid')).toBeVisible();
	await page.getByText('Show lines').click();
	await pressButton(page, 'New file');
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
