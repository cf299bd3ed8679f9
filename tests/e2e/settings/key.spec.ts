import { composer, replies, say, settles, storedTables, transcript, useServer } from '../steps.ts';
import { expect, test } from '../with-server.ts';
import { field, setKey } from './fields.ts';

/** The key: how it is given, where it is kept, and what is said when it is refused or locked. */

test.use({ anthropic: {} });

test('after a key was refused an empty chat says so and leads to the key, after a reload too, until one is accepted @slow', async ({
	page,
	server
}) => {
	await page.goto('/settings');
	await field(page, 'API endpoint').fill(server.url);
	await field(page, 'API key').fill('sk-ant-mistyped');
	await field(page, 'API key').blur();
	await expect(page.getByRole('status').filter({ hasText: 'key' })).toContainText(
		/not accept|refus/
	);
	const wrong = page.getByText('The endpoint does not accept the key that is set.');
	await page.goto('/');
	await expect(wrong).toBeVisible();
	await expect(page.getByRole('link', { name: 'Add a key' })).toHaveCount(0);
	await page.reload();
	await expect(wrong).toBeVisible();
	await page.getByRole('link', { name: 'Check the key' }).click();
	await expect(page).toHaveURL(/\/settings#key$/);
	await setKey(page, server);
	await field(page, 'API key').blur();
	await expect(page.getByRole('status').filter({ hasText: / answers/ })).toBeVisible();
	await page.goto('/');
	await expect(transcript(page).getByText('What shall we think about?')).toBeVisible();
	await expect(wrong).toHaveCount(0);
	await expect(page.getByRole('link', { name: /key/ })).toHaveCount(0);
	// What a conversation is told of the key holds for the next one.
	server.fault('unauthorized');
	await say(page, 'Are you there?');
	const newChat = page.getByRole('button', { name: 'New chat', exact: true });
	await newChat.click();
	await expect(wrong).toBeVisible();
	// And what it was told before says nothing of what the endpoint has said since.
	await page.getByRole('link', { name: 'Check the key' }).click();
	await page.getByRole('button', { name: 'Test connection' }).click();
	await expect(page.getByRole('status').filter({ hasText: / answers/ })).toBeVisible();
	await page.getByRole('link', { name: 'Are you there?' }).click();
	await expect(transcript(page).getByText('Are you there?')).toBeVisible();
	await newChat.click();
	await expect(transcript(page).getByText('What shall we think about?')).toBeVisible();
	await expect(wrong).toHaveCount(0);
	// Nor is it called refused any more when an answer has come.
	server.fault('unauthorized');
	await say(page, 'And now?');
	await newChat.click();
	await expect(wrong).toBeVisible();
	await page.getByRole('link', { name: 'And now?' }).click();
	await replies(page).last().getByRole('button', { name: 'Retry' }).click();
	await expect(replies(page).last()).toContainText('You said');
	await newChat.click();
	await expect(wrong).toHaveCount(0);
});

test('the key leaves the field as it is handed on, stays on the device, and belongs to one endpoint', async ({
	page,
	server
}) => {
	await page.goto('/settings');
	await expect(page.getByText('No key')).toBeVisible();
	await setKey(page, server);
	await expect(field(page, 'API key')).toHaveValue('');
	await server.waitFor((request) => request.path === '/v1/models');
	await page.reload();
	await expect(page.getByText('Key set')).toBeVisible();
	expect(JSON.stringify(await storedTables(page))).not.toContain(server.key);
	await field(page, 'API endpoint').fill('http://127.0.0.1:9');
	await expect(page.getByText('No key')).toBeVisible();
	expect(server.refusals).toEqual([]);
});

test(
	'a key that is typed is handed on with Enter, and forgotten at a press',
	{ tag: '@slow' },
	async ({ page, server }) => {
		await page.goto('/settings');
		await field(page, 'API endpoint').fill(server.url);
		await page.getByLabel('Until this tab closes').check();
		await field(page, 'API key').pressSequentially('sk-short');
		await expect(page.getByText('No key')).toBeVisible();
		await field(page, 'API key').press('Enter');
		await expect(page.getByText('Key set')).toBeVisible();
		await expect(
			page.getByRole('status').filter({ hasText: 'does not accept the key' })
		).toBeVisible();
		await page.getByRole('button', { name: 'Forget key' }).click();
		await expect(page.getByText('No key')).toBeVisible();
		await field(page, 'API key').fill(server.key);
		await expect(page.getByText('Key set')).toBeVisible();
		await page.reload();
		await expect(page.getByText('No key')).toBeVisible();
	}
);

test('a passphrase locks the key until it is given again', async ({ page, server }) => {
	await page.goto('/settings');
	await setKey(page, server);
	await page.getByLabel('On this device, with a passphrase').check();
	await field(page, 'Passphrase').fill('too short');
	await field(page, 'Passphrase').press('Enter');
	await expect(page.getByText('Use at least twelve characters.')).toBeVisible();
	await field(page, 'Passphrase').fill('correct horse battery');
	await expect(field(page, 'Passphrase')).toHaveValue('');
	await expect(page.getByRole('button', { name: 'Lock now' })).toBeEnabled();
	await page.getByRole('button', { name: 'Lock now' }).click();
	await expect(page.getByText('Key locked')).toBeVisible();
	await expect(field(page, 'Passphrase')).toBeFocused();
	await page.reload();
	await expect(page.getByText('Key locked')).toBeVisible();
	await field(page, 'Passphrase').fill('correct horse lottery');
	await page.getByRole('button', { name: 'Unlock' }).click();
	await expect(page.getByText('This passphrase does not open the key.')).toBeVisible();
	await field(page, 'Passphrase').fill('correct horse battery');
	await field(page, 'Passphrase').press('Enter');
	await expect(page.getByText('Key set')).toBeVisible();
	await expect(field(page, 'API key')).toBeFocused();
});

test(
	'a locked key is opened where the next message is written, and the focus goes on to it',
	{ tag: '@slow' },
	async ({ page, server }) => {
		await useServer(page, server);
		await page.goto('/settings');
		await expect(page.getByText('Key set')).toBeVisible();
		await page.getByLabel('On this device, with a passphrase').check();
		await field(page, 'Passphrase').fill('correct horse battery');
		await expect(page.getByRole('button', { name: 'Lock now' })).toBeEnabled();
		await page.goto('/');
		const line = page.getByRole('region', { name: 'Key locked' });
		await expect(line).toBeVisible();
		await expect(composer(page)).toBeFocused();
		await line.getByLabel('Passphrase').fill('correct horse lottery');
		await line.getByLabel('Passphrase').press('Enter');
		await expect(line.getByText('This passphrase does not open the key.')).toBeVisible();
		await line.getByLabel('Passphrase').fill('correct horse battery');
		await line.getByLabel('Passphrase').press('Enter');
		await expect(line).toBeHidden();
		await expect(composer(page)).toBeFocused();
		server.queue({ text: 'Here I am.' });
		await page.keyboard.type('Are you there?');
		await page.keyboard.press('Enter');
		await expect(page.getByText('Here I am.')).toBeVisible();
	}
);

test('what an endpoint answers stands in view below the key, whatever it fills in above @slow', async ({
	page,
	server
}) => {
	await page.goto('/settings');
	await field(page, 'API endpoint').fill(server.url);
	await field(page, 'API endpoint').blur();
	await expect(page.getByText('No key')).toBeVisible();
	const key = field(page, 'API key');
	await key.evaluate((one) => one.scrollIntoView({ block: 'end' }));
	await key.pressSequentially(server.key);
	await key.press('Enter');
	await expect(field(page, 'Price step (tokens)')).toBeAttached();
	await expect(page.getByRole('status').filter({ hasText: / answers/ })).toBeInViewport({
		ratio: 1
	});
	await expect(key).toBeFocused();
	await expect(key).toBeInViewport({ ratio: 1 });
});

test('on a phone in large type a field that a key was put into does not go under the links of the sections with its answer @slow', async ({
	page,
	server
}) => {
	await page.setViewportSize({ width: 390, height: 700 });
	await page.goto('/settings');
	await page.evaluate(() => {
		document.documentElement.style.fontSize = '200%';
	});
	await field(page, 'API endpoint').fill(server.url);
	await field(page, 'API endpoint').blur();
	await expect(page.getByText('No key')).toBeVisible();
	const key = field(page, 'API key');
	await key.focus();
	await key.pressSequentially(server.key);
	await key.press('Enter');
	await expect(page.getByRole('status').filter({ hasText: / answers/ })).toBeInViewport();
	await settles(() => key.boundingBox(), 250);
	const links = await page.getByRole('main').getByRole('navigation').boundingBox();
	expect((await key.boundingBox())!.y).toBeGreaterThanOrEqual(links!.y + links!.height - 2);
	await expect(key).toBeInViewport({ ratio: 1 });
});
