/** Conversations about ferries, long enough to be summarised, and what is pressed to have that done. */
import type { Page } from '@playwright/test';
import { command, say, transcript } from '../steps.ts';
import { expect } from '../with-server.ts';

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
