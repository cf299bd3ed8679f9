/**
 * A ChatGPT export of many megabytes, imported in the built app: no task of the page's main thread may have the
 * processor for more than 100 ms, every message must be there afterwards, and a stop must be heeded at once
 * (`node scripts/run.js tests/bench/import.ts [--build folder] [--megabytes n]
 * [--turns of a conversation] [--words of a question]`). The exit code says it. Beside it stands what the browser takes
 * at least: the same number of rows with as many characters put into a bare database, as many in a transaction.
 */
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { once } from 'node:events';
import { parseArgs } from 'node:util';
import { aBuild } from './driven/a-build.ts';
import { serve } from '../../scripts/serve.js';
import { openBrowser, settle } from './driven/browser.ts';
import { trace, type Task } from './driven/tracing.ts';

const { values: asked } = parseArgs({
	args: process.argv.slice(2),
	options: {
		build: { type: 'string', default: 'build' },
		megabytes: { type: 'string', default: '100' },
		turns: { type: 'string', default: '100' },
		words: { type: 'string', default: '30' }
	}
});

const turnsOfChat = Number(asked.turns);
/** Words of a question; an answer has five times as many. */
const wordsAsked = Number(asked.words);

/** Longest task allowed, ms of processor time; longest wait for a stop, ms. */
const bound = { task: 100, stop: 1000 };
const long = { timeout: 600_000 };
/** Of a recording, ms. */
const stretch = 10_000;

const vocabulary =
	'garden river seven letter green window bread station early music paper north'.split(' ');
let seed = 7;
const word = (): string => {
	seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
	return `${vocabulary[seed % vocabulary.length] ?? ''}${seed % 97 === 0 ? String(seed) : ''}`;
};
const words = (count: number): string => Array.from({ length: count }, word).join(' ');

/** One conversation as the export has it. */
function chat(at: number): string {
	const mapping: Record<string, unknown> = {
		root: { id: 'root', parent: null, children: ['u0'], message: null }
	};
	for (let turn = 0; turn < turnsOfChat; turn++) {
		const time = 1_700_000_000 + at * 10_000 + turn * 60;
		const node = (id: string, parent: string, role: string, text: string) => ({
			id,
			parent,
			children: [],
			message: {
				id,
				author: { role, name: null, metadata: {} },
				create_time: time,
				update_time: null,
				content: { content_type: 'text', parts: [text] },
				status: 'finished_successfully',
				weight: 1,
				recipient: 'all',
				metadata: { model_slug: 'gpt-4o' }
			}
		});
		const before = turn === 0 ? 'root' : `a${String(turn - 1)}`;
		mapping[`u${String(turn)}`] = node(`u${String(turn)}`, before, 'user', words(wordsAsked));
		mapping[`a${String(turn)}`] = node(
			`a${String(turn)}`,
			`u${String(turn)}`,
			'assistant',
			words(wordsAsked * 5)
		);
	}
	const id = `chat-${String(at)}`;
	return JSON.stringify({
		id,
		conversation_id: id,
		title: words(4),
		create_time: 1_700_000_000 + at * 10_000,
		update_time: 1_700_000_000 + at * 10_000,
		mapping,
		current_node: `a${String(turnsOfChat - 1)}`
	});
}

async function writeExport(file: string, bytes: number): Promise<number> {
	const out = createWriteStream(file);
	let written = 1;
	let chats = 0;
	out.write('[');
	for (; written < bytes; chats++) {
		const text = `${chats === 0 ? '' : ','}${chat(chats)}`;
		written += text.length;
		if (!out.write(text)) await once(out, 'drain');
	}
	out.end(']');
	await once(out, 'finish');
	return chats;
}

/** Rows put into a database of their own with the same durability, ms: no import that keeps them can be faster. */
const bareWrites = (chats: number): Promise<number> =>
	bench.page.evaluate(
		async ({ chats, turns, letters }) => {
			const settled = (request: IDBRequest | IDBTransaction, event: string) =>
				new Promise<void>((resolve, reject) => {
					request.addEventListener(event, () => {
						resolve();
					});
					request.addEventListener('error', () => {
						reject(new Error('the bare database cannot be written'));
					});
				});
			const opening = indexedDB.open('bare', 1);
			opening.addEventListener('upgradeneeded', () => {
				opening.result.createObjectStore('rows', { keyPath: ['chat', 'at'] });
			});
			await settled(opening, 'success');
			const db = opening.result;
			const began = performance.now();
			for (let chat = 0; chat < chats; chat++) {
				const writing = db.transaction('rows', 'readwrite', { durability: 'strict' });
				const store = writing.objectStore('rows');
				for (let at = 0; at < turns * 2; at++)
					store.put({
						chat,
						at,
						text: 'garden '.repeat((at % 2 === 0 ? letters.asked : letters.answered) / 7)
					});
				await settled(writing, 'complete');
			}
			const took = performance.now() - began;
			db.close();
			await settled(indexedDB.deleteDatabase('bare'), 'success');
			return took;
		},
		{ chats, turns: turnsOfChat, letters: { asked: wordsAsked * 6.7, answered: wordsAsked * 33 } }
	);

const folder = await mkdtemp(path.join(tmpdir(), 'keepsake-import-'));
const file = path.join(folder, 'conversations.json');
const chats = await writeExport(file, Number(asked.megabytes) * 1e6);
const served = await serve({ folder: aBuild(asked.build), port: 0 });
const bench = await openBrowser();
try {
	const { page } = bench;
	const choose = () => page.getByLabel('Import file', { exact: true }).setInputFiles(file);
	const preview = page.getByRole('region', { name: 'Import preview' });
	await page.goto(`${served.url}/settings#data`);
	await settle(bench);
	await page.waitForTimeout(6000);

	await choose();
	const cancel = page.getByRole('button', { name: 'Cancel', exact: true });
	await cancel.waitFor(long);
	const pressed = performance.now();
	await cancel.click();
	await page.getByRole('progressbar').waitFor({ state: 'detached', ...long });
	const stopped = performance.now() - pressed;

	const times = { read: 0, write: 0 };
	const bringIn = async () => {
		const began = performance.now();
		await choose();
		await preview.waitFor(long);
		times.read = performance.now() - began;
		await page.getByRole('button', { name: 'Import now', exact: true }).click();
		await page
			.getByRole('status')
			.filter({ hasText: /^Imported/ })
			.waitFor(long);
		times.write = performance.now() - began - times.read;
	};
	const before = await bareWrites(chats);
	const progress = { isOver: false };
	const whole = bringIn().finally(() => {
		progress.isOver = true;
	});
	const tasks: Task[] = [];
	// A recording of minutes would fill the browser's buffer and lose its end, so it is made in stretches.
	while (!progress.isOver)
		tasks.push(
			...(await trace(bench, async (mark) => {
				await mark('begin');
				await Promise.race([whole, page.waitForTimeout(stretch)]);
				await mark('end');
			}))
		);
	await whole;
	const bare = (before + (await bareWrites(chats))) / 2;
	tasks.sort((one, other) => other.cpu - one.cpu);
	const stored = await page.evaluate(async () => {
		const db = await new Promise<IDBDatabase>((resolve, reject) => {
			const opening = indexedDB.open('keepsake');
			opening.onsuccess = () => {
				resolve(opening.result);
			};
			opening.onerror = () => {
				reject(new Error('cannot open the database'));
			};
		});
		const count = (table: string) =>
			new Promise<number>((resolve, reject) => {
				const counting = db.transaction(table).objectStore(table).count();
				counting.onsuccess = () => {
					resolve(counting.result);
				};
				counting.onerror = () => {
					reject(new Error(`cannot count ${table}`));
				};
			});
		return { turns: await count('turns'), steps: await count('steps') };
	});
	const { size } = await stat(file);
	const longest = tasks[0]?.cpu ?? 0;
	const expected = chats * turnsOfChat;
	const isWhole = stored.turns === expected && stored.steps === expected;
	console.log(
		`${(size / 1e6).toFixed(0)} MB, ${chats} conversations, ${expected * 2} messages: read and previewed in ${(times.read / 1000).toFixed(1)} s, imported in ${(times.write / 1000).toFixed(1)} s; ${stored.turns + stored.steps} of ${expected * 2} messages there`
	);
	console.log(
		`as many rows put into a bare database: ${(bare / 1000).toFixed(1)} s, so the import takes ${(times.write / bare).toFixed(1)} times as long`
	);
	console.log(
		`longest tasks of the page, ms of processor: ${tasks
			.slice(0, 5)
			.map(({ cpu }) => cpu.toFixed(0))
			.join(', ')}; a stop is heeded after ${stopped.toFixed(0)} ms`
	);
	process.exitCode = isWhole && longest <= bound.task && stopped <= bound.stop ? 0 : 1;
} finally {
	await bench.close();
	await served.close();
	await rm(folder, { recursive: true, force: true });
}
