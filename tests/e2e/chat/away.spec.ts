import { ask, replies, say, useServer } from '../steps.ts';
import { expect, test } from '../with-server.ts';

/** What becomes of an answer while one is elsewhere. */

test('that an answer goes on, has come or has failed while one is elsewhere is told in the list, until one looks @slow', async ({
	page,
	server
}) => {
	await useServer(page, server);
	await page.goto('/');
	await say(page, 'Rome');
	const list = page.getByRole('navigation', { name: 'Sessions' });
	const link = list.getByRole('link', { name: 'Rome', exact: true });
	const newChat = page.getByRole('button', { name: 'New chat', exact: true });

	server.queue({ text: 'word '.repeat(120), tokensPerSecond: 40 });
	await ask(page, 'And then?');
	await expect(replies(page).last()).toContainText('word');
	await expect(link).not.toHaveAccessibleDescription(/Answering/);
	await newChat.click();
	await expect(link).toHaveAccessibleDescription('Answering');
	await expect(link).toHaveAccessibleDescription('New answer');
	await link.click();
	await expect(link).toHaveAttribute('aria-current', 'page');
	await newChat.click();
	await expect(link).not.toHaveAttribute('aria-current');
	await expect(link).toHaveAccessibleDescription('');

	server.queue({ text: 'word '.repeat(120), tokensPerSecond: 60, fault: 'socket-dies' });
	await link.click();
	await ask(page, 'Once more?');
	await expect(replies(page).last()).toContainText('word');
	await page.getByRole('link', { name: 'Memory', exact: true }).click();
	await expect(link).toHaveAccessibleDescription('Failed');
	await link.click();
	await expect(replies(page).last()).toContainText('Interrupted');
	await newChat.click();
	await expect(link).toHaveAccessibleDescription('');
});

test('on a phone, and where its folder is closed, that an answer has come is told by what leads to it @slow', async ({
	page,
	server
}) => {
	await useServer(page, server);
	await page.setViewportSize({ width: 390, height: 844 });
	await page.goto('/');
	await say(page, 'Rome');
	const open = page.getByRole('button', { name: 'Open sessions', exact: true });
	await open.click();
	await page.getByRole('button', { name: 'Session actions' }).click();
	await page.getByRole('menuitem', { name: 'Move to folder' }).click();
	await page.getByRole('dialog').getByRole('textbox').fill('My trips');
	await page.keyboard.press('Enter');
	const folder = page.getByRole('button', { name: /^My trips/ });
	await folder.click();
	await page.keyboard.press('Escape');

	server.queue({ text: 'word '.repeat(120), tokensPerSecond: 40 });
	await ask(page, 'And then?');
	await expect(replies(page).last()).toContainText('word');
	await page.getByRole('button', { name: 'New chat', exact: true }).click();
	await expect(open).toHaveAccessibleDescription('New answer');
	await open.click();
	await expect(folder).toHaveAccessibleDescription('New answer');
	await folder.click();
	await expect(folder).toHaveAccessibleDescription('');
	await page.getByRole('link', { name: 'Rome', exact: true }).click();
	await expect(open).not.toHaveAccessibleDescription('New answer');
});
