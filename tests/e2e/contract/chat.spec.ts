import type { Page } from '@playwright/test';
import { command, composer, questions, replies, say, transcript, useServer } from '../steps.ts';
import { expect, oneModel, test } from '../with-server.ts';

/** The screen contract as an outside tester reads it: sessions, transcript, composer and messages. */

const stop = (page: Page) => page.getByRole('button', { name: 'Stop', exact: true });

async function send(page: Page, text: string): Promise<void> {
	await composer(page).fill(text);
	await page.getByRole('button', { name: 'Send', exact: true }).click();
}

test('an empty session is reused, and stored only with its first message', async ({ page }) => {
	await page.goto('/');
	await say(page, 'about apples');
	const list = page.getByRole('navigation', { name: 'Sessions', exact: true });
	const apples = page.url();
	await page.getByRole('button', { name: 'New chat', exact: true }).click();
	await expect(page).not.toHaveURL(apples);
	const empty = page.url();
	await list.getByRole('link', { name: 'about apples' }).click();
	await page.getByRole('button', { name: 'New chat', exact: true }).click();
	await expect(page).toHaveURL(empty);
	await expect(list.getByRole('link')).toHaveCount(1);
	await page.getByRole('button', { name: 'New chat options', exact: true }).click();
	await expect(page.getByRole('menuitem')).toHaveText([
		'New guest chat',
		'New off-the-record chat'
	]);
	await page.getByRole('menuitem', { name: 'New guest chat', exact: true }).click();
	const header = page.getByRole('main').getByText('Guest', { exact: true });
	await expect(header).toBeVisible();
	await say(page, 'a guest speaks');
	await expect(list.getByRole('link')).toHaveCount(2);
	await expect(header).toBeVisible();
	const actions = list
		.getByRole('listitem')
		.filter({ hasText: 'a guest speaks' })
		.getByRole('button', { name: 'Session actions', exact: true });
	await actions.click();
	for (const name of ['Rename', 'Pin session', 'Delete session'])
		await expect(page.getByRole('menuitem', { name, exact: true })).toBeVisible();
	await page.keyboard.press('Escape');
	await expect(page.getByRole('menuitem')).toHaveCount(0);
});

test('an off-the-record chat says so, and nothing of it is remembered', async ({ page }) => {
	await page.goto('/');
	await page.getByRole('button', { name: 'New chat options' }).click();
	await page.getByRole('menuitem', { name: 'New off-the-record chat', exact: true }).click();
	await expect(page.getByRole('main').getByText('Off the record', { exact: true })).toBeVisible();
	await say(page, 'Remember that my locker code is 7731.');
	await page.reload();
	await expect(
		page.getByRole('main').getByText('Off the record', { exact: true }).first()
	).toBeVisible();
	await expect(page.getByRole('link', { name: 'Review', exact: true })).toBeVisible();
	await page.goto('/memory');
	await expect(page.getByRole('main')).not.toContainText('7731');
});

test('a turn with tools and thinking is one You and one Assistant, and the steps are folded in it', async ({
	page,
	server
}) => {
	await useServer(page, server);
	await page.goto('/');
	await expect(transcript(page)).toHaveAttribute('aria-live', 'off');
	await say(
		page,
		'Look twice [[tool:recall {"query":"boats"}]] [[then]] [[tool:read_memory {"path":"MEMORY.md"}]]'
	);
	await expect(transcript(page).getByRole('article')).toHaveCount(2);
	await expect(questions(page)).toHaveCount(1);
	await expect(replies(page)).toHaveCount(1);
	await expect(replies(page)).toContainText('The tools say');
	expect(server.messages()).toHaveLength(3);
	for (const hidden of ['I look at what was asked', '"boats"'])
		await expect(replies(page).getByText(hidden).first()).toBeHidden();
	const call = replies(page).locator('details', { hasText: 'Recall: “boats”' });
	await call.locator('summary').click();
	await expect(call.getByText('"boats"')).toBeVisible();
	const { body } = server.messages().at(1)!;
	const [result] =
		JSON.stringify(body)
			.match(/"tool_result".*?"content":"([^"\\]+)/)
			?.slice(1) ?? [];
	expect(result).toBeTruthy();
	await expect(call.getByText(result!)).toBeVisible();
	await expect(replies(page).locator('details', { hasText: 'Read memory: MEMORY.md' })).toHaveCount(
		1
	);
	await replies(page).locator('summary', { hasText: 'Thinking' }).first().click();
	await expect(replies(page).getByText('I look at what was asked').first()).toBeVisible();
});

test('while an answer is written the article is busy, Stop is there, and a hidden status says it', async ({
	page,
	server
}) => {
	await useServer(page, server);
	server.script(() => ({ text: 'word '.repeat(300), tokensPerSecond: 60 }));
	await page.goto('/');
	await expect(stop(page)).toHaveCount(0);
	await send(page, 'Tell me a story');
	await expect(composer(page)).toHaveValue('');
	await expect(replies(page)).toHaveAttribute('aria-busy', 'true');
	await expect(stop(page)).toBeVisible();
	await expect(page.getByRole('status').filter({ hasText: /^Answering$/ })).toHaveCount(1);
	await composer(page).fill('typed meanwhile');
	await composer(page).press('Escape');
	await expect(stop(page)).toHaveCount(0);
	await expect(page.getByRole('status').filter({ hasText: /^Stopped$/ })).toHaveCount(1);
	await expect(replies(page)).toContainText('Stopped');
	await expect(replies(page)).not.toHaveAttribute('aria-busy', 'true');
	for (const name of ['Retry', 'Continue'])
		await expect(replies(page).getByRole('button', { name, exact: true })).toBeVisible();
	await expect(composer(page)).toHaveValue('typed meanwhile');
	server.script(() => ({ text: 'all of it' }));
	await replies(page).getByRole('button', { name: 'Retry', exact: true }).click();
	await expect(replies(page)).toContainText('all of it');
	await expect(replies(page)).toHaveCount(1);
	await expect(page.getByRole('status').filter({ hasText: /^Answer complete$/ })).toHaveCount(1);
});

test('a refused call says Failed to screen readers and tells in an alert what to do', async ({
	page,
	server
}) => {
	await useServer(page, server);
	server.fault('unauthorized');
	await page.goto('/');
	await send(page, 'hello');
	await expect(page.getByRole('alert')).toHaveCount(1);
	await expect(page.getByRole('alert')).toContainText('key');
	await expect(page.getByRole('alert')).not.toContainText(/Error|sk-ant|\bat .*:\d/);
	await expect(page.getByRole('status').filter({ hasText: /^Failed$/ })).toHaveCount(1);
	await expect(questions(page)).toContainText('hello');
	await transcript(page).getByRole('link', { name: 'Open Settings' }).click();
	await expect(page).toHaveURL(/\/settings#key$/);
});

test('a reply at the limit of the model is Cut off and goes on in the same article', async ({
	page,
	server
}) => {
	await useServer(page, server);
	server.queue({ text: 'word '.repeat(3000) });
	await page.goto('/');
	await send(page, 'Tell me everything');
	await expect(replies(page)).toContainText('Cut off');
	await expect(page.getByRole('status').filter({ hasText: /^Answer complete$/ })).toHaveCount(1);
	const told = page.locator('[aria-live=polite]').filter({ hasText: /^Cut off\./ });
	await expect(told).toHaveText('Cut off. The model reached its limit for one answer.');
	await expect(replies(page).getByRole('button', { name: 'Retry', exact: true })).toBeVisible();
	server.queue({ text: 'and this is the end.' });
	await replies(page).getByRole('button', { name: 'Continue', exact: true }).click();
	await expect(replies(page)).toContainText('and this is the end.');
	await expect(replies(page)).not.toContainText('Cut off');
	await expect(replies(page)).toHaveCount(1);
});

test('a broken line is Interrupted, with Retry, and Continue where something came', async ({
	page,
	server
}) => {
	await useServer(page, server);
	server.script(() => ({
		text: 'once upon a time there was a lighthouse keeper in the north',
		tokensPerSecond: 30
	}));
	server.fault('socket-dies', { after: 4, times: 9 });
	await page.goto('/');
	await send(page, 'Tell me a story');
	await expect(replies(page)).toContainText('Interrupted', { timeout: 30_000 });
	for (const name of ['Retry', 'Continue'])
		await expect(replies(page).getByRole('button', { name, exact: true })).toBeVisible();
});

test('what can be done with a message are buttons inside its article', async ({ page }) => {
	await page.goto('/');
	await say(page, 'remember the milk');
	const rare = [
		'Branch',
		'Pin',
		'Remember',
		'Leave out of prompt',
		'Off the record',
		'Delete turn'
	];
	for (const [article, own] of [
		[questions(page), 'Edit'],
		[replies(page), 'Regenerate']
	] as const) {
		for (const name of ['Copy', own])
			await expect(article.getByRole('button', { name, exact: true })).toBeVisible();
		await article.getByRole('button', { name: 'More actions', exact: true }).click();
		for (const name of rare)
			await expect(article.getByRole('button', { name, exact: true })).toBeVisible();
		for (const name of ['Pin', 'Leave out of prompt', 'Off the record']) {
			const button = article.getByRole('button', { name, exact: true });
			await button.click();
			await expect(button).toHaveAttribute('aria-pressed', 'true');
			await button.click();
			await expect(button).not.toHaveAttribute('aria-pressed', 'true');
		}
	}
});

test('what is deleted comes back with Undo and with /undo, which says what it was', async ({
	page
}) => {
	await page.goto('/');
	await say(page, 'remember the milk');
	await say(page, 'and the bread');
	const remove = async () => {
		const last = questions(page).last();
		await last.getByRole('button', { name: 'More actions' }).click();
		await last.getByRole('button', { name: 'Delete turn', exact: true }).click();
		await expect(page.getByRole('dialog')).toHaveCount(0);
		await expect(transcript(page).getByText('and the bread')).toHaveCount(0);
	};
	await remove();
	await page.getByRole('status').getByRole('button', { name: 'Undo', exact: true }).click();
	await expect(questions(page)).toHaveCount(2);
	await remove();
	await command(page, '/undo');
	await expect(composer(page)).toHaveValue('');
	await expect(page.getByRole('status').filter({ hasText: /Undone: .*deleted/ })).toBeVisible();
	await expect(questions(page)).toHaveCount(2);
	// What was deleted cannot be edited: ↑ opens the message before it.
	await remove();
	await composer(page).press('ArrowUp');
	const editor = page.getByRole('textbox', { name: 'Edit message', exact: true });
	await expect(editor).toBeFocused();
	await expect(editor).not.toHaveValue(/and the bread/);
	await editor.press('Escape');
	await expect(editor).toHaveCount(0);
});

test('↑ in an empty composer opens the last message; Save and send asks anew, Cancel does not', async ({
	page
}) => {
	await page.goto('/');
	await say(page, 'the first question');
	await say(page, 'the second question');
	await composer(page).press('ArrowUp');
	const editor = page.getByRole('textbox', { name: 'Edit message', exact: true });
	await expect(editor).toHaveValue('the second question');
	await questions(page).last().getByRole('button', { name: 'Cancel', exact: true }).click();
	await expect(editor).toHaveCount(0);
	await expect(questions(page).last()).toContainText('the second question');
	await composer(page).press('ArrowUp');
	await editor.press('Shift+Escape');
	await expect(composer(page)).toBeFocused();
	await expect(editor).toHaveValue('the second question');
	await editor.fill('the second question, better');
	await questions(page).last().getByRole('button', { name: 'Save and send', exact: true }).click();
	await expect(questions(page).last()).toContainText('the second question, better');
	await expect(questions(page)).toHaveCount(2);
	await expect(stop(page)).toHaveCount(0);
	await expect(replies(page)).toHaveCount(2);
});

test('a message that cannot fit is not sent: an alert says what takes the room', async ({
	page,
	startServer
}) => {
	const small = await startServer(oneModel(20_000));
	await useServer(page, small);
	await page.goto('/');
	await composer(page).waitFor();
	const { requests } = small;
	const before = requests.length;
	const giant = 'The quick brown fox jumps over the lazy dog. '.repeat(2_500);
	await send(page, giant);
	const alert = page.getByRole('alert').filter({ hasText: 'does not fit' });
	await expect(alert).toBeVisible({ timeout: 30_000 });
	await expect(alert).toContainText('New message');
	// Not even to be counted.
	expect(requests).toHaveLength(before);
	await expect(questions(page)).toContainText('The quick brown fox');
	await expect(composer(page)).toHaveValue('');
	await page.reload();
	await expect(questions(page)).toContainText('The quick brown fox');
});

test('offline, the message is stored, an alert says so, and both ways on are in its article', async ({
	page,
	context,
	server
}) => {
	await useServer(page, server);
	await page.goto('/');
	await say(page, 'hello');
	await context.setOffline(true);
	await send(page, 'are you there?');
	await expect(page.getByRole('alert').filter({ hasText: 'offline' })).toBeVisible();
	const message = questions(page).last();
	await expect(message).toContainText('are you there?');
	await expect(
		message.getByRole('button', { name: 'Answer on this device', exact: true })
	).toBeVisible();
	await message.getByRole('button', { name: 'Send when online', exact: true }).click();
	await expect(
		message.getByRole('button', { name: 'Send when online', exact: true })
	).toBeVisible();
	await context.setOffline(false);
	await expect(replies(page)).toHaveCount(2);
	await expect(replies(page).last()).toContainText('are you there?');
});

test('an endpoint that is not there is named, and the message is answered on this device', async ({
	page,
	server
}) => {
	await useServer(page, server);
	const { host } = new URL(server.url);
	await server.close();
	await page.goto('/');
	await send(page, 'are you there?');
	await expect(page.getByRole('alert').filter({ hasText: `cannot reach ${host}` })).toBeVisible({
		timeout: 30_000
	});
	await expect(
		questions(page).getByRole('button', { name: 'Send when online', exact: true })
	).toBeVisible();
	await questions(page).getByRole('button', { name: 'Answer on this device', exact: true }).click();
	await expect(replies(page)).toContainText('On-device');
});

test('a long session is answered on this device from its newest turns, and nothing is summarised for it', async ({
	page,
	server
}) => {
	await useServer(page, server);
	await page.goto('/');
	for (let turn = 0; turn < 5; turn++)
		await say(
			page,
			`Part ${String(turn)}. ${'The harbour was quiet in the morning. '.repeat(120)}`
		);
	await server.close();
	await send(page, 'How was the harbour?');
	const button = questions(page)
		.last()
		.getByRole('button', { name: 'Answer on this device', exact: true });
	await button.click({ timeout: 30_000 });
	await expect(replies(page).last()).toContainText('On-device');
	await expect(
		transcript(page).getByRole('article', { name: /summary of earlier messages/i })
	).toHaveCount(0);
});

test('a link to a turn scrolls there and highlights it, also in a long session @slow', async ({
	page
}) => {
	await page.goto('/');
	for (let turn = 0; turn < 8; turn++)
		await say(page, `message number ${String(turn)}. ${'Some more words. '.repeat(12)}`);
	await page.goto(`/search?q=${encodeURIComponent('"message number 2"')}`);
	const link = page.getByRole('list', { name: 'Results', exact: true }).getByRole('link').first();
	const address = (await link.getAttribute('href')) ?? '';
	expect(address).toMatch(/^\/chat\/[\w-]+#[\w-]+$/);
	for (const open of [() => link.click(), () => page.goto(address), () => page.reload()]) {
		await open();
		const turn = page.locator(`[id="${address.split('#')[1] ?? ''}"]`);
		await expect(turn).toBeInViewport();
		await expect(turn).toHaveClass(/highlighted/);
		await expect(turn).toContainText('message number 2');
	}
});

test('every command of the contract is an option of the list, and Enter runs a complete one', async ({
	page
}) => {
	await page.goto('/');
	await say(page, 'hello');
	await composer(page).fill('/');
	const options = page.getByRole('listbox', { name: 'Commands', exact: true }).getByRole('option');
	const names = [
		'compact',
		'reset',
		'new',
		'memory',
		'remember',
		'context',
		'export',
		'model',
		'undo',
		'help'
	];
	await expect(options).toHaveCount(names.length);
	await composer(page).press('Escape');
	await expect(options).toHaveCount(0);
	await composer(page).press('Backspace');
	await composer(page).press('/');
	await expect(options).toHaveCount(names.length);
	for (const name of names)
		await expect(options.filter({ hasText: new RegExp(`^/${name}\\b`) })).toHaveCount(1);
	await composer(page).fill('');
	const download = page.waitForEvent('download');
	await command(page, '/export');
	expect((await download).suggestedFilename()).toMatch(/^keepsake-\d{4}-\d\d-\d\d\.zip$/);
	await expect(composer(page)).toHaveValue('');
	await command(page, '/help');
	await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
	await page.keyboard.press('Escape');
	await command(page, '/context');
	await expect(page.getByRole('region', { name: 'Prompt inspector' })).toBeVisible();
	await command(page, '/remember the door code is 4711');
	await expect(composer(page)).toHaveValue('');
	await command(page, '/undo');
	await expect(page.getByRole('status').filter({ hasText: 'Undone' })).toContainText('.md');
	await command(page, '/undo');
	await expect(page.getByRole('status').filter({ hasText: 'nothing to undo' })).toBeVisible();
	const session = page.url();
	await command(page, '/reset');
	await expect(page).not.toHaveURL(session);
	await command(page, '/undo');
	await expect(page).toHaveURL(session);
	await expect(page.getByRole('status').filter({ hasText: 'Undone: the reset' })).toBeVisible();
	await command(page, '/new');
	await expect(page).not.toHaveURL(session);
	await command(page, '/new guest');
	await expect(page.getByRole('main').getByText('Guest', { exact: true })).toBeVisible();
	await command(page, '/memory');
	await expect(page).toHaveURL(/\/memory$/);
});

test('/compact with too little to summarise begins Nothing to compact, whatever the reason', async ({
	page
}) => {
	await page.goto('/');
	const said = page.getByRole('status').filter({ hasText: /^Nothing to compact/ });
	await command(page, '/compact');
	await expect(said).toBeVisible();
	await page.getByRole('button', { name: 'New chat', exact: true }).click();
	await say(page, 'hello');
	await command(page, '/compact');
	await expect(said).toBeVisible();
	await say(page, 'hello');
	await command(page, '/compact the greetings');
	await expect(said).toBeVisible();
	await expect(composer(page)).toHaveValue('');
});
