import type { Page } from '@playwright/test';
import {
	composer,
	intoArchive,
	questions,
	replies,
	say,
	settles,
	standsStill,
	transcript,
	useServer,
	writeMemory
} from '../steps.ts';
import { expect, oneModel, test } from '../with-server.ts';

/** What is read in a conversation: formulas wherever Markdown is shown, and long messages of one's own. */

test.use({ anthropic: oneModel(200_000) });

const wide = Array.from({ length: 30 }, (_, n) => `a_{${String(n)}}`).join(' + ');
const source = `So \\(x^2\\) costs $5 and $10:\n\n$$\n${wide}\n$$\n\nand $\\frac{$`;
const formulas = (page: Page) => page.getByRole('main').locator('math');

test('formulas are set in the conversation, the archive and the preview of memory; a wide one scrolls in its own box @slow', async ({
	page,
	context,
	server
}) => {
	const refused: string[] = [];
	page.on('console', (message) => {
		if (/Content Security Policy|TrustedHTML/.test(message.text())) refused.push(message.text());
	});
	await context.grantPermissions(['clipboard-read', 'clipboard-write']);
	await page.setViewportSize({ width: 390, height: 844 });
	await useServer(page, server);
	server.script(() => ({ text: source }));
	await page.goto('/');
	await say(page, 'tell me');
	await expect(formulas(page)).toHaveCount(2);
	await expect(replies(page)).toContainText('costs $5 and $10:');
	await expect(replies(page)).toContainText('and $\\frac{$');
	const box = page.locator('.formula.scroll');
	expect(await box.evaluate((one) => one.scrollWidth > one.clientWidth)).toBe(true);
	expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
	await box.focus();
	await page.keyboard.press('ArrowRight');
	await expect.poll(() => box.evaluate((one) => one.scrollLeft)).toBeGreaterThan(0);
	await replies(page).getByRole('button', { name: 'Copy' }).click();
	expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(source);

	await page.reload();
	await expect(formulas(page)).toHaveCount(2);
	await intoArchive(page);
	await expect(formulas(page)).toHaveCount(2);

	await writeMemory(page, 'MEMORY.md', source);
	await page.getByRole('button', { name: 'Preview' }).click();
	await expect(formulas(page)).toHaveCount(2);
	expect(refused).toEqual([]);
});

test('in an archive too an answer in a language read from the right stands at the right @slow', async ({
	page,
	server
}) => {
	await useServer(page, server);
	server.script(() => ({ text: '\u05e9\u05dc\u05d5\u05dd' }));
	await page.goto('/');
	await say(page, 'tell me');
	await intoArchive(page);
	const answer = page.getByRole('article', { name: 'Assistant' });
	await expect(answer).toContainText('\u05e9\u05dc\u05d5\u05dd');
	const behind = await answer.locator('.prose').evaluate((words) => {
		const range = document.createRange();
		range.selectNodeContents(words);
		const article = words.closest('article') ?? words;
		return article.getBoundingClientRect().right - range.getBoundingClientRect().right;
	});
	expect(Math.abs(behind)).toBeLessThan(2);
});

test('on paper an archive has nothing to press, and its turns stand one below the other @slow', async ({
	page,
	server
}) => {
	await useServer(page, server);
	server.script(() => ({ text: 'We go by train. '.repeat(60) }));
	await page.goto('/');
	for (const words of ['One', 'Two', 'Three', 'Four', 'Five', 'Six']) await say(page, words);
	await intoArchive(page);
	const turns = page.getByRole('region', { name: 'Archived session' }).locator('> div > div');
	await expect(turns.first()).toContainText('by train');
	// Most of it is below the screen, and not in the page until it is printed.
	expect(await turns.count()).toBeLessThan(6);
	await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
	await expect(turns).toHaveCount(6);
	await page.emulateMedia({ media: 'print' });
	await expect(page.getByRole('searchbox')).toBeHidden();
	await expect(page.getByRole('main').getByRole('link')).toHaveCount(0);
	// The browser lays paper out anew, and no row is measured there.
	const places = await turns.evaluateAll((all) => all.map((one) => getComputedStyle(one).position));
	expect(places).toEqual(places.map(() => 'static'));
});

test('brackets and bars grow with what they stand around, by a font that comes with the first formula @slow', async ({
	page,
	server
}) => {
	const fonts: string[] = [];
	page.on('request', (request) => {
		if (request.resourceType() === 'font') fonts.push(request.url());
	});
	await useServer(page, server);
	const high = '\\frac{\\frac{a}{b}}{\\frac{c}{d}}';
	server.script(() => ({ text: `$\\left( ${high} \\right) \\left| ${high} \\right|$` }));
	await page.goto('/');
	expect(fonts).toEqual([]);
	await say(page, 'tell me');
	const heights = () =>
		formulas(page).evaluate((math) => {
			const high = math.querySelector('mfrac')!.getBoundingClientRect().height;
			return [...math.querySelectorAll('mo')].map(
				(sign) => sign.getBoundingClientRect().height > 0.9 * high
			);
		});
	await expect.poll(heights).toEqual([true, true, true, true]);
	expect(fonts).toHaveLength(1);
});

test('a long message of one’s own is folded, has all its words in its article, and opens where the browser leads into it @slow', async ({
	page,
	server
}) => {
	await useServer(page, server);
	await page.goto('/');
	const lines = Array.from({ length: 200 }, (_, n) => `line number ${String(n)}`);
	await say(page, lines.join('\n'));
	const mine = transcript(page).getByRole('article', { name: /^You/ });
	const height = () => mine.evaluate((one) => one.clientHeight);
	await expect(mine).toContainText('line number 199');
	const folded = await height();
	expect(folded).toBeLessThan(600);
	const button = mine.getByRole('button', { name: 'Show all' });
	await button.focus();
	await page.keyboard.press('Enter');
	await expect.poll(height).toBeGreaterThan(4000);
	const less = mine.getByRole('button', { name: 'Show less' });
	await expect(less).toBeFocused();
	await page.keyboard.press('Enter');
	await expect.poll(height).toBe(folded);
	await expect(button).toBeInViewport();
	// So a browser leads to a place inside: a word that was searched for, a selection that is drawn on.
	await mine.locator('.prose').evaluate((one) => (one.scrollTop = 500));
	await expect(less).toHaveCount(1);
	await expect.poll(height).toBeGreaterThan(4000);
});

test('what is opened in the newest reply stays where it was pressed, and what it opens is seen @slow', async ({
	page,
	server
}) => {
	await useServer(page, server);
	const thinking = 'I think about one more point.\n\n'.repeat(60);
	server.script(() => ({ thinking, text: 'A line of the answer.\n\n'.repeat(4) }));
	await page.goto('/');
	await say(page, 'Think it over');
	// Enough of it that there is something to scroll.
	await say(page, 'And once more');
	const newest = replies(page).last();
	const thought = newest.locator('summary').first();
	const actions = newest.getByRole('button', { name: 'More actions' });
	await expect(actions).toBeInViewport({ ratio: 1 });
	await actions.click();
	await expect(newest.getByRole('button', { name: 'Delete turn' })).toBeInViewport({ ratio: 1 });
	await actions.click();
	await standsStill(thought);
	const before = (await thought.boundingBox())!.y;
	await thought.click();
	await expect(newest.locator('.inside')).toContainText('one more point');
	await settles(() => thought.boundingBox(), 250);
	expect((await thought.boundingBox())!.y).toBe(before);
	await page.getByRole('button', { name: 'Go to the latest message' }).click();
	await expect(actions).toBeInViewport({ ratio: 1 });
});

test('the button that copies stays in reach all along a long block of code, and leaves with it @slow', async ({
	page,
	server
}) => {
	await useServer(page, server);
	const lines = Array.from({ length: 60 }, (_, at) => `const a = ${String(at)};`);
	const after = '- a\n'.repeat(60);
	server.queue({ text: `\`\`\`js\n${lines.join('\n')}\n\`\`\`\n\n${after}` });
	await page.goto('/');
	await say(page, 'Code, please');
	const code = replies(page).last().locator('.code');
	const copy = code.getByRole('button');
	const scrollTo = (share: number) =>
		code.evaluate((block, at) => {
			let box = block.parentElement!;
			while (!/auto|scroll/.test(getComputedStyle(box).overflowY)) box = box.parentElement!;
			const { top, height } = block.getBoundingClientRect();
			box.scrollTop += top + height * at - box.getBoundingClientRect().top;
		}, share);
	await scrollTo(0.5);
	await expect(copy).toBeInViewport({ ratio: 1 });
	await copy.click();
	await scrollTo(1);
	await expect(copy).not.toBeInViewport({ ratio: 0.5 });
});

test('a conversation is printed from its first message on, without what is only pressed; code is copied without its button @slow', async ({
	page,
	context,
	server
}) => {
	await context.grantPermissions(['clipboard-read', 'clipboard-write']);
	await useServer(page, server);
	const long = 'One more sentence about museums. '.repeat(60);
	server.script(() => ({ text: `${long}\n\n\`\`\`js\nconst a = 1;\n\`\`\`` }));
	await page.goto('/');
	for (const number of [1, 2, 3, 4, 5]) await say(page, `Question ${String(number)}`);
	// Of a conversation that was just opened only the end is in the page.
	await page.reload();
	await expect(questions(page).last()).toContainText('Question 5');
	// What is selected before the composer has the focus and the code its colours is selected no more.
	await expect(composer(page)).toBeFocused();
	const answer = replies(page).last().locator('.prose');
	await expect(answer.getByRole('button')).toHaveCount(1);
	await answer.evaluate((one) => getSelection()?.selectAllChildren(one));
	await page.keyboard.press('ControlOrMeta+c');
	await expect
		.poll(() => page.evaluate(() => navigator.clipboard.readText()))
		.toMatch(/museums\.\s+const a = 1;\s*$/);

	await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
	await page.emulateMedia({ media: 'print' });
	await expect(questions(page)).toHaveCount(5);
	await expect(page.getByRole('button')).toHaveCount(0);
	await expect(composer(page)).toBeHidden();
	const tops = await page
		.getByRole('log', { name: 'Conversation' })
		.getByRole('article')
		.evaluateAll((all) => all.map((one) => one.getBoundingClientRect()));
	for (const [at, { top }] of tops.entries())
		expect(top).toBeGreaterThanOrEqual(tops[at - 1]?.bottom ?? 0);
	const pages = (await page.pdf({ format: 'A5' })).toString('latin1').match(/\/Type \/Page\b/g);
	expect(pages?.length).toBeGreaterThan(4);
});

test('with its keys all of a long conversation is printed, set and coloured to its last word, and the page is as it was afterwards @slow', async ({
	page,
	server
}) => {
	test.slow();
	await useServer(page, server);
	server.script(({ messages }) => ({
		text: `Answer ${String(messages.length)} with $x_1$\n\n\`\`\`js\nconst a = 1;\n\`\`\``
	}));
	await page.goto('/');
	for (let number = 1; number <= 40; number++) await say(page, `Question ${String(number)}`);
	await page.reload();
	await expect(questions(page).last()).toContainText('Question 40');
	await expect(composer(page)).toBeFocused();
	const before = await questions(page).count();
	expect(before).toBeLessThan(20);
	await page.evaluate(() => {
		window.print = () => {
			const log = document.querySelector('[role=log]')!;
			const count = (selector: string) => log.querySelectorAll(selector).length;
			Object.assign(window, {
				printed: [count('.turn'), count('math'), count('.hljs-keyword'), count('.part')]
			});
		};
	});
	await page.keyboard.press('ControlOrMeta+p');
	await expect
		.poll(() => page.evaluate(() => (window as { printed?: unknown }).printed))
		.toEqual([40, 40, 40, 0]);
	await page.emulateMedia({ media: 'print' });
	const tops = await questions(page).evaluateAll((all) =>
		all.map((one) => one.getBoundingClientRect().top)
	);
	expect(tops).toHaveLength(40);
	expect(tops).toEqual(tops.toSorted((a, b) => a - b));
	await page.emulateMedia({ media: null });
	await page.evaluate(() => dispatchEvent(new Event('afterprint')));
	await expect.poll(() => questions(page).count()).toBeLessThanOrEqual(31);
	await expect(questions(page).last()).toBeInViewport();
});

test('a wide formula within a line scrolls in its own box too, and lifts nothing off its line @slow', async ({
	page,
	server
}) => {
	await page.setViewportSize({ width: 390, height: 844 });
	await useServer(page, server);
	server.script(() => ({
		text: `Short $\\frac{x}{y}$ and long $${wide}$ in a\n\n- list of $${wide}$`
	}));
	await page.goto('/');
	await say(page, 'tell me');
	await expect(formulas(page)).toHaveCount(3);
	const boxes = page.locator('.formula');
	const scrolls = await boxes.evaluateAll((all) =>
		all.map((one) => one.scrollWidth > one.clientWidth)
	);
	expect(scrolls).toEqual([false, true, true]);
	expect(await transcript(page).evaluate((log) => log.scrollWidth <= log.clientWidth)).toBe(true);
	// Where it does not scroll it stands as it would without a box.
	const top = () =>
		formulas(page)
			.first()
			.evaluate((math) => math.getBoundingClientRect().top);
	const boxed = await top();
	await boxes.first().evaluate((one) => one.style.setProperty('display', 'inline'));
	expect(Math.abs((await top()) - boxed)).toBeLessThan(1);
});

test('a scroll that is told when its conversation has gone from the screen reads nothing of it @slow', async ({
	page
}) => {
	const printed: string[] = [];
	page.on('console', (message) => printed.push(message.text()));
	await page.goto('/');
	await say(page, 'Hello');
	const left = await transcript(page).elementHandle();
	await page.getByRole('button', { name: 'New chat', exact: true }).click();
	await expect(replies(page)).toHaveCount(0);
	// What it prints comes before the answer to this.
	await left.evaluate((element) => element.dispatchEvent(new Event('scroll')));
	expect(printed.filter((text) => text.includes('svelte.dev'))).toEqual([]);
});
