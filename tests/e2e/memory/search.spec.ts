import { AxeBuilder } from '@axe-core/playwright';
import { expect, test, type Locator, type Page } from '@playwright/test';
import { answers, asks, calls, says, words } from '../../support/builders/claude-code-lines.ts';
import { command, composer, importFile, say, transcript } from '../steps.ts';

/** Search over everything, while one types. */

const box = (page: Page) => page.getByRole('searchbox', { name: 'Search' });
const results = (page: Page) => page.getByRole('list', { name: 'Results' });

async function talk(page: Page): Promise<void> {
	await page.goto('/');
	await say(page, 'The lighthouse keeper in Ostende is called Marguerite.');
	await say(page, 'My bicycle has a broken pedal.');
}

async function writeMemory(page: Page): Promise<void> {
	await page.goto('/memory/MEMORY.md');
	await page.getByRole('textbox', { name: 'Memory file' }).fill('- Prefers oolong tea\n');
	await page.getByRole('button', { name: 'Save' }).click();
	await expect(page.getByRole('button', { name: 'Save' })).toBeDisabled();
}

test('what was said is found while one types, and the link leads to the turn', async ({ page }) => {
	await talk(page);
	await page.goto('/search');
	await expect(page.getByText('Look through everything')).toBeVisible();
	await box(page).pressSequentially('marguer');
	const item = results(page).getByRole('listitem').filter({ hasText: 'You' }).first();
	await expect(item.locator('mark').first()).toHaveText(/Marguerite/);
	await expect(page).toHaveURL(/\/search\?q=marguer$/);
	await item.getByRole('link').click();
	await expect(page).toHaveURL(/\/chat\/[^#]+#.+/);
	await expect(
		transcript(page).getByRole('article', { name: /^You/ }).filter({ hasText: 'Marguerite' })
	).toBeInViewport();
	await page.goBack();
	await expect(box(page)).toHaveValue('marguer');
	await expect(results(page)).toBeVisible();
});

test('who goes to what was found by keyboard reads on from there, from this session and from elsewhere @slow', async ({
	page
}) => {
	await talk(page);
	const found = transcript(page).locator('.turn', { hasText: 'pedal' });
	const places = {
		'the composer': () => composer(page).focus(),
		'another page': async () => {
			await page.goto('/settings');
			await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
		}
	};
	for (const [from, go] of Object.entries(places))
		await test.step(from, async () => {
			await go();
			await page.keyboard.press('Control+k');
			await page.getByRole('dialog').getByRole('combobox').fill('pedal');
			await expect(page.getByRole('option', { name: /My bicycle/ }).first()).toBeVisible();
			await page.keyboard.press('Enter');
			await expect(found).toBeFocused();
			await page.keyboard.press('Tab');
			await expect(found.getByRole('button', { name: 'Copy' }).first()).toBeFocused();
		});
	await test.step('the search page', async () => {
		await page.goto('/search?q=pedal');
		await results(page).getByRole('link').first().press('Enter');
		await expect(found).toBeFocused();
	});
});

test('a line of memory leads to its place in the file', { tag: '@slow' }, async ({ page }) => {
	await writeMemory(page);
	await page.goto('/search?q=oolong');
	const link = results(page).getByRole('link', { name: /MEMORY\.md/ });
	await expect(link).toContainText('Prefers oolong tea');
	await link.click();
	await expect(page).toHaveURL(/\/memory\/MEMORY\.md#line-\d+$/);
	const editor = page.getByRole('textbox', { name: 'Memory file', exact: true });
	await expect(editor).toBeFocused();
	const selected = editor.evaluate((area: HTMLTextAreaElement) =>
		area.value.slice(area.selectionStart, area.selectionEnd)
	);
	expect(await selected).toContain('Prefers oolong tea');
});

test('results are reached with the arrow keys', { tag: '@slow' }, async ({ page }) => {
	await talk(page);
	await page.goto('/search');
	await box(page).fill('bicycle');
	await expect(results(page)).toBeVisible();
	await box(page).press('ArrowDown');
	await expect(results(page).getByRole('link').first()).toBeFocused();
	await page.keyboard.press('ArrowUp');
	await expect(box(page)).toBeFocused();
	await box(page).press('ArrowDown');
	await page.keyboard.press('Enter');
	await expect(page).toHaveURL(/\/chat\//);
});

test('what is nowhere is said to be nowhere', { tag: '@slow' }, async ({ page }) => {
	await page.goto('/search?q=xylophonic');
	await expect(page.getByText('Nothing contains “xylophonic”.')).toBeVisible();
	await expect(page.getByRole('status').filter({ hasText: 'Nothing found' })).toBeVisible();
	await box(page).fill('');
	await expect(page).toHaveURL(/\/search$/);
	await expect(page.getByText('Look through everything')).toBeVisible();
});

test(
	'the page suits screen readers, in light and dark, wide and narrow',
	{ tag: '@slow' },
	async ({ page }) => {
		await talk(page);
		for (const colorScheme of ['light', 'dark'] as const) {
			await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
			await page.setViewportSize({ width: colorScheme === 'light' ? 1280 : 390, height: 844 });
			await page.goto('/search?q=bicycle');
			await expect(results(page)).toBeVisible();
			const { violations } = await new AxeBuilder({ page }).analyze();
			expect(violations).toEqual([]);
		}
	}
);

/** Two dated conversations, as another product exports them. */
const exported = (
	name: string,
	day: string,
	said: readonly (readonly [human: string, assistant: string])[]
) => ({
	uuid: `00000000-0000-4000-8000-${day.replaceAll('-', '').padStart(12, '0')}`,
	name,
	created_at: `${day}T08:00:00Z`,
	updated_at: `${day}T12:00:00Z`,
	account: { uuid: 'a' },
	chat_messages: said.flatMap(([human, assistant], turn) =>
		[human, assistant].map((text, side) => ({
			uuid: `${name}-${String(turn)}-${String(side)}`,
			text,
			sender: side === 0 ? 'human' : 'assistant',
			created_at: `${day}T09:${String(turn * 2 + side).padStart(2, '0')}:00Z`,
			content: [{ type: 'text', text }],
			attachments: [],
			files: []
		}))
	)
});

async function importTwo(page: Page): Promise<void> {
	const chats = [
		exported('Garden', '2026-05-12', [
			['I planted quinces on the balcony.', 'Quinces want a deep pot.'],
			['Frau Lindner gave me a bush.', 'Put it in half shade.']
		]),
		exported('Market', '2026-09-21', [['Quinces cost four euros a kilo.', 'That is dear.']])
	];
	await page.goto('/settings#data');
	await importFile(page, 'conversations.json', JSON.stringify(chats));
}

test(
	'results are narrowed by who said it, where and when; the address holds it',
	{ tag: '@slow' },
	async ({ page }) => {
		await importTwo(page);
		await page.goto('/search?q=quinces');
		const items = results(page).getByRole('listitem');
		await expect(items).toHaveCount(3);
		await expect(items.filter({ hasText: 'Garden' }).first()).toContainText('After it, Assistant');
		await page.getByRole('button', { name: /^Assistant 1$/ }).click();
		await expect(items).toHaveCount(1);
		await expect(page).toHaveURL(/role=assistant/);
		await page.reload();
		await expect(items).toHaveCount(1);
		await page.getByRole('button', { name: 'Clear all filters' }).click();
		await expect(items).toHaveCount(3);
		await page
			.getByLabel('Session', { exact: true })
			.selectOption({ label: 'Market · Sep 21, 2026 (1)' });
		await expect(items).toHaveCount(1);
		await expect(items).toContainText('four euros');
		await page.getByRole('button', { name: 'Clear all filters' }).click();
		await page.getByLabel('From', { exact: true }).fill('2026-09-01');
		await page.getByLabel('From', { exact: true }).blur();
		await expect(items).toHaveCount(1);
		await expect(page).toHaveURL(/\/search\?q=quinces&from=2026-09-01$/);
		await page.goto('/search?kind=archive&q=quinces');
		await expect(page.getByText('Filters are on')).toBeVisible();
	}
);

test(
	'a date among the words is offered as a filter, and filters alone find too',
	{ tag: '@slow' },
	async ({ page }) => {
		await page.clock.setFixedTime(new Date('2026-11-22T10:00:00'));
		await importTwo(page);
		await page.goto('/search?q=quinces last May');
		await page.getByRole('button', { name: /^Only .*May 1, 2026 to .*May 31, 2026$/ }).click();
		const items = results(page).getByRole('listitem');
		await expect(items).toHaveCount(2);
		await expect(page).toHaveURL(/from=2026-05-01&to=2026-05-31/);
		await box(page).fill('');
		await expect(items).toHaveCount(4);
		await expect(items.first()).toContainText('half shade');
	}
);

test(
	'on a narrow screen the filters stand behind a button that says how many are on',
	{ tag: '@slow' },
	async ({ page }) => {
		await importTwo(page);
		await page.setViewportSize({ width: 390, height: 844 });
		await page.goto('/search?q=quinces&role=you');
		await expect(page.getByLabel('Session', { exact: true })).toBeHidden();
		await page.getByRole('button', { name: 'Filters (1)' }).click();
		await expect(page.getByRole('button', { name: /^You 2$/ })).toHaveAttribute(
			'aria-pressed',
			'true'
		);
		expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
			390
		);
		const { violations } = await new AxeBuilder({ page }).analyze();
		expect(violations).toEqual([]);
	}
);

test(
	'a hit in a conversation that has ended opens at its turn in the archive',
	{ tag: '@slow' },
	async ({ page }) => {
		await talk(page);
		await command(page, '/reset');
		await expect(
			page
				.getByRole('status')
				.filter({ hasText: /archived|reset/i })
				.first()
		).toBeVisible();
		await page.goto('/search?q=Marguerite&kind=archive&role=you');
		await results(page).getByRole('link').first().click();
		await expect(page).toHaveURL(/\/archive\/[^#]+#.+/);
		// The title holds the same words, and so does the call of a tool in the answer.
		await expect(
			page
				.getByRole('region', { name: 'Archived session' })
				.getByText('The lighthouse keeper in Ostende is called Marguerite.', { exact: true })
		).toBeInViewport();
	}
);

/** Whether a word that is marked stands where somebody sees it. */
const isMarkedInView = (page: Page, word: string): Promise<boolean> =>
	page.evaluate((wanted) => {
		const marked = [...(CSS.highlights.get('sought') ?? [])] as Range[];
		return marked.some((range) => {
			const { top, bottom } = range.getBoundingClientRect();
			const middle = document.elementFromPoint(
				range.getBoundingClientRect().left + 2,
				(top + bottom) / 2
			);
			const isSeen = middle !== null && middle.contains(range.startContainer);
			return range.toString().toLowerCase() === wanted && isSeen && bottom > top;
		});
	}, word);

test(
	'the palette marks what was found as the page of the search does, by day and by night',
	{ tag: '@slow' },
	async ({ page }) => {
		await talk(page);
		const looks = async (found: Locator) => {
			await expect(found).toBeVisible();
			return found.evaluate((mark) => {
				const { color, backgroundColor } = getComputedStyle(mark);
				return { color, backgroundColor };
			});
		};
		for (const colorScheme of ['light', 'dark'] as const) {
			await page.emulateMedia({ colorScheme });
			await page.goto('/search?q=marguerite');
			const onPage = await looks(results(page).locator('mark').first());
			await page.keyboard.press('Control+k');
			await page.getByRole('combobox', { name: 'Search or run' }).fill('marguerite');
			expect(await looks(page.getByRole('option').locator('mark').first())).toEqual(onPage);
		}
	}
);

test(
	'the palette shows the whole date of what it has found, however long the title is',
	{ tag: '@slow' },
	async ({ page }) => {
		await page.goto('/');
		await say(
			page,
			'Marguerite asks which of the many small museums south of the river opens late'
		);
		for (const width of [1280, 390]) {
			await page.setViewportSize({ width, height: 800 });
			await page.keyboard.press('Control+k');
			await page.getByRole('combobox', { name: 'Search or run' }).fill('marguerite');
			const found = page
				.getByRole('option')
				.filter({ has: page.locator('mark') })
				.first();
			const date = found.getByText(/^[A-Z][a-z]+ \d+, 20\d\d$/);
			await expect(date).toBeVisible();
			const [inner, outer] = [await date.boundingBox(), await found.boundingBox()];
			expect(inner!.x + inner!.width).toBeLessThanOrEqual(outer!.x + outer!.width);
			// One line for the words, and one at most for where they stand.
			expect(outer!.height).toBeLessThan(60);
			await page.keyboard.press('Escape');
		}
	}
);

test(
	'a word far down in a long message is led to and marked, from the search and from the palette',
	{ tag: '@slow' },
	async ({ page }) => {
		await page.goto('/');
		const lines = Array.from({ length: 200 }, (_, n) => `line number ${String(n)}`);
		await say(page, [...lines, 'The keeper is Marguerite.', ...lines].join('\n'));
		await say(page, 'My bicycle has a broken pedal.');
		await page.goto('/search?q=marguerite');
		const item = results(page).getByRole('listitem').filter({ hasText: 'You' }).first();
		await item.getByRole('link').click();
		await expect.poll(() => isMarkedInView(page, 'marguerite')).toBe(true);
		// Whoever scrolls on is not brought back.
		await transcript(page).hover();
		await page.mouse.wheel(0, -30_000);
		await expect.poll(() => isMarkedInView(page, 'marguerite')).toBe(false);
		await page.keyboard.press('Control+K');
		await page.keyboard.type('marguerite');
		await page.getByRole('option').filter({ hasText: 'The keeper is' }).first().click();
		await expect.poll(() => isMarkedInView(page, 'marguerite')).toBe(true);
		// Who comes to the same turn for another reason is not shown the words of an old search.
		await page.getByRole('link', { name: 'Search', exact: true }).click();
		await expect(page).toHaveURL(/\/search/);
		await page.goBack();
		await expect(transcript(page)).toBeVisible();
		await expect(page.locator('.highlighted')).toBeVisible();
		// For so many frames a row is looked through.
		await page.evaluate(async () => {
			for (let left = 90; left > 0; left -= 1)
				await new Promise((resolve) => requestAnimationFrame(resolve));
		});
		expect(await page.evaluate(() => CSS.highlights.has('sought'))).toBe(false);
	}
);

test('words that an answer folds away are led to in the open, and those of its title are marked once @slow', async ({
	page
}) => {
	const answer =
		'Here:\n\n<details><summary>About chutney</summary>\n\nIt needs cardamom.\n\n</details>';
	const chats = [exported('Kitchen', '2026-05-12', [['What is it?', answer]])];
	await page.goto('/settings#data');
	await importFile(page, 'conversations.json', JSON.stringify(chats));
	await page.goto('/search?q=chutney');
	await results(page).getByRole('link').first().click();
	await expect(transcript(page).locator('summary', { hasText: 'About chutney' })).toBeVisible();
	await expect.poll(() => isMarkedInView(page, 'chutney')).toBe(true);
	expect(await page.evaluate(() => CSS.highlights.get('sought')?.size)).toBe(1);
	await expect(transcript(page).getByText('It needs cardamom.')).toBeHidden();
	await page.goto('/search?q=cardamom');
	await results(page).getByRole('link').first().click();
	await expect.poll(() => isMarkedInView(page, 'cardamom')).toBe(true);
});

test('the archive leads to words below a fold and inside a call of a tool, and marks them @slow', async ({
	page
}) => {
	await page.goto('/');
	const lines = Array.from({ length: 200 }, (_, n) => `line number ${String(n)}`);
	await say(page, [...lines, 'The keeper is Marguerite.', ...lines].join('\n'));
	await say(page, 'Who is the keeper?');
	await command(page, '/reset');
	await expect(page.getByRole('status').filter({ hasText: 'was archived' })).toBeVisible();
	await page.goto('/archive');
	await page.getByRole('list', { name: 'Archives' }).getByRole('link').click();
	const find = page.getByRole('searchbox', { name: 'Find in this archive' });
	await find.fill('keeper is marg');
	await expect.poll(() => isMarkedInView(page, 'keeper is marg')).toBe(true);
	// Only the call of the tool says that.
	await find.fill('"query":');
	await expect(page.getByRole('status').filter({ hasText: /^1 of/ })).toBeVisible();
	await expect.poll(() => isMarkedInView(page, '"query":')).toBe(true);
});

test('of the work of an agent, one long answer, each hit leads to its own place @slow', async ({
	page
}) => {
	const ports = ['Naxos', 'Paros', 'Milos', 'Syros', 'Tinos'];
	const padding = 'Nothing in here tells it apart. '.repeat(60);
	const lines = [asks('q', null, 'Check every port.')];
	for (const port of ports) {
		const before = lines.at(-1)!['uuid'] as string;
		const said = [words(`I look at ${port}. ${padding}`), calls(`timetable of ${port}`)];
		lines.push(says(`s${port}`, before, `m${port}`, said));
		lines.push(answers(`r${port}`, `s${port}`, `timetable of ${port}`));
	}
	await page.goto('/settings#data');
	await importFile(page, 'cc-1.jsonl', lines.map((row) => JSON.stringify(row)).join('\n'));
	for (const port of ['Syros', 'Paros']) {
		await page.goto('/search?q=timetable');
		const item = results(page)
			.getByRole('listitem')
			.filter({ hasText: `timetable of ${port}` });
		await item.first().getByRole('link').click();
		await expect(transcript(page).locator('details[open]')).toHaveCount(1);
		await expect(transcript(page).getByText(`result of timetable of ${port}`)).toBeInViewport();
	}
});

test('back from a result, as many are shown as before, at the same place @slow', async ({
	page
}) => {
	const conversation = (at: number) => ({
		title: `Chat ${String(at)}`,
		create_time: 1.7e9 + at * 86_400,
		conversation_id: `c${String(at)}`,
		current_node: `q${String(at)}`,
		mapping: {
			root: { id: 'root', message: null, parent: null, children: [`q${String(at)}`] },
			[`q${String(at)}`]: {
				id: `q${String(at)}`,
				parent: 'root',
				children: [],
				message: {
					id: `q${String(at)}`,
					author: { role: 'user' },
					create_time: 1.7e9 + at * 86_400,
					content: { content_type: 'text', parts: [`Question ${String(at)} about tomatoes`] }
				}
			}
		}
	});
	await page.goto('/settings#data');
	const all = Array.from({ length: 70 }, (_, at) => conversation(at));
	await importFile(page, 'conversations.json', JSON.stringify(all));
	await page.goto('/search?q=tomatoes');
	const links = results(page).getByRole('link');
	await expect(links).toHaveCount(30);
	await page.getByRole('button', { name: 'Show more results' }).click();
	await expect(links).toHaveCount(60);
	const far = links.nth(50);
	await far.scrollIntoViewIfNeeded();
	const title = await far.innerText();
	await far.click();
	await expect(transcript(page).getByText('about tomatoes')).toBeVisible();
	await page.goBack();
	await expect(links).toHaveCount(60);
	await expect(links.filter({ hasText: title.split('\n')[0] ?? '' }).first()).toBeInViewport();
	// Other words begin at the top.
	await box(page).fill('tomatoes question');
	await expect(links).toHaveCount(30);
});
