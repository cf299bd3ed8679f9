import type { Page } from '@playwright/test';
import type { AnthropicServer } from '../../support/anthropic/server.ts';
import {
	command,
	composer,
	copiedRequest,
	inspector,
	posted,
	say,
	transcript,
	useServer,
	withoutClock,
	writeMemory
} from '../steps.ts';
import { expect, test } from '../with-server.ts';

/** The screen contract as an outside tester reads it: the inspector, and what really goes over the wire. */

test.use({ permissions: ['clipboard-read', 'clipboard-write'] });
test.afterEach(({ server }) => expect(server.refusals).toEqual([]));

async function openInspector(page: Page): Promise<void> {
	await page.getByRole('button', { name: /^Context/ }).click();
	await expect(inspector(page).getByRole('listitem').first()).toBeVisible();
}

/** Copy with words in the composer, send them, and compare with what arrived first. */
async function expectCopyIsSent(page: Page, server: AnthropicServer, text: string): Promise<void> {
	await composer(page).fill(text);
	const copy = await copiedRequest(page);
	expect(copy).not.toContain(server.key);
	const before = server.messages().length;
	await say(page, text);
	expect(withoutClock(posted(server, before))).toBe(withoutClock(copy));
}

const today = (page: Page): Promise<string> =>
	page.evaluate(() => new Date().toLocaleDateString('sv-SE', { timeZone: 'Europe/Berlin' }));

test('the copied request is the one that Send posts, from the first message to a summary in use', async ({
	page,
	server
}) => {
	test.slow();
	await useServer(page, server);
	await writeMemory(page, 'MEMORY.md', '- Prefers oolong tea\n');
	await page.goto('/');
	await openInspector(page);
	await expectCopyIsSent(page, server, 'The first message of all');
	await expectCopyIsSent(page, server, 'Look [[tool:recall {"query":"boats"}]] and answer');
	await expectCopyIsSent(page, server, 'After a tool and thinking');
	await inspector(page).getByRole('switch', { name: 'Include MEMORY.md', exact: true }).click();
	await expectCopyIsSent(page, server, 'Without the memory');
	expect(posted(server)).not.toContain('oolong');
	await inspector(page).getByRole('switch', { name: 'Include MEMORY.md', exact: true }).click();
	await transcript(page)
		.getByRole('article', { name: /^You/ })
		.first()
		.getByRole('button', { name: 'More actions' })
		.click();
	await transcript(page).getByRole('button', { name: 'Pin', exact: true }).click();
	await expectCopyIsSent(page, server, 'With a pin');
	// Enough that a summary is clearly smaller than what it stands for.
	for (let turn = 0; turn < 6; turn++)
		await say(page, `Item ${String(turn)}: ${'the ferry to Naxos costs 23 EUR. '.repeat(12)}`);
	await command(page, '/compact');
	await page.getByRole('button', { name: 'Use summary', exact: true }).click();
	await expect(transcript(page).getByRole('article', { name: /^Summary of earlier/ })).toHaveCount(
		1
	);
	await expectCopyIsSent(page, server, 'After a summary');
	await expect(composer(page)).toHaveValue('');
	expect(await copiedRequest(page)).toBe(posted(server));
	await page.reload();
	await openInspector(page);
	expect(await copiedRequest(page)).toBe(posted(server));
	await expectCopyIsSent(page, server, 'After a reload');
});

test('#199 the parts of the prompt stand in their order, each with weight, text and switch', async ({
	page,
	server
}) => {
	await useServer(page, server);
	const note = `memory/${await today(page)}.md`;
	await writeMemory(page, 'MEMORY.md', '- Prefers oolong tea\n');
	await writeMemory(page, note, '- Went to the harbour\n');
	await page.goto('/');
	for (let turn = 0; turn < 6; turn++)
		await say(page, `Item ${String(turn)}: ${'the ferry to Naxos costs 23 EUR. '.repeat(12)}`);
	await command(page, '/compact');
	await page.getByRole('button', { name: 'Use summary', exact: true }).click();
	await expect(transcript(page).getByRole('article', { name: /^Summary of earlier/ })).toHaveCount(
		1
	);
	const last = transcript(page).getByRole('article', { name: /^You/ }).last();
	await last.getByRole('button', { name: 'More actions' }).click();
	await last.getByRole('button', { name: 'Pin', exact: true }).click();
	await composer(page).fill('What next?');
	await openInspector(page);
	const gauge = page.getByRole('button', { name: /^Context \d+ %/ });
	await expect(gauge).toHaveAttribute('aria-expanded', 'true');
	const order = [
		'System',
		'Memory rules',
		'MEMORY.md',
		note,
		'Pins',
		'First request',
		'Summary',
		'Anchors',
		'Recent messages',
		'Tools'
	];
	await expect(inspector(page).getByRole('switch', { name: 'Include Pins' })).toHaveCount(1);
	const outline = await inspector(page).ariaSnapshot();
	const found = [...outline.matchAll(/- switch "([^"]+)"/g)].map(([, name]) => name);
	const present = order.filter((name) => found.includes(`Include ${name}`));
	expect(found).toEqual(present.map((name) => `Include ${name}`));
	for (const name of [
		'System',
		'Memory rules',
		'MEMORY.md',
		note,
		'Pins',
		'Summary',
		'Recent messages',
		'Tools'
	])
		expect(present).toContain(name);
	const rows = inspector(page).getByRole('listitem');
	await expect(rows).toHaveCount(present.length + 1);
	await expect(rows.last()).toContainText('New message');
	await expect(rows.last().getByRole('switch')).toHaveCount(0);
	for (const row of await rows.all()) {
		await expect(row).toContainText(/[\d,]+ tokens?/);
		await row.getByRole('button', { name: 'Show text', exact: true }).click();
	}
	await expect(rows.last()).toContainText('What next?');
	await expect(rows.filter({ hasText: note }).first()).toContainText('Went to the harbour');
	await inspector(page).getByRole('button', { name: 'Close', exact: true }).click();
	await expect(inspector(page)).toHaveCount(0);
	await expect(gauge).toHaveAttribute('aria-expanded', 'false');
	await gauge.click();
	await page.keyboard.press('Escape');
	await expect(inspector(page)).toHaveCount(0);
	await gauge.click();
	await gauge.click();
	await expect(inspector(page)).toHaveCount(0);
});

test('the model sees the five tools, and errors of tools are results it can read', async ({
	page,
	server
}) => {
	await useServer(page, server);
	await page.goto('/');
	await say(
		page,
		'Try [[tool:save_memory {"text":"Likes trains"}]] [[tool:read_memory {"path":"MEMORY.md"}]] [[tool:edit_memory {"path":"MEMORY.md","find":"x","replace":"y"}]] [[tool:open_turns {"from":1,"to":1}]] [[tool:recall {}]] [[tool:recall {"query":"trains","limit":"many"}]]'
	);
	const body = server.messages()[0]?.body as {
		tools: { name: string; input_schema: { required: string[]; properties: object } }[];
	};
	expect(
		body.tools.map(({ name, input_schema }) => [
			name,
			Object.keys(input_schema.properties),
			input_schema.required
		])
	).toEqual([
		['save_memory', ['text', 'file'], ['text']],
		['recall', ['query', 'limit', 'from', 'to'], ['query']],
		['read_memory', ['path'], ['path']],
		['edit_memory', ['path', 'find', 'replace'], ['path', 'find', 'replace']],
		['open_turns', ['from', 'to'], ['from', 'to']]
	]);
	const second = server.messages()[1]?.body as { messages: { content: unknown }[] };
	const results = second.messages.at(-1)?.content as {
		type: string;
		is_error?: boolean;
		content: unknown;
	}[];
	const given = results.filter((block) => block.type === 'tool_result');
	expect(given).toHaveLength(6);
	for (const result of given)
		expect(typeof result.content === 'string' || Array.isArray(result.content)).toBe(true);
	expect(given.map((result) => result.is_error ?? false)).toEqual([
		false,
		expect.any(Boolean),
		true,
		false,
		true,
		true
	]);
});
