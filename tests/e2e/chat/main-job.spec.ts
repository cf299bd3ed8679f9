import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { asksForSummary } from '../../support/anthropic/answers/script.ts';
import type { AnthropicServer } from '../../support/anthropic/server.ts';
import {
	command,
	composer,
	copiedRequest,
	downloadBy,
	expectOriginals,
	expectSameTables,
	gauge,
	standsStill,
	importFile,
	say,
	storedTables,
	transcript,
	useServer,
	withoutClock
} from '../steps.ts';
import { expect, oneModel, test } from '../with-server.ts';

/** What is said in turn `turn`; some turns call tools. */
const words = (turn: number): string =>
	turn % 6 === 0
		? `I prefer the morning train number ${String(turn + 100)} to Florence. [[tool:recall {"query":"train ${String(turn)}"}]]`
		: turn === 3
			? 'Please note it. [[tool:save_memory {"text":"Prefers aisle seats on long flights"}]]'
			: `Turn ${String(turn)}: the hotel Albergo${String(turn)} costs ${String(80 + turn)} EUR a night and stands in Via Roma ${String(turn)}, close to the station; what do you think of it for our trip in May?`;

/** What the scripted model writes when it is asked for a summary. */
const summary = `<summary>
## Original Task
Plan a trip to Florence.

## Requests
- done: find hotels
- open: choose a train

## Completed Work
| Item | Action | Description |
| --- | --- | --- |
| hotels | compared | several were named |

## Key Technical Decisions
- The trip is in May.

## Current State
Comparing hotels near the station. MARK-OF-THE-MODEL

## Pending Work
- [ ] choose a train
</summary>
<memories>
- The trip to Florence is in May [turn 2]
- Compares hotels near the station [turn 3]
- Prefers the morning train [turn 1]
</memories>`;

/** The newest conversation request as it reached the server. */
const lastChat = (server: AnthropicServer): string =>
	JSON.stringify(
		server.messages().findLast((request) => JSON.stringify(request.body).includes('"tools"'))?.body
	);

const draftCard = (page: Page) =>
	transcript(page).getByRole('article', { name: /^Draft summary of earlier messages/ });

const summaryCard = (page: Page, round: number) =>
	transcript(page).getByRole('article', {
		name: new RegExp(`^Summary of earlier messages, round ${String(round)}`)
	});

/**
 * Use the draft, undo it: the request is byte for byte the one of before, without a word of the summary. Then a summary
 * is asked for anew, and used.
 */
async function useUndoUse(page: Page): Promise<void> {
	await page.getByRole('button', { name: /^Context/ }).click();
	const inspector = page.getByRole('region', { name: 'Prompt inspector', exact: true });
	await expect(inspector.getByRole('listitem').first()).toBeVisible();
	const originals = withoutClock(await copiedRequest(page));
	// As a message of its own: what a recall found of it may stand elsewhere.
	const firstAsked = `"text":"${words(1)}"`;
	expect(originals).toContain(firstAsked);
	expect(originals).not.toContain('MARK-OF-THE-MODEL');
	await draftCard(page).getByRole('button', { name: 'Use summary' }).click();
	await expect(summaryCard(page, 1)).toBeVisible();
	const request = async () => withoutClock(await copiedRequest(page));
	await expect.poll(request).toContain('MARK-OF-THE-MODEL');
	expect(await request()).not.toContain(firstAsked);
	const undo = summaryCard(page, 1).getByRole('button', { name: 'Undo compaction' });
	await standsStill(undo);
	await undo.click();
	await expect(page.getByRole('status').filter({ hasText: 'Compaction undone' })).toBeVisible();
	await expect.poll(request).toBe(originals);
	await expect(composer(page)).toHaveValue('A thought that takes as long as the draft');
	await inspector.getByRole('button', { name: 'Close' }).click();
	await command(page, '/compact');
	await draftCard(page).getByRole('button', { name: 'Use summary' }).click();
	await expect(summaryCard(page, 2)).toBeVisible();
}

test('#178 #199 the main job', async ({ page, browser, context, startServer }) => {
	test.setTimeout(300_000);
	await context.grantPermissions(['clipboard-read', 'clipboard-write']);
	const server = await startServer(oneModel(16_000, 2_000));
	server.summariser(() => summary);
	// The first summary takes as long as it takes to write a thought.
	const draft = { isAsked: false, write: (): void => undefined };
	const written = new Promise<void>((resolve) => (draft.write = resolve));
	server.queue(
		async (_, { byDefault }) => {
			draft.isAsked = true;
			await written;
			return byDefault();
		},
		{ when: asksForSummary }
	);

	await test.step('a new profile takes endpoint, key and model', async () => {
		await useServer(page, server);
		await page.getByLabel('Prepare summaries in the background').selectOption('yes');
		await expect(page.getByText('Saved', { exact: true })).toBeVisible();
		await page.goto('/');
	});

	await test.step('sixty turns with tools and thinking: the gauge climbs, drafts come by themselves, typing goes on', async () => {
		let highest = 0;
		let used = 0;
		let typed = '';
		for (let turn = 0; turn < 60; turn++) {
			await say(page, words(turn));
			highest = Math.max(highest, await gauge(page));
			if (draft.isAsked && typed === '') {
				const organizing = page.getByRole('status').filter({ hasText: 'Organizing conversation' });
				await expect(organizing).toBeVisible();
				await composer(page).pressSequentially('A thought that takes');
				await expect(organizing).toBeVisible();
				draft.write();
				await composer(page).pressSequentially(' as long as the draft');
				await expect(draftCard(page)).toBeVisible();
				typed = await composer(page).inputValue();
			}
			if (used === 0 && (await draftCard(page).count())) {
				// The gauge follows the messages a moment later, and nothing has been used yet.
				const climbed = async () => (highest = Math.max(highest, await gauge(page)));
				await expect.poll(climbed).toBeGreaterThanOrEqual(65);
				await useUndoUse(page);
				used++;
			} else if (await draftCard(page).count()) {
				await draftCard(page).getByRole('button', { name: 'Use summary' }).click();
				await expect(draftCard(page)).toHaveCount(0);
				used++;
			}
		}
		expect(used).toBeGreaterThan(0);
		expect(typed).toBe('A thought that takes as long as the draft');
		// Thinking was not only asked for: what came of it went back to the model.
		const history = server
			.messages()
			.map(({ body }) => JSON.stringify((body as { readonly messages: unknown }).messages));
		expect(history.some((messages) => messages.includes('"type":"thinking"'))).toBe(true);
	});

	const before = await storedTables(page);

	await test.step('the summary is edited by hand, and the next request holds the edited text and not the original', async () => {
		const cards = transcript(page).getByRole('article', { name: /^Summary of earlier messages/ });
		const card = cards.last();
		await card.getByRole('button', { name: 'Edit summary' }).click();
		const editor = page.getByRole('textbox', { name: 'Summary text' });
		await expect(editor).toBeFocused();
		await editor.fill((await editor.inputValue()).replace('MARK-OF-THE-MODEL', 'EDITED-BY-HAND'));
		await page.getByRole('button', { name: 'Save', exact: true }).click();
		await expect(editor).toHaveCount(0);
		await say(page, 'What is next?');
		expect(lastChat(server)).toContain('EDITED-BY-HAND');
		expect(lastChat(server)).not.toContain('MARK-OF-THE-MODEL');
	});

	await test.step('undo brings the originals back byte for byte, redo the summary', async () => {
		const card = transcript(page)
			.getByRole('article', { name: /^Summary of earlier messages/ })
			.last();
		await card.getByRole('button', { name: 'Undo compaction' }).click();
		await expect(page.getByRole('status').filter({ hasText: 'Compaction undone' })).toBeVisible();
		// The way back stays for as long as it has the focus.
		const redo = page.getByRole('button', { name: 'Redo' });
		await redo.focus();
		expectOriginals(await storedTables(page), before, { least: 60 });
		await redo.click();
		await expect(page.getByRole('status').filter({ hasText: 'in use again' })).toBeVisible();
	});

	await test.step('something is pinned and a turn left out: the next request holds the one and not the other', async () => {
		const card = transcript(page)
			.getByRole('article', { name: /^Summary of earlier messages/ })
			.last();
		await card.getByRole('button', { name: 'What was lost' }).click();
		const pin = page
			.getByRole('region', { name: 'What was lost' })
			.getByRole('button', { name: 'Pin', exact: true })
			.first();
		await pin.click();
		await expect(pin).toHaveAttribute('aria-pressed', 'true');
		const asked = transcript(page).getByRole('article', { name: /^You/ }).last();
		await expect(asked).toContainText('What is next?');
		const more = asked.getByRole('button', { name: 'More actions' });
		await standsStill(more);
		await more.click();
		const leave = asked.getByRole('button', { name: 'Leave out of prompt', exact: true });
		await leave.click();
		await expect(leave).toHaveAttribute('aria-pressed', 'true');
		expect(lastChat(server)).toContain('What is next?');
		await say(page, 'And without it?');
		expect(lastChat(server)).not.toContain('What is next?');
		const { pins } = await storedTables(page);
		const [pinned] = (pins ?? []) as { text: string }[];
		expect(lastChat(server)).toContain(JSON.stringify(pinned?.text).slice(1, -1));
	});

	await test.step('proposals are accepted, edited and rejected, and are seen or not seen in the next request', async () => {
		await page.getByRole('link', { name: /^Review \(\d+\)$/ }).click();
		const list = page.getByRole('list', { name: 'To review' });
		const item = (text: string) => list.getByRole('listitem').filter({ hasText: text });
		await item('Prefers aisle seats').getByRole('button', { name: 'Accept' }).click();
		await item('Compares hotels near the station').getByRole('button', { name: 'Edit' }).click();
		await page.getByRole('textbox', { name: 'Proposal text' }).fill('Wants a hotel with a garden');
		await page.getByRole('button', { name: 'Save', exact: true }).click();
		await item('Wants a hotel with a garden').getByRole('button', { name: 'Accept' }).click();
		await item('Prefers the morning train').getByRole('button', { name: 'Reject' }).click();
		await expect(item('Prefers the morning train')).toHaveCount(0);
		await page.getByRole('navigation', { name: 'Sessions' }).getByRole('link').first().click();
		await say(page, 'And now?');
		const system = JSON.stringify((JSON.parse(lastChat(server)) as { system: unknown }).system);
		expect(system).toContain('Prefers aisle seats');
		expect(system).toContain('Wants a hotel with a garden');
		expect(system).not.toContain('Prefers the morning train');
	});

	await test.step('reset archives the session; the new one goes on with the memory, and the archive can be read', async () => {
		const address = page.url();
		await command(page, '/reset');
		await expect(page).not.toHaveURL(address);
		await say(page, 'A fresh start.');
		const { system, messages } = JSON.parse(lastChat(server)) as Record<string, unknown>;
		expect(JSON.stringify(system)).toContain('Wants a hotel with a garden');
		expect(JSON.stringify(system)).not.toContain('Prefers the morning train');
		expect(messages).toHaveLength(1);
		await page.getByRole('link', { name: 'Archive' }).click();
		await page
			.getByRole('main')
			.getByRole('link', { name: /morning train number 100/ })
			.first()
			.click();
		await expect(page.getByText('Checked: unchanged')).toBeVisible();
		await expect(page.getByRole('article').first()).toBeVisible();
	});

	await test.step('everything is exported, and imported into a new profile it is equal table by table', async () => {
		await page.goto('/settings#data');
		const { name, path } = await downloadBy(
			page,
			page.getByRole('button', { name: 'Export everything' })
		);
		expect(name).toMatch(/^keepsake-\d{4}-\d\d-\d\d\.zip$/);
		const here = await storedTables(page);

		const other = await browser.newContext();
		const there = await other.newPage();
		await there.goto('/settings#data');
		await importFile(there, name, await readFile(path));
		const copy = await storedTables(there);
		// Nothing is old enough here to have gone cold; a cold profile is compared in cooling.test.ts.
		expectSameTables(copy, here, { empty: ['tombstones', 'cold'] });
		await there.getByRole('link', { name: 'Memory' }).click();
		await there
			.getByRole('link', { name: /^memory\// })
			.first()
			.click();
		await expect(there.getByRole('textbox', { name: 'Memory file' })).toHaveValue(
			/Wants a hotel with a garden/
		);
		await other.close();
	});

	expect(server.refusals).toEqual([]);
});
