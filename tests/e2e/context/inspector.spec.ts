import type { Locator, Page } from '@playwright/test';
import { composer, inspector, posted, say, transcript, useServer, writeMemory } from '../steps.ts';
import { expect, test } from '../with-server.ts';
import { compact, talk } from './ferries.ts';

/** What the inspector shows, and what is pinned and changed in it, against what really arrived. */

test.afterEach(({ server }) => expect(server.refusals).toEqual([]));

const segment = (page: Page, source: string): Locator =>
	inspector(page)
		.getByRole('listitem')
		.filter({ has: page.getByText(source, { exact: true }) });

/** Select words of an article, as a person does with mouse, keys or a finger. */
const select = (article: Locator, words: string) =>
	article.evaluate((element, text) => {
		const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
		for (let node = walker.nextNode(); node; node = walker.nextNode()) {
			const start = node.textContent?.indexOf(text) ?? -1;
			if (start < 0) continue;
			const range = document.createRange();
			range.setStart(node, start);
			range.setEnd(node, start + text.length);
			document.getSelection()?.removeAllRanges();
			document.getSelection()?.addRange(range);
			return;
		}
		throw new Error('no such words');
	}, words);

test(
	'selected words are pinned with the keyboard, go along word for word, and are let go in the inspector',
	{ tag: '@slow' },
	async ({ page, server }) => {
		await useServer(page, server);
		await page.goto('/');
		// The first message of all stands word for word in every request, so the pinned one comes after it.
		await say(page, 'Good morning.');
		await say(page, 'The gate code is 4711 and the dog is called Bruno.');
		await select(
			transcript(page).getByRole('article', { name: 'You' }).last(),
			'gate code is 4711'
		);
		const pin = page.getByRole('button', { name: 'Pin selection', exact: true });
		await pin.focus();
		await page.keyboard.press('Enter');
		await expect(page.getByRole('status').filter({ hasText: 'Pinned' })).toBeVisible();
		await expect(pin).toHaveCount(0);

		await page.getByRole('button', { name: 'See the pins', exact: true }).click();
		const pins = segment(page, 'Pins');
		await expect(pins).toContainText('gate code is 4711');
		await expect(pins.getByRole('link', { name: 'Go to the message' })).toHaveAttribute(
			'href',
			/#/
		);
		await say(page, 'Open it.');
		expect(posted(server)).toContain('gate code is 4711');
		await pins.getByRole('button', { name: /^Unpin/ }).click();
		await expect(pins).toHaveCount(0);
		await page.getByRole('status').getByRole('button', { name: 'Undo' }).click();
		await expect(pins).toContainText('gate code is 4711');

		// The message itself is summarised, twice over: the pinned words stay, those beside them do not.
		expect(posted(server)).toContain('dog is called Bruno');
		for (const round of [1, 2]) {
			await talk(page);
			await compact(page, round);
			await say(page, `Open it, after summary ${String(round)}.`);
			expect(posted(server)).toContain('gate code is 4711');
			expect(posted(server)).not.toContain('dog is called Bruno');
		}
	}
);

test('of a selection over two messages only that in which it begins is pinned', async ({
	page,
	server
}) => {
	await useServer(page, server);
	await page.goto('/');
	await say(page, 'The gate code is 4711.');
	await say(page, 'The dog is called Bruno.');
	const over = (from: string, to: string) =>
		transcript(page).evaluate(
			(log, [start, end]) => {
				const find = (words: string): Node => {
					const walker = document.createTreeWalker(log, NodeFilter.SHOW_TEXT);
					for (let node = walker.nextNode(); node; node = walker.nextNode())
						if (node.textContent?.includes(words)) return node;
					throw new Error('no such words');
				};
				const [anchor, focus] = [find(start), find(end)];
				const [at, to] = [anchor, focus].map((node) => node.textContent?.length ?? 0);
				const isForward = anchor.compareDocumentPosition(focus) === 4;
				const selection = document.getSelection();
				if (isForward) selection?.setBaseAndExtent(anchor, 0, focus, to ?? 0);
				else selection?.setBaseAndExtent(anchor, at ?? 0, focus, 0);
			},
			[from, to] as const
		);
	const bar = page.getByRole('toolbar', { name: 'Selected text' });
	await over('gate code', 'Bruno');
	await expect(bar).toContainText('Of one message: The gate code is 4711.');
	await expect(bar).not.toContainText('Bruno');
	await over('Bruno', 'gate code');
	await expect(bar).toContainText('Of one message: ');
	await expect(bar).toContainText('The dog is called Bruno.');
	await expect(bar).not.toContainText('4711');
	await bar.getByRole('button', { name: 'Pin selection' }).click();
	await page.getByRole('button', { name: 'See the pins', exact: true }).click();
	await expect(segment(page, 'Pins')).toContainText('called Bruno');
	await expect(segment(page, 'Pins')).not.toContainText('4711');
});

test('a selection that only touches the next message is whole, in whichever of them it begins @slow', async ({
	page,
	server
}) => {
	await useServer(page, server);
	await page.goto('/');
	server.queue({ text: 'Noted: *4711*.' });
	await say(page, 'The gate code is 4711.');
	await say(page, 'The dog is called Bruno.');
	const bar = page.getByRole('toolbar', { name: 'Selected text' });
	// Three clicks select up to the beginning of what comes next.
	await transcript(page).getByText('Noted:').click({ clickCount: 3 });
	await expect(bar.locator('span')).toHaveText(['Noted: 4711.']);
	await page.evaluate(() => {
		const selection = document.getSelection();
		const { startContainer, endContainer, endOffset } = selection?.getRangeAt(0) ?? new Range();
		selection?.setBaseAndExtent(endContainer, endOffset, startContainer, 0);
	});
	await expect(bar.locator('span')).toHaveText(['Noted: 4711.']);
});

test(
	'the inspector changes a source in place and leaves a part out of one message only',
	{ tag: '@slow' },
	async ({ page, server }) => {
		await useServer(page, server);
		await writeMemory(page, 'MEMORY.md', '- Likes green tea\n');
		await page.goto('/');
		await page.getByRole('button', { name: /^Context/ }).click();
		await inspector(page).getByRole('button', { name: 'Edit MEMORY.md', exact: true }).click();
		const text = inspector(page).getByRole('textbox', { name: 'Text of MEMORY.md' });
		await expect(text).toBeFocused();
		await text.fill('- Likes black tea\n');
		await text.press('Control+Enter');
		await expect(text).toHaveCount(0);

		await inspector(page).getByRole('button', { name: 'Edit System', exact: true }).click();
		await inspector(page)
			.getByRole('textbox', { name: 'Text of System' })
			.fill('Answer like a pirate.');
		await inspector(page).getByRole('button', { name: 'Save', exact: true }).click();
		const once = inspector(page).getByRole('button', { name: 'Leave out once: Tools' });
		await once.click();
		await expect(once).toHaveAttribute('aria-pressed', 'true');

		await say(page, 'Good morning');
		expect(posted(server)).toContain('Likes black tea');
		expect(posted(server)).toContain('Answer like a pirate.');
		expect(posted(server)).not.toContain('"tools"');
		await say(page, 'And now?');
		expect(posted(server)).toContain('"tools"');
	}
);

test(
	'the numbers of the inspector are those of the request: used, thresholds, window, share and price of each part',
	{ tag: '@slow' },
	async ({ page, server }) => {
		await useServer(page, server);
		await page.goto('/');
		await talk(page);
		await page.getByRole('button', { name: /^Context/ }).click();
		const fact = (name: string) =>
			inspector(page)
				.locator('dt', { hasText: new RegExp(`^${name}$`) })
				.locator('+ dd');
		const numberIn = async (at: Locator) =>
			Number(/[\d,]+/.exec((await at.textContent()) ?? '')?.[0].replaceAll(',', ''));
		await expect(fact('Window')).toHaveText('100,000');
		await expect(fact('Kept free for the answer')).toHaveText('1,000');
		await expect(fact('Used')).toContainText('of 99,000 tokens, from the provider’s last count');
		const usable = 99_000;
		const soft = await numberIn(fact('A summary is prepared at'));
		const hard = await numberIn(fact('A summary is needed at'));
		expect(soft).toBeGreaterThan(usable / 2);
		expect(hard).toBeGreaterThan(soft);
		expect(hard).toBeLessThanOrEqual(usable);

		// Without a price nobody makes one up, and that is said once.
		await expect(fact('Prices')).toContainText('not known for this model');
		await expect(fact('Price of this prompt')).toHaveCount(0);
		await expect(inspector(page).locator('dd', { hasText: /^unknown/ })).toHaveCount(0);
		await expect(segment(page, 'System')).not.toContainText('$');

		await composer(page).fill('What does it cost?');
		const used = () => numberIn(fact('Used'));
		await expect(segment(page, 'New message')).toBeVisible();
		// The gauge and the inspector are weighed each for itself, a moment after what was typed.
		let told = 0;
		await expect(async () => {
			told = await used();
			const percent = Math.max(1, Math.round((told / usable) * 100));
			await expect(page.getByRole('button', { name: /^Context/ })).toContainText(
				`${String(percent)} %`,
				{ timeout: 1_000 }
			);
		}).toPass();

		// The bar: every part that goes along, its share of the whole, and its width.
		const bar = inspector(page).getByRole('img', { name: /^What the request is made of: / });
		const parts: { readonly source: string; readonly tokens: number }[] = [];
		for (const item of await inspector(page).getByRole('listitem').all()) {
			const source = await item.locator('.source').textContent();
			parts.push({ source: source ?? '', tokens: await numberIn(item.locator('.tokens')) });
		}
		const total = parts.reduce((sum, { tokens }) => sum + tokens, 0);
		const name = (await bar.getAttribute('aria-label')) ?? '';
		for (const { source, tokens } of parts) {
			const share = Number(new RegExp(`${source} (\\d+) %`).exec(name)?.[1]);
			expect(Math.abs(share - (tokens / total) * 100), `${source} in ${name}`).toBeLessThan(1.01);
		}
		const widths = await bar
			.locator('rect.part')
			.evaluateAll((rects) => rects.map((rect) => Number(rect.getAttribute('width'))));
		expect(widths).toHaveLength(parts.length);
		for (const [at, { source, tokens }] of parts.entries())
			expect(widths[at], source).toBeCloseTo((tokens / usable) * 100, 1);

		await say(page, 'What does it cost?');
		const { inputTokens } = server.messages().at(-1)!;
		expect(Math.abs(told - (inputTokens ?? 0)) / (inputTokens ?? 1)).toBeLessThan(0.05);
	}
);

test(
	'a part that is switched off stays out of every message of this session and of no other, and goes along again when it is on',
	{ tag: '@slow' },
	async ({ page, server }) => {
		await useServer(page, server);
		await writeMemory(page, 'MEMORY.md', '- Likes green tea\n');
		await page.goto('/');
		await say(page, 'Good morning');
		expect(posted(server)).toContain('green tea');
		await page.getByRole('button', { name: /^Context/ }).click();
		const switches = ['MEMORY.md', 'Tools'].map((source) =>
			inspector(page).getByRole('switch', { name: `Include ${source}`, exact: true })
		);
		// What a summary would come to is looked up meanwhile, and moves what stands below it.
		await expect(inspector(page)).toContainText('A summary now');
		for (const one of switches) await one.click();
		await expect(segment(page, 'MEMORY.md')).toContainText('Switched off');
		for (const text of ['And now?', 'And after that?']) {
			await say(page, text);
			expect(posted(server)).not.toContain('green tea');
			expect(posted(server)).not.toContain('"tools"');
		}
		await page.reload();
		await say(page, 'After a reload?');
		expect(posted(server)).not.toContain('green tea');
		const address = page.url();
		await page.getByRole('button', { name: 'New chat', exact: true }).click();
		await say(page, 'Elsewhere?');
		expect(posted(server)).toContain('green tea');
		expect(posted(server)).toContain('"tools"');
		await page.goto(address);
		await page.getByRole('button', { name: /^Context/ }).click();
		for (const one of switches) await one.click();
		await expect(segment(page, 'MEMORY.md')).not.toContainText('Switched off');
		await say(page, 'All of it again?');
		expect(posted(server)).toContain('green tea');
		expect(posted(server)).toContain('"tools"');
	}
);

test(
	'a summary that is edited in the inspector is in the next request, on its card, and the old words are not',
	{ tag: '@slow' },
	async ({ page, server }) => {
		await useServer(page, server);
		await page.goto('/');
		await talk(page);
		await compact(page);
		await page.getByRole('button', { name: /^Context/ }).click();
		await inspector(page).getByRole('button', { name: 'Edit Summary', exact: true }).click();
		const text = inspector(page).getByRole('textbox', { name: 'Text of Summary' });
		const before = await text.inputValue();
		expect(before.length).toBeGreaterThan(50);
		await text.fill('## Current State\n\nWe look for a ferry to Paros instead.');
		await inspector(page).getByRole('button', { name: 'Save', exact: true }).click();
		await expect(text).toHaveCount(0);
		await say(page, 'Which island was it?');
		expect(posted(server)).toContain('a ferry to Paros instead');
		expect(posted(server)).not.toContain(JSON.stringify(before.split('\n').at(-1)).slice(1, -1));
		await expect(
			transcript(page).getByRole('article', { name: /^Summary of earlier messages/ })
		).toContainText('a ferry to Paros instead');
	}
);

test(
	'what is written to memory beside an open inspector is shown in it, also from another tab',
	{ tag: '@slow' },
	async ({ page, server, context }) => {
		await useServer(page, server);
		await page.goto('/');
		await say(page, 'My boat is called Xyloquartz');
		await page.getByRole('button', { name: /^Context/ }).click();
		const you = transcript(page).getByRole('article', { name: /^You/ }).first();
		await you.getByRole('button', { name: 'More actions' }).click();
		await you.getByRole('button', { name: 'Remember', exact: true }).click();
		const file = segment(page, 'MEMORY.md');
		await file.getByRole('button', { name: 'Show text' }).click();
		await expect(file).toContainText('- My boat is called Xyloquartz');
		const other = await context.newPage();
		await writeMemory(other, 'MEMORY.md', '- Sails on Sundays\n');
		await page.bringToFront();
		await expect(file).toContainText('- Sails on Sundays');
	}
);
