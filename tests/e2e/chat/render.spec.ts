import type { Locator } from '@playwright/test';
import { hostile } from '../../integration/markdown/markdown-hostile.ts';
import type { Stranger } from '../../support/anthropic/stranger.ts';
import {
	composer,
	intoArchive,
	replies,
	say,
	storedTables,
	transcript,
	useServer
} from '../steps.ts';
import { expect, oneModel, test } from '../with-server.ts';

/** Hostile text in every place where text from outside is shown: it runs nothing, loads nothing and asks nothing. */

test.use({ anthropic: oneModel(200_000, 20_000) });

const last = 'the last of all words';

/** The corpus, with a host that exists and listens in the place of the one that does not. */
const all = ({ url }: Stranger): string =>
	[
		...hostile.map((text) =>
			text
				.replaceAll('https://evil.example', url)
				.replaceAll('evil.example', new URL(url).host)
				// A tool call of the script, and sections of a memory file, are not what is tried here.
				.replaceAll('[[', '[ [')
		),
		last
	].join('\n\n');

/** Nothing of the text has become more than words, and nobody was told. */
async function expectHarmless(shown: Locator, stranger: Stranger): Promise<void> {
	await expect(shown.first()).toContainText(last);
	expect(await shown.page().evaluate(() => 'hit' in window)).toBe(false);
	const wrong = await shown.evaluateAll((places) =>
		places.flatMap((place) =>
			[
				...place.querySelectorAll(
					'form, input, select, textarea, iframe, object, embed, img, svg, video, audio, script, style, link, meta, base, dialog, button:not(.code-copy), [onclick], [style], [srcdoc], [id]'
				)
			].map((element) => element.outerHTML.slice(0, 200))
		)
	);
	expect(wrong).toEqual([]);
	const addresses = await shown
		.locator('a')
		.evaluateAll((links) => links.map((link) => (link as HTMLAnchorElement).protocol));
	expect(addresses.filter((protocol) => !/^(https?|mailto):$/.test(protocol))).toEqual([]);
	expect(stranger.heard).toEqual([]);
}

const prose = (within: Locator): Locator => within.locator('.prose');

for (const bypassCSP of [false, true])
	test.describe(
		bypassCSP ? 'even without the policy of the page' : 'under the policy of the page',
		() => {
			test.use({ bypassCSP });

			test('hostile text is harmless while it streams, in history and in the archive', async ({
				page,
				server,
				stranger
			}) => {
				const events: string[] = [];
				page.on('dialog', (dialog) => events.push(dialog.message()));
				page.on('popup', (popup) => events.push(popup.url()));
				await useServer(page, server);
				await page.goto('/');
				server.script(() => ({
					text: all(stranger),
					thinking: all(stranger),
					tokensPerSecond: 4_000
				}));
				await composer(page).fill(all(stranger));
				await composer(page).press('Enter');
				await expect(replies(page)).toHaveAttribute('aria-busy', 'true');
				await expect(replies(page)).toContainText(last, { timeout: 30_000 });
				await expect(replies(page)).toHaveAttribute('aria-busy', 'false');
				await replies(page).getByText('Thinking').click();
				await expectHarmless(prose(replies(page)), stranger);
				await expectHarmless(
					prose(transcript(page).getByRole('article', { name: /^You/ })),
					stranger
				);

				await page.reload();
				await expectHarmless(prose(replies(page)), stranger);

				await intoArchive(page);
				const archived = page.getByRole('region', { name: 'Archived session' });
				await expectHarmless(prose(archived.getByRole('article', { name: 'Assistant' })), stranger);
				await expectHarmless(prose(archived.getByRole('article', { name: 'You' })), stranger);

				await page.goto('/search?q=words');
				await expect(page.getByRole('list', { name: 'Results' })).toBeVisible();
				expect(await page.evaluate(() => 'hit' in window)).toBe(false);
				expect(events).toEqual([]);
				expect(stranger.heard).toEqual([]);
			});

			test('and in memory, its preview and an import', async ({ page, stranger }) => {
				const text = all(stranger).replaceAll('\u0000', '');
				await page.goto('/memory/MEMORY.md');
				await page.getByRole('textbox', { name: 'Memory file' }).fill(text);
				await page.getByRole('button', { name: 'Save' }).click();
				await expect(page.getByRole('button', { name: 'Save' })).toBeDisabled();
				await page.getByRole('button', { name: 'Preview' }).click();
				await expectHarmless(prose(page.getByRole('main')), stranger);

				await page.goto('/settings#data');
				await page.getByLabel('Import file').setInputFiles({
					name: 'MEMORY.md',
					mimeType: 'text/markdown',
					buffer: Buffer.from(`- before\n\n${text}`)
				});
				const preview = page.getByRole('region', { name: 'Import preview' });
				await expectHarmless(preview.locator('details'), stranger);
				await preview.getByRole('button', { name: 'Import now' }).click();
				await expect(page.getByRole('status').filter({ hasText: /^Imported/ })).toBeVisible();
				await page.goto('/review');
				await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
				expect(await page.evaluate(() => 'hit' in window)).toBe(false);
				expect(stranger.heard).toEqual([]);
			});
		}
	);

test('a link of the on-device answer leads to its place in this tab', async ({ page }) => {
	await page.goto('/');
	await say(page, 'My bicycle is called Rosinante');
	const told = page.url();
	await page.getByRole('button', { name: 'New chat', exact: true }).click();
	await say(page, 'What is my bicycle called?');
	const link = replies(page).last().locator('a[href^="/chat/"]').first();
	await expect(link).not.toHaveAttribute('target');
	await link.click();
	await expect(page).toHaveURL(new RegExp(`^${told}#`));
	await expect(transcript(page)).toContainText('Rosinante');
	expect(page.context().pages()).toHaveLength(1);
});

test('from one turn of a session a link leads to another of it', async ({ page, server }) => {
	await useServer(page, server);
	await page.goto('/');
	for (let turn = 0; turn < 8; turn++)
		await say(page, `Turn ${String(turn)}: ${'some more words of it. '.repeat(20)}`);
	const { turns = [] } = await storedTables(page);
	const id = (seq: number) => (turns[seq] as { readonly turnId: string }).turnId;
	server.script(() => ({
		text: `It was [here](${new URL(page.url()).pathname}#${id(1)}), or [there](${new URL(page.url()).pathname}#${id(6)}).`
	}));
	await say(page, 'Where was it?');
	for (const [name, seq] of [
		['here', 1],
		['there', 6],
		['here', 1]
	] as const) {
		await transcript(page).evaluate((log) => {
			(log.scrollHeight > log.clientHeight ? log : (log.parentElement ?? log)).scrollTop = 1e9;
		});
		await replies(page).last().getByRole('link', { name, exact: true }).click();
		await expect(page.locator(`[id="${id(seq)}"]`)).toBeInViewport();
		await expect(page.locator(`[id="${id(seq)}"]`)).toHaveClass(/highlighted/);
	}
});

test('a link to elsewhere names its host, and asks before it opens', async ({
	page,
	context,
	server,
	stranger
}) => {
	await useServer(page, server);
	server.script(() => ({
		text: `[your bank](${stranger.url}/login) and [out](//${new URL(stranger.url).host}/x)`
	}));
	await page.goto('/');
	await say(page, 'Where is my bank?');
	await expect(replies(page).locator('.prose a')).toHaveCount(1);
	await replies(page).getByRole('link', { name: 'your bank' }).click();
	const dialog = page.getByRole('dialog');
	await expect(dialog).toContainText(new URL(stranger.url).host);
	expect(stranger.heard).toEqual([]);
	await page.keyboard.press('Escape');
	await expect(dialog).toHaveCount(0);
	expect(context.pages()).toHaveLength(1);
});
