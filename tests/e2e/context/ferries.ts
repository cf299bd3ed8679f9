/** Conversations about ferries, long enough to be summarised, and what is pressed to have that done. */
import type { Locator, Page } from '@playwright/test';
import { command, importFile, replies, say, standsStill, transcript } from '../steps.ts';
import { expect } from '../with-server.ts';

export const draft = (page: Page): Locator =>
	transcript(page).getByRole('article', { name: /^Draft summary of earlier messages/ });

/** Of any round. */
export const card = (page: Page): Locator =>
	transcript(page).getByRole('article', { name: /^Summary of earlier messages, round \d+$/ });

export const items: readonly string[] = Array.from(
	{ length: 6 },
	(_, at) =>
		`Item ${String(at)}: the ferry to Naxos leaves pier ${String(at + 3)} at 0${String(at)}:45 and costs ${String(20 + at)} EUR; see https://example.com/ferry/${String(at)}. ${'It was a fine day by the sea. '.repeat(2)}`
);

/** Enough talk that there is something to summarise, brought along from elsewhere: for what does not hang on how the messages came. */
export async function broughtTalk(page: Page, { also = '' } = {}): Promise<void> {
	const said = (sender: string, text: string, at: number) => ({
		uuid: `${sender}-${String(at)}`,
		sender,
		text,
		content: [{ type: 'text', text }],
		created_at: new Date(Date.UTC(2025, 0, 1, 0, at)).toISOString()
	});
	const chat = {
		uuid: 'ferries',
		name: 'Ferries to Naxos',
		created_at: '2025-01-01T00:00:00Z',
		updated_at: '2025-01-02T00:00:00Z',
		chat_messages: items.flatMap((item, at) => [
			said('human', item, at),
			said('assistant', `Noted, word for word: ${item} `.repeat(3) + also, at)
		])
	};
	await page.goto('/settings#data');
	await importFile(page, 'conversations.json', JSON.stringify([chat]));
	const sessions = page.getByRole('navigation', { name: 'Sessions' });
	await sessions.getByRole('link', { name: /Ferries to Naxos/ }).click();
	await expect(replies(page).last()).toContainText(`Item ${String(items.length - 1)}:`);
}

/** By the button of the inspector, as somebody would who knows no commands. */
export async function useDraft(page: Page): Promise<void> {
	await page.getByRole('button', { name: /^Context/ }).click();
	await page.getByRole('button', { name: 'Compact now', exact: true }).click();
	// The key closes the inspector, and would end a compaction that is still at work.
	await expect(draft(page)).toHaveCount(1);
	await page.keyboard.press('Escape');
	await draft(page).getByRole('button', { name: 'Use summary' }).click();
	await expect(card(page)).toHaveCount(1);
	await standsStill(card(page));
}

/** Six turns in the open conversation, enough that a summary is clearly smaller than what it stands for. */
export async function talk(page: Page): Promise<void> {
	for (let turn = 1; turn < 7; turn++)
		await say(page, `Item ${String(turn)}: ${'the ferry to Naxos costs 23 EUR. '.repeat(30)}`);
}

/** By the command. Cards of earlier rounds may stand in the page as well. */
export async function compact(page: Page, round = 1): Promise<void> {
	await command(page, '/compact');
	await page.getByRole('button', { name: 'Use summary', exact: true }).click();
	await expect(
		transcript(page).getByRole('article', {
			name: new RegExp(`^Summary of earlier messages, round ${String(round)}\\b`)
		})
	).toHaveCount(1);
}
