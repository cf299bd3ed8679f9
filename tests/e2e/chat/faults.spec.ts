import type { Page } from '@playwright/test';
import type { FaultName } from '../../support/anthropic/fault-names.ts';
import type { AnthropicServer } from '../../support/anthropic/server.ts';
import { asksForSummary } from '../../support/anthropic/answers/script.ts';
import {
	ask,
	command,
	composer,
	inAnotherTab,
	questions,
	replies,
	say,
	storedTables,
	transcript,
	useServer,
	writeMemory
} from '../steps.ts';
import { expect, oneModel, test } from '../with-server.ts';

/** What can go wrong between browser and model: the question stays, one sentence says what to do, a second try works. */

interface Fault {
	readonly name: FaultName;
	readonly how?: Parameters<AnthropicServer['fault']>[1];
	/** What the alert holds. */
	readonly says: string | RegExp;
	/** What the reply holds beside it. */
	readonly holds?: string;
	readonly way?: 'Retry' | 'Send when online';
}

/** One or two sentences for a person: no stack, no name of a class, no key. */
function expectPlain(server: AnthropicServer, words: string): void {
	expect(words.trim()).not.toBe('');
	expect(words.split(/[.!?](?:\s|$)/).filter((part) => part.trim() !== '').length).toBeLessThan(3);
	expect(words).not.toMatch(/[A-Z]\w+Error|\bat \w+ \(|\.js\b|undefined|\bnull\b|NaN|[{}<>]/);
	expect(words).not.toContain(server.key);
}

/** A question meets a fault and is answered at the second try. */
async function meet(page: Page, server: AnthropicServer, fault: Fault): Promise<void> {
	const { name, how, says, holds, way = 'Retry' } = fault;
	const question = `What about ${name}?`;
	server.fault(name, how);
	await ask(page, question);
	const alert = transcript(page).getByRole('alert');
	await expect(alert).toHaveCount(1, { timeout: 20_000 });
	await expect(alert).toContainText(says);
	expectPlain(server, await alert.innerText());
	if (holds !== undefined) await expect(replies(page).last()).toContainText(holds);
	await expect(questions(page).filter({ hasText: question })).toHaveCount(1);
	server.clearFaults();
	await transcript(page).getByRole('button', { name: way, exact: true }).last().click();
	await expect(alert).toHaveCount(0);
	await expect(page.getByRole('button', { name: 'Stop' })).toHaveCount(0, { timeout: 20_000 });
	await expect(replies(page).last()).toContainText(`You said: “${question}`);
	expect((await replies(page).last().innerText()).split('You said')).toHaveLength(2);
	await expect(alert).toHaveCount(0);
	await expect(questions(page).filter({ hasText: question })).toHaveCount(1);
}

/** All of it, in the same session, one after the other; then everything is there once, in order, after a reload. */
async function meetAll(
	page: Page,
	server: AnthropicServer,
	faults: readonly Fault[]
): Promise<void> {
	await useServer(page, server);
	await page.goto('/');
	await composer(page).waitFor();
	for (const fault of faults) await test.step(fault.name, () => meet(page, server, fault));
	await page.reload();
	await expect(questions(page).last()).toContainText(faults.at(-1)?.name ?? '');
	const { turns } = await storedTables(page);
	const asked = turns as { readonly seq: number; readonly asked: readonly { text: string }[] }[];
	expect(asked.map(({ seq, asked }) => [seq, asked[0]?.text])).toEqual(
		faults.map(({ name }, seq) => [seq, `What about ${name}?`])
	);
}

test(
	'an answer that breaks off is kept as far as it came, and written anew on request',
	{ tag: '@slow' },
	async ({ page, server }) => {
		// As fast as the wire takes it, a browser may throw away what came just before the line died.
		server.script((_, { byDefault }) => ({ ...byDefault(), tokensPerSecond: 300 }));
		const broken = { how: { after: 8 }, says: 'whatever came is kept', holds: 'Interrupted' };
		await meetAll(page, server, [
			{ name: 'socket-dies', ...broken },
			{ name: 'clean-eof', ...broken },
			{ name: 'eof-in-event', ...broken },
			{ name: 'malformed-event', ...broken },
			{
				name: 'error-event-overloaded',
				how: { after: 8 },
				says: 'too much to do',
				holds: 'You said'
			},
			{ name: 'refusal', says: 'declined', holds: 'Failed' }
		]);
	}
);

test(
	'what the endpoint refuses is told with what to do about it',
	{ tag: '@slow' },
	async ({ page, server }) => {
		await meetAll(page, server, [
			{ name: 'unauthorized', says: 'does not accept the key' },
			{ name: 'spend-limit', says: 'spending limit' },
			{ name: 'cors-forbidden-organisation', says: 'calls from browsers' },
			{ name: 'too-large', says: 'larger than the endpoint accepts' },
			{ name: 'empty-200', says: 'answered with nothing' }
		]);
	}
);

test(
	'what is no answer of this API is told apart, and nothing is sent elsewhere',
	{ tag: '@slow' },
	async ({ page, server, stranger }) => {
		const host = new URL(server.url).host;
		await meetAll(page, server, [
			{ name: 'captive-portal', says: 'not as a Messages API' },
			{
				name: 'redirect',
				how: { location: `${stranger.url}/v1/messages`, times: 9 },
				says: `cannot reach ${host}`,
				way: 'Send when online'
			},
			{
				name: 'no-cors',
				says: `cannot reach ${host}`,
				way: 'Send when online'
			}
		]);
		expect(stranger.heard).toEqual([]);
	}
);

test(
	'too many requests are waited out before your eyes, and the question goes out by itself',
	{ tag: '@slow' },
	async ({ page, server }) => {
		await useServer(page, server);
		server.fault('rate-limit-1');
		await page.goto('/');
		await ask(page, 'Is there room for me?');
		await expect(replies(page)).toContainText(/Trying again in [01] seconds?\./);
		await expect(replies(page)).toContainText('You said: “Is there room for me?');
		server.fault('overloaded');
		await ask(page, 'And now?');
		await expect(replies(page).last()).toContainText('too much to do');
		await expect(replies(page).last()).toContainText('You said: “And now?');
		server.fault('html-502');
		await ask(page, 'And then?');
		await expect(replies(page).last()).toContainText('You said: “And then?');
		expect(server.messages()).toHaveLength(6);
		server.fault('rate-limit-120');
		await ask(page, 'And at last?');
		await expect(replies(page).last()).toContainText(/Trying again in (2 minutes|1\d\d seconds)/);
		await page.getByRole('button', { name: 'Stop' }).click();
		await expect(replies(page).last()).toContainText('Stopped');
		await replies(page).last().getByRole('button', { name: 'Retry' }).click();
		await expect(replies(page).last()).toContainText('You said: “And at last?');
		await expect(questions(page)).toHaveCount(4);
		expect(await page.evaluate(() => 'hit' in window)).toBe(false);
	}
);

test('who does not want to wait has it tried at once @slow', async ({ page, server }) => {
	await useServer(page, server);
	server.fault('rate-limit-120', { times: 2 });
	await page.goto('/');
	await ask(page, 'Is there room for me?');
	const now = replies(page).getByRole('button', { name: 'Try now', exact: true });
	await now.focus();
	await page.keyboard.press('Enter');
	await expect.poll(() => server.messages().length).toBe(2);
	await expect(replies(page)).toContainText(/Trying again in/);
	await expect(composer(page)).toBeFocused();
	await now.click();
	await expect(replies(page)).toContainText('You said: “Is there room for me?');
	await expect(now).toHaveCount(0);
	expect(server.messages()).toHaveLength(3);
	expect(server.refusals).toEqual([]);
});

test('a summary that waits for the endpoint says so, in every tab, and can be tried for at once @slow', async ({
	page,
	server
}) => {
	await useServer(page, server);
	await page.goto('/');
	for (let turn = 0; turn < 7; turn++)
		await say(page, `Part ${String(turn)}: ${'the ferry leaves at dawn. '.repeat(40)}`);
	server.fault('rate-limit-120', { when: asksForSummary });
	await command(page, '/compact');
	await expect(page.getByText(/Trying again in (2 minutes|1\d\d seconds)/)).toBeVisible();
	await expect(page.getByRole('button', { name: 'Cancel compaction' })).toBeVisible();
	const other = await inAnotherTab(page);
	await expect(other.getByText(/Trying again in/)).toBeVisible();
	// Whose call it is can try at once.
	await expect(other.getByRole('button', { name: 'Try now', exact: true })).toHaveCount(0);
	await page.bringToFront();
	await page.getByRole('button', { name: 'Try now', exact: true }).click();
	await expect(
		transcript(page).getByRole('article', { name: /^Draft summary of earlier messages/ })
	).toBeVisible();
	await expect(page.getByText(/Trying again in/)).toHaveCount(0);
	await expect(other.getByText(/Trying again in/)).toHaveCount(0);
	expect(server.refusals).toEqual([]);
});

test('the last notes of a reset and a clean-up of memory that wait for the endpoint say so, and can be tried for at once @slow', async ({
	page,
	server
}) => {
	await useServer(page, server);
	await page.goto('/');
	await say(page, 'I live in Porto and the ferry leaves at dawn.');
	const apart = (body: { readonly tools?: readonly unknown[] }) => !body.tools?.length;
	server.fault('rate-limit-120', { when: apart });
	const address = page.url();
	await command(page, '/reset');
	await expect(page.getByText(/Trying again in (2 minutes|1\d\d seconds)/)).toBeVisible();
	await page.getByRole('button', { name: 'Try now', exact: true }).click();
	await expect(page).not.toHaveURL(address);
	await expect(page.getByText(/Trying again in/)).toHaveCount(0);

	await writeMemory(page, 'MEMORY.md', '- Likes tea\n- Bakes bread\n');
	await page.goto('/memory');
	server.fault('rate-limit-120', { when: apart });
	await page.getByRole('button', { name: 'Tidy my memory' }).click();
	await expect(page.getByText(/Trying again in (2 minutes|1\d\d seconds)/)).toBeVisible();
	await page.getByRole('button', { name: 'Try now', exact: true }).click();
	await expect(page.getByText(/Trying again in/)).toHaveCount(0);
	expect(server.refusals).toEqual([]);
});

test(
	'a call of a tool that was cut off is not carried out',
	{ tag: '@slow' },
	async ({ page, server }) => {
		await useServer(page, server);
		await page.goto('/');
		server.fault('max-tokens-in-tool');
		await ask(
			page,
			'Please note it. [[tool:save_memory {"text":"Prefers aisle seats on long flights"}]]'
		);
		await expect(replies(page).last()).toContainText('Cut off');
		await expect(page.getByRole('link', { name: 'Review', exact: true })).toBeVisible();
		await replies(page).last().getByRole('button', { name: 'Retry' }).click();
		await expect(replies(page).last()).toContainText('The tools say');
		await expect(page.getByRole('link', { name: 'Review (1)' })).toBeVisible();
		expect(server.refusals).toEqual([]);
	}
);

test('odd ways of streaming do no harm', { tag: '@slow' }, async ({ page, server }) => {
	await useServer(page, server);
	await page.goto('/');
	const text = 'Zażółć gęślą jaźń – 你好, 👩‍👩‍👧 and ünïcödé.';
	server.script(() => ({ text }));
	for (const name of ['split-utf8', 'duplicate-stop', 'unknown-event'] as const) {
		server.fault(name);
		await say(page, `What about ${name}?`);
		await expect(replies(page).last()).toContainText(text);
	}
	server.fault('pause-turn');
	await say(page, 'Take your time');
	await expect(replies(page)).toHaveCount(4);
	await expect(transcript(page).getByRole('alert')).toHaveCount(0);
	expect(server.refusals).toEqual([]);
});

test('a prompt the endpoint finds too long is compacted and sent again', async ({
	page,
	server
}) => {
	await useServer(page, server);
	await page.getByLabel('Review summaries').selectOption('auto');
	await expect(page.getByRole('status').filter({ hasText: /^Saved$/ })).toBeVisible();
	await page.goto('/');
	for (let turn = 0; turn < 7; turn++)
		await say(
			page,
			`Part ${String(turn)}: ${`the ferry number ${String(turn)} leaves at dawn. `.repeat(30)}`
		);
	server.fault('prompt-too-long');
	await ask(page, 'Which ferry was the third?');
	await expect(replies(page).last()).toContainText('You said: “Which ferry was the third?', {
		timeout: 20_000
	});
	await expect(
		transcript(page).getByRole('article', { name: /^Summary of earlier messages, round 1/ })
	).toHaveCount(1);
	await expect(questions(page).last()).toContainText('Which ferry was the third?');
	await expect(transcript(page).getByRole('alert')).toHaveCount(0);
	expect(server.refusals).toEqual([]);
});

test(
	'tools that say more than the window holds are given room before the next call',
	{
		tag: '@slow'
	},
	async ({ page, startServer }) => {
		const small = await startServer(oneModel(16_000));
		await useServer(page, small);
		await page.getByLabel('Review summaries').selectOption('auto');
		await expect(page.getByRole('status').filter({ hasText: /^Saved$/ })).toBeVisible();
		await page.goto('/');
		for (let turn = 0; turn < 6; turn++)
			await say(
				page,
				`Part ${String(turn)}: ${`the ferry number ${String(turn)} leaves at dawn. `.repeat(110)}`
			);
		const look = '[[tool:open_turns {"from":1,"to":3}]]';
		await ask(page, `Which ferry was the third? ${look}[[then]]${look}`);
		await expect(replies(page).last()).toContainText('The tools say', { timeout: 30_000 });
		await expect(
			transcript(page).getByRole('article', { name: /^Summary of earlier messages, round 1/ })
		).toHaveCount(1);
		await expect(transcript(page).getByRole('alert')).toHaveCount(0);
		expect(small.refusals).toEqual([]);
	}
);

test(
	'an endpoint that takes its time can be stopped',
	{ tag: '@slow' },
	async ({ page, server }) => {
		await useServer(page, server);
		await page.goto('/');
		server.fault('slow-headers', { delayMs: 60_000 });
		await ask(page, 'Are you there?');
		await server.waitFor(({ path }) => path === '/v1/messages');
		await page.getByRole('button', { name: 'Stop' }).click();
		await expect(replies(page)).toContainText('Stopped');
		await replies(page).getByRole('button', { name: 'Retry' }).click();
		await expect(replies(page)).toContainText('You said: “Are you there?');
	}
);

test('an answer that falls silent is given up after a while @slow', async ({ page, server }) => {
	test.setTimeout(120_000);
	await useServer(page, server);
	await page.goto('/');
	server.fault('silence', { after: 2 });
	await ask(page, 'Are you still there?');
	const alert = transcript(page).getByRole('alert');
	await expect(alert).toContainText('Nothing was heard for', { timeout: 70_000 });
	expectPlain(server, await alert.innerText());
	await replies(page).getByRole('button', { name: 'Retry' }).click();
	await expect(replies(page)).toContainText('You said: “Are you still there?');
});

test('that an answer was cut off is told once, not to whoever comes back to it @slow', async ({
	page,
	server
}) => {
	await useServer(page, server);
	server.queue({ text: 'word '.repeat(3000) });
	await page.goto('/');
	await say(page, 'Tell me everything');
	const told = page.locator('body > [aria-live=polite]');
	await expect(told).toHaveText(/^Cut off\./);
	await told.evaluate((region) => region.replaceChildren());
	await page.getByRole('link', { name: 'Settings' }).first().click();
	await expect(page.getByLabel('API endpoint')).toBeVisible();
	await page.goBack();
	await expect(replies(page)).toContainText('Cut off');
	await expect(told).toHaveText('');
});
