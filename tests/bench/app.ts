/**
 * How fast the built app is, beside a floor page in the same run: `npm run bench -- [--quick] [--only first,open,stream]
 * [--build folder]`. Prints a table and writes test-results/bench.json. `--only scale` measures how it behaves as what it
 * keeps grows (half an hour), `--only sessions,export` parts of that: see the table in app/scale/scale.ts.
 */
import { spawnSync } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { cpus, loadavg } from 'node:os';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { serve } from '../../scripts/serve.js';
import { aBuild } from './driven/a-build.ts';
import { openBrowser } from './driven/browser.ts';
import { appAt, floorAt, newChat, sessionLink, type Place } from './driven/drive.ts';
import { startEndpoint, type Endpoint } from './driven/endpoint.ts';
import { askOnce, askTimes } from './app/ask.ts';
import { measureStarts, weigh } from './app/first-load.ts';
import { measureOpening, type Opening } from './app/open.ts';
import { judge, table, type Row } from './driven/report.ts';
import { streamOnce, type Streaming } from './app/stream.ts';
import { askingRows, firstLoadRows, openingRows, streamingRows, type Asking } from './app/rows.ts';
import { scales } from './app/scale/scale.ts';

const { values: asked } = parseArgs({
	args: process.argv.slice(2),
	options: {
		quick: { type: 'boolean', default: false },
		only: { type: 'string', default: 'first,open,stream' },
		build: { type: 'string', default: 'build' }
	}
});
const folder = aBuild(asked.build);
const parts = asked.only
	.split(',')
	.flatMap((part) => (part === 'scale' ? Object.keys(scales) : [part]));
const runs = asked.quick ? 3 : 7;
const tokens = asked.quick ? 2_000 : 4_000;
const sizes = asked.quick ? [200, 2_000] : [200, 2_000, 10_000, 20_000];
const titleOf = (messages: number): string => `Bench ${messages}`;

/** What is being measured now, beside the table. */
const tell = (what: string): void => void process.stderr.write(`${what}\n`);

interface Measured {
	readonly openings: ReadonlyMap<number, Opening>;
	readonly streams: { readonly empty: Streaming; readonly long: Streaming } | null;
	readonly asking: Asking | null;
}

/** One browser with all conversations in it. */
async function inside(place: Place, endpoint: Endpoint): Promise<Measured> {
	const bench = await openBrowser();
	try {
		const { page } = bench;
		page.setDefaultTimeout(60_000);
		for (const size of sizes) {
			tell(`${place.name}: storing ${size} messages`);
			await place.seed(page, titleOf(size), size);
		}
		await place.use(page, endpoint);
		await page.goto(place.start);
		const openings = new Map<number, Opening>();
		if (parts.includes('open'))
			for (const size of sizes) {
				tell(`${place.name}: opening ${size} messages`);
				openings.set(size, await measureOpening(bench, titleOf(size), runs));
			}
		if (!parts.includes('stream')) return { openings, streams: null, asking: null };
		await newChat(bench);
		tell(`${place.name}: streaming`);
		const empty = await streamOnce(bench, endpoint, tokens);
		const short = await askTimes(bench, endpoint, runs);
		await newChat(bench);
		await sessionLink(page, titleOf(2_000)).click();
		await page.waitForFunction(() => document.querySelectorAll('[role=log] article').length > 1);
		const first = await askOnce(bench, endpoint);
		const long = await streamOnce(bench, endpoint, tokens);
		return {
			openings,
			streams: { empty, long },
			asking: { short, first, long: await askTimes(bench, endpoint, runs) }
		};
	} finally {
		await bench.close();
	}
}

/** Unknown where the project was copied without its history. */
function commit(): string {
	const asked = spawnSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' });
	return asked.status === 0 ? asked.stdout.trim() : 'unknown';
}

const load = [loadavg()[0] ?? 0];
const served = await serve({ folder, port: 0 });
const endpoint = await startEndpoint({ tokensPerSecond: 200 });
const app = appAt(served.url);
const floor = floorAt(endpoint.url);
const rows: Row[] = [];
try {
	if (parts.includes('first')) {
		const ofFloor = await measureStarts(floor, runs);
		const ofApp = await measureStarts(app, runs);
		rows.push(...firstLoadRows(ofApp, ofFloor, await weigh(folder, ofApp.cold.files)));
	}
	if (parts.includes('open') || parts.includes('stream')) {
		const ofFloor = await inside(floor, endpoint);
		const ofApp = await inside(app, endpoint);
		rows.push(...openingRows(ofApp.openings, ofFloor.openings));
		if (ofApp.streams && ofFloor.streams) {
			rows.push(
				...streamingRows('into an empty session', ofApp.streams.empty, ofFloor.streams.empty)
			);
			rows.push(...streamingRows('into 2,000 messages', ofApp.streams.long, ofFloor.streams.long));
		}
		if (ofApp.asking && ofFloor.asking) rows.push(...askingRows(ofApp.asking, ofFloor.asking));
	}
	for (const part of parts) {
		const scaling = { app, floor, endpoint, folder, runs, tokens, tell };
		const of = scales[part];
		if (of) rows.push(...(await of(scaling)));
	}
} finally {
	await endpoint.close();
	await served.close();
}
load.push(loadavg()[0] ?? 0);

/** Scripts before the composer works, KB gzip, as in scripts/weigh-first-load.js. Their files have no fixed names. */
const budget = 120;
const first = rows.find(({ unit }) => unit === 'KB gzip')?.measured ?? 0;
if (first > budget) {
	console.error(
		`${first.toFixed(0)} KB of scripts before the composer works; the budget is ${budget}.`
	);
	process.exitCode = 1;
}

const judged = rows.map(judge);
const machine = {
	date: new Date().toISOString(),
	commit: commit(),
	cpus: cpus().length,
	loadBefore: load[0],
	loadAfter: load[1],
	quick: asked.quick
};
await mkdir('test-results', { recursive: true });
await writeFile('test-results/bench.json', JSON.stringify({ machine, rows: judged }, null, '\t'));
console.log(table(judged));
console.log(
	`\n${machine.date}, commit ${machine.commit}, ${machine.cpus} cores, load ${load.map((one) => one.toFixed(1)).join(' → ')}, medians of ${runs}${asked.quick ? ' (quick: half the reply, no 10,000)' : ''}`
);
