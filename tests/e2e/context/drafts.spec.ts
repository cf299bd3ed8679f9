import type { Page } from '@playwright/test';
import {
	command,
	inAnotherTab,
	replies,
	say,
	standsStill,
	transcript,
	useServer
} from '../steps.ts';
import { expect, oneModel, test } from '../with-server.ts';
import { broughtTalk, card, draft, items } from './ferries.ts';

/** A draft is asked for, read, edited and used, and comes into view where somebody waits for it. */

/** Enough on-device talk that there is something to summarise. */
async function longTalk(page: Page): Promise<void> {
	await page.goto('/');
	for (const item of items) await say(page, item);
}

/** Whether nothing lies over any of its corners or its middle. */
const isWhollyOnTop = (button: Element): boolean => {
	const { left, right, top, bottom } = button.getBoundingClientRect();
	return [left + 6, (left + right) / 2, right - 6].every((x) =>
		[top + 6, (top + bottom) / 2, bottom - 6].every((y) =>
			button.contains(document.elementFromPoint(x, y))
		)
	);
};

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
		{ tag: '@slow' },
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

test('what an edited draft gives the focus back to is in sight, also where its text is longer than the editor @slow', async ({
	page,
	server
}) => {
	await useServer(page, server);
	const bullets = Array.from({ length: 40 }, (_, at) => `- Pier ${String(at)} is open`).join('\n');
	server.summariser(({ system, user }) =>
		[...new Set(`${system}\n${user}`.match(/^#{1,4} .+$/gm))]
			.map((heading) => `${heading}\n${bullets}`)
			.join('\n\n')
	);
	await broughtTalk(page, { also: 'It was a fine day by the sea. '.repeat(400) });
	await command(page, '/compact');
	await draft(page).getByRole('button', { name: 'More summary actions' }).click();
	const edit = draft(page).getByRole('button', { name: 'Edit summary' });
	await edit.focus();
	await page.keyboard.press('Enter');
	await expect(page.getByRole('textbox', { name: 'Summary text' })).toBeFocused();
	await page.keyboard.type(' Mine.');
	await page.keyboard.press('Control+Enter');
	await expect(edit).toBeFocused();
	await expect(edit).toBeInViewport({ ratio: 1 });
});

test(
	'a draft used at the desk is none in the conversation one comes back to, and what is sent there meanwhile goes out',
	{ tag: '@slow' },
	async ({ page }) => {
		await broughtTalk(page);
		await command(page, '/compact');
		await expect(draft(page)).toHaveCount(1);
		await page.getByRole('link', { name: /^Review/ }).click();
		// The draft in the conversation has the same button, until the desk is there.
		const desk = page.getByRole('list', { name: 'To review' });
		await desk.getByRole('button', { name: 'Use summary' }).click();
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

test(
	'a draft in which somebody writes stays when another tab makes one, and takes its place when asked',
	{ tag: '@slow' },
	async ({ page }) => {
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

		const other = await inAnotherTab(page);
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
