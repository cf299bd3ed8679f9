/**
 * A large profile moves to another browser: everything out as one file, and that file restored in an empty profile.
 * `node scripts/run.js tests/bench/moving.ts <folder of real sessions> [--turns 20000] [--megabytes 100]
 * [--passphrase word] [--build folder]`: how long each takes and how much memory the page's process takes for it; the
 * exit code says whether every turn arrived.
 */
import { rm, stat } from 'node:fs/promises';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { trunk } from '#core/session/session.ts';
import { serve } from '../../scripts/serve.js';
import { aBuild } from './driven/a-build.ts';
import { openBrowser, settle, type Bench } from './driven/browser.ts';
import { composer } from './driven/drive.ts';
import { watchMemory } from './driven/memory.ts';
import { countRows, putRows } from './driven/put-rows.ts';
import { sources, yearOf, type Day } from './year/generate.ts';

const { values: asked, positionals } = parseArgs({
	allowPositionals: true,
	options: {
		turns: { type: 'string', default: '20000' },
		megabytes: { type: 'string', default: '100' },
		days: { type: 'string', default: '365' },
		passphrase: { type: 'string', default: '' },
		build: { type: 'string', default: 'build' }
	}
});
const [folder] = positionals;
if (folder === undefined) throw new Error('usage: moving.ts <folder of real sessions>');
const long = { timeout: 1_200_000 };
const tell = (text: string): void => void process.stdout.write(`${text}\n`);

/** MB of each page before anything was done in it. */
const atFirst = new Map<Bench, number>();

/** What a step takes: seconds, and MB at most beyond what the page held at first. */
async function taking<T>(bench: Bench, what: string, work: () => Promise<T>): Promise<T> {
	await settle(bench);
	await bench.cdp.send('HeapProfiler.collectGarbage');
	const memory = watchMemory(bench);
	const first = atFirst.get(bench) ?? memory.before;
	atFirst.set(bench, first);
	const began = performance.now();
	const done = await work();
	const seconds = ((performance.now() - began) / 1000).toFixed(1);
	tell(`${what}: ${seconds} s, ${(memory.peak() - first).toFixed(0)} MB of memory`);
	return done;
}

const rowsOf = ({ session, exchanges }: Day) => ({
	sessions: [{ ...session }],
	branches: [
		{
			...{ sessionId: session.id, branch: trunk, parent: null, forkSeq: 0 },
			...{ headSeq: exchanges.length - 1, createdAt: session.createdAt }
		}
	],
	turns: exchanges.map(({ turn }) => ({ ...turn })),
	steps: exchanges.flatMap(({ steps }) => steps.map((step) => ({ ...step })))
});

/** Rows of the tables that hold what was said. */
async function counted({ page }: Bench): Promise<string> {
	const [sessions, turns, steps] = await countRows(page, ['sessions', 'turns', 'steps']);
	return `${String(sessions)} sessions, ${String(turns)} turns, ${String(steps)} steps`;
}

const served = await serve({ folder: aBuild(asked.build), port: 0 });
const from = await openBrowser();
const to = await openBrowser();
try {
	for (const { page } of [from, to]) {
		page.setDefaultTimeout(long.timeout);
		await page.goto(served.url);
		await composer(page).waitFor();
	}
	await from.page.goto(`${served.url}/favicon.svg`);
	const year = {
		turns: Number(asked.turns),
		days: Number(asked.days),
		toolOutput: Number(asked.megabytes) * 1e6,
		now: Date.now()
	};
	for (const day of yearOf(sources(folder), year)) await putRows(from.page, rowsOf(day));
	const before = await counted(from);
	tell(`a profile of ${before}, ${asked.megabytes} MB of tool output`);

	await from.page.goto(`${served.url}/settings#data`);
	await from.page.getByLabel('Backup passphrase (optional)').fill(asked.passphrase);
	const backup = await taking(from, 'everything out', async () => {
		const downloading = from.page.waitForEvent('download', long);
		await from.page.getByRole('button', { name: 'Export everything', exact: true }).click();
		const download = await downloading;
		const file = `${from.folder}/${download.suggestedFilename()}`;
		await download.saveAs(file);
		return file;
	});
	tell(`the file: ${((await stat(backup)).size / 1e6).toFixed(1)} MB`);

	await to.page.goto(`${served.url}/settings#data`);
	await taking(to, 'its preview', async () => {
		await to.page.getByLabel('Import file', { exact: true }).setInputFiles(backup);
		if (asked.passphrase !== '') {
			await to.page.getByLabel('Passphrase', { exact: true }).fill(asked.passphrase);
			await to.page.keyboard.press('Enter');
		}
		await to.page.getByRole('region', { name: 'Import preview' }).waitFor(long);
	});
	await taking(to, 'restored', async () => {
		await to.page.getByRole('button', { name: 'Import now', exact: true }).click();
		await to.page
			.getByRole('status')
			.filter({ hasText: /^Imported/ })
			.waitFor(long);
	});
	await rm(backup);
	const after = await counted(to);
	tell(`there afterwards: ${after}`);
	process.exitCode = after === before ? 0 : 1;
} finally {
	await from.close();
	await to.close();
	await served.close();
}
