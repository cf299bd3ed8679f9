import type { Page } from '@playwright/test';
import type { AnthropicServer } from '../../support/anthropic/server.ts';
import {
	ask,
	composer,
	inAnotherTab,
	posted,
	replies,
	say,
	settles,
	storedTables,
	transcript,
	useServer
} from '../steps.ts';
import { expect, oneModel, test } from '../with-server.ts';
import { card, draft } from './ferries.ts';

/** A message that does not fit any more waits for a draft. */

/** Talk to a model with a small window until a message no longer fits and waits for a draft; gives its words. */
async function talkUntilItWaits(page: Page, server: AnthropicServer): Promise<string> {
	await useServer(page, server);
	await page.goto('/');
	await composer(page).waitFor();
	for (let turn = 0; turn < 14 && !(await offer(page).isVisible()); turn++) {
		const text = `Part ${String(turn)}. ${'The harbour was quiet in the morning. '.repeat(24)}`;
		await composer(page).fill(text);
		await composer(page).press('Enter');
		await expect(composer(page)).toHaveValue('');
		await expect(page.getByRole('button', { name: 'Stop' })).toHaveCount(0);
	}
	await expect(offer(page)).toBeVisible();
	const waiting = transcript(page).getByRole('article', { name: /^You/ }).last();
	return (await waiting.textContent()) ?? '';
}

const offer = (page: Page) =>
	page.getByRole('button', { name: /^Send without the oldest \d+ turns?$/ });

test('a message beyond the limit waits for the draft and goes out when it is used @slow', async ({
	page,
	startServer
}) => {
	const server = await startServer(oneModel(8_000));
	const words = await talkUntilItWaits(page, server);
	// Now it is the draft that has to be decided about, so it is open.
	await expect(draft(page).locator('details')).toHaveAttribute('open');
	await draft(page).getByRole('button', { name: 'Use summary' }).click();
	await expect(offer(page)).toHaveCount(0);
	await expect(card(page)).toHaveCount(1);
	await expect(transcript(page).getByRole('article', { name: /^You/ }).last()).toHaveText(words);
	await expect(transcript(page).getByRole('article').last()).toHaveAccessibleName('Assistant');
	await page.reload();
	await expect(card(page)).toHaveCount(1);
});

test('after a reload, and in another tab, it waits as before, and goes out where its draft is used @slow', async ({
	page,
	startServer
}) => {
	const server = await startServer(oneModel(8_000));
	await talkUntilItWaits(page, server);
	await page.reload();
	await expect(offer(page)).toBeVisible();
	await expect(draft(page).locator('details')).toHaveAttribute('open');
	await expect(transcript(page).getByRole('button', { name: 'Retry' })).toHaveCount(0);
	const other = await inAnotherTab(page);
	await other.getByRole('button', { name: 'Use it and send' }).click();
	await expect(replies(other).last()).toHaveAttribute('aria-busy', 'false');
	await expect(transcript(page).getByRole('article').last()).toHaveAccessibleName('Assistant');
	await expect(offer(page)).toHaveCount(0);
	await expect(offer(other)).toHaveCount(0);
});

test('who reads in another tab stays where they read when a message comes to wait, and the desk there sends it without a call to the list @slow', async ({
	page,
	startServer
}) => {
	const server = await startServer(oneModel(8_000));
	await talkUntilItWaits(page, server);
	const other = await inAnotherTab(page);
	await expect(offer(other)).toBeVisible();
	const below = () =>
		transcript(other).evaluate((log) => log.scrollHeight - log.clientHeight - log.scrollTop);
	await transcript(other).hover();
	await other.mouse.wheel(0, -3000);
	await settles(below, 250);
	await ask(page, 'And the ferry?');
	await expect(offer(page)).toBeVisible();
	await expect(transcript(other).getByText('And the ferry?')).toBeAttached();
	await expect(offer(other)).toHaveCount(1);
	await settles(below, 250);
	expect(await below()).toBeGreaterThan(1000);

	await other.getByRole('link', { name: /^Review/ }).click();
	const desk = other.getByRole('list', { name: 'To review' });
	await desk.getByRole('button', { name: 'Use summary' }).click();
	await expect(transcript(page).getByRole('article').last()).toHaveAccessibleName('Assistant');
	await expect(replies(page).last()).toHaveAttribute('aria-busy', 'false');
	await expect(offer(page)).toHaveCount(0);
	await expect(other.getByRole('navigation', { name: 'Sessions' })).not.toContainText('Failed');
});

test('what is said behind a message that waits goes out with it, and neither is asked about again @slow', async ({
	page,
	startServer
}) => {
	const server = await startServer(oneModel(8_000));
	await talkUntilItWaits(page, server);
	await ask(page, 'And how high is the harbour wall?');
	await page.getByRole('button', { name: 'Use it and send' }).click();
	await expect(transcript(page).getByRole('article').last()).toHaveAccessibleName('Assistant');
	await expect(replies(page).last()).toHaveAttribute('aria-busy', 'false');
	expect(posted(server)).toMatch(/Part \d+\. .*how high is the harbour wall/);
	await expect(transcript(page).getByRole('button', { name: 'Retry' })).toHaveCount(0);
	await expect(transcript(page).getByText('Not answered yet.')).toHaveCount(0);
});

test(
	'on a phone it is seen why a message waits, and the buttons of its draft are in reach',
	{ tag: '@slow' },
	async ({ page, startServer }) => {
		await page.setViewportSize({ width: 390, height: 640 });
		const server = await startServer(oneModel(8_000));
		await talkUntilItWaits(page, server);
		await expect(offer(page)).toBeInViewport({ ratio: 1 });
		await expect(page.getByRole('main').getByText('Your message waits')).toBeInViewport();
		await expect(page.getByText('nothing is deleted')).toBeInViewport();
		// Long as they come from models.
		await draft(page).getByRole('button', { name: 'Edit summary' }).click();
		const editor = page.getByRole('textbox', { name: 'Summary text' });
		await editor.fill('The harbour was quiet in the morning.\n\n'.repeat(40));
		await editor.press('Control+Enter');
		await expect(editor).toHaveCount(0);
		await draft(page).getByRole('heading').first().scrollIntoViewIfNeeded();
		await expect(draft(page).getByRole('button', { name: 'Use summary' })).toBeInViewport({
			ratio: 1
		});
	}
);

test(
	'on this device no message waits, however much was said before; the draft is there to be used',
	{ tag: '@slow' },
	async ({ page }) => {
		await page.goto('/');
		for (let turn = 0; turn < 9; turn++)
			await say(
				page,
				`Part ${String(turn)}. ${'The harbour was quiet in the morning. '.repeat(24)}`
			);
		await expect(offer(page)).toHaveCount(0);
		await expect(replies(page).last()).toContainText('On-device');
		await expect(draft(page)).toContainText('small on purpose');
		await draft(page).getByRole('button', { name: 'Use summary' }).click();
		await expect(card(page)).toHaveCount(1);
	}
);

test(
	'a message that waits for a draft goes out when the draft is used at the desk',
	{ tag: '@slow' },
	async ({ page, startServer }) => {
		const server = await startServer(oneModel(8_000));
		await talkUntilItWaits(page, server);
		await page.getByRole('link', { name: /^Review/ }).click();
		// The draft in the conversation has the same button, until the desk is there.
		const desk = page.getByRole('list', { name: 'To review' });
		await desk.getByRole('button', { name: 'Use summary' }).click();
		await expect
			.poll(async () => {
				const { turns = [], steps = [] } = (await storedTables(page)) as Record<
					string,
					{ turnId: string }[]
				>;
				return turns.filter(({ turnId }) => steps.every((step) => step.turnId !== turnId)).length;
			})
			.toBe(0);
	}
);
