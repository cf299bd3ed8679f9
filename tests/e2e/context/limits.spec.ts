import {
	ask,
	command,
	composer,
	gauge,
	questions,
	replies,
	say,
	settles,
	useServer,
	writeMemory
} from '../steps.ts';
import { expect, oneModel, test } from '../with-server.ts';
import { card, draft } from './ferries.ts';

/** Where a conversation meets its limits: no room, endings of the model's own, and summaries that wear out. */

test(
	'what takes the room is named, and leaving it out lets the message go (INV-1)',
	{ tag: '@slow' },
	async ({ page, startServer }) => {
		const server = await startServer(oneModel(8_000));
		await useServer(page, server);
		await writeMemory(page, 'MEMORY.md', '- The user keeps bees near the river.\n'.repeat(800));
		await page.goto('/');
		await ask(page, 'How are the bees?');
		await expect(page.getByRole('alert').filter({ hasText: 'does not fit' })).toBeVisible();
		const room = questions(page).getByRole('group', { name: 'What takes up the room' });
		await expect(room).toContainText(/MEMORY\.md: [\d,]+ tokens/);
		await expect(room.getByRole('link', { name: 'Open MEMORY.md' })).toHaveAttribute(
			'href',
			'/memory/MEMORY.md'
		);
		await expect(room.getByRole('status')).toContainText(/[\d,]+ tokens more have to go/);
		expect(server.messages()).toHaveLength(0);
		await room.getByRole('switch', { name: 'Leave out MEMORY.md' }).click();
		await expect(room.getByRole('status')).toContainText('the message fits now');
		await room.getByRole('button', { name: 'Send it now' }).click();
		await expect(replies(page)).toContainText('You said: “How are the bees?');
		await expect(room).toHaveCount(0);
		expect(JSON.stringify(server.messages().at(-1)?.body)).not.toContain('keeps bees');
		expect(server.refusals).toEqual([]);
	}
);

test(
	'whether summaries may be prepared is asked where something can be summarised, and not where memory takes the room',
	{ tag: '@slow' },
	async ({ page, startServer }) => {
		test.setTimeout(120_000);
		const server = await startServer(oneModel(8_000));
		await useServer(page, server);
		await writeMemory(page, 'MEMORY.md', '- The user keeps bees near the river.\n'.repeat(360));
		await page.goto('/');
		const offer = page.getByRole('button', { name: 'Prepare them' });
		await say(page, 'How are the bees?');
		await expect(async () => expect(await gauge(page)).toBeGreaterThanOrEqual(70)).toPass();
		await expect(offer).toHaveCount(0);
		await writeMemory(page, 'MEMORY.md', '- The user keeps bees.\n');
		await page.goto('/');
		// In small steps: at the limit a summary is made, and nobody is asked.
		for (let at = 0; at < 70; at = await gauge(page)) {
			await say(page, 'The ferry leaves at dawn. '.repeat(25));
			await settles(() => gauge(page), 500);
		}
		await expect(offer).toBeVisible();
	}
);

test(
	'a message that is too large by itself is shortened, or sent in parts (INV-18)',
	{ tag: '@slow' },
	async ({ page, startServer }) => {
		const server = await startServer(oneModel(20_000));
		await useServer(page, server);
		await page.goto('/');
		// Few and long ones: Chromium types what is filled in line by line, and lays out all of it each time.
		const line = (at: number) =>
			`Line ${String(at)} of the logbook tells of wind and of rain${' and of the sea'.repeat(30)}.`;
		const last = 249;
		await ask(page, Array.from({ length: last + 1 }, (_, at) => line(at)).join('\n'));
		const room = questions(page).getByRole('group', { name: 'What takes up the room' });
		await expect(room).toContainText('New message');
		await room.getByRole('button', { name: 'Shorten the message' }).click();
		await expect(page.getByRole('textbox', { name: 'Edit message', exact: true })).toBeVisible();
		await questions(page).getByRole('button', { name: 'Cancel', exact: true }).click();
		await room.getByRole('button', { name: 'Send the first part' }).click();
		await expect(replies(page)).toContainText('You said: “Line 0 of the logbook');
		await expect(
			page.getByRole('status').filter({ hasText: 'The first part was sent' })
		).toBeVisible();
		const rest = await composer(page).inputValue();
		expect(rest).toMatch(/^Line \d+ of the logbook/);
		expect(rest).toContain(line(last));
		const sent = JSON.stringify(server.messages().at(-1)?.body);
		const first = Number(/^Line (\d+)/.exec(rest)?.[1]);
		expect(sent).toContain(line(first - 1));
		expect(sent).not.toContain(line(first));
		expect(server.refusals).toEqual([]);
	}
);

test(
	'where an attached file takes the room the message goes without it, or is answered on this device',
	{ tag: '@slow' },
	async ({ page, startServer }) => {
		const server = await startServer(oneModel(8_000));
		await useServer(page, server);
		await page.goto('/');
		const line = 'The logbook tells of wind and of rain.\n';
		const buffer = Buffer.from(
			`${line.repeat(600)}The launch code is quetzalcoatl seven.\n${line.repeat(600)}`
		);
		const chosen = page.locator('input[type=file]').first();
		await chosen.setInputFiles([{ name: 'minutes.txt', mimeType: 'text/plain', buffer }]);
		await expect(page.getByRole('button', { name: 'Remove minutes.txt' })).toBeVisible();
		await expect(page.getByRole('button', { name: /^Context \d{3} %/ })).toBeVisible();
		await expect(page.getByText('The session is getting long')).toHaveCount(0);
		await ask(page, 'What is the launch code?');
		const room = questions(page).getByRole('group', { name: 'What takes up the room' });
		await room.getByRole('button', { name: 'Send without attachments' }).click();
		await expect(replies(page)).toContainText('You said: “What is the launch code?');
		expect(JSON.stringify(server.messages().at(-1)?.body)).not.toContain('logbook');
		await page.getByRole('button', { name: 'Previous branch' }).click();
		await questions(page).getByRole('button', { name: 'Answer on this device' }).click();
		await expect(replies(page)).toContainText('“The launch code is quetzalcoatl seven.”');
	}
);

test(
	'an answer that fills the window, runs out or declines keeps what came and has a way on',
	{ tag: '@slow' },
	async ({ page, server }) => {
		await useServer(page, server);
		await page.goto('/');
		server.queue({ text: 'It begins', stopReason: 'model_context_window_exceeded' });
		await ask(page, 'Tell me everything.');
		await expect(replies(page)).toContainText('Cut off');
		await expect(replies(page)).toContainText('The window of the model was full');
		server.queue({ text: ' and goes on to its end.' });
		await replies(page).getByRole('button', { name: 'Continue' }).click();
		await expect(replies(page)).toContainText('goes on to its end.');
		await expect(replies(page)).not.toContainText('Cut off');

		server.queue({ text: 'A long answer', stopReason: 'max_tokens' });
		await ask(page, 'Tell me more.');
		await expect(replies(page).last()).toContainText('limit for one answer');
		await expect(replies(page).last().getByRole('button', { name: 'Continue' })).toBeVisible();

		server.queue({ text: 'So far', stopReason: 'a_reason_of_the_future' });
		await ask(page, 'Tell me something odd.');
		await expect(replies(page).last()).toContainText('does not know (a_reason_of_the_future)');
		await expect(replies(page).last()).not.toContainText('limit for one answer');
		await expect(replies(page).last().getByRole('button', { name: 'Continue' })).toBeVisible();

		server.queue({ text: '', stopReason: 'refusal', refusalCategory: 'cyber' });
		await ask(page, 'And now something else.');
		await expect(replies(page).last()).toContainText('declined to answer (cyber)');

		server.queue({ text: 'Pausing', stopReason: 'pause_turn' });
		server.queue({ text: ' and done.' });
		await ask(page, 'Take your time.');
		await expect(replies(page).last()).toContainText('and done.');
		await expect(replies(page).last()).not.toContainText('Cut off');

		server.queue({ text: '', stopReason: 'end_turn' });
		await ask(page, 'Say nothing.');
		await expect(replies(page).last()).toContainText('answered with nothing');
		await replies(page).last().getByRole('button', { name: 'Retry' }).click();
		await expect(replies(page).last()).toContainText('You said: “Say nothing.');
		expect(server.refusals).toEqual([]);
	}
);

test(
	'a prompt the endpoint finds too long waits for the draft under ask; with nothing to summarise the endpoint is quoted',
	{ tag: '@slow' },
	async ({ page, server }) => {
		await useServer(page, server);
		await page.goto('/');
		server.fault('prompt-too-long');
		await ask(page, 'Is anybody there?');
		const alert = page.getByRole('alert').filter({ hasText: 'does not fit' });
		await expect(alert).toContainText('it needs 1,000,001 tokens and 1,000,000 may be used');
		await questions(page).getByRole('button', { name: 'Retry' }).click();
		await expect(replies(page)).toContainText('You said');
		for (let turn = 0; turn < 7; turn++)
			await say(page, `Part ${String(turn)}: ${'the ferry leaves at dawn. '.repeat(30)}`);
		server.fault('prompt-too-long');
		await ask(page, 'Which ferry was the third?');
		await expect(draft(page)).toBeVisible({ timeout: 20_000 });
		await draft(page).getByRole('button', { name: 'Use summary' }).click();
		await expect(replies(page).last()).toContainText('You said: “Which ferry was the third?');
		await expect(card(page)).toHaveCount(1);
		expect(server.refusals).toEqual([]);
	}
);

test(
	'#196 after three rounds the wear is told once, and the summary is written again from the originals',
	{ tag: '@slow' },
	async ({ page, server }) => {
		test.setTimeout(120_000);
		await useServer(page, server);
		await page.goto('/');
		const item = (at: number) =>
			`Item ${String(at)}: the ferry number ${String(at)} to Naxos leaves from pier ${String(at)}. ${'It was a fine day by the sea. '.repeat(90)}`;
		for (let round = 0; round < 3; round++) {
			for (let turn = 0; turn < 6; turn++) await say(page, item(round * 6 + turn));
			await expect(page.getByRole('group', { name: 'Worn summary' })).toHaveCount(0);
			await command(page, '/compact');
			await draft(page).getByRole('button', { name: 'Use summary' }).click();
			await expect(card(page)).toHaveCount(round + 1);
		}
		await expect(card(page).last()).toContainText('summarised 3 times over');
		const notice = page.getByRole('group', { name: 'Worn summary' });
		await expect(notice).toContainText('has now been summarised 3 times over');
		const before = server.messages().length;
		await notice.getByRole('button', { name: 'Summarise again from the originals' }).click();
		await expect(draft(page)).toBeVisible({ timeout: 20_000 });
		await expect(notice).toHaveCount(0);
		const told = JSON.stringify(
			server
				.messages()
				.slice(before)
				.map(({ body }) => body)
		);
		expect(told).toContain('ferry number 0 to Naxos');
		await draft(page).getByRole('button', { name: 'Use summary' }).click();
		await expect(card(page)).toHaveCount(4);
		await expect(card(page).last()).not.toContainText('times over');
		await card(page).last().getByRole('button', { name: 'Undo compaction' }).click();
		await expect(card(page)).toHaveCount(3);
		await page.reload();
		await expect(card(page)).toHaveCount(3);
		await expect(notice).toHaveCount(0);
		await expect(
			card(page).last().getByRole('button', { name: 'Summarise again from the originals' })
		).toBeVisible();
		expect(server.refusals).toEqual([]);
	}
);

test(
	'with automatic compaction off the end of the room is said once at each limit, also after a reload, and one press compacts',
	{ tag: '@slow' },
	async ({ page, startServer }) => {
		const server = await startServer(oneModel(20_000));
		await useServer(page, server);
		await page.getByRole('switch', { name: 'Automatic compaction' }).click();
		await page.goto('/');
		const reminder = page.getByRole('group', { name: 'Room in this conversation' });
		/** Said until the conversation has reached so many percent; it is weighed a moment after an answer. */
		const talkUntil = async (percent: number) => {
			for (let least = -1; least < percent;) {
				await say(page, `It goes on. ${'The ferry to Naxos leaves at dawn. '.repeat(150)}`);
				const before = least;
				await expect.poll(() => gauge(page)).toBeGreaterThan(before);
				least = await gauge(page);
				if (least < 65) await expect(reminder).toHaveCount(0);
			}
		};
		await talkUntil(72);
		await expect(reminder).toContainText('Automatic compaction is off');
		// It stops nobody: what is typed goes out, and the focus stays where it was.
		await expect(composer(page)).toBeFocused();
		await reminder.getByRole('button', { name: 'Dismiss' }).focus();
		await page.keyboard.press('Enter');
		await expect(reminder).toHaveCount(0);
		await expect(composer(page)).toBeFocused();
		await page.reload();
		await expect.poll(() => gauge(page)).toBeGreaterThanOrEqual(70);
		await composer(page).fill('Hello');
		await expect(reminder).toHaveCount(0);
		await composer(page).fill('');

		await talkUntil(87);
		await expect(reminder).toContainText('nearly run out of room');
		await reminder.getByRole('button', { name: 'Compact now' }).click();
		await expect(draft(page)).toBeVisible({ timeout: 20_000 });
		await expect(reminder).toHaveCount(0);
		await draft(page).getByRole('button', { name: 'Use summary' }).click();
		await expect.poll(() => gauge(page)).toBeLessThan(60);
		await expect(reminder).toHaveCount(0);
		expect(server.refusals).toEqual([]);
	}
);
