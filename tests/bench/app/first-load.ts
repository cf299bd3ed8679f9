/** How long it takes until one can write, and what has to come over the wire for it. */
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { mainThread, openBrowser, settle, type Bench } from '../driven/browser.ts';
import { composer, type Place } from '../driven/drive.ts';
import { median } from '../driven/numbers.ts';
import { composerThere } from '../driven/probe.ts';
import { untilAtRest } from '../driven/rest.ts';

export interface Start {
	/** Composer on screen, ms after the navigation began. */
	readonly composer: number;
	/** Work of the main thread until then, ms. */
	readonly busy: number;
	/** Work of the main thread until nothing is left to do, ms: with the list of sessions and what is fetched ahead. */
	readonly whole: number;
	/** Parts of tasks beyond 50 ms, ms. */
	readonly blocked: number;
	readonly files: readonly string[];
}

/** What the browser or the page before left undone is over by then, ms: nobody starts an app in the moment they leave it. */
const breath = 1500;

export async function startOnce(bench: Bench, place: Place): Promise<Start> {
	const { page } = bench;
	await page.goto('about:blank');
	await wait(breath);
	// The process of this origin exists already; only what the app itself does is counted.
	await page.goto(place.empty);
	const before = await mainThread(bench);
	// Told by the page: whatever asks it from outside has scripts compiled in it, in the middle of what is measured.
	const there = page.waitForEvent('console', (said) => said.text() === composerThere);
	await page.goto(place.start, { waitUntil: 'commit' });
	await there;
	const after = await mainThread(bench);
	await composer(page).waitFor();
	await settle(bench);
	const rest = await mainThread(bench);
	const { composerAt, files, longTasks } = await page.evaluate(() => window.bench);
	return {
		composer: composerAt,
		busy: after.busy - before.busy,
		whole: rest.busy - before.busy,
		blocked: longTasks.reduce((sum, length) => sum + Math.max(0, length - 50), 0),
		files
	};
}

const middle = (starts: readonly Start[]): Start => ({
	composer: median(starts.map((start) => start.composer)),
	busy: median(starts.map((start) => start.busy)),
	whole: median(starts.map((start) => start.whole)),
	blocked: median(starts.map((start) => start.blocked)),
	files: starts[0]?.files ?? []
});

/** Cold: a new profile each time. Warm: the same profile once more, with the service worker where there is one. */
export async function measureStarts(
	place: Place,
	runs: number
): Promise<{ readonly cold: Start; readonly warm: Start }> {
	const cold: Start[] = [];
	const warm: Start[] = [];
	for (let run = 0; run < runs; run++) {
		const bench = await openBrowser();
		try {
			cold.push(await startOnce(bench, place));
			// Behind a first visit the service worker stores the app, which no later one does.
			await untilAtRest();
			// The second start may still compile what the first one has fetched; the third is like every other.
			await startOnce(bench, place);
			warm.push(await startOnce(bench, place));
			warm.push(await startOnce(bench, place));
		} finally {
			await bench.close();
		}
	}
	return { cold: middle(cold), warm: middle(warm) };
}

/** Kilobytes after gzip of the scripts that were read before one could write, and of everything that is built. */
export async function weigh(
	folder: string,
	files: readonly string[]
): Promise<{ readonly first: number; readonly parsed: number; readonly all: number }> {
	let first = 0;
	let parsed = 0;
	for (const file of files) {
		const { pathname } = new URL(file);
		if (!pathname.endsWith('.js') || pathname.includes('/workers/')) continue;
		const bytes = await readFile(path.join(folder, pathname));
		first += gzipSync(bytes, { level: 9 }).length;
		parsed += bytes.length;
	}
	let all = 0;
	for (const entry of await readdir(folder, { recursive: true, withFileTypes: true }))
		if (entry.isFile())
			all += gzipSync(await readFile(path.join(entry.parentPath, entry.name)), { level: 9 }).length;
	return { first: first / 1000, parsed: parsed / 1000, all: all / 1000 };
}
