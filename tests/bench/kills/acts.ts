/** What is going on when the browser dies: each act goes on until the page is gone, and notes what it was told. */
import { Buffer } from 'node:buffer';
import { setTimeout as wait } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import type { AnthropicServer } from '../../support/anthropic/server.ts';
import { asksForSummary } from '../../support/anthropic/answers/script.ts';
import { command, composer, say, useServer } from '../../e2e/steps.ts';
import type { Promises } from './promises.ts';

interface Stage {
	readonly page: Page;
	readonly url: string;
	readonly promises: Promises;
	/** Between 0 and 1. */
	readonly random: () => number;
	/** A number that was never used. */
	readonly next: () => number;
	/** From now on the browser may die: within so many ms, sooner rather than later. */
	readonly dieWithin: (ms: number) => void;
}

/** Words of a reply that can be counted. */
const countedReply = (number: number, words: number): string =>
	Array.from({ length: words }, (_, at) => `r${String(number)}-${String(at + 1)}`).join(' ');

/** A model that answers with numbered words, at a pace at which one can be interrupted. */
export function answerForKills(server: AnthropicServer): void {
	server.script((body, { lastUserText, byDefault }) => {
		if (asksForSummary(body)) return { ...byDefault(), tokensPerSecond: 400 };
		// A question that was never answered stands in one message with the next: the last one is meant.
		const asked = [...lastUserText.matchAll(/\bask-(\d+) (long|short|tool)\b/g)].at(-1);
		if (!asked || asked[2] === 'tool') return byDefault();
		const isLong = asked[2] === 'long';
		const text = countedReply(Number(asked[1]), isLong ? 400 : 20);
		return { text, tokensPerSecond: isLong ? 600 : 5_000 };
	});
}

/** A profile before its first kill: an endpoint, summaries used without being asked about. */
export async function prepare(page: Page, url: string, server: AnthropicServer): Promise<void> {
	await page.goto(url);
	await composer(page).waitFor();
	await page.goto(`${url}/settings`);
	await useServerAt(page, url, server);
	await page.getByLabel('Review summaries').selectOption('auto');
	await page
		.getByRole('status')
		.filter({ hasText: /^Saved$/ })
		.waitFor();
	// Of a profile that has lived for a minute the canary and a first copy are on the disk.
	await page.goto(url);
	await say(page, 'The ferry leaves at dawn.');
	await page.goto(`${url}/settings#data`);
	await page.getByRole('button', { name: 'Make a copy now' }).click();
	await page.getByRole('status').filter({ hasText: 'Copied and checked.' }).waitFor();
}

/** The steps of the browser tests know no base address here. */
async function useServerAt(page: Page, url: string, server: AnthropicServer): Promise<void> {
	const goto = page.goto.bind(page);
	page.goto = (path, options) => goto(new URL(path, url).href, options);
	await useServer(page, server);
	page.goto = goto;
}

const filler = 'The ferry to Naxos leaves at dawn and costs 27 EUR. '.repeat(6);

const sessionOf = (page: Page): string => /\/chat\/([^/#]+)/.exec(page.url())?.[1] ?? '';

async function speak({ page, promises, next }: Stage, kind: 'short' | 'long' | 'tool') {
	const number = next();
	const tool = `[[tool:save_memory {"text":"Line ${String(number)} of the log"}]]`;
	await say(page, `ask-${String(number)} ${kind} ${kind === 'tool' ? tool : filler}`);
	promises.answered.add(number);
}

async function send(stage: Stage): Promise<void> {
	stage.dieWithin(5_000);
	for (;;)
		await speak(stage, stage.random() < 0.25 ? 'tool' : stage.random() < 0.6 ? 'long' : 'short');
}

async function compact(stage: Stage): Promise<void> {
	const { page } = stage;
	for (let turn = 0; turn < 4; turn++) await speak(stage, 'short');
	stage.dieWithin(8_000);
	await command(page, '/compact');
	await page
		.getByRole('article', { name: /^Summary of earlier messages/ })
		.last()
		.waitFor({ timeout: 4_000 })
		.catch(() => undefined);
	await send(stage);
}

async function reset(stage: Stage): Promise<void> {
	const { page, promises, url } = stage;
	await speak(stage, 'short');
	const id = sessionOf(page);
	stage.dieWithin(4_000);
	await command(page, '/reset');
	await page.waitForURL((address) => sessionOfAddress(address) !== id);
	promises.ended.add(id);
	await page.goto(`${url}/archive`);
	await wait(5_000);
}

const sessionOfAddress = ({ pathname }: URL): string =>
	/\/chat\/([^/#]+)/.exec(pathname)?.[1] ?? '';

async function makeCopy({ page, url }: Stage): Promise<void> {
	await page.goto(`${url}/settings#data`);
	await page.getByRole('button', { name: 'Make a copy now' }).click();
	await page.getByRole('status').filter({ hasText: 'Copied and checked.' }).waitFor();
}

async function cool(stage: Stage): Promise<void> {
	const { page } = stage;
	await makeCopy(stage);
	await page.getByRole('button', { name: 'Show what takes up the room' }).click();
	const offer = page.getByRole('checkbox', { name: /in archives only/ });
	await page.getByRole('row', { name: /Search index/ }).waitFor();
	if ((await offer.count()) === 0) {
		await page.goto(stage.url);
		await send(stage);
	}
	await offer.check();
	stage.dieWithin(3_000);
	await page.getByRole('button', { name: 'Free up now' }).click();
	await wait(5_000);
}

async function copy(stage: Stage): Promise<void> {
	const { page, url } = stage;
	await page.goto(`${url}/settings#data`);
	stage.dieWithin(2_500);
	await page.getByRole('button', { name: 'Make a copy now' }).click();
	await wait(5_000);
}

async function restore(stage: Stage): Promise<void> {
	const { page } = stage;
	await speak(stage, 'short');
	await makeCopy(stage);
	await page.getByText(/^Show \d+ cop(y|ies)$/).click();
	await page.getByRole('button', { name: 'Restore this copy' }).first().click();
	stage.dieWithin(3_000);
	await page.getByRole('dialog').getByRole('button', { name: 'Restore this copy' }).click();
	await wait(5_000);
}

const chatsInImport = 40;

async function importing(stage: Stage): Promise<void> {
	const { page, promises, url, next } = stage;
	const number = next();
	const titles = Array.from(
		{ length: chatsInImport },
		(_, at) => `import ${String(number)} chat ${String(at)}`
	);
	const turns = 6;
	await page.goto(`${url}/settings#data`);
	await page.getByLabel('Import file').setInputFiles({
		name: 'conversations.json',
		mimeType: 'application/json',
		buffer: Buffer.from(JSON.stringify(titles.map((title) => chatGptChat(title, turns))))
	});
	const go = page.getByRole('button', { name: 'Import now' });
	await go.waitFor();
	for (const title of titles) promises.importing.set(title, turns);
	stage.dieWithin(6_000);
	await go.click();
	await page
		.getByRole('status')
		.filter({ hasText: /^Imported/ })
		.waitFor();
	for (const title of titles) promises.imported.set(title, turns);
	await wait(5_000);
}

/** A conversation as ChatGPT exports it. */
function chatGptChat(title: string, turns: number): object {
	const ids = Array.from({ length: turns * 2 }, (_, at) => `${title} node ${String(at)}`);
	const mapping = Object.fromEntries(
		ids.map((id, at) => [
			id,
			{
				id,
				parent: ids[at - 1] ?? null,
				children: at + 1 < ids.length ? [ids[at + 1]] : [],
				message: {
					id,
					author: { role: at % 2 === 0 ? 'user' : 'assistant' },
					create_time: 1_790_000_000 + at,
					content: { content_type: 'text', parts: [`${title}: words ${String(at)}. ${filler}`] }
				}
			}
		])
	);
	return {
		id: title,
		conversation_id: title,
		title,
		create_time: 1_790_000_000,
		update_time: 1_790_000_100,
		mapping,
		current_node: ids.at(-1)
	};
}

async function memory(stage: Stage): Promise<void> {
	const { page, promises, url, next } = stage;
	await page.goto(`${url}/memory/MEMORY.md`);
	const editor = page.getByRole('textbox', { name: 'Memory file', exact: true });
	const save = page.getByRole('button', { name: 'Save', exact: true });
	await editor.waitFor();
	stage.dieWithin(3_000);
	for (let text = await editor.inputValue(); ;) {
		text = `${text}- Note ${String(next())}\n`;
		await editor.fill(text);
		promises.memory.tried.push(text);
		await save.click();
		await page.getByRole('button', { name: 'Save', exact: true, disabled: true }).waitFor();
		promises.memory = { saved: text, tried: [] };
	}
}

async function desk(stage: Stage): Promise<void> {
	const { page, url } = stage;
	await speak(stage, 'tool');
	await page.goto(`${url}/review`);
	const accept = page.getByRole('button', { name: 'Accept', exact: true }).first();
	await accept.waitFor();
	stage.dieWithin(2_000);
	for (;;) await accept.click();
}

/** Each with its share. */
export const acts = { send, compact, reset, cool, copy, restore, importing, memory, desk } as const;
export type Act = keyof typeof acts;
const shares: Readonly<Record<Act, number>> = {
	send: 5,
	compact: 4,
	reset: 3,
	cool: 2,
	copy: 1,
	restore: 2,
	importing: 2,
	memory: 2,
	desk: 1
};

/** The acts in turn, each as often as its share. */
export function actAt(number: number): Act {
	const order = (Object.keys(acts) as Act[]).flatMap((act) =>
		Array.from({ length: shares[act] }, (_, at) => ({ act, at: (at + 0.5) / shares[act] }))
	);
	order.sort((a, b) => a.at - b.at);
	return order[number % order.length]?.act ?? 'send';
}
