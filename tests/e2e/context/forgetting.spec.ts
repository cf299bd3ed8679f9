import type { Locator, Page } from '@playwright/test';
import { asksForSummary } from '../../support/anthropic/answers/script.ts';
import { command, composer, posted, say, transcript, useServer, writeMemory } from '../steps.ts';
import { expect, test } from '../with-server.ts';
import { compact, talk } from './ferries.ts';

/** What is forgotten is in no place of this browser, and in no request. */

test.afterEach(({ server }) => expect(server.refusals).toEqual([]));

async function deleteFirstSession(page: Page): Promise<void> {
	await page
		.getByRole('navigation', { name: 'Sessions' })
		.getByRole('button', { name: 'Session actions' })
		.first()
		.click();
	await page.getByRole('menuitem', { name: 'Delete session' }).click();
	await expect(page.getByRole('status').filter({ hasText: 'Deleted' })).toBeVisible();
}

/** Deletes what was asked there and would have it forgotten: gives the question that comes first. */
async function askToForget(page: Page, asked: Locator): Promise<Locator> {
	await asked.getByRole('button', { name: 'More actions' }).click();
	await asked.getByRole('button', { name: 'Delete turn' }).click();
	await page.getByRole('status').getByRole('button', { name: 'Forget now' }).click();
	return page.getByRole('dialog', { name: 'Forget this message?' });
}

test.describe('forgetting', { tag: '@slow' }, () => {
	const canary = 'xyloquartz';

	/** Names of the places in this browser that hold a word: every table of every database, files, caches, storage. */
	const placesWith = (page: Page, word: string) =>
		page.evaluate(async (text) => {
			const found: string[] = [];
			const seen = (value: unknown): boolean => {
				if (typeof value === 'string') return value.toLowerCase().includes(text);
				if (value instanceof Uint8Array) return seen(new TextDecoder('latin1').decode(value));
				if (typeof value !== 'object' || value === null) return false;
				return Object.entries(value).some(([key, inner]) => seen(key) || seen(inner));
			};
			for (const { name } of await indexedDB.databases()) {
				const db = await new Promise<IDBDatabase>((resolve, reject) => {
					const opening = indexedDB.open(name ?? '');
					opening.onsuccess = () => resolve(opening.result);
					opening.onerror = () => reject(new Error('cannot open'));
				});
				for (const table of db.objectStoreNames) {
					const rows = await new Promise<unknown[]>((resolve, reject) => {
						const reading = db.transaction(table).objectStore(table).getAll();
						reading.onsuccess = () => resolve(reading.result as unknown[]);
						reading.onerror = () => reject(new Error('cannot read'));
					});
					if (seen(rows)) found.push(`${name ?? ''}.${table}`);
				}
				db.close();
			}
			const look = async (folder: FileSystemDirectoryHandle): Promise<void> => {
				for await (const [name, handle] of folder.entries()) {
					if (handle.kind === 'directory') await look(handle);
					else {
						// One that went while it was looked at may have gone elsewhere: whoever asks looks again.
						const read = handle.getFile().then((file) => file.arrayBuffer());
						const held = await read.catch(() => null);
						if (!held) found.push(`file ${name}, gone meanwhile`);
						let bytes = new Uint8Array(held ?? []);
						if (bytes[0] === 0x1f && bytes[1] === 0x8b) {
							const stream = new Blob([bytes])
								.stream()
								.pipeThrough(new DecompressionStream('gzip'));
							// One that is being written has no end yet: whoever asks looks again.
							const whole = await new Response(stream).arrayBuffer().catch(() => null);
							if (!whole) found.push(`file ${name}, not whole`);
							else bytes = new Uint8Array(whole);
						}
						if (seen(bytes)) found.push(`file ${name}`);
					}
				}
			};
			await look(await navigator.storage.getDirectory());
			for (const name of await caches.keys())
				for (const request of await (await caches.open(name)).keys())
					if (seen(await (await (await caches.open(name)).match(request))?.text()))
						found.push(`cache ${request.url}`);
			for (const storage of [localStorage, sessionStorage])
				if (seen(Object.entries(storage))) found.push('storage');
			return found.sort();
		}, word);

	/** Cut every archive in two, past the app; gives how many there are. */
	const damageArchives = (page: Page) =>
		page.evaluate(async () => {
			const db = await new Promise<IDBDatabase>((resolve, reject) => {
				const opening = indexedDB.open('keepsake');
				opening.onsuccess = () => resolve(opening.result);
				opening.onerror = () => reject(new Error('cannot open'));
			});
			const writing = db.transaction('archiveBytes', 'readwrite');
			const table = writing.objectStore('archiveBytes');
			let count = 0;
			const reading = table.getAll();
			reading.onsuccess = () => {
				for (const row of reading.result as { bytes: Uint8Array }[]) {
					table.put({ ...row, bytes: row.bytes.slice(0, row.bytes.length / 2) });
					count++;
				}
			};
			await new Promise((resolve) => (writing.oncomplete = resolve));
			db.close();
			return count;
		});

	test('a deleted message is forgotten on request: its word is in no database, file or cache', async ({
		page,
		server
	}) => {
		await useServer(page, server);
		await page.goto('/');
		await say(page, `My secret word is ${canary}.`);
		await say(page, 'What is two and two?');
		await page.goto(`/search?q=${canary}`);
		await expect(page.getByRole('list', { name: 'Results' }).getByRole('link')).not.toHaveCount(0);
		expect(await placesWith(page, canary)).toContain('keepsake.turns');

		await page.goto('/');
		const asked = transcript(page).getByRole('article', { name: 'You' }).first();
		const dialog = await askToForget(page, asked);
		await expect(dialog).toContainText('127.0.0.1');
		await dialog.getByRole('button', { name: 'Forget', exact: true }).click();
		await expect(page.getByRole('status').filter({ hasText: 'Forgotten.' })).toBeVisible();

		await expect.poll(() => placesWith(page, canary)).toEqual([]);
		await expect(transcript(page)).toContainText('two and two');
		await composer(page).fill('Go on.');
		await composer(page).press('Enter');
		await expect.poll(() => server.messages().length).toBe(3);
		expect(posted(server)).not.toContain(canary);
	});

	test('what was learnt from it goes as it is ticked: one line goes, one stays, and the summary reads as it was put', async ({
		page,
		server
	}) => {
		await useServer(page, server);
		await page.goto('/');
		server.queue({
			text: 'Noted.',
			toolCalls: [
				{ name: 'save_memory', input: { text: `The secret word is ${canary}` } },
				{ name: 'save_memory', input: { text: 'Likes secret words' } }
			]
		});
		await say(page, `I like secret words, and my secret word is ${canary}.`);
		await page.getByRole('link', { name: 'Review (2)' }).click();
		await page.getByRole('button', { name: 'Accept all' }).click();
		await expect(page.getByRole('link', { name: 'Review', exact: true })).toBeVisible();
		await page.goBack();
		await talk(page);
		server.when(asksForSummary, () => ({
			text: `<summary>\n## Original Task\nPlan a trip to Naxos.\n\n## Requests\n- open: choose a ferry\n\n## Completed Work\nThe price of the ferry was named.\n\n## Key Technical Decisions\n- The secret word is ${canary}.\n\n## Current State\nComparing ferries to Naxos for 23 EUR.\n\n## Pending Work\n- [ ] choose a ferry\n</summary>`
		}));
		await compact(page);
		const card = transcript(page).getByRole('article', { name: /^Summary of earlier messages/ });
		await expect(card).toContainText(canary);

		// The line leads to the message it came from, however far up that stands.
		await page.getByRole('link', { name: 'Memory', exact: true }).click();
		await page
			.getByRole('main')
			.getByRole('link', { name: /^memory\// })
			.first()
			.click();
		await page
			.getByRole('link', { name: /^Source: / })
			.first()
			.click();
		const asked = page.locator('.turn.highlighted').getByRole('article', { name: 'You' });
		await expect(asked).toContainText(canary);
		const dialog = await askToForget(page, asked);
		const lines = dialog.getByRole('group', { name: 'Learnt from it, in memory' });
		await expect(lines.getByRole('checkbox')).toHaveCount(2);
		for (const box of await lines.getByRole('checkbox').all()) await expect(box).toBeChecked();
		await lines.getByRole('checkbox', { name: /Likes secret words/ }).uncheck();
		const text = dialog.getByRole('textbox', { name: 'Summary text without it' });
		await expect(dialog.getByRole('radio', { name: 'Use this text instead' })).toBeChecked();
		expect(await text.inputValue()).not.toContain(canary);
		await text.fill(`${await text.inputValue()}\nPUT-BY-HAND`);
		await dialog.getByRole('button', { name: 'Forget', exact: true }).click();
		await expect(page.getByRole('status').filter({ hasText: 'Forgotten.' })).toBeVisible();

		await expect.poll(() => placesWith(page, canary)).toEqual([]);
		await expect(card).toContainText('PUT-BY-HAND');
		await say(page, 'Go on.');
		expect(posted(server)).toContain('PUT-BY-HAND');
		expect(posted(server)).toContain('Likes secret words');
		expect(posted(server)).not.toContain(canary);
		await page.getByRole('link', { name: 'Memory', exact: true }).click();
		await page
			.getByRole('main')
			.getByRole('link', { name: /^memory\// })
			.first()
			.click();
		await expect(page.getByRole('textbox', { name: 'Memory file', exact: true })).toHaveValue(
			/^(?!.*secret word is)[^]*- Likes secret words/
		);
	});

	test('what was deleted waits under Data, can be brought back, or forgotten at once', async ({
		page,
		server
	}) => {
		await useServer(page, server);
		await page.goto('/');
		server.queue({
			text: 'Noted.',
			toolCalls: [{ name: 'save_memory', input: { text: `Collects ${canary}` } }]
		});
		await say(page, `I collect ${canary}.`);
		await page.getByRole('link', { name: 'Review (1)' }).click();
		await page.getByRole('button', { name: 'Accept', exact: true }).click();
		await expect(page.getByRole('link', { name: 'Review', exact: true })).toBeVisible();
		await page.goto('/');
		await deleteFirstSession(page);
		await page.goto('/settings#data');
		const list = page.getByRole('list', { name: 'Recently deleted' });
		await list.getByRole('button', { name: 'Bring back' }).click();
		await expect(list).toHaveCount(0);
		await page.goto('/');
		await expect(transcript(page)).toContainText(canary);
		await deleteFirstSession(page);
		await page.goto('/settings#data');
		await list.getByRole('button', { name: 'Forget now' }).click();
		// What was learnt from a conversation is offered with it.
		const learnt = page
			.getByRole('dialog', { name: 'Forget this session?' })
			.getByRole('group', { name: 'Learnt from it, in memory' });
		await expect(learnt.getByRole('checkbox')).toHaveCount(1);
		await expect(
			learnt.getByRole('checkbox', { name: new RegExp(`Collects ${canary}`) })
		).toBeChecked();
		await page.getByRole('dialog').getByRole('button', { name: 'Forget', exact: true }).click();
		await expect(page.getByRole('status').filter({ hasText: 'Forgotten.' })).toBeVisible();
		await expect.poll(() => placesWith(page, canary)).toEqual([]);
	});

	test('the dialog names what stays in other messages, and afterwards the archive that could not be reached', async ({
		page,
		server
	}) => {
		await useServer(page, server);
		for (const text of ['Hello.', 'Aha.', 'Yes.']) server.queue({ text });
		await page.goto('/');
		await say(page, 'Good evening, this one is put away.');
		await command(page, '/reset');
		await expect(page.getByRole('status').filter({ hasText: 'archived' })).toBeVisible();
		expect(await damageArchives(page)).toBe(1);
		await say(page, `My secret word is ${canary}.`);
		await say(page, `Once more: My secret word is ${canary}.`);

		const asked = transcript(page).getByRole('article', { name: 'You' }).first();
		const dialog = await askToForget(page, asked);
		const other = `Once more: My secret word is ${canary}.`;
		await expect(dialog.getByRole('checkbox', { name: other })).not.toBeChecked();
		await expect(dialog.getByRole('link', { name: /, in “New chat”$/ })).toHaveAttribute(
			'href',
			/^\/chat\/[^#]+#./
		);
		await expect(dialog).toContainText('Files you exported before');
		await dialog.getByRole('button', { name: 'Forget', exact: true }).click();
		await expect(
			page.getByText(/^Forgotten, but these archives are damaged and could not be rewritten: \S/)
		).toBeVisible();
		await expect(transcript(page).getByRole('article', { name: 'You' })).toHaveCount(1);
		await expect(transcript(page)).toContainText(other);
	});

	test('another message that says the same is deleted in the same step where it is ticked, and can be brought back', async ({
		page,
		server
	}) => {
		await useServer(page, server);
		await page.goto('/');
		await say(page, `My secret word is ${canary}.`);
		await say(page, `Once more: My secret word is ${canary}.`);
		await say(page, 'What is two and two?');
		const asked = transcript(page).getByRole('article', { name: 'You' });
		await asked.first().getByRole('button', { name: 'More actions' }).click();
		await asked.first().getByRole('button', { name: 'Delete turn' }).click();
		await page.getByRole('status').getByRole('button', { name: 'Forget now' }).click();
		const dialog = page.getByRole('dialog', { name: 'Forget this message?' });
		await dialog.getByRole('checkbox', { name: /^Once more/ }).check();
		await dialog.getByRole('button', { name: 'Forget', exact: true }).click();
		const done = page
			.getByRole('status')
			.filter({ hasText: 'Forgotten. The message you ticked is deleted.' });
		await expect(done).toBeVisible();
		await expect(asked).toHaveCount(1);
		await done.getByRole('button', { name: 'Bring back' }).click();
		await expect(asked).toHaveCount(2);
		await expect(transcript(page)).toContainText('Once more');
	});

	test('a line that is forgotten from its page is in no database, file or cache, and in no request', async ({
		page,
		server
	}) => {
		await useServer(page, server);
		await writeMemory(page, 'MEMORY.md', `- Keeps ${canary} in the shed\n- Likes tea\n`);
		await page.goto('/');
		await say(page, 'Good morning');
		expect(posted(server)).toContain(canary);
		expect(await placesWith(page, canary)).toContain('keepsake.memoryFiles');
		await page.goto('/memory/MEMORY.md');
		await page
			.getByRole('button', { name: `Forget “Keeps ${canary} in the shed”`, exact: true })
			.click();
		const dialog = page.getByRole('dialog', { name: 'Forget this line?' });
		await dialog.getByRole('button', { name: 'Forget', exact: true }).click();
		await expect(page.getByRole('status').filter({ hasText: 'Forgotten.' })).toBeVisible();
		await expect.poll(() => placesWith(page, canary)).toEqual([]);
		await expect(page.getByRole('textbox', { name: 'Memory file', exact: true })).toHaveValue(
			'- Likes tea\n'
		);
		await page.goto('/');
		await say(page, 'And now?');
		expect(posted(server)).toContain('Likes tea');
		expect(posted(server)).not.toContain(canary);
	});
});
