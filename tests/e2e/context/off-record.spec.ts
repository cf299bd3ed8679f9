import { asksForSummary } from '../../support/anthropic/answers/script.ts';
import type { MessagesBody } from '../../support/anthropic/wire.ts';
import { command, say, transcript, useServer } from '../steps.ts';
import { expect, test } from '../with-server.ts';
import { compact, talk } from './ferries.ts';

/** What is off the record is remembered nowhere. */

test.afterEach(({ server }) => expect(server.refusals).toEqual([]));

test(
	'what is off the record, a message or a whole session, is no part of what is read for memories, and no line is made of it',
	{ tag: '@slow' },
	async ({ page, server }) => {
		const isAside = (body: MessagesBody) => !body.tools?.length;
		const aside = () =>
			server
				.messages()
				.map(({ body }) => body as MessagesBody)
				.filter(isAside);
		const proposals = page.getByRole('list', { name: 'To review' }).getByRole('listitem');
		await useServer(page, server);
		await page.goto('/');
		await say(page, 'I open the safe with Zebra 4471.');
		const asked = transcript(page).getByRole('article', { name: /^You/ }).first();
		await asked.getByRole('button', { name: 'More actions' }).click();
		await asked.getByRole('button', { name: 'Off the record', exact: true }).click();
		await expect(
			asked.getByRole('button', { name: 'Off the record', exact: true })
		).toHaveAttribute('aria-pressed', 'true');
		await talk(page);

		// The model tells all it has heard, and names a turn that is on the record.
		const memories =
			'<memories>\n- Opens the safe with Zebra 4471 [turn 2]\n- The ferry to Naxos costs 23 EUR [turn 2]\n</memories>';
		server.when(isAside, (body, { byDefault }) =>
			asksForSummary(body) && !JSON.stringify(body).includes('<memories>')
				? byDefault()
				: { ...byDefault(), text: `${byDefault().text ?? ''}\n${memories}` }
		);
		await compact(page);
		// A summary carries the conversation on, so it reads the message, with a word not to remember it.
		const read = JSON.stringify(aside());
		expect(read).toContain('Zebra 4471');
		expect(read).toContain('off the record, never to be put into memories');
		await page.goto('/review');
		await expect(proposals.filter({ hasText: 'ferry to Naxos costs' })).toHaveCount(1);
		await expect(proposals.filter({ hasText: '4471' })).toHaveCount(0);

		// The reading before a reset has no such reason: the message is not in it.
		await page.goto('/');
		await page.getByRole('button', { name: 'New chat', exact: true }).click();
		await say(page, 'I keep the spare key with Otter 9120.');
		await asked.getByRole('button', { name: 'More actions' }).click();
		await asked.getByRole('button', { name: 'Off the record', exact: true }).click();
		await say(page, 'I keep bees behind the house.');
		server.reset();
		await command(page, '/reset');
		await expect(page.getByRole('status').filter({ hasText: 'archived' })).toBeVisible();
		await expect.poll(() => JSON.stringify(aside())).toContain('I keep bees behind the house.');
		expect(JSON.stringify(server.messages().map(({ body }) => body))).not.toContain('9120');

		// A session off the record is not read at all, and its tools write nothing.
		server.reset();
		await page.getByRole('button', { name: 'New chat options' }).click();
		await page.getByRole('menuitem', { name: 'New off-the-record chat' }).click();
		await say(
			page,
			'My locker is Heron 5512. [[tool:save_memory {"text":"The locker is Heron 5512"}]]'
		);
		await command(page, '/reset');
		await expect(page.getByRole('status').filter({ hasText: 'archived' })).toBeVisible();
		expect(aside()).toEqual([]);
		await page.goto('/review');
		await expect(page.getByRole('main')).not.toContainText(/4471|9120|5512/);
		await page.goto('/');
		await page.getByRole('button', { name: 'New chat', exact: true }).click();
		server.reset();
		server.queue({
			text: 'Let me look.',
			toolCalls: [{ name: 'recall', input: { query: 'locker spare key safe bees ferry' } }]
		});
		await say(page, 'What do you know of my locker?');
		const all = JSON.stringify(server.messages().map(({ body }) => body));
		expect(all).toContain('I keep bees behind the house.');
		expect(all).not.toMatch(/4471|9120|5512/);
	}
);
