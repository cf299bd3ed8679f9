import type { Locator, Page } from '@playwright/test';
import { asksForSummary } from '../../support/anthropic/answers/script.ts';
import type { MessagesBody } from '../../support/anthropic/wire.ts';
import {
	command,
	composer,
	inspector,
	posted,
	replies,
	say,
	transcript,
	useServer,
	writeMemory
} from '../steps.ts';
import { expect, test } from '../with-server.ts';

/** What the model saw, what is pinned, and what is changed in the inspector, against what really arrived. */

test.afterEach(({ server }) => expect(server.refusals).toEqual([]));

const segment = (page: Page, source: string): Locator =>
	inspector(page)
		.getByRole('listitem')
		.filter({ has: page.getByText(source, { exact: true }) });

async function openSeen(page: Page, at: number): Promise<Locator> {
	const reply = replies(page).nth(at);
	await reply.getByRole('button', { name: 'More actions' }).click();
	await reply.getByRole('button', { name: 'What the model saw', exact: true }).click();
	const dialog = page.getByRole('dialog', { name: 'What the model saw' });
	await expect(dialog.getByRole('list', { name: 'Parts' })).toBeVisible();
	return dialog;
}

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
	const { system } = server.messages().at(-1)?.body as { system: readonly { text: string }[] };
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

/** Six turns, enough that a summary is clearly smaller than what it stands for. */
async function talk(page: Page): Promise<void> {
	for (let turn = 1; turn < 7; turn++)
		await say(page, `Item ${String(turn)}: ${'the ferry to Naxos costs 23 EUR. '.repeat(30)}`);
}

/** Cards of earlier rounds may stand in the page as well. */
async function compact(page: Page, round = 1): Promise<void> {
	await command(page, '/compact');
	await page.getByRole('button', { name: 'Use summary', exact: true }).click();
	await expect(
		transcript(page).getByRole('article', {
			name: new RegExp(`^Summary of earlier messages, round ${String(round)}\\b`)
		})
	).toHaveCount(1);
}

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
	'what is off the record, a message or a whole session, is no part of what is read for memories, and no line is made of it',
	{ tag: '@slow' },
	async ({ page, server }) => {
		const isAside = (body: MessagesBody) => !body.tools?.length;
		const aside = () =>
			server
				.messages()
				.map(({ body }) => body as MessagesBody)
				.filter(isAside);
		const proposals = page.getByRole('list', { name: 'To review' }).getByRole('listitem');
		await useServer(page, server);
		await page.goto('/');
		await say(page, 'I open the safe with Zebra 4471.');
		const asked = transcript(page).getByRole('article', { name: /^You/ }).first();
		await asked.getByRole('button', { name: 'More actions' }).click();
		await asked.getByRole('button', { name: 'Off the record', exact: true }).click();
		await expect(
			asked.getByRole('button', { name: 'Off the record', exact: true })
		).toHaveAttribute('aria-pressed', 'true');
		await talk(page);

		// The model tells all it has heard, and names a turn that is on the record.
		const memories =
			'<memories>\n- Opens the safe with Zebra 4471 [turn 2]\n- The ferry to Naxos costs 23 EUR [turn 2]\n</memories>';
		server.when(isAside, (body, { byDefault }) =>
			asksForSummary(body) && !JSON.stringify(body).includes('<memories>')
				? byDefault()
				: { ...byDefault(), text: `${byDefault().text ?? ''}\n${memories}` }
		);
		await compact(page);
		// A summary carries the conversation on, so it reads the message, with a word not to remember it.
		const read = JSON.stringify(aside());
		expect(read).toContain('Zebra 4471');
		expect(read).toContain('off the record, never to be put into memories');
		await page.goto('/review');
		await expect(proposals.filter({ hasText: 'ferry to Naxos costs' })).toHaveCount(1);
		await expect(proposals.filter({ hasText: '4471' })).toHaveCount(0);

		// The reading before a reset has no such reason: the message is not in it.
		await page.goto('/');
		await page.getByRole('button', { name: 'New chat', exact: true }).click();
		await say(page, 'I keep the spare key with Otter 9120.');
		await asked.getByRole('button', { name: 'More actions' }).click();
		await asked.getByRole('button', { name: 'Off the record', exact: true }).click();
		await say(page, 'I keep bees behind the house.');
		server.reset();
		await command(page, '/reset');
		await expect(page.getByRole('status').filter({ hasText: 'archived' })).toBeVisible();
		await expect.poll(() => JSON.stringify(aside())).toContain('I keep bees behind the house.');
		expect(JSON.stringify(server.messages().map(({ body }) => body))).not.toContain('9120');

		// A session off the record is not read at all, and its tools write nothing.
		server.reset();
		await page.getByRole('button', { name: 'New chat options' }).click();
		await page.getByRole('menuitem', { name: 'New off-the-record chat' }).click();
		await say(
			page,
			'My locker is Heron 5512. [[tool:save_memory {"text":"The locker is Heron 5512"}]]'
		);
		await command(page, '/reset');
		await expect(page.getByRole('status').filter({ hasText: 'archived' })).toBeVisible();
		expect(aside()).toEqual([]);
		await page.goto('/review');
		await expect(page.getByRole('main')).not.toContainText(/4471|9120|5512/);
		await page.goto('/');
		await page.getByRole('button', { name: 'New chat', exact: true }).click();
		server.reset();
		server.queue({
			text: 'Let me look.',
			toolCalls: [{ name: 'recall', input: { query: 'locker spare key safe bees ferry' } }]
		});
		await say(page, 'What do you know of my locker?');
		const all = JSON.stringify(server.messages().map(({ body }) => body));
		expect(all).toContain('I keep bees behind the house.');
		expect(all).not.toMatch(/4471|9120|5512/);
	}
);

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
		await asked.getByRole('button', { name: 'More actions' }).click();
		await asked.getByRole('button', { name: 'Delete turn' }).click();
		await page.getByRole('status').getByRole('button', { name: 'Forget now' }).click();
		const dialog = page.getByRole('dialog', { name: 'Forget this message?' });
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
		await asked.getByRole('button', { name: 'More actions' }).click();
		await asked.getByRole('button', { name: 'Delete turn' }).click();
		await page.getByRole('status').getByRole('button', { name: 'Forget now' }).click();
		const dialog = page.getByRole('dialog', { name: 'Forget this message?' });
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
		await page
			.getByRole('navigation', { name: 'Sessions' })
			.getByRole('button', { name: 'Session actions' })
			.first()
			.click();
		await page.getByRole('menuitem', { name: 'Delete session' }).click();
		await expect(page.getByRole('status').filter({ hasText: 'Deleted' })).toBeVisible();
		await page.goto('/settings#data');
		const list = page.getByRole('list', { name: 'Recently deleted' });
		await list.getByRole('button', { name: 'Bring back' }).click();
		await expect(list).toHaveCount(0);
		await page.goto('/');
		await expect(transcript(page)).toContainText(canary);
		await page
			.getByRole('navigation', { name: 'Sessions' })
			.getByRole('button', { name: 'Session actions' })
			.first()
			.click();
		await page.getByRole('menuitem', { name: 'Delete session' }).click();
		await expect(page.getByRole('status').filter({ hasText: 'Deleted' })).toBeVisible();
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
		await asked.getByRole('button', { name: 'More actions' }).click();
		await asked.getByRole('button', { name: 'Delete turn' }).click();
		await page.getByRole('status').getByRole('button', { name: 'Forget now' }).click();
		const dialog = page.getByRole('dialog', { name: 'Forget this message?' });
		await expect(dialog).toContainText('The same words also stand in 1 other message.');
		await expect(dialog.getByRole('link', { name: 'Message 1' })).toHaveAttribute(
			'href',
			/^\/chat\/[^#]+#./
		);
		await expect(dialog).toContainText('Files you exported before');
		await dialog.getByRole('button', { name: 'Forget', exact: true }).click();
		await expect(
			page.getByText(/^Forgotten, but these archives are damaged and could not be written anew: \S/)
		).toBeVisible();
		await expect(transcript(page).getByRole('article', { name: 'You' })).toHaveCount(1);
		await expect(transcript(page)).toContainText(`Once more: My secret word is ${canary}.`);
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
