import AxeBuilder from '@axe-core/playwright';
import type { Locator, Page } from '@playwright/test';
import type { AnthropicServer } from '../../support/anthropic/server.ts';
import {
	composer,
	replies,
	say,
	storedTables,
	transcript,
	useServer,
	writeMemory
} from '../steps.ts';
import { expect, test } from '../with-server.ts';

/** The review desk beyond its contract: conflicts, several at once, what is shown, why a line is known, what is refused. */

const list = (page: Page) => page.getByRole('list', { name: 'To review', exact: true });
const items = (page: Page) => list(page).getByRole('listitem');
const item = (page: Page, text: string): Locator => items(page).filter({ hasText: text });
const press = (page: Page | Locator, name: string | RegExp) =>
	page.getByRole('button', { name, exact: true }).click();
const status = (page: Page, text: RegExp | string) =>
	page.getByRole('status').filter({ hasText: text });

const save = (text: string) => ({ name: 'save_memory', input: { text } });

/** Four lines wait: two of the user's words, one of them at odds with memory, two of the assistant's. */
async function fourWait(page: Page, server: AnthropicServer): Promise<void> {
	await useServer(page, server);
	await writeMemory(page, 'MEMORY.md', '# Me\n\n- Lives in Porto\n- Likes tea\n');
	await page.goto('/');
	server.queue({
		text: 'Noted.',
		toolCalls: [
			save('The user lives in Lyon'),
			save('Plays the cello'),
			save('Works as a baker'),
			save('Has a sister in Rome')
		]
	});
	await say(page, 'I live in Lyon now. I play the cello.');
	await page.getByRole('link', { name: 'Review (4)', exact: true }).click();
	await expect(items(page)).toHaveCount(4);
}

test('a contradiction shows both lines; what is selected is decided together; a rejected line is on a list; each line says why it is known @slow', async ({
	page,
	server
}) => {
	await fourWait(page, server);
	const moved = item(page, 'lives in Lyon');
	await expect(moved).toContainText('In place of a line of MEMORY.md');
	await expect(moved).toContainText('Lives in Porto');
	await press(moved, 'Show change');
	const change = moved.getByRole('region', { name: 'Change in MEMORY.md' });
	await expect(change).toContainText('- Likes tea');
	await expect(change.locator('del')).toHaveCount(1);
	await expect(change.locator('del')).toContainText('- Lives in Porto');
	await expect(change.locator('ins')).toHaveCount(1);
	await expect(change.locator('ins')).toContainText('- The user lives in Lyon');

	await press(moved, 'Why do you know this?');
	const why = page.getByRole('dialog', { name: 'Why do you know this?' });
	await expect(why).toContainText('Your words');
	await expect(why.getByRole('link', { name: /^Turn 1: I live in Lyon now/ })).toBeVisible();
	await page.keyboard.press('Escape');
	await expect(why).toHaveCount(0);

	await page.getByLabel('Show', { exact: true }).selectOption('Assistant');
	await expect(items(page)).toHaveCount(2);
	await press(page, 'Select all shown');
	await press(page, 'Reject selected (2)');
	await expect(items(page)).toHaveCount(0);
	await page.getByLabel('Show', { exact: true }).selectOption('Everything');
	await expect(items(page)).toHaveCount(2);
	await page.getByText('Not to be remembered', { exact: true }).click();
	const refused = page.getByRole('list', { name: 'Not to be remembered' }).getByRole('listitem');
	await expect(refused).toHaveCount(2);
	await press(refused.filter({ hasText: 'works as a baker' }), 'Allow again');
	await expect(refused).toHaveCount(1);
	await page.getByLabel('Never remember').fill('Owns a canoe');
	await press(page, 'Add to the list');
	await expect(refused).toHaveCount(2);

	await press(moved, 'Accept');
	await expect(items(page)).toHaveCount(1);
	await page.goto('/memory/MEMORY.md');
	await expect(page.getByRole('textbox', { name: 'Memory file', exact: true })).toHaveValue(
		'# Me\n\n- The user lives in Lyon\n- Likes tea\n'
	);
	const system = () =>
		JSON.stringify((server.messages().at(-1)!.body as { system: unknown }).system);
	expect(system()).toContain('Lives in Porto');
	await page.goto('/');
	await say(page, 'Where do I live?');
	expect(system()).toContain('- The user lives in Lyon');
	expect(system()).not.toContain('Lives in Porto');
});

test(
	'with keys alone: select, edit, accept and undo; the letters are quiet in a dialog; the source is lit up',
	{ tag: '@slow' },
	async ({ page, server }) => {
		await fourWait(page, server);
		await items(page).first().focus();
		await page.keyboard.press('s');
		await page.keyboard.press('j');
		await page.keyboard.press('s');
		await page.getByRole('button', { name: 'Accept selected (2)', exact: true }).press('Enter');
		await expect(items(page)).toHaveCount(2);
		await items(page).first().focus();
		await page.keyboard.press('u');
		await expect(items(page)).toHaveCount(4);
		await items(page).first().getByRole('button', { name: 'Why do you know this?' }).press('Enter');
		await expect(page.getByRole('dialog')).toBeVisible();
		await page.keyboard.press('a');
		await page.keyboard.press('Escape');
		await expect(items(page)).toHaveCount(4);

		await press(item(page, 'lives in Lyon'), 'Keep both');
		await expect(status(page, 'Both lines will be kept')).toBeVisible();
		await expect(item(page, 'lives in Lyon')).toContainText('At odds with a line of MEMORY.md');
		await press(item(page, 'lives in Lyon'), 'Replace it');
		await expect(item(page, 'lives in Lyon')).toContainText('In place of');

		await item(page, 'Plays the cello').getByRole('link', { name: 'Source', exact: true }).click();
		const asked = transcript(page).getByRole('article', { name: /^You/ }).first();
		await expect(asked).toBeInViewport();
		await expect(page.locator('.turn.highlighted')).toContainText('I play the cello');
	}
);

test(
	'a reply says that lines of it wait, until they are decided; each is edited beside the others',
	{ tag: '@slow' },
	async ({ page, server }) => {
		await useServer(page, server);
		await page.goto('/');
		server.queue({
			text: 'Noted.',
			toolCalls: [save('Plays the cello'), save('Works as a baker')]
		});
		await say(page, 'I play the cello.');
		const waits = transcript(page).getByText(/waits? for your review/);
		await expect(waits).toContainText('2 lines from here wait');
		await waits.getByRole('link', { name: 'See what waits', exact: true }).click();

		const texts = page.getByRole('textbox', { name: 'Proposal text', exact: true });
		await press(item(page, 'Plays the cello'), 'Edit');
		await texts.first().fill('Plays the viola');
		await press(item(page, 'Works as a baker'), 'Edit');
		await expect(texts).toHaveCount(2);
		await expect(texts.first()).toHaveValue('Plays the viola');
		// What was typed outlives the page.
		await page.goBack();
		await expect(waits).toBeVisible();
		await page.getByRole('link', { name: 'Review (2)', exact: true }).click();
		await press(item(page, 'Plays the cello'), 'Edit');
		await expect(texts).toHaveValue('Plays the viola');
		await page.keyboard.press('Control+Enter');
		await press(item(page, 'Plays the viola'), 'Accept');
		await page.goBack();
		await expect(waits).toContainText('1 line from here waits');
	}
);

test(
	'a draft of a summary is decided with the same keys, and taken back',
	{ tag: '@slow' },
	async ({ page, server }) => {
		await useServer(page, server);
		await page.goto('/');
		for (let turn = 0; turn < 6; turn++)
			await say(
				page,
				`Item ${String(turn)}: ${'we plan a trip with hotels and trains. '.repeat(12)}`
			);
		await composer(page).fill('/compact');
		await composer(page).press('Enter');
		await expect(page.getByRole('button', { name: 'Use summary', exact: true })).toBeVisible();
		await page.goto('/review');
		const draft = items(page).filter({ hasText: 'Draft summary of earlier messages' });
		await expect(draft).toHaveCount(1);
		// Drafts of several sessions may wait here.
		await expect(draft).toContainText(/Source Item 0: we plan a trip/);
		await draft.getByRole('link', { name: 'Source', exact: true }).click();
		await expect(page).toHaveURL(/\/chat\//);
		await page.goBack();
		await draft.focus();
		await page.keyboard.press('e');
		await expect(page.getByRole('textbox', { name: 'Summary text' })).toBeFocused();
		await page.keyboard.press('Escape');
		await draft.focus();
		await page.keyboard.press('x');
		await expect(items(page)).toHaveCount(0);
		await page.getByRole('status').getByRole('button', { name: 'Undo', exact: true }).click();
		await expect(draft).toHaveCount(1);
		await draft.focus();
		await page.keyboard.press('a');
		await expect(items(page)).toHaveCount(0);
		await page.goBack();
		await expect(
			transcript(page).getByRole('article', { name: /^Summary of earlier messages/ })
		).toHaveCount(1);
	}
);

test(
	'a line on the do-not-remember list is not proposed again, and the model is told so in the transcript',
	{ tag: '@slow' },
	async ({ page, server }) => {
		await useServer(page, server);
		await page.goto('/review');
		await page.getByText('Not to be remembered', { exact: true }).click();
		await page.getByLabel('Never remember').fill('Owns a canoe.');
		await press(page, 'Add to the list');
		await page.goto('/');
		server.queue({ text: 'I try.', toolCalls: [save('The user owns a canoe')] });
		server.queue({ text: 'So be it.' });
		await say(page, 'I own a canoe.');
		await expect(replies(page).last()).toContainText('So be it.');
		await expect(page.getByRole('link', { name: 'Review', exact: true })).toBeVisible();
		expect(JSON.stringify(server.requests.at(-1)?.body)).toContain('has refused this line before');
	}
);

test(
	'the desk with everything open has no fault that axe knows',
	{ tag: '@slow' },
	async ({ page, server }) => {
		await fourWait(page, server);
		await press(item(page, 'lives in Lyon'), 'Show change');
		await page.getByText('Not to be remembered', { exact: true }).click();
		expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
		await press(item(page, 'lives in Lyon'), 'Why do you know this?');
		await expect(page.getByRole('dialog')).toBeVisible();
		// Half of a dialog that fades in has half of its contrast.
		await page.evaluate(() =>
			Promise.all(document.getAnimations().map(({ finished }) => finished))
		);
		expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
	}
);

test('Accept all takes no half-written words, says so, and leaves them under the pen @slow', async ({
	page,
	server
}) => {
	await fourWait(page, server);
	await press(item(page, 'Plays the cello'), 'Edit');
	const field = page.getByRole('textbox', { name: 'Proposal text' });
	await field.fill('Plays the viola d');
	await press(page, 'Accept all');
	await expect(
		status(page, /^Accepted 3 items\. .+ 1 stays because of words you have not saved/)
	).toBeVisible();
	await expect(items(page)).toHaveCount(1);
	await expect(field).toHaveValue('Plays the viola d');
	await field.fill('Plays the viola da gamba');
	await press(page, 'Save');
	await press(page, 'Accept all');
	await expect(page.getByText('Nothing is waiting.')).toBeVisible();
	await page.goto('/memory');
	await page.getByRole('link', { name: /^memory\/20/ }).click();
	await expect(page.getByRole('textbox', { name: 'Memory file' })).toHaveValue(
		/- Plays the viola da gamba\n/
	);
});

test('a line begins beside its box and, in a language that is read from the right, at the right @slow', async ({
	page,
	server
}) => {
	await useServer(page, server);
	await page.goto('/');
	server.queue({
		text: 'Noted.',
		toolCalls: [save('Plays the cello'), save('אוהב מוזיאונים קטנים')]
	});
	await say(page, 'I play the cello.');
	await page.getByRole('link', { name: 'Review (2)', exact: true }).click();
	const room = (text: string) =>
		item(page, text).evaluate((one, words) => {
			const line = [...one.querySelectorAll('p')].find((p) => p.textContent === words)!;
			const range = document.createRange();
			range.selectNodeContents(line);
			const said = range.getBoundingClientRect();
			const box = one.querySelector('input')!.getBoundingClientRect();
			const whole = one.getBoundingClientRect();
			return {
				before: said.left - whole.left,
				behind: whole.right - said.right,
				below: said.top + said.height / 2 - (box.top + box.height / 2)
			};
		}, text);
	const cello = await room('Plays the cello');
	const museums = await room('אוהב מוזיאונים קטנים');
	expect(cello.before).toBeLessThan(cello.behind);
	expect(museums.behind).toBeLessThan(museums.before);
	for (const { below } of [cello, museums]) expect(Math.abs(below)).toBeLessThan(2);
});

test('what is being written of a line outlives a reload and a closed tab, and stays with its tab while that lives @slow', async ({
	page,
	context,
	server
}) => {
	await fourWait(page, server);
	const pen = (at: Page) => at.getByRole('textbox', { name: 'Proposal text', exact: true });
	await press(item(page, 'the cello'), 'Edit');
	await pen(page).fill('Plays the cello badly');

	await test.step('a reload', async () => {
		await page.reload();
		await press(item(page, 'the cello'), 'Edit');
		await expect(pen(page)).toHaveValue('Plays the cello badly');
	});

	const other = await context.newPage();
	await test.step('another tab has its own', async () => {
		await other.goto('/review');
		await press(item(other, 'the cello'), 'Edit');
		await expect(pen(other)).toHaveValue('Plays the cello');
		await pen(other).press('Escape');
	});

	await test.step('a closed tab', async () => {
		await page.close();
		await other.reload();
		await press(item(other, 'the cello'), 'Edit');
		await expect(pen(other)).toHaveValue('Plays the cello badly');
	});

	await test.step('saved, it is done', async () => {
		await press(other, 'Save');
		await expect(item(other, 'the cello badly')).toBeVisible();
		await expect
			.poll(async () => JSON.stringify((await storedTables(other, 'keepsake-scratch'))['views']))
			.not.toContain('badly');
	});
});

test('what is being written of a line that another tab decides is there after a reload, too @slow', async ({
	page,
	context,
	server
}) => {
	await fourWait(page, server);
	await press(item(page, 'the cello'), 'Edit');
	const pen = page.getByRole('textbox', { name: 'Proposal text', exact: true });
	await pen.fill('Plays the cello badly');
	const other = await context.newPage();
	await other.goto('/review');
	// Its editors open once it does not look for words of pages that are gone any more.
	await press(item(other, 'the cello'), 'Edit');
	await press(other, 'Cancel');
	await press(item(other, 'the cello'), 'Reject');
	await expect(page.getByText('This line was decided meanwhile.')).toBeVisible();
	await page.reload();
	await expect(page.getByText('This line was decided meanwhile.')).toBeVisible();
	await expect(pen).toHaveValue('Plays the cello badly');
});

test('a double click on Accept or Reject decides one line, once, and leaves its Undo @slow', async ({
	page,
	server
}) => {
	await fourWait(page, server);
	for (const [at, name] of ['Accept', 'Reject'].entries()) {
		await items(page).last().getByRole('button', { name, exact: true }).dblclick();
		await expect(items(page)).toHaveCount(3 - at);
		await expect(page.getByRole('alert')).toHaveCount(0);
		await expect(page.getByRole('button', { name: 'Undo', exact: true })).toBeVisible();
	}
	await page.keyboard.press('u');
	await expect(items(page)).toHaveCount(3);
	await page.keyboard.press('u');
	await expect(items(page)).toHaveCount(4);
	await items(page).last().getByRole('button', { name: 'Reject', exact: true }).click();
	await expect(items(page)).toHaveCount(3);
});

test('a line is for the note of the day until MEMORY.md is chosen for it, alone or with others @slow', async ({
	page,
	server
}) => {
	await fourWait(page, server);
	const goesTo = (text: string) => item(page, text).getByRole('combobox', { name: 'For' });
	await expect(goesTo('the cello').locator('option')).toHaveText([
		'Today’s note: sent until tomorrow',
		'MEMORY.md: sent with every message'
	]);
	// "For" is one word on one line.
	const label = item(page, 'the cello').getByText('For', { exact: true });
	const lines = await label.evaluate((element) => {
		const words = document.createRange();
		words.selectNodeContents(element);
		return words.getClientRects().length;
	});
	expect(lines).toBe(1);
	await goesTo('the cello').selectOption('MEMORY.md: sent with every message');
	await expect(status(page, 'It is for MEMORY.md now')).toBeVisible();
	await press(item(page, 'the cello'), 'Accept');
	await expect(status(page, 'Written to MEMORY.md')).toBeVisible();
	await press(page, 'Select all shown');
	await press(page, 'Mark for MEMORY.md (3)');
	await expect(status(page, '2 items are for MEMORY.md now')).toBeVisible();
	await expect(goesTo('a baker')).toHaveValue('MEMORY.md');
	await press(page, 'Undo');
	await expect(goesTo('a baker')).toHaveValue(/^memory/);
	await page.goto('/memory/MEMORY.md');
	await expect(page.getByRole('textbox', { name: 'Memory file' })).toHaveValue(
		/- Plays the cello\n/
	);
});

test('on a phone in large type the quiet voice leaves in sight what has the focus and what is gone to @slow', async ({
	page,
	server
}) => {
	await fourWait(page, server);
	await page.setViewportSize({ width: 390, height: 844 });
	await page.evaluate(() => {
		document.documentElement.style.fontSize = '200%';
	});
	await items(page).nth(1).getByRole('button', { name: 'Accept', exact: true }).focus();
	await page.keyboard.press('Enter');
	await expect(items(page)).toHaveCount(3);
	const toast = status(page, /Written to/).locator('.toast');
	await expect(toast).toBeVisible();
	const isCovered = () =>
		toast.evaluate((words) => {
			const [over, box] = [words, document.activeElement!].map((one) =>
				one.getBoundingClientRect()
			);
			return box!.top >= over!.top && box!.bottom <= over!.bottom;
		});
	const last = items(page).last().getByRole('button', { name: 'Reject', exact: true });
	const isLast = () => last.evaluate((button) => button === document.activeElement);
	for (let steps = 0; steps < 30 && !(await isLast()); steps++) {
		expect(await isCovered(), await page.locator(':focus').innerText()).toBe(false);
		await page.keyboard.press('Tab');
	}
	await expect(last).toBeFocused();
	expect(await isCovered()).toBe(false);
});
