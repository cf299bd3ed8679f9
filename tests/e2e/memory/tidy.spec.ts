import { say, useServer, writeMemory } from '../steps.ts';
import { expect, test } from '../with-server.ts';
import { editor, pressButton, status, today } from './memory-pages.ts';

/** Tidying memory: what is found twice, what a model drafts, and when it is offered. */

test(
	'lines that stand there twice are found on this device, wait at the desk, and are taken out there',
	{ tag: '@slow' },
	async ({ page }) => {
		await page.goto('/memory');
		const note = `memory/${await today(page)}.md`;
		await writeMemory(page, 'MEMORY.md', '- Likes tea\n- Bakes bread\n');
		await writeMemory(page, note, '- likes tea.\n- Ana visits\n');
		await page.goto('/memory');
		await expect(page.getByText('On this device, lines that say the same')).toBeVisible();
		await pressButton(page, 'Tidy my memory');
		await expect(status(page, '1 change waits at the review desk')).toBeVisible();
		await page.getByRole('link', { name: 'Go to the review desk' }).click();
		const item = page.getByRole('list', { name: 'To review' }).getByRole('listitem').first();
		await expect(item).toContainText('Tidy: becomes this one line');
		await expect(item.locator('s', { hasText: 'likes tea.' })).toBeVisible();
		await item.getByRole('button', { name: 'Accept', exact: true }).click();
		await expect(page.getByRole('link', { name: 'Review', exact: true })).toBeVisible();
		await page.goto(`/memory/${note}`);
		await expect(editor(page)).toHaveValue('- Ana visits\n');
		await pressButton(page, 'History');
		await expect(page.getByRole('region', { name: 'History' })).toContainText('Tidying');
	}
);

test(
	'a model drafts a clean-up of memory; each change is decided at the desk, and the next request holds what was decided',
	{ tag: '@slow' },
	async ({ page, server }) => {
		await useServer(page, server);
		const note = `memory/${await today(page)}.md`;
		await writeMemory(page, 'MEMORY.md', '# Me\n- Bakes bread\n- Likes tea\n');
		await writeMemory(page, note, '- likes tea.\n- Ana visits in May\n- The parcel came\n');
		server.when(
			(body) => !body.tools?.length,
			() => ({ text: '<tidy>\nmerge 2, 3: Likes tea\nmove 4\ndrop 5: it has come\n</tidy>' })
		);
		await page.goto('/memory');
		await expect(page.getByText(/is sent the lines of your memory files/)).toBeVisible();
		await pressButton(page, 'Tidy my memory');
		await expect(status(page, '3 changes wait at the review desk.')).toBeVisible();
		// The lines went out as numbered data, and nothing was changed by the answer.
		const asked = JSON.stringify(server.messages().at(-1)?.body);
		expect(asked).toContain('2. [MEMORY.md] Likes tea');
		expect(asked).toContain(`5. [${note}] The parcel came`);
		await page.goto(`/memory/${note}`);
		await expect(editor(page)).toHaveValue(
			'- likes tea.\n- Ana visits in May\n- The parcel came\n'
		);
		await page.getByRole('link', { name: 'Review (3)' }).click();
		const items = page.getByRole('list', { name: 'To review' }).getByRole('listitem');
		const item = (text: string) =>
			items.filter({ has: page.getByRole('button', { name: 'Accept' }) }).filter({ hasText: text });
		await expect(item('The parcel came')).toContainText('Tidy: is taken out');
		await expect(item('The parcel came')).toContainText('Because: it has come');
		await item('Tidy: becomes this one line').getByRole('button', { name: 'Accept' }).click();
		await item('Ana visits in May').getByRole('button', { name: 'Accept' }).click();
		await item('The parcel came').getByRole('button', { name: 'Reject' }).click();
		await expect(page.getByRole('link', { name: 'Review', exact: true })).toBeVisible();
		await page.goto('/memory/MEMORY.md');
		await expect(editor(page)).toHaveValue(
			'# Me\n- Bakes bread\n- Likes tea\n- Ana visits in May\n'
		);
		await page.goto(`/memory/${note}`);
		await expect(editor(page)).toHaveValue('- The parcel came\n');
		await page.goto('/');
		await say(page, 'Good morning');
		const { system } = server.messages().at(-1)!.body as { readonly system: unknown };
		expect(JSON.stringify(system)).toContain('- Likes tea\\n- Ana visits in May');
		expect(JSON.stringify(system)).not.toContain('likes tea.');
		expect(server.refusals).toEqual([]);
	}
);

test('a file that outgrew its budget is offered a clean-up', { tag: '@slow' }, async ({ page }) => {
	await page.goto('/settings');
	await page.getByLabel('Memory file budget (tokens)').fill('100');
	await page.getByLabel('Memory file budget (tokens)').blur();
	await expect(status(page, /^Saved$/)).toBeVisible();
	const outgrown = page.getByText('This file has outgrown its budget.');
	const offer = page.getByRole('button', { name: 'Draft a clean-up', exact: true });
	const weight = async () => {
		const told = (await page.getByText(/About [\d,]+ of [\d,]+ tokens/).textContent()) ?? '';
		return [...told.matchAll(/[\d,]+/g)].map(([number]) => Number(number.replaceAll(',', '')));
	};
	await writeMemory(
		page,
		'MEMORY.md',
		'- The same long line about nothing in particular\n'.repeat(3)
	);
	const [small = 0, budget] = await weight();
	expect(budget).toBe(100);
	expect(small).toBeGreaterThan(10);
	expect(small).toBeLessThan(100);
	await expect(outgrown).toHaveCount(0);
	await expect(offer).toHaveCount(0);
	await page.goto('/memory');
	await expect(page.getByRole('link', { name: 'MEMORY.md', exact: true })).toBeVisible();
	await expect(page.getByText('Over its budget')).toHaveCount(0);
	await writeMemory(
		page,
		'MEMORY.md',
		'- The same long line about nothing in particular\n'.repeat(20)
	);
	await expect(outgrown).toBeVisible();
	const [large = 0, same] = await weight();
	expect(same).toBe(100);
	expect(large / small).toBeGreaterThan(5);
	await pressButton(page, 'Draft a clean-up');
	await expect(page.getByRole('link', { name: 'Review (1)' })).toBeVisible();
	await page.goto('/memory');
	await expect(page.getByText('Over its budget')).toBeVisible();
});
