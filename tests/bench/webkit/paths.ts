/** The main paths through the app, one after the other in one profile, as a person would go them. */
import assert from 'node:assert/strict';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { unzipSync } from 'fflate';
import type { AnthropicServer } from '../../support/anthropic/server.ts';
import { modelId } from '../../e2e/steps.ts';
import { items } from '../../e2e/context/ferries.ts';
import { until, type WebKit } from './driver.ts';

export interface Visit {
	readonly webkit: WebKit;
	readonly server: AnthropicServer;
	/** Where it puts what is downloaded. */
	readonly home: string;
	readonly app: string;
	/** The page of another site. */
	readonly elsewhere: string;
}

const enter = '\uE007';
const tab = '\uE004';

/** Replies in the open conversation that are whole. */
const replies = ({ webkit }: Visit) =>
	webkit.run<readonly string[]>(
		`return [...document.querySelectorAll('[role=log] article[aria-busy=false]')]
			.map((one) => one.textContent);`
	);

/** Type a message, send it, and wait until its answer is whole and says `answer`. */
async function say(visit: Visit, text: string, answer: RegExp): Promise<void> {
	const { length } = await replies(visit);
	await visit.webkit.fill('textbox', 'Message', text);
	await visit.webkit.key('textbox', 'Message', enter);
	await until(`an answer to “${text.slice(0, 40)}”`, async () => {
		const now = await replies(visit);
		return now.length > length && answer.test(now.at(-1) ?? '');
	});
	await until('the answer is over', () =>
		visit.webkit.run(
			`return ![...document.querySelectorAll('button')].some((one) => /^Stop/.test(one.ariaLabel ?? one.textContent));`
		)
	);
}

/** What was downloaded last, with this ending, as bytes. */
async function download({ home }: Visit, ending: string): Promise<Uint8Array> {
	let found: Uint8Array | null = null;
	await until(`a download *${ending}`, async () => {
		const files = (await readdir(home, { recursive: true })).filter((one) => one.endsWith(ending));
		if (files[0] === undefined) return false;
		found = await readFile(path.join(home, files[0]));
		return found.length > 0;
	});
	return found as unknown as Uint8Array;
}

export const paths: Readonly<Record<string, (visit: Visit) => Promise<void>>> = {
	'a first visit': async ({ webkit, app }) => {
		await webkit.go(app);
		await webkit.says(/What shall we think about\?/);
	},
	'an answer on this device': async (visit) => {
		await say(visit, 'Remember that my cat is called Milo.', /On-device/);
		await say(visit, 'What is my cat called?', /Milo/);
	},
	'both are there after a reload': async ({ webkit }) => {
		await webkit.reload();
		await webkit.says(/What is my cat called\?/);
	},
	'a line at the review desk is accepted': async ({ webkit }) => {
		await webkit.press('link', 'Review', { isStart: true });
		await webkit.press('button', 'Accept', { isStart: true });
		await webkit.press('link', 'Memory', { isStart: true });
		// The note of the day.
		await webkit.press('link', 'memory/', { isStart: true });
		await until('the line is in the file', () =>
			webkit.run('return /Milo/.test(document.querySelector("main textarea")?.value)')
		);
	},
	'a key is given, and the server answers': async ({ webkit, server, app }) => {
		await webkit.go(`${app}/settings`);
		const put = async (field: string, text: string) => {
			await webkit.fill('textbox', field, text);
			await webkit.key('textbox', field, tab);
		};
		await put('API endpoint', server.url);
		await webkit.says(/No key/);
		await put('API key', server.key);
		await webkit.says(/Key set/);
		await put('Model', modelId);
		await webkit.press('button', 'Test connection');
		await webkit.says(/ answers/);
	},
	'a reply is streamed': async (visit) => {
		await visit.webkit.go(visit.app);
		visit.server.queue({ text: 'The first **bold** word and the last.', tokensPerSecond: 20 });
		await say(visit, 'Say something.', /The first bold word and the last\./);
	},
	'a conversation is compacted, by hand': async (visit) => {
		for (const item of items) {
			visit.server.queue({ text: `Noted: ${item}`.repeat(3) });
			await say(visit, item, /Noted: Item/);
		}
		await visit.webkit.fill('textbox', 'Message', '/compact');
		await visit.webkit.key('textbox', 'Message', enter);
		await visit.webkit.press('button', 'Use summary');
		await visit.webkit.shows({
			role: 'article',
			name: 'Summary of earlier messages, round 1',
			isStart: true
		});
		await say(visit, 'And now?', /./);
	},
	'what was said is found': async ({ webkit, app }) => {
		await webkit.go(`${app}/search`);
		await webkit.fill('searchbox', 'Search', 'milo');
		await webkit.says(/my cat is called Milo/);
	},
	'a chat of another product is imported': async ({ webkit, app }) => {
		await webkit.go(`${app}/settings#data`);
		await webkit.choose('Import file', path.resolve('tests/fixtures/import/chatgpt.json'));
		await webkit.press('button', 'Import now');
		await webkit.says(/Imported/);
	},
	'everything is exported, and the file holds it': async (visit) => {
		await visit.webkit.press('button', 'Export everything');
		const files = unzipSync(await download(visit, '.zip'));
		const text = Object.values(files)
			.map((one) => Buffer.from(one).toString())
			.join('\n');
		assert.match(text, /Milo/);
		assert.doesNotMatch(text, new RegExp(visit.server.key));
	},
	'that file is restored over what is there': async (visit) => {
		const file = path.join(visit.home, 'restored.zip');
		await writeFile(file, await download(visit, '.zip'));
		await visit.webkit.go(`${visit.app}/settings#data`);
		await visit.webkit.choose('Import file', file);
		await visit.webkit.press('button', 'Import now');
		await visit.webkit.says(/Imported/);
	},
	'from another site Back leads into the app, and it goes on': async (visit) => {
		const { webkit, elsewhere, app } = visit;
		await webkit.go(app);
		await say(visit, 'Before.', /./);
		await webkit.go(elsewhere);
		await webkit.back();
		await webkit.says(/Before\./);
		await say(visit, 'And after.', /./);
	},
	'work that is left in its middle holds nobody up': async (visit) => {
		const { webkit, elsewhere, app } = visit;
		await webkit.go(`${app}/settings#data`);
		await webkit.choose('Import file', path.resolve('tests/fixtures/import/claude-ai.json'));
		await webkit.press('button', 'Import now');
		await webkit.go(elsewhere);
		await webkit.go(app);
		await say(visit, 'Is anybody there?', /./);
	},
	'pages are left before they are there': async ({ webkit, app }) => {
		for (const place of ['/settings', '/', '/memory', '/search', '/settings', '/archive', '/'])
			await webkit.go(app + place);
		await webkit.shows({ role: 'textbox', name: 'Message' });
	}
};
