import type { Locator, Page } from '@playwright/test';
import { posted, replies, say, useServer } from '../steps.ts';
import { expect, test } from '../with-server.ts';

/** What the model saw, against what really arrived. */

test.afterEach(({ server }) => expect(server.refusals).toEqual([]));

async function openSeen(page: Page, at: number): Promise<Locator> {
	const reply = replies(page).nth(at);
	await reply.getByRole('button', { name: 'More actions' }).click();
	await reply.getByRole('button', { name: 'What the model saw', exact: true }).click();
	const dialog = page.getByRole('dialog', { name: 'What the model saw' });
	await expect(dialog.getByRole('list', { name: 'Parts' })).toBeVisible();
	return dialog;
}

test('every answer shows what the model saw, byte for byte as it was sent, and what changed since', async ({
	page,
	server
}) => {
	await useServer(page, server);
	await page.goto('/');
	await say(page, 'How high is the Zugspitze?');
	await say(page, 'And the Watzmann?');

	const dialog = await openSeen(page, 1);
	// Each part has its name and the words that were sent.
	const parts = dialog.getByRole('list', { name: 'Parts' }).getByRole('listitem');
	const names = (await parts.locator('summary > span:first-of-type').allTextContents()).map(
		(name) => name.trim()
	);
	expect(names).toEqual(['System', 'Memory rules', 'Messages', 'Tools']);
	const { system } = server.messages().at(-1)!.body as { system: readonly { text: string }[] };
	const sent = [system[0]?.text, system[1]?.text, /Zugspitze[^]*Watzmann/, /"save_memory"/];
	for (const [at, name] of names.entries()) {
		await parts.nth(at).locator('summary').click();
		const words = parts.nth(at).getByRole('group', { name, exact: true });
		await expect(words).toBeVisible();
		await expect(words).toHaveText(sent[at] ?? /never/);
	}
	await dialog.getByText('The request as JSON').click();
	const shown = await dialog.getByRole('group', { name: 'The request as JSON' }).textContent();
	expect(JSON.stringify(JSON.parse(shown ?? ''))).toBe(posted(server));
	expect(shown).not.toContain(server.key);

	await dialog.getByLabel('Compare with').selectOption({ index: 1 });
	const changes = dialog.getByRole('list', { name: 'Changes' });
	await expect(changes.getByText('System: the same', { exact: true })).toBeVisible();
	await changes.getByText('Messages', { exact: true }).click();
	await expect(changes.locator('ins').filter({ hasText: 'Watzmann' })).toBeVisible();
	await page.keyboard.press('Escape');
	await expect(dialog).toHaveCount(0);
});

test(
	'INV-25 what the endpoint took out before the model read it is told',
	{ tag: '@slow' },
	async ({ page, server }) => {
		await useServer(page, server);
		await page.goto('/');
		server.script((_, { byDefault }) => ({
			...byDefault(),
			transformations: [
				{
					type: 'thinking_dropped',
					path: 'messages.1.content.0',
					reason: 'organization_binding_mismatch'
				}
			]
		}));
		await say(page, 'How high is the Zugspitze?');
		const dialog = await openSeen(page, 0);
		const told =
			'messages.1.content.0: earlier thinking was taken out, made with a key of another organisation';
		await expect(dialog.getByText(told, { exact: true })).toBeVisible();
		await page.goto('/settings');
		await expect(
			page.getByText('The endpoint did not show the model everything as it was sent').first()
		).toBeVisible();
	}
);
