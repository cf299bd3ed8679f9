import type { Locator, Page } from '@playwright/test';
import { importFile, intoArchive, replies, settles, transcript } from '../steps.ts';
import { expect, test } from '../with-server.ts';

/** A conversation of which little is in the page: its rows are read and measured as they come into view. */

const turns = 60;

interface Message {
	readonly id: string;
	readonly parent: string | undefined;
	readonly children: readonly string[];
	readonly message: object;
}

function message(at: number, role: 'user' | 'assistant', text: string): Message {
	const own = `${role}${String(at)}`;
	const parent = role === 'user' ? `assistant${String(at - 1)}` : `user${String(at)}`;
	const child = role === 'user' ? `assistant${String(at)}` : `user${String(at + 1)}`;
	return {
		id: own,
		parent: own === 'user0' ? undefined : parent,
		children: child === `user${String(turns)}` ? [] : [child],
		message: { author: { role }, content: { content_type: 'text', parts: [text] } }
	};
}

/** As another product exports it; its answers are of very different lengths. */
function longTalk(): string {
	const all = Array.from({ length: turns }, (_, at) => [
		message(at, 'user', `Question ${String(at)}`),
		message(
			at,
			'assistant',
			`Answer ${String(at)}\n\n${'The ferry leaves at noon.\n\n'.repeat((at * 7) % 23)}`
		)
	]).flat();
	const mapping = Object.fromEntries(all.map((one) => [one.id, one]));
	const last = `assistant${String(turns - 1)}`;
	return JSON.stringify([
		{ id: 'c', title: 'Ferries', create_time: 1_764_000_000, current_node: last, mapping }
	]);
}

async function openLongTalk(page: Page): Promise<void> {
	await page.goto('/settings');
	await importFile(page, 'conversations.json', longTalk());
	await page.getByRole('link', { name: 'Ferries', exact: true }).click();
	await expect(replies(page).last()).toContainText(`Answer ${String(turns - 1)}`);
}

const top = (box: Locator) => box.evaluate(({ scrollTop }) => Math.round(scrollTop));
const below = (box: Locator) =>
	box.evaluate((one) => Math.round(one.scrollHeight - one.clientHeight - one.scrollTop));

async function expectEnds(page: Page, box: Locator): Promise<void> {
	await box.focus();
	for (let times = 0; times < 3; times++) {
		await page.keyboard.press('Home');
		// On its way, or there.
		await expect.poll(() => below(box)).toBeGreaterThan(2000);
		await page.keyboard.press('End');
		await settles(() => below(box), 250);
		expect(await below(box)).toBeLessThanOrEqual(1);
		await expect(box.getByRole('article').last()).toBeInViewport();
	}
	await page.keyboard.press('Home');
	await settles(() => top(box), 250);
	expect(await top(box)).toBe(0);
	await expect(box.getByText('Question 0', { exact: true })).toBeInViewport();
}

test('Home and End lead to its beginning and its end, also one right behind the other, and so in its archive @slow', async ({
	page
}) => {
	await openLongTalk(page);
	await expectEnds(page, transcript(page));
	await intoArchive(page);
	const archive = page.getByRole('region', { name: 'Archived session' });
	await expect(archive.getByRole('article').first()).toBeVisible();
	await expectEnds(page, archive);
});

test('it is open where it was read, back from another page and from another session, and loaded anew @slow', async ({
	page
}) => {
	await openLongTalk(page);
	await page.getByRole('button', { name: 'New chat', exact: true }).click();
	await page.getByRole('link', { name: 'Ferries', exact: true }).click();
	const place = page.getByRole('log').getByText('Answer 52', { exact: true });
	await transcript(page).hover();
	await expect(async () => {
		await page.mouse.wheel(0, -300);
		await expect(place).toBeInViewport({ timeout: 100 });
	}).toPass();
	const at = () => place.evaluate((element) => Math.round(element.getBoundingClientRect().top));
	await settles(at, 250);
	const before = await at();

	for (const elsewhere of ['Memory', 'Search']) {
		await page.getByRole('link', { name: elsewhere, exact: true }).click();
		await expect(page.getByRole('heading', { name: elsewhere, level: 1 })).toBeVisible();
		await page.goBack();
		await expect(place).toBeInViewport();
		await expect.poll(at).toBe(before);
	}
	await page.getByRole('button', { name: 'New chat', exact: true }).click();
	await expect(replies(page)).toHaveCount(0);
	await page.goBack();
	await expect.poll(at).toBe(before);
	await page.reload();
	await expect(place).toBeInViewport();
	await expect.poll(at).toBe(before);

	// Who then scrolls is not brought back; who goes there by the list reads on at its end.
	await transcript(page).hover();
	await page.mouse.wheel(0, -100);
	await expect.poll(at).toBe(before + 100);
	await page.getByRole('button', { name: 'New chat', exact: true }).click();
	await expect(replies(page)).toHaveCount(0);
	await page.getByRole('link', { name: 'Ferries', exact: true }).click();
	await expect(replies(page).last()).toBeInViewport();
	await settles(() => below(transcript(page)), 250);
	expect(await below(transcript(page))).toBeLessThanOrEqual(1);
});
