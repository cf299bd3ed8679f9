/** A message that is written or answered anew, and the way between what came of it. */
import {
	composer,
	inAnotherTab,
	questions,
	replies,
	say,
	transcript,
	useServer
} from '../steps.ts';
import { expect, test } from '../with-server.ts';

test('every answer to a message is a press or two away, however often it was asked for @slow', async ({
	page,
	server
}) => {
	await useServer(page, server);
	await page.goto('/');
	server.queue({ text: 'Answer A' });
	await say(page, 'the question');
	for (const name of ['B', 'C']) {
		server.queue({ text: `Answer ${name}` });
		await replies(page).getByRole('button', { name: 'Regenerate' }).click();
		await expect(replies(page)).toContainText(`Answer ${name}`);
		await expect(page.getByRole('button', { name: 'Stop' })).toHaveCount(0);
	}
	for (const [at, name] of [
		[2, 'B'],
		[1, 'A']
	] as const) {
		await page.getByRole('button', { name: 'Previous branch' }).click();
		await expect(page.getByText(`Branch ${String(at)} of 3`)).toBeVisible();
		await expect(replies(page)).toContainText(`Answer ${name}`);
	}
	for (const name of ['B', 'C']) {
		await page.getByRole('button', { name: 'Next branch' }).click();
		await expect(replies(page)).toContainText(`Answer ${name}`);
	}
});

test('an edited message begins a branch and the old one stays a press away', async ({ page }) => {
	await page.goto('/');
	await say(page, 'the first wording');
	await composer(page).press('ArrowUp');
	const editor = page.getByRole('textbox', { name: 'Edit message' });
	await expect(editor).toBeFocused();
	await editor.fill('the second wording');
	await page.getByRole('button', { name: 'Save and send' }).click();
	const message = transcript(page).getByRole('article', { name: /^You/ });
	await expect(message).toHaveCount(1);
	await expect(message).toContainText('the second wording');
	await expect(page.getByRole('button', { name: 'Stop' })).toHaveCount(0);
	await page.getByRole('button', { name: 'Previous branch' }).click();
	await expect(message).toContainText('the first wording');
});

test('an editor stays with its message when another branch is shown, and is there again with it @slow', async ({
	page
}) => {
	await page.goto('/');
	await say(page, 'the first wording');
	await questions(page).getByRole('button', { name: 'Edit' }).click();
	const editor = page.getByRole('textbox', { name: 'Edit message' });
	await editor.fill('the second wording');
	await page.getByRole('button', { name: 'Save and send' }).click();
	await expect(questions(page)).toContainText('the second wording');
	await expect(page.getByRole('button', { name: 'Stop' })).toHaveCount(0);
	await questions(page).getByRole('button', { name: 'Edit' }).click();
	await editor.fill('the third wording');
	await page.getByRole('button', { name: 'Previous branch' }).click();
	await expect(questions(page)).toContainText('the first wording');
	await expect(editor).toHaveCount(0);
	await page.getByRole('button', { name: 'Next branch' }).click();
	await expect(editor).toHaveValue('the third wording');
});

test('words for a message that another tab asks in others are said to be kept, and are a press away @slow', async ({
	page
}) => {
	await page.goto('/');
	await say(page, 'the first wording');
	const second = await inAnotherTab(page);
	for (const [tab, wording] of [
		[second, 'yours'],
		[page, 'mine']
	] as const) {
		await questions(tab).getByRole('button', { name: 'Edit' }).click();
		await tab.getByRole('textbox', { name: 'Edit message' }).fill(wording);
	}
	await second.getByRole('button', { name: 'Save and send' }).click();
	await expect(questions(page)).toContainText('yours');
	const told = page.getByRole('status').filter({ hasText: 'What you were writing is with' });
	await told.getByRole('button', { name: 'Show it' }).click();
	await expect(page.getByRole('textbox', { name: 'Edit message' })).toHaveValue('mine');
});

test('a broken reply that ends a branch is not continued where something follows it in another @slow', async ({
	page,
	server
}) => {
	await useServer(page, server);
	server.script(() => ({ text: 'word '.repeat(400), tokensPerSecond: 40 }));
	await page.goto('/');
	await composer(page).fill('Tell me a long story');
	await composer(page).press('Enter');
	await expect(replies(page).last()).toContainText('word word');
	await page.getByRole('button', { name: 'Stop' }).click();
	const goOn = page.getByRole('button', { name: 'Continue' });
	await expect(goOn).toBeVisible();
	server.script(() => ({ text: 'Another.' }));
	await say(page, 'something else');
	const first = replies(page).first();
	await first.getByRole('button', { name: 'More' }).click();
	await first.getByRole('button', { name: 'Branch' }).click();
	await expect(replies(page)).toHaveCount(1);
	await expect(replies(page).getByRole('button', { name: 'Retry' })).toBeVisible();
	await expect(goOn).toHaveCount(0);
});

test('after Branch the way back stands below the last message, also after a reload @slow', async ({
	page
}) => {
	await page.goto('/');
	for (const words of ['alpha', 'beta', 'gamma']) await say(page, words);
	const first = questions(page).first();
	await first.getByRole('button', { name: 'More' }).click();
	await first.getByRole('button', { name: 'Branch' }).click();
	await expect(questions(page)).toHaveCount(1);
	await page.reload();
	await expect(transcript(page).getByText('Branch 2 of 2')).toBeVisible();
	await page.getByRole('button', { name: 'Previous branch' }).click();
	await expect(questions(page)).toHaveCount(3);
});

test('an edit that is being written is there again after a reload, where it was, and no longer once it is given up @slow', async ({
	page
}) => {
	await page.goto('/');
	for (const number of [1, 2, 3, 4, 5, 6]) await say(page, `question ${String(number)}`);
	const first = questions(page).first();
	await first.scrollIntoViewIfNeeded();
	await expect(first).toContainText('question 1');
	await first.getByRole('button', { name: 'Edit' }).click();
	const editor = page.getByRole('textbox', { name: 'Edit message' });
	await editor.fill('question one');
	// At once: no pause has stored it.
	await page.reload();
	await expect(editor).toHaveValue('question one');
	await expect(editor).toBeInViewport();
	await expect(editor).toBeFocused();
	await expect(composer(page)).toHaveValue('');
	await page.getByRole('button', { name: 'Cancel', exact: true }).click();
	await expect(editor).toHaveCount(0);
	await page.reload();
	await expect(questions(page).last()).toContainText('question 6');
	await expect(composer(page)).toBeFocused();
	await expect(editor).toHaveCount(0);
});

test('Esc leaves an edit as it was', { tag: '@slow' }, async ({ page }) => {
	await page.goto('/');
	await say(page, 'the first wording');
	const message = transcript(page).getByRole('article', { name: /^You/ });
	await message.getByRole('button', { name: 'Edit' }).click();
	await page.getByRole('textbox', { name: 'Edit message' }).fill('something else');
	await page.keyboard.press('Escape');
	await expect(page.getByRole('textbox', { name: 'Edit message' })).toHaveCount(0);
	await expect(message).toContainText('the first wording');
});
