import {
	composer,
	importFile,
	press,
	questions,
	replies,
	say,
	tabTo,
	useServer
} from '../steps.ts';
import { expect, test } from '../with-server.ts';

/** Where the focus is when what had it is gone, or can do no more: nobody at a keyboard begins the page anew. */

test(
	'what is pressed may leave the page: the focus goes on where one would go on',
	{ tag: '@slow' },
	async ({ page, server }) => {
		await useServer(page, server);
		await page.goto('/');
		await expect(composer(page)).toBeFocused();
		await say(page, 'The first question');
		await say(page, 'The second question');
		const editor = page.getByRole('textbox', { name: 'Edit message' });
		const edit = questions(page).last().getByRole('button', { name: 'Edit', exact: true });
		const undo = page.getByRole('status').getByRole('button', { name: 'Undo', exact: true });

		await test.step('an edit that is left gives it back to where it was opened', async () => {
			await press(page, 'ArrowUp');
			await expect(editor).toBeFocused();
			await press(page, 'Escape');
			await expect(composer(page)).toBeFocused();
			await edit.focus();
			await press(page, 'Enter');
			await expect(editor).toBeFocused();
			await press(page, 'Escape');
			await expect(edit).toBeFocused();
			await press(page, 'Enter');
			await tabTo(page, page.getByRole('button', { name: 'Cancel', exact: true }));
			await press(page, 'Enter');
			await expect(edit).toBeFocused();
		});

		await test.step('Regenerate hands it to the composer, and so does Stop', async () => {
			await replies(page).last().getByRole('button', { name: 'Regenerate' }).focus();
			await press(page, 'Enter');
			await expect(page.getByText('Branch 2 of 2')).toBeVisible();
			await expect(composer(page)).toBeFocused();
			server.script(() => ({ text: 'word '.repeat(400), tokensPerSecond: 40 }));
			await page.keyboard.type('A long story');
			await press(page, 'Enter');
			await expect(replies(page).last()).toContainText('word word');
			await tabTo(page, page.getByRole('button', { name: 'Stop' }));
			await press(page, 'Enter');
			await expect(replies(page).last()).toContainText('Stopped');
			await expect(composer(page)).toBeFocused();
		});

		await test.step('the first branch keeps it, where there is none before', async () => {
			const previous = page.getByRole('button', { name: 'Previous branch' });
			await previous.focus();
			await press(page, 'Enter');
			await expect(page.getByText('Branch 1 of 2')).toBeVisible();
			await expect(previous).toBeDisabled();
			await expect(previous).toBeFocused();
			await press(page, 'Enter');
			await expect(page.getByText('Branch 1 of 2')).toBeVisible();
		});

		await test.step('a deletion hands it to its Undo, and from there to the composer', async () => {
			const last = questions(page).last();
			await last.getByRole('button', { name: 'More actions' }).focus();
			await press(page, 'Enter');
			await last.getByRole('button', { name: 'Delete turn' }).focus();
			await press(page, 'Enter');
			await expect(undo).toBeFocused();
			await press(page, 'Enter');
			await expect(questions(page)).toHaveCount(2);
			await expect(composer(page)).toBeFocused();
		});

		await test.step('and so do a summary and its compaction', async () => {
			server.script(() => ({ text: 'The ferry leaves at noon. '.repeat(30) }));
			for (let turn = 0; turn < 6; turn++)
				await say(page, `Pier ${String(turn)}: ${'Tell me of the ferry. '.repeat(30)}`);
			await page.keyboard.type('/compact');
			await press(page, 'Enter');
			const use = page.getByRole('button', { name: 'Use summary' });
			await expect(use).toBeVisible();
			await use.focus();
			await press(page, 'Enter');
			await expect(undo).toBeFocused();
			const card = page.getByRole('article', { name: /^Summary of earlier messages/ });
			await card.getByRole('button', { name: 'Undo compaction' }).focus();
			await press(page, 'Enter');
			await expect(card).toHaveCount(0);
			const redo = page.getByRole('status').getByRole('button', { name: 'Redo', exact: true });
			await expect(redo).toBeFocused();
		});
	}
);

test(
	'what is pressed may have nothing more to do: the focus goes on where one would go on',
	{ tag: '@slow' },
	async ({ page, server }) => {
		const undo = page.getByRole('status').getByRole('button', { name: 'Undo', exact: true });
		const area = page.getByRole('textbox', { name: 'Memory file', exact: true });

		await test.step('a file that is saved is written on', async () => {
			await page.goto('/memory/MEMORY.md');
			await area.fill('- Likes tea');
			await page.getByRole('button', { name: 'Save', exact: true }).focus();
			await press(page, 'Enter');
			await expect(page.getByRole('button', { name: 'Save', exact: true })).toBeDisabled();
			await expect(area).toBeFocused();
		});

		await test.step('a file that is deleted can be had back, and one goes on in the content', async () => {
			await page.getByRole('button', { name: 'Delete file' }).focus();
			await press(page, 'Enter');
			await expect(undo).toBeFocused();
			await press(page, 'Enter');
			await expect(area).toHaveValue('- Likes tea');
			await expect(page.getByRole('main')).toBeFocused();
		});

		await test.step('a key that is forgotten makes room for another', async () => {
			await useServer(page, server);
			await page.getByRole('button', { name: 'Forget key' }).focus();
			await press(page, 'Enter');
			await expect(page.getByText('No key')).toBeVisible();
			await expect(page.getByLabel('API key')).toBeFocused();
		});
	}
);

/** Conversations as a file of another product brings them. */
const conversations = (count: number): string =>
	JSON.stringify(
		Array.from({ length: count }, (_, at) => ({
			id: `c${String(at)}`,
			title: `Ferry ${String(at)}`,
			create_time: 1_764_000_000 + at,
			current_node: 'a',
			mapping: {
				q: {
					id: 'q',
					children: ['a'],
					message: {
						author: { role: 'user' },
						content: { content_type: 'text', parts: [`When does ferry ${String(at)} leave?`] }
					}
				},
				a: {
					id: 'a',
					parent: 'q',
					children: [],
					message: {
						author: { role: 'assistant' },
						content: { content_type: 'text', parts: ['At noon.'] }
					}
				}
			}
		}))
	);

test('nor does anybody at the lists: the focus stays, or goes on beside what is gone @slow', async ({
	page
}) => {
	const list = page.getByRole('navigation', { name: 'Sessions' });

	// By links: what looks after the focus begins when the first screen has settled.
	await page.goto('/settings');
	await importFile(page, 'conversations.json', conversations(45));

	await test.step('an import that is left at the end of a long preview gives it back in sight', async () => {
		await page.getByLabel('Import file', { exact: true }).setInputFiles({
			name: 'conversations.json',
			mimeType: 'application/json',
			buffer: Buffer.from(conversations(60))
		});
		// While the file is read a Cancel stands there too, which goes with that.
		await page.getByRole('button', { name: 'Import now' }).waitFor();
		await page.getByRole('button', { name: 'Cancel', exact: true }).focus();
		await press(page, 'Enter');
		const begin = page.getByRole('button', { name: 'Import', exact: true });
		await expect(begin).toBeFocused();
		await expect(begin).toBeInViewport({ ratio: 1 });
	});

	await test.step('a session that is pinned keeps it, where it now stands', async () => {
		const row = list.getByRole('listitem').filter({ hasText: 'Ferry 33' });
		const menu = row.getByRole('button', { name: 'Session actions' });
		await menu.focus();
		await press(page, 'Enter');
		await page.getByRole('menuitem', { name: 'Pin session' }).focus();
		await press(page, 'Enter');
		await expect(list).toContainText('Pinned');
		await expect(menu).toBeFocused();
	});

	await test.step('several that were chosen', async () => {
		const choose = page.getByRole('button', { name: 'Choose several sessions' });
		const bar = page.getByRole('group', { name: 'With the chosen sessions' });
		await choose.focus();
		await press(page, 'Enter');
		await bar.getByRole('button', { name: 'Cancel' }).focus();
		await press(page, 'Enter');
		await expect(choose).toBeFocused();
		await press(page, 'Enter');
		await page.getByRole('checkbox', { name: 'Ferry 5', exact: true }).check();
		await bar.getByRole('button', { name: 'Pin' }).focus();
		await press(page, 'Enter');
		await expect(choose).toBeFocused();
	});

	await test.step('results that a search is narrowed to, and more of them', async () => {
		await page.getByRole('link', { name: 'Search', exact: true }).click();
		await page.getByRole('searchbox', { name: 'Search' }).fill('ferry');
		const results = page.getByRole('list', { name: 'Results', exact: true });
		await expect(results.getByRole('link').first()).toBeVisible();
		const more = page.getByRole('button', { name: 'Show more results' });
		await more.focus();
		await expect(async () => {
			if (await more.isVisible()) await press(page, 'Enter');
			await expect(more).toHaveCount(0, { timeout: 1_000 });
		}).toPass();
		await expect(results.getByRole('link').last()).toBeFocused();
		const mine = page.getByRole('group', { name: 'Filters' }).getByRole('button', { name: /You/ });
		await mine.focus();
		await press(page, 'Enter');
		const clear = page.getByRole('button', { name: 'Clear all filters' });
		await clear.focus();
		await press(page, 'Enter');
		await expect(clear).toHaveCount(0);
		await expect(page.getByRole('search').locator(':focus')).toHaveCount(1);
	});

	await test.step('a preset that is now the one of all sessions', async () => {
		await page.getByRole('link', { name: 'Settings', exact: true }).click();
		await page.locator('a[href^="/settings/presets"]').first().click();
		await page.getByRole('link', { name: /^Summary in six sections/ }).click();
		const use = page.getByRole('button', { name: 'Use for all sessions' });
		await use.focus();
		await press(page, 'Enter');
		await expect(use).toHaveCount(0);
		await expect(page.getByRole('main').locator(':focus')).toHaveCount(1);
	});
});
