import { command, composer, say, useServer, writeMemory } from '../steps.ts';
import { expect, test } from '../with-server.ts';
import { pressButton, status, today } from './memory-pages.ts';

/** What of memory is in a request: what was moved and remembered, and what the scope of a file keeps out. */

test(
	'what is moved to MEMORY.md by hand and what /remember writes is in its block of the next request',
	{ tag: '@slow' },
	async ({ page, server }) => {
		await useServer(page, server);
		const blocks = () => {
			const { system } = server.messages().at(-1)!.body as {
				readonly system: readonly { readonly text: string }[];
			};
			const of = (path: string) => system.filter(({ text }) => text.includes(`"${path}"`));
			return { curated: of('MEMORY.md'), note: of(note) };
		};
		const note = `memory/${await today(page)}.md`;
		await writeMemory(page, 'MEMORY.md', '- Bakes bread\n');
		await writeMemory(page, note, '- Likes tea\n- Lives in Porto\n');
		await page.goto('/');
		await say(page, 'Good morning');
		expect(blocks().note).toMatchObject([{ text: expect.stringContaining('- Lives in Porto') }]);
		await page.goto(`/memory/${note}`);
		await page.getByRole('checkbox', { name: 'Choose: Lives in Porto' }).check();
		await pressButton(page, 'Move to MEMORY.md');
		await expect(status(page, 'Moved 1 line to MEMORY.md.')).toBeVisible();
		await page.goto('/');
		await command(page, '/remember I keep bees behind the house');
		await expect(status(page, 'Added to memory.')).toBeVisible();
		expect(server.messages()).toHaveLength(1);
		await say(page, 'And now?');
		const { curated, note: left } = blocks();
		expect(curated).toHaveLength(1);
		for (const line of ['Bakes bread', 'Lives in Porto', 'I keep bees behind the house'])
			expect(curated[0]?.text).toContain(`- ${line}`);
		expect(left[0]?.text).toContain('- Likes tea');
		expect(left[0]?.text).not.toContain('Lives in Porto');
		expect(server.refusals).toEqual([]);
	}
);

test(
	'the scope of a file keeps it from the endpoint, and the inspector says why',
	{ tag: '@slow' },
	async ({ page, server }) => {
		await useServer(page, server);
		const sent = () => JSON.stringify(server.requests.map(({ bodyText }) => bodyText));
		await writeMemory(page, 'MEMORY.md', '- The canary is called ZEBRA-7731\n');
		await page.goto('/');
		await say(page, 'Before');
		expect(sent()).toContain('ZEBRA-7731');

		await page.goto('/memory/MEMORY.md');
		await expect(page.getByText('never sent, even if the assistant asks for it.')).toBeVisible();
		await page.getByLabel('May be sent to').selectOption('never');
		await expect(status(page, 'May be sent to: Nowhere.')).toBeVisible();
		await expect(page.getByText('never sent.')).toHaveCount(1);
		const note = `memory/${await today(page)}.md`;
		await writeMemory(page, note, '- Ana visits\n');
		server.reset();
		await page.goto('/');
		await page.getByRole('button', { name: 'New chat', exact: true }).click();
		await say(page, 'And now?');
		expect(sent()).toContain('Ana visits');
		expect(sent()).not.toContain('ZEBRA-7731');
		await page.getByRole('button', { name: /^Context/ }).click();
		const inspector = page.getByRole('region', { name: 'Prompt inspector' });
		const part = (source: string) =>
			inspector.getByRole('listitem').filter({ has: page.getByText(source, { exact: true }) });
		await expect(part('MEMORY.md')).toContainText('Not sent: this file may go to no endpoint.');
		await expect(part(note)).not.toContainText('Not sent');

		// A guest never has it, whatever its model calls, and is told so.
		await page.goto('/memory/MEMORY.md');
		await page.getByLabel('May be sent to').selectOption('everywhere');
		await expect(status(page, 'May be sent to: Every endpoint.')).toBeVisible();
		await page.goto('/');
		await page.getByRole('button', { name: 'New chat options' }).click();
		await page.getByRole('menuitem', { name: 'New guest chat' }).click();
		await expect(page.getByText(`These daily notes are sent: ${note}.`)).toBeVisible();
		server.reset();
		await say(
			page,
			'Look [[tool:read_memory {"path":"MEMORY.md"}]] [[tool:recall {"query":"canary"}]]'
		);
		expect(server.messages()).toHaveLength(2);
		expect(sent()).toContain('is not available in a guest session');
		expect(sent()).toContain('Ana visits');
		expect(sent()).not.toContain('ZEBRA-7731');
		if (!(await inspector.isVisible()))
			await page.getByRole('button', { name: /^Context/ }).click();
		await expect(part('MEMORY.md')).toContainText('Not sent: this is a guest session.');

		// For endpoints nearby: the one on this device gets it, a far one does not. Notes only for guests stay out as well.
		await page.goto('/settings');
		await page.getByLabel('Daily notes go to').selectOption('guest');
		await expect(status(page, 'Saved')).toBeVisible();
		await page.goto('/memory/MEMORY.md');
		await page.getByLabel('May be sent to').selectOption('local');
		await expect(status(page, /^May be sent to: Endpoints on this device/)).toBeVisible();
		server.reset();
		await page.goto('/');
		await page.getByRole('button', { name: 'New chat', exact: true }).click();
		await say(page, 'And here?');
		expect(sent()).toContain('ZEBRA-7731');
		expect(sent()).not.toContain('Ana visits');
		if (!(await inspector.isVisible()))
			await page.getByRole('button', { name: /^Context/ }).click();
		await expect(part(note)).toContainText(
			'Not sent: daily notes are not for this kind of session'
		);
		await expect(part('MEMORY.md')).not.toContainText('Not sent');
		expect(server.refusals).toEqual([]);
		await page.goto('/settings');
		await page.getByLabel('API endpoint').fill('https://far.example');
		await page.getByLabel('API endpoint').blur();
		await expect(status(page, 'Saved')).toBeVisible();
		await page.goto('/');
		await page.getByRole('button', { name: 'New chat', exact: true }).click();
		await composer(page).fill('Hello');
		if (!(await inspector.isVisible()))
			await page.getByRole('button', { name: /^Context/ }).click();
		await expect(part('MEMORY.md')).toContainText(
			'Not sent: this file is only for endpoints on this device or network.'
		);
	}
);
