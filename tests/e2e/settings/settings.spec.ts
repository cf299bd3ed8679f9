import { readFile } from 'node:fs/promises';
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { aModel } from '../../support/anthropic/models.ts';
import type { AnthropicServer } from '../../support/anthropic/server.ts';
import {
	command,
	composer,
	downloadBy,
	replies,
	say,
	settles,
	storedTables,
	transcript,
	useServer
} from '../steps.ts';
import { expect, oneModel, test } from '../with-server.ts';

/** Settings: one page whose fields save themselves. */

test.use({ anthropic: {} });

const saved = (page: Page) => page.getByRole('status').filter({ hasText: /^Saved$/ });
const field = (page: Page, name: string) => page.getByLabel(name, { exact: true });

async function setKey(page: Page, server: AnthropicServer): Promise<void> {
	await field(page, 'API endpoint').fill(server.url);
	await field(page, 'API key').fill(server.key);
	await expect(page.getByText('Key set')).toBeVisible();
}

test('after a key was refused an empty chat says so and leads to the key, after a reload too, until one is accepted @slow', async ({
	page,
	server
}) => {
	await page.goto('/settings');
	await field(page, 'API endpoint').fill(server.url);
	await field(page, 'API key').fill('sk-ant-mistyped');
	await field(page, 'API key').blur();
	await expect(page.getByRole('status').filter({ hasText: 'key' })).toContainText(
		/not accept|refus/
	);
	const wrong = page.getByText('The endpoint does not accept the key that is set.');
	await page.goto('/');
	await expect(wrong).toBeVisible();
	await expect(page.getByRole('link', { name: 'Add a key' })).toHaveCount(0);
	await page.reload();
	await expect(wrong).toBeVisible();
	await page.getByRole('link', { name: 'Check the key' }).click();
	await expect(page).toHaveURL(/\/settings#key$/);
	await setKey(page, server);
	await field(page, 'API key').blur();
	await expect(page.getByRole('status').filter({ hasText: / answers/ })).toBeVisible();
	await page.goto('/');
	await expect(transcript(page).getByText('What shall we think about?')).toBeVisible();
	await expect(wrong).toHaveCount(0);
	await expect(page.getByRole('link', { name: /key/ })).toHaveCount(0);
	// What a conversation is told of the key holds for the next one.
	server.fault('unauthorized');
	await say(page, 'Are you there?');
	const newChat = page.getByRole('button', { name: 'New chat', exact: true });
	await newChat.click();
	await expect(wrong).toBeVisible();
	// And what it was told before says nothing of what the endpoint has said since.
	await page.getByRole('link', { name: 'Check the key' }).click();
	await page.getByRole('button', { name: 'Test connection' }).click();
	await expect(page.getByRole('status').filter({ hasText: / answers/ })).toBeVisible();
	await page.getByRole('link', { name: 'Are you there?' }).click();
	await expect(transcript(page).getByText('Are you there?')).toBeVisible();
	await newChat.click();
	await expect(transcript(page).getByText('What shall we think about?')).toBeVisible();
	await expect(wrong).toHaveCount(0);
	// Nor is it called refused any more when an answer has come.
	server.fault('unauthorized');
	await say(page, 'And now?');
	await newChat.click();
	await expect(wrong).toBeVisible();
	await page.getByRole('link', { name: 'And now?' }).click();
	await replies(page).last().getByRole('button', { name: 'Retry' }).click();
	await expect(replies(page).last()).toContainText('You said');
	await newChat.click();
	await expect(wrong).toHaveCount(0);
});

for (const width of [1280, 390])
	test(`the address of a section leads there when it is opened anew, at ${String(width)} pixels @slow`, async ({
		page
	}) => {
		await page.setViewportSize({ width, height: 800 });
		for (const id of ['activity', 'data', 'privacy']) {
			await page.goto('about:blank');
			await page.goto(`/settings#${id}`);
			const heading = page.locator(`#${id}`);
			await expect(heading).toBeFocused();
			// Lists that stand above and below it are read meanwhile.
			await settles(() => page.locator('.sections').evaluate((box) => box.clientHeight), 500);
			await expect(heading).toBeFocused();
			const atEnd = () =>
				page.evaluate(() => {
					const box = document.querySelector('.content');
					return box ? box.scrollHeight - box.scrollTop - box.clientHeight < 2 : false;
				});
			const top = (await heading.boundingBox())?.y ?? -1;
			expect(top).toBeGreaterThan(0);
			expect(top < 200 || (await atEnd())).toBe(true);
		}
	});

test(
	'of a model that cannot be without thinking, the setting for it says so',
	{ tag: '@slow' },
	async ({ page, server }) => {
		await useServer(page, server);
		const always = page.getByText('cannot be without thinking');
		await expect(always).toHaveCount(0);
		await field(page, 'Model').fill('claude-opus-5-5');
		await field(page, 'Model').blur();
		await expect(always).toHaveText(/^Claude Opus 5\.5/);
	}
);

test(
	'everything that can be set stands on one page under its heading',
	{ tag: '@slow' },
	async ({ page }) => {
		await page.goto('/settings');
		await expect(page.getByRole('heading', { level: 1 })).toHaveText('Settings');
		for (const name of ['Provider', 'Key', 'Policy', 'Privacy', 'Data', 'Activity'])
			await expect(page.getByRole('heading', { level: 2, name, exact: true })).toBeVisible();
		for (const name of [
			'API endpoint',
			'API key',
			'Model',
			'Context window (tokens)',
			'Maximum output (tokens)',
			'Compaction preset',
			'Review summaries',
			'Review memories',
			'Reset policy',
			'Reset hour',
			'Idle minutes',
			'Backup passphrase (optional)',
			'Import file'
		])
			await expect(field(page, name)).toBeVisible();
		await expect(field(page, 'API key')).toHaveAttribute('type', 'password');
		await expect(page.getByRole('radiogroup', { name: 'Keep the key' })).toBeVisible();
		await expect(page.getByLabel('On this device, not protected')).toBeChecked();
		await expect(page.getByRole('switch', { name: 'Automatic compaction' })).toBeChecked();
		await expect(field(page, 'Reset hour')).toHaveValue('4');
		await expect(field(page, 'Idle minutes')).toHaveValue('60');
		const presets = field(page, 'Compaction preset').locator('option');
		expect(
			await presets.evaluateAll((all: HTMLOptionElement[]) => all.map((one) => one.value))
		).toEqual(['recommended', 'gsv', 'two-phase', 'rounds', 'spec-008', 'single-shot']);
	}
);

test(
	'a link to a part of the page brings it into view, and only that part scrolls',
	{ tag: '@slow' },
	async ({ page }) => {
		await page.goto('/settings#data');
		await expect(page.getByRole('heading', { name: 'Data', exact: true })).toBeInViewport();
		// Only the page scrolls: the bar above it and the sidebar beside it stay where they are.
		expect(await page.evaluate(() => document.scrollingElement?.scrollTop)).toBe(0);
		await expect(page.getByRole('link', { name: 'Keepsake', exact: true })).toBeInViewport();
	}
);

test('fields save themselves and hold after a reload', async ({ page }) => {
	await page.goto('/settings');
	await field(page, 'Review summaries').selectOption('auto');
	await expect(saved(page)).toBeVisible();
	await field(page, 'Compaction preset').selectOption('rounds');
	await page.getByRole('switch', { name: 'Automatic compaction' }).click();
	await field(page, 'Reset hour').fill('7');
	await field(page, 'Model').pressSequentially('my-model');
	await expect(saved(page)).toHaveCount(0);
	await expect(saved(page)).toBeVisible();
	await page.reload();
	await expect(field(page, 'Review summaries')).toHaveValue('auto');
	await expect(field(page, 'Compaction preset')).toHaveValue('rounds');
	await expect(page.getByRole('switch', { name: 'Automatic compaction' })).not.toBeChecked();
	await expect(field(page, 'Reset hour')).toHaveValue('7');
	await expect(field(page, 'Model')).toHaveValue('my-model');
});

test(
	'a value that makes no sense is refused in words and not stored',
	{ tag: '@slow' },
	async ({ page }) => {
		await page.goto('/settings');
		await field(page, 'Reset hour').fill('25');
		await field(page, 'Reset hour').blur();
		await expect(page.getByText('Enter a number from 0 to 23.')).toBeVisible();
		await field(page, 'API endpoint').fill('ftp://example.org');
		await field(page, 'API endpoint').blur();
		await expect(page.getByText('This is not an address of a server.')).toBeVisible();
		await page.reload();
		await expect(field(page, 'Reset hour')).toHaveValue('4');
		await expect(field(page, 'API endpoint')).toHaveValue('https://api.anthropic.com');
	}
);

test(
	'limits are looked up, kept per model, and what the user wrote stays',
	{ tag: '@slow' },
	async ({ page, startServer }) => {
		const server = await startServer({
			models: [aModel({ id: 'one', window: 12_000, maxOutput: 900 }), aModel({ id: 'two' })]
		});
		await page.goto('/settings');
		await setKey(page, server);
		await field(page, 'Model').fill('one');
		await expect(field(page, 'Context window (tokens)')).toHaveValue('12000');
		await expect(field(page, 'Maximum output (tokens)')).toHaveValue('900');
		await field(page, 'Context window (tokens)').fill('6000');
		await expect(saved(page)).toBeVisible();
		await page.getByRole('button', { name: 'Test connection' }).click();
		await expect(
			page.getByRole('status').filter({ hasText: 'accepts the key. It lists 2 models' })
		).toBeVisible();
		await expect(field(page, 'Context window (tokens)')).toHaveValue('6000');
		await field(page, 'Model').fill('never-heard-of');
		await expect(field(page, 'Context window (tokens)')).toHaveValue('');
		await expect(field(page, 'Context window (tokens)')).toHaveAttribute('placeholder', 'unknown');
		await field(page, 'Model').fill('one');
		await expect(field(page, 'Context window (tokens)')).toHaveValue('6000');
	}
);

test(
	'a price is unknown until it is typed, and then kept with the model',
	{ tag: '@slow' },
	async ({ page }) => {
		await page.goto('/settings');
		await field(page, 'Model').fill('mine');
		await field(page, 'Input price').fill('3');
		await field(page, 'Output price').fill('15.5');
		// What counts in its place stands in the field, and is not kept as if it had been typed.
		await expect(field(page, 'Cache read price')).toHaveAttribute('placeholder', '3');
		await expect(field(page, 'Cache read price')).toHaveValue('');
		await field(page, 'Cache read price').fill('0.3');
		await expect(saved(page)).toBeVisible();
		await page.reload();
		await expect(field(page, 'Output price')).toHaveValue('15.5');
		await expect(field(page, 'Cache read price')).toHaveValue('0.3');
		await expect(field(page, 'Cache write price')).toHaveValue('');
		await expect(field(page, 'Cache write price')).toHaveAttribute('placeholder', '3');
		await expect(field(page, 'Cache write price for an hour')).toHaveAttribute(
			'placeholder',
			'unknown'
		);
	}
);

test('the key leaves the field as it is handed on, stays on the device, and belongs to one endpoint', async ({
	page,
	server
}) => {
	await page.goto('/settings');
	await expect(page.getByText('No key')).toBeVisible();
	await setKey(page, server);
	await expect(field(page, 'API key')).toHaveValue('');
	await server.waitFor((request) => request.path === '/v1/models');
	await page.reload();
	await expect(page.getByText('Key set')).toBeVisible();
	expect(JSON.stringify(await storedTables(page))).not.toContain(server.key);
	await field(page, 'API endpoint').fill('http://127.0.0.1:9');
	await expect(page.getByText('No key')).toBeVisible();
	expect(server.refusals).toEqual([]);
});

test(
	'a key that is typed is handed on with Enter, and forgotten at a press',
	{ tag: '@slow' },
	async ({ page, server }) => {
		await page.goto('/settings');
		await field(page, 'API endpoint').fill(server.url);
		await page.getByLabel('Until this tab closes').check();
		await field(page, 'API key').pressSequentially('sk-short');
		await expect(page.getByText('No key')).toBeVisible();
		await field(page, 'API key').press('Enter');
		await expect(page.getByText('Key set')).toBeVisible();
		await expect(
			page.getByRole('status').filter({ hasText: 'does not accept the key' })
		).toBeVisible();
		await page.getByRole('button', { name: 'Forget key' }).click();
		await expect(page.getByText('No key')).toBeVisible();
		await field(page, 'API key').fill(server.key);
		await expect(page.getByText('Key set')).toBeVisible();
		await page.reload();
		await expect(page.getByText('No key')).toBeVisible();
	}
);

test('a passphrase locks the key until it is given again', async ({ page, server }) => {
	await page.goto('/settings');
	await setKey(page, server);
	await page.getByLabel('On this device, with a passphrase').check();
	await field(page, 'Passphrase').fill('too short');
	await field(page, 'Passphrase').press('Enter');
	await expect(page.getByText('Take at least twelve characters.')).toBeVisible();
	await field(page, 'Passphrase').fill('correct horse battery');
	await expect(field(page, 'Passphrase')).toHaveValue('');
	await expect(page.getByRole('button', { name: 'Lock now' })).toBeEnabled();
	await page.getByRole('button', { name: 'Lock now' }).click();
	await expect(page.getByText('Key locked')).toBeVisible();
	await expect(field(page, 'Passphrase')).toBeFocused();
	await page.reload();
	await expect(page.getByText('Key locked')).toBeVisible();
	await field(page, 'Passphrase').fill('correct horse lottery');
	await page.getByRole('button', { name: 'Unlock' }).click();
	await expect(page.getByText('This passphrase does not open the key.')).toBeVisible();
	await field(page, 'Passphrase').fill('correct horse battery');
	await field(page, 'Passphrase').press('Enter');
	await expect(page.getByText('Key set')).toBeVisible();
	await expect(field(page, 'API key')).toBeFocused();
});

test(
	'a locked key is opened where the next message is written, and the focus goes on to it',
	{ tag: '@slow' },
	async ({ page, server }) => {
		await useServer(page, server);
		await page.goto('/settings');
		await expect(page.getByText('Key set')).toBeVisible();
		await page.getByLabel('On this device, with a passphrase').check();
		await field(page, 'Passphrase').fill('correct horse battery');
		await expect(page.getByRole('button', { name: 'Lock now' })).toBeEnabled();
		await page.goto('/');
		const line = page.getByRole('region', { name: 'Key locked' });
		await expect(line).toBeVisible();
		await expect(composer(page)).toBeFocused();
		await line.getByLabel('Passphrase').fill('correct horse lottery');
		await line.getByLabel('Passphrase').press('Enter');
		await expect(line.getByText('This passphrase does not open the key.')).toBeVisible();
		await line.getByLabel('Passphrase').fill('correct horse battery');
		await line.getByLabel('Passphrase').press('Enter');
		await expect(line).toBeHidden();
		await expect(composer(page)).toBeFocused();
		server.queue({ text: 'Here I am.' });
		await page.keyboard.type('Are you there?');
		await page.keyboard.press('Enter');
		await expect(page.getByText('Here I am.')).toBeVisible();
	}
);

test('a test of the connection says why there is none', { tag: '@slow' }, async ({ page }) => {
	await page.goto('/settings');
	await field(page, 'API endpoint').fill('http://127.0.0.1:9');
	await page.getByRole('button', { name: 'Test connection' }).click();
	await expect(
		page.getByRole('status').filter({ hasText: 'cannot reach 127.0.0.1:9' })
	).toBeVisible();
});

test(
	'the words of our own requests are shown, changed and taken back',
	{ tag: '@slow' },
	async ({ page }) => {
		await page.goto('/settings');
		const text = field(page, 'System text');
		await expect(text).toHaveValue(/^You are the assistant in Keepsake/);
		await text.fill('Answer in rhymes.');
		await expect(saved(page)).toBeVisible();
		await page.reload();
		await expect(text).toHaveValue('Answer in rhymes.');
		await page.getByRole('button', { name: 'Back to the original: System text' }).click();
		await expect(text).toHaveValue(/^You are the assistant in Keepsake/);
		const prompt = page.getByRole('textbox', { name: 'Notes before a reset' });
		await page.locator('summary', { hasText: 'What Keepsake asks' }).click();
		await page.locator('summary', { hasText: 'Notes before a reset' }).click();
		await expect(prompt).toHaveValue(/about to be put away/);

		// What only the app knows must have a place in other words too.
		await page.locator('summary', { hasText: 'What is said inside a conversation' }).click();
		await page.locator('summary', { hasText: 'Which turns are to be covered' }).click();
		const coverage = page.getByRole('textbox', { name: 'Which turns are to be covered' });
		await coverage.fill('Cover <first> to <last>.');
		await expect(page.getByText('put <turns> back in')).toBeVisible();
		await coverage.fill('Of <turns> cover <first> to <last>.');
		await expect(saved(page)).toBeVisible();
		await expect(page.getByText('put <turns> back in')).toHaveCount(0);
		await page.reload();
		await page.locator('summary', { hasText: 'What is said inside a conversation' }).click();
		await page.locator('summary', { hasText: 'Which turns are to be covered' }).click();
		await expect(coverage).toHaveValue('Of <turns> cover <first> to <last>.');
		await page
			.getByRole('button', { name: 'Back to the original: Which turns are to be covered' })
			.click();
		await expect(coverage).toHaveValue(/^The user's messages have numbers/);

		// So do the facts at the end of a request.
		await page
			.locator('summary', { hasText: 'What stands at the end, and above each text' })
			.click();
		await page.locator('summary', { hasText: /^\s*The language\s*$/ }).click();
		const language = page.getByRole('textbox', { name: 'The language', exact: true });
		await expect(language).toHaveValue('Write in <language>, the language the user writes in.');
		await language.fill('Write in verse.');
		await expect(page.getByText('put <language> back in')).toBeVisible();
		await language.fill('Write in <language> verse.');
		await expect(saved(page)).toBeVisible();
		await page.getByRole('button', { name: 'Back to the original: The language' }).click();
		await expect(language).toHaveValue(/the user writes in/);
	}
);

test('the look follows the setting at once', { tag: '@slow' }, async ({ page }) => {
	await page.emulateMedia({ colorScheme: 'light' });
	await page.goto('/settings');
	const paper = () =>
		page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
	const light = await paper();
	await field(page, 'Appearance').selectOption('dark');
	await expect.poll(paper).not.toBe(light);
	await field(page, 'Appearance').selectOption('system');
	await expect.poll(paper).toBe(light);
});

test(
	'exports download at once and are listed under Activity',
	{ tag: '@slow' },
	async ({ page }) => {
		await page.goto('/settings#data');
		const memory = await downloadBy(page, page.getByRole('button', { name: 'Export memory' }));
		expect(memory.name).toMatch(/^keepsake-memory-\d{4}-\d\d-\d\d\.zip$/);
		const passphrase = page.getByLabel('Backup passphrase (optional)');
		await passphrase.pressSequentially('a passphrase for backups');
		await expect(passphrase).toHaveAttribute('type', 'password');
		const show = page.getByRole('button', { name: 'Show passphrase' });
		await expect(show).toHaveAttribute('aria-pressed', 'false');
		// Who is typing goes on typing.
		await show.click();
		await expect(show).toHaveAttribute('aria-pressed', 'true');
		await expect(passphrase).toHaveAttribute('type', 'text');
		await expect(passphrase).toBeFocused();
		await show.click();
		await expect(passphrase).toHaveAttribute('type', 'password');
		await show.click();
		const all = await downloadBy(page, page.getByRole('button', { name: 'Export everything' }));
		expect(all.name).toMatch(/^keepsake-\d{4}-\d\d-\d\d\.zip\.age$/);
		await expect(passphrase).toHaveValue('');
		await expect(passphrase).toHaveAttribute('type', 'password');
		const activity = await downloadBy(
			page,
			page.getByRole('button', { name: 'Download activity' })
		);
		expect(activity.name).toBe('keepsake-activity.json');
	}
);

test(
	'Activity tells in words of a compaction, of nothing to do and of a failure, and leaves as JSON that says the same',
	{ tag: '@slow' },
	async ({ page, startServer }) => {
		const server = await startServer(oneModel(100_000));
		await useServer(page, server);
		await page.goto('/');
		await say(page, 'Item 0: the ferry to Naxos.');
		await command(page, '/compact');
		await expect(page.getByRole('status').filter({ hasText: 'Nothing to compact' })).toBeVisible();
		for (let turn = 1; turn < 7; turn++)
			await say(
				page,
				`Item ${String(turn)}: ${'the ferry to Naxos costs 23 EUR and leaves at dawn. '.repeat(20)}`
			);
		await command(page, '/compact');
		await page.getByRole('button', { name: 'Use summary', exact: true }).click();
		const card = transcript(page).getByRole('article', { name: /^Summary of earlier/ });
		await expect(card).toHaveCount(1);
		// In this preset the messages stay as they are where no model writes a summary.
		await page.goto('/settings');
		await field(page, 'Compaction preset').selectOption('rounds');
		await expect(saved(page)).toBeVisible();
		await page.goto('/');
		for (let turn = 7; turn < 22; turn++) await say(page, `Item ${String(turn)}: a short word.`);
		server.fault('unauthorized', { times: 50, when: (body) => !body.tools?.length });
		await command(page, '/compact');
		await expect(composer(page)).toHaveValue('');
		await expect
			.poll(async () =>
				(await storedTables(page))['activity']!.map((row) => (row as { kind: string }).kind)
			)
			.toContain('failure');

		await page.goto('/settings#activity');
		const rows = page.getByRole('region', { name: 'Activity' }).getByRole('listitem');
		const told = (text: string | RegExp) => rows.filter({ hasText: text });
		await expect(told('Nothing to compact')).toContainText(
			'everything is recent enough to go word for word'
		);
		await expect(told('A summary was put to use')).toContainText(
			/round 1 · [\d,]+ → [\d,]+ tokens · [\d,]+ messages summarised · by hand/
		);
		await expect(told('A summary could not be made')).toContainText(
			'The session goes on with all its messages; nothing was changed.'
		);
		await expect(told('A summary could not be made')).toContainText(
			'The endpoint does not accept the key.'
		);

		const { name, path } = await downloadBy(
			page,
			page.getByRole('button', { name: 'Download activity' })
		);
		expect(name).toBe('keepsake-activity.json');
		const file = JSON.parse(await readFile(path, 'utf8')) as readonly {
			readonly kind: string;
			readonly at: number;
			readonly details: Readonly<Record<string, unknown>>;
			readonly failure: unknown;
		}[];
		const newestFirst = (a: { readonly at: number }, b: { readonly at: number }) => b.at - a.at;
		const stored = (await storedTables(page))['activity'] as typeof file;
		expect(file).toHaveLength(stored.length);
		expect(file).toEqual(expect.arrayContaining([...stored]));
		expect(file).toEqual(file.toSorted(newestFirst));
		expect(file.find(({ kind }) => kind === 'compaction')?.details).toMatchObject({ round: 1 });
		expect(file.find(({ kind }) => kind === 'no-op')?.details).toMatchObject({
			reason: 'all-recent'
		});
		expect(file.find(({ kind }) => kind === 'failure')?.failure).toEqual({
			kind: 'key-refused'
		});
		expect(JSON.stringify(file)).not.toContain(server.key);
	}
);

test.describe('the app to install', { tag: '@slow' }, () => {
	const how = (page: Page) => page.getByText('To install Keepsake, choose “Install”');
	const there = (page: Page) => page.getByText('Keepsake is installed.', { exact: true });
	const button = (page: Page) => page.getByRole('button', { name: 'Install app', exact: true });

	test('is a line that says how, a button where the browser offers it, and then a word that it is there', async ({
		page
	}) => {
		await page.goto('/settings#data');
		await expect(how(page)).toBeVisible();
		await expect(button(page)).toHaveCount(0);
		// As the browser says it, which it does not where nobody could answer.
		await page.evaluate(() => {
			const offer = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), {
				prompt: () => {
					Object.assign(window, { asked: Number(Reflect.get(window, 'asked') ?? 0) + 1 });
					return Promise.resolve();
				}
			});
			window.dispatchEvent(offer);
			Object.assign(window, { isKept: offer.defaultPrevented });
		});
		await expect(button(page)).toBeVisible();
		await expect(how(page)).toHaveCount(0);
		expect(await page.evaluate(() => Reflect.get(window, 'isKept') as unknown)).toBe(true);
		await button(page).click();
		await expect(button(page)).toHaveCount(0);
		expect(await page.evaluate(() => Reflect.get(window, 'asked') as unknown)).toBe(1);
		await page.evaluate(() => window.dispatchEvent(new Event('appinstalled')));
		await expect(there(page)).toBeVisible();
		await expect(how(page)).toHaveCount(0);
	});

	test('says that it is there when it is what is open', async ({ page }) => {
		await page.addInitScript(() => {
			const matches = window.matchMedia.bind(window);
			window.matchMedia = (query) =>
				query === '(display-mode: standalone)'
					? Object.assign(new EventTarget(), {
							matches: true,
							media: query,
							onchange: null,
							addListener: () => undefined,
							removeListener: () => undefined
						})
					: matches(query);
		});
		await page.goto('/settings#data');
		await expect(there(page)).toBeVisible();
		await expect(button(page)).toHaveCount(0);
	});

	test('on an iPhone is told in words: install first, then the key', async ({ browser }) => {
		const phone = await browser.newContext({
			userAgent:
				'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
			viewport: { width: 390, height: 844 }
		});
		const page = await phone.newPage();
		await page.goto('/settings#data');
		await expect(page.getByText('On an iPhone or iPad')).toContainText(
			'Install first and enter the key afterwards, because the installed app has a storage of its own.'
		);
		await expect(how(page)).toHaveCount(0);
		await phone.close();
	});
});

test('“Back to Anthropic” drops what was typed wrongly, and the focus goes on in the field; who sends is said @slow', async ({
	page,
	server
}) => {
	await page.goto('/settings');
	const leaving = page.locator('#privacy').locator('xpath=ancestor-or-self::section[1]');
	await expect(leaving).toContainText('Right now nothing leaves');
	await setKey(page, server);
	await expect(field(page, 'Model')).not.toHaveValue('');
	await expect(leaving).not.toContainText('Right now nothing leaves');
	await field(page, 'Model').fill('');
	await expect(leaving).toContainText('A session with a model of its own sends to that');
	const endpoint = field(page, 'API endpoint');
	await endpoint.fill('localhost');
	await endpoint.blur();
	await expect(page.getByRole('alert')).toBeVisible();
	await page.getByRole('button', { name: 'Back to Anthropic' }).click();
	await expect(endpoint).toHaveValue('https://api.anthropic.com');
	await expect(endpoint).toBeFocused();
	await expect(page.getByRole('alert')).toHaveCount(0);
});

test('erasing asks first and leaves nothing', async ({ page }) => {
	await page.goto('/settings');
	await field(page, 'Model').fill('to-be-erased');
	await expect(saved(page)).toBeVisible();
	await page.getByRole('button', { name: 'Erase everything' }).click();
	const dialog = page.getByRole('dialog', { name: 'Erase everything?' });
	await dialog.getByRole('button', { name: 'Cancel' }).click();
	await expect(dialog).toHaveCount(0);
	await page.getByRole('button', { name: 'Erase everything' }).click();
	await dialog.getByRole('button', { name: 'Erase now' }).click();
	await page.waitForURL(/\/chat\//);
	await page.goto('/settings');
	await expect(field(page, 'Model')).toHaveValue('');
	expect(JSON.stringify(await storedTables(page))).not.toContain('to-be-erased');
});

test(
	'the page suits screen readers, in light and dark, wide and narrow',
	{ tag: '@slow' },
	async ({ page }) => {
		for (const colorScheme of ['light', 'dark'] as const) {
			await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
			await page.setViewportSize({ width: colorScheme === 'light' ? 1280 : 390, height: 844 });
			await page.goto('/settings');
			await expect(page.getByText('No key')).toBeVisible();
			await page.locator('summary', { hasText: 'What Keepsake asks' }).click();
			await page.locator('summary', { hasText: 'Notes before a reset' }).click();
			const { violations } = await new AxeBuilder({ page }).analyze();
			expect(violations).toEqual([]);
			const width = await page.evaluate(() => document.documentElement.scrollWidth);
			expect(width).toBeLessThanOrEqual(page.viewportSize()!.width);
		}
	}
);
