import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import type { AnthropicServer } from '../../support/anthropic/server.ts';
import { command, say, standsStill, transcript, useServer } from '../steps.ts';
import { expect, oneModel, test } from '../with-server.ts';

/** #200 A model is asked what a summary leaves out: on request, once, and what it says is its opinion. */

test.use({ anthropic: oneModel(16_000, 2_000) });

const finding = 'The captain must not be told before Friday.';

const card = (page: Page) =>
	transcript(page).getByRole('article', { name: /^(Draft summary|Summary) of earlier messages/ });
const panel = (page: Page) => card(page).getByRole('region', { name: 'What was lost' });
const ask = (page: Page) =>
	panel(page).getByRole('button', { name: 'Ask the model what is missing' });

const isOpinion = (body: unknown): boolean => JSON.stringify(body).includes('You check a summary.');
const posted = (server: AnthropicServer) =>
	server.requests.filter(({ bodyText }) => isOpinion(bodyText));

/** Whether a request that holds a message holds the finding, too. */
const holdsIt = (server: AnthropicServer, words: string): boolean => {
	const found = server.requests.filter(({ bodyText }) => bodyText.includes(words));
	expect(found.length).toBeGreaterThan(0);
	return found.some(({ bodyText }) => bodyText.includes(finding));
};

async function draftOfATalk(page: Page, server: AnthropicServer): Promise<void> {
	await useServer(page, server);
	await page.goto('/');
	for (let turn = 0; turn < 6; turn++)
		await say(
			page,
			`Item ${String(turn)}: the ferry leaves pier ${String(turn)}. ${'It was a fine day by the sea. '.repeat(16)}`
		);
	await command(page, '/compact');
	await expect(card(page).getByRole('button', { name: 'Use summary' })).toBeVisible();
}

test(
	'#200 a model is asked about a draft for a price that is told; its opinion stays with the summary and is sent only where it is added',
	{ tag: '@slow' },
	async ({ page, server }) => {
		server.when(isOpinion, () => ({
			text: `<opinion>\nmissing 1: ${finding}\nwrong 2: The pier is 1, not 9.\n</opinion>`
		}));
		await draftOfATalk(page, server);
		await card(page).getByRole('button', { name: 'What was lost' }).click();
		await expect(panel(page)).toContainText(/about [\d,]+ tokens, at an unknown price/);
		expect(posted(server)).toHaveLength(0);
		await ask(page).press('Enter');
		const said = panel(page).getByRole('group', { name: /^The opinion of / });
		await expect(said).toContainText(finding);
		await expect(said).toContainText(/[\d,]+ tokens read, \d+ written · cost unknown/);
		await expect(panel(page).getByRole('button', { name: 'Ask again' })).toBeFocused();
		expect(posted(server)).toHaveLength(1);
		expect(posted(server)[0]?.bodyText).toContain('Item 0: the ferry leaves pier 0.');
		expect(server.refusals.map(({ reason }) => reason)).toEqual([]);
		const { violations } = await new AxeBuilder({ page }).analyze();
		expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);

		await card(page).getByRole('button', { name: 'Use summary' }).click();
		await expect(card(page)).toHaveAccessibleName('Summary of earlier messages, round 1');
		await page.reload();
		const lost = card(page).getByRole('button', { name: 'What was lost' });
		await standsStill(lost);
		await lost.click();
		await expect(said).toContainText(finding);
		await say(page, 'Where to?');
		expect(holdsIt(server, 'Where to?')).toBe(false);

		const item = said.getByRole('listitem').filter({ hasText: finding });
		await item.getByRole('button', { name: 'Add to summary' }).click();
		await expect(item).toContainText('in the summary');
		await expect(said).toContainText('It was about an earlier wording of this summary.');
		await say(page, 'And then?');
		expect(holdsIt(server, 'And then?')).toBe(true);

		await page.goto('/settings#activity');
		await expect(
			page.getByRole('listitem').filter({ hasText: 'Second opinion' }).first()
		).toBeVisible();
		await expect(page.getByLabel('Second opinion about a summary')).toHaveValue(
			/^You check a summary\./
		);
	}
);

test('it is cancelled, and what goes wrong is told where it was asked @slow', async ({
	page,
	server
}) => {
	server.queue({ text: 'late', delayMs: 60_000 }, { when: isOpinion });
	server.queue({ text: '', stopReason: 'refusal' }, { when: isOpinion });
	await draftOfATalk(page, server);
	await card(page).getByRole('button', { name: 'What was lost' }).click();
	await ask(page).click();
	await expect(panel(page).getByRole('status')).toContainText('compares the summary');
	// Cancelled before it is sent, the next one would get its answer.
	await expect.poll(() => posted(server).length).toBe(1);
	await panel(page).getByRole('button', { name: 'Cancel' }).click();
	await expect(ask(page)).toBeFocused();
	await ask(page).press('Enter');
	await expect(panel(page).getByRole('alert')).toContainText('The model declined to answer;');
	await expect(panel(page).getByRole('group', { name: /^The opinion of / })).toHaveCount(0);
});
