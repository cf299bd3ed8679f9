import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { archiveLines } from '#core/archive/archive.ts';
import { archiveTexts } from '#flows/archives/archive-covered.ts';
import { packer } from '#worker/workshop/packer.ts';
import { backupOf } from '../../support/apps/importing.ts';
import { exchangesFromNeutral } from '../../support/recorded/neutral-session.ts';
import { aSession } from '../../support/builders/a-session.ts';
import { aBranch, someExchanges } from '../../support/builders/stored-session.ts';
import { composer, replies, storedTables, transcript, useServer } from '../steps.ts';
import { expect, oneModel, test } from '../with-server.ts';

/** Files of other products, end to end: what is shown before, what comes of it, and what it comes to the second time. */

const fixture = (name: string) =>
	readFile(new URL(`../../fixtures/import/${name}`, import.meta.url));

async function choose(page: Page, name: string, content: string | Buffer): Promise<void> {
	await page.getByLabel('Import file', { exact: true }).setInputFiles({
		name,
		mimeType: 'application/octet-stream',
		buffer: Buffer.from(content)
	});
}
const preview = (page: Page) => page.getByRole('region', { name: 'Import preview' });
const importNow = (page: Page) =>
	preview(page).getByRole('button', { name: 'Import now', exact: true }).click();
const status = (page: Page, words: RegExp) => page.getByRole('status').filter({ hasText: words });

test(
	'conversations of other products are previewed, imported, found and opened; a second import changes nothing',
	{ tag: '@slow' },
	async ({ page }) => {
		for (const [name, product] of [
			['chatgpt.json', 'Sessions of ChatGPT'],
			['claude-ai.json', 'Sessions of Claude'],
			['claude-code.jsonl', 'Sessions of Claude Code'],
			['open-webui.json', 'Sessions of Open WebUI'],
			['nexus.md', 'Sessions in Markdown']
		] as const) {
			await page.goto('/settings#data');
			await choose(page, name, await fixture(name));
			await expect(preview(page), name).toContainText(product);
			await expect(preview(page), name).toContainText(/[1-9]\d* new · 0 already there/);
			if (name === 'chatgpt.json')
				await expect(preview(page)).toContainText(/Untitled\w* ?.*nothing was said in it/);
			await importNow(page);
			await expect(status(page, /^Imported .*session/), name).toBeVisible();
		}
		await page
			.getByRole('navigation', { name: 'Sessions' })
			.getByRole('link', { name: /Three days in Rome/ })
			.click();
		await expect(transcript(page).getByRole('article', { name: /^You/ }).first()).toBeVisible();
		// A session of Claude Code as it was lived: what was asked, what was run, what came of it.
		await page
			.getByRole('navigation', { name: 'Sessions' })
			.getByRole('link', { name: /Counting files/ })
			.click();
		await expect(transcript(page).getByRole('article', { name: /^You/ })).toHaveText([
			/Count the files\./,
			/And the folders\?/
		]);
		const [counted, folders] = [0, 1].map((at) =>
			transcript(page)
				.getByRole('article', { name: /^Assistant/ })
				.nth(at)
		);
		await expect(counted!).toContainText('There are three.');
		await expect(folders!).toContainText('One folder.');
		const call = counted!.getByText('Tool: Bash').first();
		await call.click();
		await expect(counted!).toContainText('a b c');
		await expect(transcript(page)).not.toContainText('a side chain');
		const before = await storedTables(page);
		await page.goto('/settings#data');
		await choose(page, 'conversations.json', await fixture('chatgpt.json'));
		await expect(preview(page)).toContainText(/0 new/);
		await importNow(page);
		await expect(status(page, /^Imported nothing new/)).toBeVisible();
		const after = await storedTables(page);
		for (const table of ['sessions', 'branches', 'turns', 'steps', 'proposals'])
			expect(after[table], table).toEqual(before[table]);
	}
);

test('memories that another assistant lists are pasted, shown first, and wait at the desk', async ({
	page
}) => {
	await page.goto('/memory');
	await page.getByText('Paste memories from another assistant').click();
	const show = page.getByRole('button', { name: 'Show what is in it' });
	await expect(show).toBeDisabled();
	await page
		.getByRole('textbox', { name: 'Memories', exact: true })
		.fill('[2026-02-01] - Lives in Graz\nKeeps bees');
	await show.click();
	await expect(preview(page)).toContainText('Pasted list');
	await importNow(page);
	await page
		.getByRole('group', { name: 'Imported' })
		.getByRole('link', { name: /review/ })
		.click();
	const waiting = page.getByRole('list', { name: 'To review' }).getByRole('listitem');
	await expect(waiting).toHaveCount(2);
	await expect(waiting.filter({ hasText: 'Keeps bees' })).toContainText('Import');
});

test('from where it was imported one goes on to the session, and to the lines that wait @slow', async ({
	page
}) => {
	await page.setViewportSize({ width: 390, height: 844 });
	await page.goto('/settings#data');
	await choose(page, 'conversations.json', await fixture('chatgpt.json'));
	await importNow(page);
	await expect(status(page, /^Imported 2 sessions/)).toBeVisible();
	const desk = page.getByRole('group', { name: 'Imported' }).getByRole('link', { name: /review/ });
	await expect(desk).toHaveAttribute('href', '/review');
	await page.getByRole('link', { name: 'Open the first of them' }).click();
	await expect(transcript(page).getByRole('article', { name: /^You/ }).first()).toBeVisible();
});

test(
	'a file that ends in the middle gives what came before, and a preview that is left writes nothing',
	{ tag: '@slow' },
	async ({ page }) => {
		await page.goto('/settings#data');
		const whole = await fixture('chatgpt.json');
		const one = JSON.parse(whole.toString()) as unknown[];
		const cut = JSON.stringify([one[0], one[0]]).slice(0, -200);
		await choose(page, 'conversations.json', cut);
		await expect(preview(page)).toContainText('the file ends in the middle');
		await expect(preview(page)).toContainText('Three days in Rome');
		await expect(preview(page)).toContainText(/1 unreadable/);
		await preview(page).getByRole('button', { name: 'Cancel', exact: true }).click();
		expect((await storedTables(page))['sessions']).toEqual([]);
		await choose(page, 'conversations.json', cut);
		await importNow(page);
		await expect(status(page, /^Imported 1 session/)).toBeVisible();
	}
);

test(
	'learning from imported chats: the price before, the calls that were agreed to, lines at the desk as Import, and no second time',
	{ tag: '@slow' },
	async ({ page, startServer }) => {
		const server = await startServer(oneModel(50_000));
		server.script(() => ({
			text: '<memories>\n- The user travels to Rome in June. [turn 1]\n</memories>'
		}));
		await useServer(page, server);
		const asked = server.messages().length;
		await page.goto('/settings#data');
		await choose(page, 'conversations.json', await fixture('chatgpt.json'));
		await importNow(page);
		await page.getByRole('button', { name: 'Learn from these chats' }).click();
		const dialog = page.getByRole('dialog', { name: 'Learn from imported sessions' });
		await expect(dialog.getByRole('checkbox').first()).toBeChecked();
		await dialog.getByRole('button', { name: 'Work out the price' }).click();
		await expect(dialog.getByRole('status')).toContainText(/calls? to claude-sonnet-5-5, about/);
		expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
		expect(server.messages().length).toBe(asked);
		await dialog.getByRole('button', { name: 'Start learning' }).click();
		await expect(status(page, /^Read \d+ sessions? for memories · 1 line/)).toBeVisible({
			timeout: 30_000
		});
		await page.getByRole('link', { name: 'To the review desk' }).click();
		const item = page.getByRole('list', { name: 'To review' }).getByRole('listitem');
		await expect(item.filter({ hasText: 'travels to Rome in June' })).toContainText('Import');
		await page.goto('/settings#data');
		await page.getByRole('button', { name: 'Dismiss' }).first().click();
		await page.getByRole('button', { name: 'Learn from imported chats' }).click();
		await expect(dialog.getByRole('checkbox').first()).not.toBeChecked();
		await dialog.getByRole('checkbox').first().check();
		await dialog.getByRole('button', { name: 'Work out the price' }).click();
		await expect(dialog.getByRole('status')).toHaveText('There is nothing left to read in them.');
	}
);

test(
	'a real session stands on screen from its first question to its last',
	{ tag: '@slow' },
	async ({ page }) => {
		const excerpt = new URL('../../fixtures/pi-large-session.jsonl', import.meta.url);
		const exchanges = exchangesFromNeutral((await readFile(excerpt, 'utf8')).split('\n'), 'real');
		expect(exchanges.length).toBeGreaterThan(3);
		const questions = exchanges.map(({ turn: { asked } }) =>
			asked.map((block) => (block.type === 'text' ? block.text : '')).join('')
		);
		await page.goto('/');
		await expect(composer(page)).toBeVisible();
		await page.evaluate(
			async (rows) => {
				const db = await new Promise<IDBDatabase>((resolve, reject) => {
					const opening = indexedDB.open('keepsake');
					opening.onsuccess = () => resolve(opening.result);
					opening.onerror = () => reject(new Error('cannot open the database'));
				});
				const writing = db.transaction(Object.keys(rows), 'readwrite');
				const written = new Promise((resolve) => (writing.oncomplete = resolve));
				for (const [table, those] of Object.entries(rows))
					for (const row of those) writing.objectStore(table).put(row);
				await written;
				db.close();
			},
			{
				sessions: [aSession({ id: 'real', title: 'A theme' })],
				branches: [aBranch({ sessionId: 'real', headSeq: exchanges.length - 1 })],
				turns: exchanges.map(({ turn }) => turn),
				steps: exchanges.flatMap(({ steps }) => steps)
			}
		);
		await page.goto('/chat/real');
		const question = (text: string | undefined) =>
			transcript(page)
				.getByRole('article', { name: /^You/ })
				.filter({ hasText: text?.slice(0, 100) ?? 'nothing' });
		await expect(question(questions.at(-1))).toHaveCount(1);
		await expect(replies(page).last()).toBeInViewport();
		// What comes into view is measured there, so the beginning is reached in more than one step.
		await expect(async () => {
			await transcript(page).evaluate((log) => {
				(log.scrollHeight > log.clientHeight ? log : log.parentElement)?.scrollTo(0, 0);
			});
			await expect(question(questions[0])).toBeInViewport({ timeout: 500 });
		}).toPass();
		await expect(
			transcript(page)
				.getByText(/^Tool: /)
				.first()
		).toBeVisible();
	}
);

test(
	'a conversation taken another way in its product comes as a version beside the one that is here',
	{ tag: '@slow' },
	async ({ page }) => {
		const said = (id: string, parent: string | null, text: string) => ({
			id,
			parent,
			children: [],
			message: {
				id,
				author: { role: id.startsWith('q') ? 'user' : 'assistant' },
				create_time: 1_700_000_000,
				content: { content_type: 'text', parts: [text] },
				weight: 1
			}
		});
		const chat = (nodes: readonly ReturnType<typeof said>[]) =>
			JSON.stringify([
				{
					conversation_id: 'bike',
					title: 'By bike',
					create_time: 1_700_000_000,
					update_time: 1_700_000_000,
					mapping: Object.fromEntries(nodes.map((node) => [node.id, node])),
					current_node: nodes.at(-1)?.id
				}
			]);
		const first = [
			said('q1', null, 'Plan a trip'),
			said('a1', 'q1', 'First to Cardiff.'),
			said('q2', 'a1', 'And then?'),
			said('a2', 'q2', 'To Brecon.')
		];
		await page.goto('/settings#data');
		await choose(page, 'conversations.json', chat(first));
		await importNow(page);
		await expect(status(page, /^Imported 1 session/)).toBeVisible();
		const edited = [...first, said('q3', 'a1', 'And by train?'), said('a3', 'q3', 'To Hereford.')];
		await choose(page, 'conversations.json', chat(edited));
		await expect(preview(page)).toContainText(/Has gone on\s*1 new turn/);
		await importNow(page);
		await expect(status(page, /^Imported 1 session that has gone on and 1 turn/)).toBeVisible();
		await page
			.getByRole('navigation', { name: 'Sessions' })
			.getByRole('link', { name: /By bike/ })
			.click();
		await expect(transcript(page)).toContainText('To Hereford.');
		await transcript(page).getByRole('button', { name: 'Previous branch' }).first().click();
		await expect(transcript(page)).toContainText('To Brecon.');
		await expect(transcript(page)).not.toContainText('To Hereford.');
	}
);

test(
	'a backup that is cut off says so before and after, and gives what is left of it',
	{ tag: '@slow' },
	async ({ page }) => {
		const session = aSession();
		const exchanges = someExchanges(30);
		const lines = archiveLines({
			session,
			branches: [aBranch({ headSeq: 29 })],
			exchanges,
			summaries: []
		});
		const whole = backupOf({
			'sessions/s1.jsonl.gz': packer.pack(archiveTexts(lines)),
			'MEMORY.md': new TextEncoder().encode('- Prefers the morning train\n'),
			'settings.json': new TextEncoder().encode('{}')
		});
		const bytes = Buffer.from(await whole.arrayBuffer());
		await page.goto('/settings#data');
		await choose(
			page,
			'keepsake-2026-11-20.zip',
			bytes.subarray(0, bytes.indexOf('settings.json') - 30)
		);
		const warning = preview(page).getByRole('alert');
		await expect(warning).toContainText(
			'This looks like a Keepsake backup that is cut off: 2 files could be read'
		);
		await expect(preview(page)).toContainText('Memory lines will count as imported.');
		await expect(preview(page)).toContainText('A safety copy of what is here is made first.');
		await expect(preview(page)).toContainText('30 turns');
		expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
		await importNow(page);
		await expect(
			status(page, /^Imported 1 session, 30 turns,? and 1 memory file\. The backup was cut off/)
		).toBeVisible();
		// One that breaks off earlier counts what is gone.
		await choose(
			page,
			'keepsake-2026-11-20.zip',
			bytes.subarray(0, bytes.indexOf('MEMORY.md') - 300)
		);
		await expect(preview(page)).toContainText(/\d+ turns? missing from the file/);
	}
);

test(
	'a conversation from a damaged or hostile file is told as damaged, and opens',
	{ tag: '@slow' },
	async ({ page }) => {
		const [, one] = someExchanges(2, { sessionId: 'gift', branch: 'a' });
		const circle = { type: 'branch', ...aBranch({ sessionId: 'gift', forkSeq: 1, headSeq: 1 }) };
		const rows = [
			{ type: 'session', ...aSession({ id: 'gift', branch: 'a' }) },
			{ ...circle, branch: 'a', parent: 'b' },
			{ ...circle, branch: 'b', parent: 'a' },
			{ ...circle, branch: 'c', headSeq: 300_000_000 },
			{ type: 'turn', ...one!.turn, asked: [{ type: 'text', text: 'Hello' }, { type: 'image' }] },
			...one!.steps.map((step) => ({ type: 'step', ...step, content: [{ type: 'text', text: 5 }] }))
		];
		await page.goto('/settings#data');
		await choose(page, 'gift.jsonl', rows.map((row) => JSON.stringify(row)).join('\n'));
		await expect(preview(page)).toContainText('damaged');
		await importNow(page);
		await expect(status(page, /^Imported/)).toBeVisible();
		await page.goto('/chat/gift');
		await expect(transcript(page)).toContainText('Hello');
		await expect(transcript(page)).toContainText(
			'A part that Keepsake cannot read: {"type":"image"}'
		);
	}
);

test(
	'an import whose tab is closed in the middle is told at the next start, and the same file brings the rest',
	{ tag: '@slow' },
	async ({ page, context }) => {
		const chats = Array.from({ length: 500 }, (_, at) => ({
			uuid: `u${String(at)}`,
			name: `Chat ${String(at)}`,
			created_at: '2026-01-01T00:00:00Z',
			updated_at: '2026-01-01T00:00:00Z',
			chat_messages: [{ uuid: 'a', sender: 'human', text: 'hello', content: [] }]
		}));
		const file = JSON.stringify(chats);
		await page.goto('/settings#data');
		await choose(page, 'claude.json', file);
		await importNow(page);
		await expect
			.poll(async () => (await storedTables(page))['sessions']?.length ?? 0)
			.toBeGreaterThan(20);
		await page.close();

		const next = await context.newPage();
		await next.goto('/settings#activity');
		await expect(status(next, /An import did not finish/)).toBeVisible();
		await expect(next.getByText('An import was begun')).toBeVisible();
		await next.reload();
		await choose(next, 'claude.json', file);
		await expect(preview(next)).toContainText(/[1-9]\d* new · [1-9]\d* already there/);
		await importNow(next);
		await expect(status(next, /^Imported .*session/)).toBeVisible({ timeout: 60_000 });
		expect((await storedTables(next))['sessions']).toHaveLength(500);
	}
);

test('a folder that is dropped is read with all that lies in it', async ({ page }) => {
	const folder = test.info().outputPath('vault');
	await mkdir(`${folder}/memory`, { recursive: true });
	await writeFile(`${folder}/MEMORY.md`, '- Lives in Graz\n');
	await writeFile(`${folder}/memory/2026-02-18.md`, '- Slept badly\n');
	await page.goto('/settings#data');
	const place = page.getByRole('group', { name: 'Import' });
	await place.scrollIntoViewIfNeeded();
	const box = await place.boundingBox();
	if (!box) throw new Error('nothing to drop on');
	const cdp = await page.context().newCDPSession(page);
	const at = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
	const data = { items: [], files: [folder], dragOperationsMask: 1 };
	for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
		await cdp.send('Input.dispatchDragEvent', { type, ...at, data });
	await expect(preview(page)).toContainText('MEMORY.md');
	await expect(preview(page)).toContainText('memory/2026-02-18.md');
});
