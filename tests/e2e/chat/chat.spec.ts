import { composer, modelId, replies, say, transcript, useServer } from '../steps.ts';
import { expect, test } from '../with-server.ts';

test('a message is answered on this device without any key, and both are still there after a reload', async ({
	page
}) => {
	await page.goto('/');
	await say(page, 'My bicycle is called Rosinante');
	await say(page, 'What is my bicycle called?');
	await expect(page).toHaveURL(/\/chat\/[\w-]+$/);
	await expect(replies(page).last()).toContainText('On-device');
	await expect(replies(page).last()).toContainText('Rosinante');
	await page.reload();
	await expect(transcript(page).getByRole('article', { name: /^You/ })).toHaveCount(2);
	await expect(replies(page)).toHaveCount(2);
});

test('each paragraph in a text field runs in the direction of its own first letter @slow', async ({
	page
}) => {
	await page.goto('/');
	await say(page, 'שלום עולם');
	await composer(page).press('ArrowUp');
	for (const field of [composer(page), page.getByRole('textbox', { name: 'Edit message' })]) {
		await expect(field).toHaveCSS('unicode-bidi', 'plaintext');
		await expect(field).toHaveCSS('text-align', 'start');
		// The browser would lay out a very long one anew with every key.
		await field.fill('שלום '.repeat(6000));
		await expect(field).toHaveCSS('unicode-bidi', 'isolate');
		await expect(field).toHaveCSS('direction', 'rtl');
	}
});

test('what stands unsent in the composer survives a reload', async ({ page }) => {
	await page.goto('/');
	await say(page, 'hello');
	await composer(page).fill('half a thought');
	await page.reload();
	await expect(composer(page)).toHaveValue('half a thought');
});

test('a reply is stopped at once, says so, and can be continued', async ({ page, server }) => {
	await useServer(page, server);
	server.script(() => ({ text: 'word '.repeat(400), tokensPerSecond: 40 }));
	await page.goto('/');
	await composer(page).fill('Tell me a long story');
	await composer(page).press('Enter');
	await expect(replies(page).last()).toContainText('word word');
	await expect(replies(page).last()).toHaveAttribute('aria-busy', 'true');
	await page.getByRole('button', { name: 'Stop' }).click();
	await expect(page.getByRole('button', { name: 'Stop' })).toHaveCount(0);
	await expect(page.getByRole('status').filter({ hasText: 'Stopped' })).toHaveCount(1);
	await expect(replies(page).last()).toContainText('Stopped');
	await expect(replies(page).last().getByRole('button', { name: 'Retry' })).toBeVisible();
	server.script(() => ({ text: 'and then they slept.' }));
	await replies(page).last().getByRole('button', { name: 'Continue' }).click();
	await expect(replies(page).last()).toContainText('and then they slept.');
	await expect(replies(page)).toHaveCount(1);
});

test('a line that breaks leaves what came, with Retry and Continue', async ({ page, server }) => {
	await useServer(page, server);
	server.script(() => ({
		text: `once upon a time there was a lighthouse keeper ${'and the sea '.repeat(30)}`,
		tokensPerSecond: 60
	}));
	server.fault('socket-dies', { after: 20, times: 9 });
	await page.goto('/');
	await composer(page).fill('Tell me a story');
	await composer(page).press('Enter');
	await expect(replies(page).last()).toContainText('Interrupted', { timeout: 60_000 });
	await expect(replies(page).last().getByRole('button', { name: 'Continue' })).toBeVisible();
	await page.reload();
	await expect(replies(page).last()).toContainText('Interrupted');
	server.clearFaults();
	await replies(page).last().getByRole('button', { name: 'Retry' }).click();
	await expect(replies(page).last()).toContainText('lighthouse keeper');
	await expect(replies(page).last()).not.toContainText('Interrupted');
});

test('a server that is not there keeps the message, says so, and offers two ways on @slow', async ({
	page,
	server
}) => {
	await useServer(page, server);
	await page.goto('/');
	await say(page, 'hello');
	const host = new URL(server.url).host;
	await server.close();
	await composer(page).fill('are you there?');
	await composer(page).press('Enter');
	const message = transcript(page).getByRole('article', { name: /^You/ }).last();
	await expect(message).toContainText('are you there?');
	await expect(page.getByRole('alert')).toContainText(`cannot reach ${host}`, { timeout: 60_000 });
	await expect(message.getByRole('button', { name: 'Send when online' })).toBeVisible();
	await message.getByRole('button', { name: 'Answer on this device' }).click();
	await expect(replies(page).last()).toContainText('On-device');
});

test('turns that were on screen stay in the page, as far as they are among the newest @slow', async ({
	page,
	server
}) => {
	await useServer(page, server);
	server.script(() => ({ text: 'The ferry leaves at noon, and the sea is calm. '.repeat(20) }));
	await page.goto('/');
	for (let turn = 0; turn < 9; turn++)
		await say(page, `Turn ${String(turn)}: ${'tell me about the ferry once more. '.repeat(20)}`);
	await expect(replies(page)).toHaveCount(9);
	await expect(transcript(page).getByRole('article', { name: /^You/ }).first()).toContainText(
		'Turn 0'
	);
});

test('pinning, leaving out and off the record are pressed buttons; deleting acts at once and is undone', async ({
	page
}) => {
	await page.goto('/');
	await say(page, 'remember the milk');
	const message = transcript(page).getByRole('article', { name: /^You/ });
	await message.getByRole('button', { name: 'More actions' }).click();
	for (const name of ['Pin', 'Leave out of prompt', 'Off the record']) {
		const button = message.getByRole('button', { name, exact: true });
		await expect(button).toHaveAttribute('aria-pressed', 'false');
		await button.click();
		await expect(button).toHaveAttribute('aria-pressed', 'true');
		await button.click();
		await expect(button).toHaveAttribute('aria-pressed', 'false');
	}
	await message.getByRole('button', { name: 'Delete turn' }).click();
	await expect(transcript(page).getByText('remember the milk')).toHaveCount(0);
	const notice = page.getByRole('status').filter({ hasText: 'Deleted a turn' });
	await notice.getByRole('button', { name: 'Undo' }).click();
	await expect(message).toContainText('remember the milk');
});

test('sessions are begun, renamed, pinned, deleted and brought back', async ({ page }) => {
	await page.goto('/');
	await say(page, 'about apples');
	await page.getByRole('button', { name: 'New chat', exact: true }).click();
	await expect(composer(page)).toBeFocused();
	const fresh = page.url();
	await page.getByRole('button', { name: 'New chat', exact: true }).click();
	expect(page.url()).toBe(fresh);
	await say(page, 'about pears');
	const list = page.getByRole('navigation', { name: 'Sessions' });
	await expect(list.getByRole('link')).toHaveText(['about pears', 'about apples']);

	const last = list.getByRole('listitem').filter({ hasText: 'about apples' });
	await last.getByRole('button', { name: 'Session actions' }).click();
	await page.getByRole('menuitem', { name: 'Rename' }).click();
	const rename = async () => {
		await list.getByRole('textbox').fill('Orchard');
		await page.keyboard.press('Enter');
		await expect(list.getByRole('link')).toHaveText(['about pears', 'Orchard']);
	};
	await rename();
	await page.getByRole('status').getByRole('button', { name: 'Undo' }).click();
	await expect(list.getByRole('link')).toHaveText(['about pears', 'about apples']);
	await last.getByRole('button', { name: 'Session actions' }).click();
	await page.getByRole('menuitem', { name: 'Rename' }).click();
	await rename();

	const orchard = list.getByRole('listitem').filter({ hasText: 'Orchard' });
	await expect(orchard.getByRole('button', { name: 'Session actions' })).toBeFocused();
	await expect(
		orchard.getByRole('button', { name: 'Session actions' })
	).toHaveAccessibleDescription('Orchard');
	await orchard.getByRole('button', { name: 'Session actions' }).click();
	await page.getByRole('menuitem', { name: 'Pin session' }).click();
	await expect(list.getByRole('link')).toHaveText(['Orchard', 'about pears']);

	await orchard.getByRole('button', { name: 'Session actions' }).click();
	await page.getByRole('menuitem', { name: 'Delete session' }).click();
	await expect(list.getByRole('link')).toHaveText(['about pears']);
	await page.getByRole('status').getByRole('button', { name: 'Undo' }).click();
	await expect(list.getByRole('link')).toHaveText(['Orchard', 'about pears']);
});

test(
	'a guest chat says that it is one, also after a reload and with its first message',
	{ tag: '@slow' },
	async ({ page }) => {
		await page.goto('/');
		await page.getByRole('button', { name: 'New chat options' }).click();
		await page.getByRole('menuitem', { name: 'New guest chat' }).click();
		const header = page.getByRole('main').getByText('Guest', { exact: true });
		await expect(header).toBeVisible();
		await page.reload();
		await expect(header).toBeVisible();
		await say(page, 'hello from a guest');
		await page.reload();
		await expect(header).toBeVisible();
	}
);

test(
	'a message by its address is scrolled to and highlighted',
	{ tag: '@slow' },
	async ({ page }) => {
		await page.goto('/');
		for (let turn = 0; turn < 8; turn++)
			await say(page, `message number ${String(turn)}. ${'Some more words. '.repeat(10)}`);
		const id = await page.evaluate(async () => {
			const db = await new Promise<IDBDatabase>((resolve) => {
				const opening = indexedDB.open('keepsake');
				opening.onsuccess = () => resolve(opening.result);
			});
			const turns = await new Promise<{ seq: number; turnId: string }[]>((resolve) => {
				const reading = db.transaction('turns').objectStore('turns').getAll();
				reading.onsuccess = () => resolve(reading.result as { seq: number; turnId: string }[]);
			});
			db.close();
			return turns.find((turn) => turn.seq === 1)?.turnId ?? '';
		});
		await page.goto(`${page.url()}#${id}`);
		await page.reload();
		await expect(page.locator(`[id="${id}"]`)).toBeInViewport();
		await expect(page.locator(`[id="${id}"]`)).toHaveClass(/highlighted/);
	}
);

test(
	'the price of a new model is told once and stops nobody: at most so many dollars, or that it is unknown',
	{ tag: '@slow' },
	async ({ page, server }) => {
		await useServer(page, server);
		await page.goto('/');
		const line = page.getByText(new RegExp(`${modelId} costs`));
		await expect(line).toContainText(`What ${modelId} costs is unknown here.`);
		await page.goto('/settings');
		await page.getByLabel('Input price').fill('3');
		await page.getByLabel('Output price').fill('50');
		await page.getByLabel('Output price').blur();
		await expect(page.getByText('Saved', { exact: true })).toBeVisible();
		await page.goto('/');
		// A thousand tokens of an answer come to five cents; what is asked adds to it.
		await expect(line).toContainText(/to claude-sonnet-5-5 costs at most \$0\.0[5-9]/);
		await say(page, 'hello');
		await expect(line).toHaveCount(0);
		await say(page, 'hello again');
		await expect(line).toHaveCount(0);
	}
);

test('what is sent while an answer is written goes out after it', async ({ page, server }) => {
	await useServer(page, server);
	server.script(() => ({ text: 'word '.repeat(60), tokensPerSecond: 40 }));
	await page.goto('/');
	await composer(page).fill('first');
	await composer(page).press('Enter');
	await expect(replies(page).last()).toContainText('word word');
	await composer(page).fill('second');
	await composer(page).press('Enter');
	const line = page.getByText('Goes out after this answer');
	await expect(line).toBeVisible();
	await expect(transcript(page).getByRole('article', { name: /^You/ })).toHaveCount(2, {
		timeout: 20_000
	});
	await expect(composer(page)).toHaveValue('');
	await expect(line).toHaveCount(0);
});

test('the composer is as high while an answer is written, on a phone too, and everything in it is in view @slow', async ({
	page,
	server
}) => {
	await useServer(page, server);
	await page.setViewportSize({ width: 390, height: 844 });
	await page.goto('/');
	await say(page, 'hello');
	const foot = page.locator('form').filter({ has: composer(page) });
	const before = await foot.boundingBox();
	server.script(() => ({ text: 'word '.repeat(2000), tokensPerSecond: 40 }));
	await composer(page).fill('a long story');
	await composer(page).press('Enter');
	await expect(page.getByRole('button', { name: 'Stop' })).toBeInViewport({ ratio: 1 });
	await expect(page.getByRole('button', { name: 'Send' })).toBeInViewport({ ratio: 1 });
	expect((await foot.boundingBox())?.height).toBe(before?.height);
	const words = page.getByRole('button', { name: /^Context/ }).locator('span');
	expect(await words.evaluate((one) => one.scrollWidth <= one.clientWidth)).toBe(true);
	await page.getByRole('button', { name: 'Stop' }).click();
});

test('what waits behind an answer says so as long as it does, and stays when that is over @slow', async ({
	page,
	server
}) => {
	await useServer(page, server);
	server.script(() => ({ text: 'word '.repeat(2000), tokensPerSecond: 40 }));
	await page.goto('/');
	const line = page.locator('p').filter({ hasText: 'Goes out after this answer' });
	await composer(page).fill('first');
	await composer(page).press('Enter');
	await expect(replies(page).last()).toContainText('word word');
	await composer(page).fill('second');
	await composer(page).press('Enter');
	await expect(line).toBeVisible();
	await composer(page).press('End');
	await composer(page).press('!');
	await expect(line).toHaveCount(0);
	await composer(page).press('Enter');
	await expect(line).toBeVisible();
	// Another page, and back: it still waits.
	await page.getByRole('link', { name: 'Settings' }).first().click();
	await expect(page.getByRole('heading', { name: 'Provider', exact: true })).toBeVisible();
	await page.goBack();
	await expect(line).toBeVisible();
	await line.getByRole('button', { name: 'Cancel', exact: true }).click();
	await expect(line).toHaveCount(0);
	await expect(composer(page)).toHaveValue('second!');
	await composer(page).press('Enter');
	await page.getByRole('button', { name: 'Stop' }).click();
	await expect(replies(page).last()).toContainText('Stopped');
	await expect(line).toHaveCount(0);
	await expect(composer(page)).toHaveValue('second!');
	await expect(transcript(page).getByRole('article', { name: /^You/ })).toHaveCount(1);
});

test(
	'the browser is asked once to keep the data for good: after the first answer, not before, and not again',
	{ tag: '@slow' },
	async ({ page }) => {
		await page.addInitScript(() => {
			const count = () => Number(sessionStorage.getItem('asked') ?? 0);
			Object.assign(navigator.storage, {
				persist: () => {
					sessionStorage.setItem('asked', String(count() + 1));
					return Promise.resolve(true);
				},
				persisted: () => Promise.resolve(count() > 0)
			});
		});
		const asked = () => page.evaluate(() => Number(sessionStorage.getItem('asked') ?? 0));
		await page.goto('/');
		await expect(composer(page)).toBeVisible();
		await page.goto('/memory');
		await page.goto('/settings');
		await expect(page.getByRole('heading', { name: 'Data', exact: true })).toBeVisible();
		expect(await asked()).toBe(0);
		await page.goto('/');
		await composer(page).fill('Is there anything to keep yet?');
		expect(await asked()).toBe(0);
		await composer(page).press('Enter');
		await expect(replies(page)).toContainText('On-device');
		await expect.poll(asked).toBe(1);
		await say(page, 'And now?');
		await page.reload();
		await say(page, 'And after a reload?');
		await page.getByRole('button', { name: 'New chat', exact: true }).click();
		await say(page, 'And in another one?');
		expect(await asked()).toBe(1);
	}
);
