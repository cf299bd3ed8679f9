import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import type { AnthropicServer } from '../../support/anthropic/server.ts';
import {
	command,
	composer,
	downloadBy,
	importFile,
	replies,
	say,
	standsStill,
	storedTables,
	transcript,
	useServer
} from '../steps.ts';
import { expect, oneModel, test } from '../with-server.ts';

const items = Array.from(
	{ length: 6 },
	(_, at) =>
		`Item ${String(at)}: the ferry to Naxos leaves pier ${String(at + 3)} at 0${String(at)}:45 and costs ${String(20 + at)} EUR; see https://example.com/ferry/${String(at)}. ${'It was a fine day by the sea. '.repeat(2)}`
);

/** Enough on-device talk that there is something to summarise. */
async function longTalk(page: Page): Promise<void> {
	await page.goto('/');
	for (const item of items) await say(page, item);
}

/** The same, brought along from elsewhere: for what does not hang on how the messages came. */
async function broughtTalk(page: Page, { also = '' } = {}): Promise<void> {
	const said = (sender: string, text: string, at: number) => ({
		uuid: `${sender}-${String(at)}`,
		sender,
		text,
		content: [{ type: 'text', text }],
		created_at: new Date(Date.UTC(2025, 0, 1, 0, at)).toISOString()
	});
	const chat = {
		uuid: 'ferries',
		name: 'Ferries to Naxos',
		created_at: '2025-01-01T00:00:00Z',
		updated_at: '2025-01-02T00:00:00Z',
		chat_messages: items.flatMap((item, at) => [
			said('human', item, at),
			said('assistant', `Noted, word for word: ${item} `.repeat(3) + also, at)
		])
	};
	await page.goto('/settings#data');
	await importFile(page, 'conversations.json', JSON.stringify([chat]));
	const sessions = page.getByRole('navigation', { name: 'Sessions' });
	await sessions.getByRole('link', { name: /Ferries to Naxos/ }).click();
	await expect(replies(page).last()).toContainText(`Item ${String(items.length - 1)}:`);
}

const draft = (page: Page) =>
	transcript(page).getByRole('article', { name: /^Draft summary of earlier messages/ });

const card = (page: Page) =>
	transcript(page).getByRole('article', { name: /^Summary of earlier messages, round \d+$/ });

/** Whether nothing lies over any of its corners or its middle. */
const isWhollyOnTop = (button: Element): boolean => {
	const { left, right, top, bottom } = button.getBoundingClientRect();
	return [left + 6, (left + right) / 2, right - 6].every((x) =>
		[top + 6, (top + bottom) / 2, bottom - 6].every((y) =>
			button.contains(document.elementFromPoint(x, y))
		)
	);
};

/** By the button of the inspector, as somebody would who knows no commands. */
async function useDraft(page: Page): Promise<void> {
	await page.getByRole('button', { name: /^Context/ }).click();
	await page.getByRole('button', { name: 'Compact now', exact: true }).click();
	await page.keyboard.press('Escape');
	await draft(page).getByRole('button', { name: 'Use summary' }).click();
	await expect(card(page)).toHaveCount(1);
	await standsStill(card(page));
}

test('a draft is read, edited and used; its card tells what it stands for', async ({ page }) => {
	await longTalk(page);
	await command(page, '/compact the ferries');
	await expect(draft(page)).toBeVisible();
	await draft(page).getByRole('button', { name: 'Edit summary' }).click();
	const editor = page.getByRole('textbox', { name: 'Summary text' });
	await expect(editor).toBeFocused();
	await editor.fill('## Ferries\n\nThey talked about ferries to Naxos.');
	await editor.press('Control+Enter');
	await expect(editor).toHaveCount(0);
	await expect(draft(page)).toContainText('ferries to Naxos');
	await draft(page).getByRole('button', { name: 'Use summary' }).click();
	await expect(draft(page)).toHaveCount(0);
	await expect(card(page)).toContainText('ferries to Naxos');
	await expect(card(page)).toContainText(/[\d,]+ → [\d,]+ tokens/);
	await expect(card(page)).toContainText('edited');
	await expect(card(page)).toContainText('On-device');
	await page.reload();
	await expect(card(page)).toHaveCount(1);
});

for (const width of [1280, 390])
	test(
		`the way back to the latest message covers no button of a draft that is being read, ${String(width)} px wide`,
		{ tag: width === 390 ? [] : '@slow' },
		async ({ page }) => {
			await page.setViewportSize({ width: 1280, height: 800 });
			await broughtTalk(page, { also: 'A line of its own.\n\n'.repeat(3) });
			await page.setViewportSize({ width, height: 800 });
			await command(page, '/compact');
			const use = draft(page).getByRole('button', { name: 'Use summary' });
			await standsStill(use);
			await draft(page).getByRole('heading').first().hover();
			await page.mouse.wheel(0, -200);
			await expect(page.getByRole('button', { name: 'Go to the latest message' })).toBeVisible();
			for (const name of ['Use summary', 'Edit summary', 'Discard summary', 'What was lost'])
				await expect(async () => {
					const button = draft(page).getByRole('button', { name, exact: true });
					await expect(button).toBeInViewport({ ratio: 1 });
					expect(await button.evaluate(isWhollyOnTop), name).toBe(true);
				}).toPass();
		}
	);

test('what a draft opens is seen at once, from wherever in it the button is pressed @slow', async ({
	page
}) => {
	await broughtTalk(page, { also: 'A line of its own.\n\n'.repeat(3) });
	await page.setViewportSize({ width: 1280, height: 480 });
	await command(page, '/compact');
	const buttonOf = (name: string) => draft(page).getByRole('button', { name, exact: true });
	const lost = draft(page).getByRole('heading', { name: 'What was lost' });
	await standsStill(buttonOf('Use summary'));
	for (const block of ['end', 'start'] as const) {
		await draft(page).evaluate((card, at) => card.scrollIntoView({ block: at }), block);
		await buttonOf('More summary actions').click();
		await expect(buttonOf('Copy summary')).toBeInViewport({ ratio: 1 });
		await expect(buttonOf('More summary actions')).toBeInViewport({ ratio: 1 });
		await buttonOf('More summary actions').click();
		await draft(page).evaluate((card, at) => card.scrollIntoView({ block: at }), block);
		await buttonOf('What was lost').click();
		await expect(lost).toBeInViewport({ ratio: 1 });
		await expect(buttonOf('What was lost')).toBeInViewport({ ratio: 1 });
		await buttonOf('What was lost').click();
	}
});

test(
	'a new draft says that it took the place of an edited one, whose words come back with Undo',
	{ tag: '@slow' },
	async ({ page }) => {
		await broughtTalk(page);
		await command(page, '/compact');
		await draft(page).getByRole('button', { name: 'Edit summary' }).click();
		const editor = page.getByRole('textbox', { name: 'Summary text' });
		await editor.fill('My own words about Naxos.');
		await editor.press('Control+Enter');
		await expect(editor).toHaveCount(0);
		await command(page, '/compact');
		const told = page.getByRole('status').filter({ hasText: 'The earlier draft was replaced.' });
		await expect(told).toBeVisible();
		await expect(draft(page)).toHaveCount(1);
		await expect(draft(page)).not.toContainText('My own words');
		await told.getByRole('button', { name: 'Undo' }).press('Enter');
		await expect(draft(page)).toContainText('My own words about Naxos.');
		await expect(draft(page)).toHaveCount(1);
		await page.reload();
		await expect(draft(page)).toContainText('My own words about Naxos.');
	}
);

for (const [width, height] of [
	[1280, 800],
	[390, 844]
] as const)
	test(
		`the editor of a card opens where it was asked for, with its buttons in reach, ${String(width)} px wide`,
		{
			tag: width === 390 ? [] : '@slow'
		},
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

test(
	'the inspector has a button that prepares a summary, and on a narrow screen makes room for it',
	{ tag: '@slow' },
	async ({ page }) => {
		await broughtTalk(page);
		const inspector = page.getByRole('region', { name: 'Prompt inspector', exact: true });
		for (const width of [1280, 390]) {
			await page.setViewportSize({ width, height: 844 });
			await page.getByRole('button', { name: /^Context/ }).click();
			const compact = inspector.getByRole('button', { name: 'Compact now', exact: true });
			await compact.focus();
			await page.keyboard.press('Enter');
			await expect(draft(page)).toBeVisible();
			await expect(inspector).toHaveCount(width === 1280 ? 1 : 0);
			if (width === 1280) await expect(compact).toBeFocused();
			await draft(page).getByRole('button', { name: 'Discard summary' }).click();
			await expect(draft(page)).toHaveCount(0);
			if (width === 1280) await inspector.getByRole('button', { name: 'Close' }).click();
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
	'a draft used at the desk is none in the conversation one comes back to, and what is sent there meanwhile goes out',
	{ tag: '@slow' },
	async ({ page }) => {
		await broughtTalk(page);
		await command(page, '/compact');
		await expect(draft(page)).toHaveCount(1);
		await page.getByRole('link', { name: /^Review/ }).click();
		await page.getByRole('button', { name: 'Use summary' }).click();
		await expect(page.getByRole('status').filter({ hasText: 'in use' })).toBeVisible();
		await page.goBack();
		await expect(card(page)).toHaveCount(1);
		await expect(draft(page)).toHaveCount(0);
		// The message that waited for the draft may be answered just now; this one goes out behind it.
		await say(page, 'One more thing.');
		await expect(
			transcript(page).getByRole('article', { name: 'You' }).filter({ hasText: 'One more thing.' })
		).toHaveCount(1);
	}
);

/** Talk to a model with a small window until a message no longer fits and waits for a draft; gives its words. */
async function talkUntilItWaits(page: Page, server: AnthropicServer): Promise<string> {
	await useServer(page, server);
	await page.goto('/');
	await composer(page).waitFor();
	for (let turn = 0; turn < 14 && !(await offer(page).isVisible()); turn++) {
		const text = `Part ${String(turn)}. ${'The harbour was quiet in the morning. '.repeat(24)}`;
		await composer(page).fill(text);
		await composer(page).press('Enter');
		await expect(composer(page)).toHaveValue('');
		await expect(page.getByRole('button', { name: 'Stop' })).toHaveCount(0);
	}
	await expect(offer(page)).toBeVisible();
	const waiting = transcript(page).getByRole('article', { name: /^You/ }).last();
	return (await waiting.textContent()) ?? '';
}

const offer = (page: Page) =>
	page.getByRole('button', { name: /^Send without the oldest \d+ turns?$/ });

test(
	'with a preset that asks first what to remember, Compact now asks once, before the summary is planned',
	{ tag: '@slow' },
	async ({ page, startServer }) => {
		const server = await startServer(oneModel(40_000));
		const asks = (body: unknown) => JSON.stringify(body).includes('use save_memory for everything');
		let isSaved = false;
		server.when(asks, () => {
			if (isSaved) return { text: 'SILENT' };
			isSaved = true;
			const input = { text: 'The ferry to Naxos leaves pier 3.' };
			return { toolCalls: [{ name: 'save_memory', input }] };
		});
		// Long enough that the summary of the server is shorter than what it stands for.
		await broughtTalk(page, { also: 'It was a fine day by the sea. '.repeat(40) });
		await useServer(page, server);
		await page.goto('/settings#policy');
		await page.getByLabel('Compaction preset').selectOption('spec-008');
		await page.goto('/');
		const sessions = page.getByRole('navigation', { name: 'Sessions' });
		await sessions.getByRole('link', { name: /Ferries to Naxos/ }).click();
		await expect(replies(page).last()).toContainText('Item 5:');
		const compact = async () => {
			await command(page, '/compact');
			await expect(draft(page)).toHaveCount(1);
			await expect(page.getByText('Organizing conversation')).toHaveCount(0);
		};
		await compact();
		expect(server.messages().map(({ body }) => asks(body))).toEqual([true, true, false]);
		await expect(page.getByRole('link', { name: /^Review/ })).toContainText('2');
		await draft(page).getByRole('button', { name: 'Discard summary' }).click();
		await expect(draft(page)).toHaveCount(0);
		await compact();
		expect(server.messages().filter(({ body }) => asks(body))).toHaveLength(2);
		expect(server.refusals).toEqual([]);
	}
);

test('a message beyond the limit waits for the draft and goes out when it is used', async ({
	page,
	startServer
}) => {
	const server = await startServer(oneModel(8_000));
	const words = await talkUntilItWaits(page, server);
	// Now it is the draft that has to be decided about, so it is open.
	await expect(draft(page).locator('details')).toHaveAttribute('open');
	await draft(page).getByRole('button', { name: 'Use summary' }).click();
	await expect(offer(page)).toHaveCount(0);
	await expect(card(page)).toHaveCount(1);
	await expect(transcript(page).getByRole('article', { name: /^You/ }).last()).toHaveText(words);
	await expect(transcript(page).getByRole('article').last()).toHaveAccessibleName('Assistant');
	await page.reload();
	await expect(card(page)).toHaveCount(1);
});

test(
	'on a phone it is seen why a message waits, and the buttons of its draft are in reach',
	{ tag: '@slow' },
	async ({ page, startServer }) => {
		await page.setViewportSize({ width: 390, height: 640 });
		const server = await startServer(oneModel(8_000));
		await talkUntilItWaits(page, server);
		await expect(offer(page)).toBeInViewport({ ratio: 1 });
		await expect(page.getByText('Your message is stored')).toBeInViewport();
		await expect(page.getByText('nothing is deleted')).toBeInViewport();
		// Long as they come from models.
		await draft(page).getByRole('button', { name: 'Edit summary' }).click();
		const editor = page.getByRole('textbox', { name: 'Summary text' });
		await editor.fill('The harbour was quiet in the morning.\n\n'.repeat(40));
		await editor.press('Control+Enter');
		await expect(editor).toHaveCount(0);
		await draft(page).getByRole('heading').first().scrollIntoViewIfNeeded();
		await expect(draft(page).getByRole('button', { name: 'Use summary' })).toBeInViewport({
			ratio: 1
		});
	}
);

test(
	'on this device no message waits, however much was said before; the draft is there to be used',
	{ tag: '@slow' },
	async ({ page }) => {
		await page.goto('/');
		for (let turn = 0; turn < 9; turn++)
			await say(
				page,
				`Part ${String(turn)}. ${'The harbour was quiet in the morning. '.repeat(24)}`
			);
		await expect(offer(page)).toHaveCount(0);
		await expect(replies(page).last()).toContainText('On-device');
		await draft(page).getByRole('button', { name: 'Use summary' }).click();
		await expect(card(page)).toHaveCount(1);
	}
);

test(
	'a message that waits for a draft goes out when the draft is used at the desk',
	{ tag: '@slow' },
	async ({ page, startServer }) => {
		const server = await startServer(oneModel(8_000));
		await talkUntilItWaits(page, server);
		await page.getByRole('link', { name: /^Review/ }).click();
		await page.getByRole('button', { name: 'Use summary' }).click();
		await expect
			.poll(async () => {
				const { turns = [], steps = [] } = (await storedTables(page)) as Record<
					string,
					{ turnId: string }[]
				>;
				return turns.filter(({ turnId }) => steps.every((step) => step.turnId !== turnId)).length;
			})
			.toBe(0);
	}
);

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

test(
	'a draft in which somebody writes stays when another tab makes one, and takes its place when asked',
	{ tag: '@slow' },
	async ({ page, context }) => {
		await broughtTalk(page);
		// On a phone a long text is higher than the window.
		await page.setViewportSize({ width: 390, height: 844 });
		await command(page, '/compact');
		await draft(page).getByRole('button', { name: 'Edit summary' }).click();
		const editor = page.getByRole('textbox', { name: 'Summary text' });
		const long = ['They talked about ferries, and more.', ...items, ...items, ...items].join(
			'\n\n'
		);
		await editor.fill(long);

		const other = await context.newPage();
		await other.goto(page.url());
		await expect(draft(other)).toBeVisible();
		await command(other, '/compact the prices');

		const notice = draft(page).getByRole('alert');
		await expect(notice).toContainText('Another draft was made elsewhere');
		await expect(notice).toBeInViewport({ ratio: 1 });
		await expect(editor).toHaveValue(long);
		await draft(page).getByRole('button', { name: 'Show it' }).click();
		await expect(draft(page)).toHaveCount(2);
		await draft(page).getByRole('button', { name: 'Hide it' }).click();
		await expect(draft(page)).toHaveCount(1);
		await draft(page).getByRole('button', { name: 'Keep mine' }).click();
		await expect(draft(page).getByRole('alert')).toHaveCount(0);
		await draft(page).getByRole('button', { name: 'Use summary' }).click();
		await expect(card(page)).toContainText('They talked about ferries, and more.');
		await expect(card(other)).toContainText('They talked about ferries, and more.');
		await expect(draft(other)).toHaveCount(0);
	}
);

test('on a phone two lines hold the buttons of a draft', { tag: '@slow' }, async ({ page }) => {
	await broughtTalk(page);
	await page.setViewportSize({ width: 375, height: 844 });
	await command(page, '/compact');
	const top = async (name: string) => {
		const box = await draft(page).getByRole('button', { name, exact: true }).boundingBox();
		return (box?.y ?? 0) + (box?.height ?? 0) / 2;
	};
	expect(await top('Edit summary')).toBeCloseTo(await top('Use summary'), 0);
	for (const name of ['What was lost', 'More summary actions'])
		expect(await top(name), name).toBeCloseTo(await top('Discard summary'), 0);
});

test('a summary that is asked for far up in a conversation comes into view @slow', async ({
	page
}) => {
	await broughtTalk(page);
	await page.setViewportSize({ width: 1280, height: 480 });
	await page.mouse.move(800, 200);
	await page.mouse.wheel(0, -5_000);
	await expect(page.getByText('Item 0:').first()).toBeInViewport();
	await command(page, '/compact');
	await expect(draft(page).getByRole('button', { name: 'Use summary' })).toBeInViewport();
});

test('where there is nothing to summarise, whoever reads far up stays there @slow', async ({
	page,
	server
}) => {
	await useServer(page, server);
	await page.goto('/');
	for (const word of ['one', 'two', 'three']) await say(page, `Item ${word}:`);
	await page.setViewportSize({ width: 1280, height: 400 });
	await page.mouse.move(800, 200);
	await page.mouse.wheel(0, -5_000);
	const first = transcript(page).getByText('Item one:').first();
	await expect(first).toBeInViewport();
	const latest = page.getByRole('button', { name: 'Go to the latest message' });
	await expect(latest).toBeVisible();
	await command(page, '/compact');
	await expect(page.getByRole('status').filter({ hasText: /^Nothing to compact/ })).toBeVisible();
	await expect(latest).toBeVisible();
	await expect(first).toBeInViewport();
});
