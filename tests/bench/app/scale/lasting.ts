/** Starts without a network beside warm ones, and what is left in memory after many long conversations. */
import { serve } from '../../../../scripts/serve.js';
import { footprint, openBrowser, type Bench } from '../../driven/browser.ts';
import { appAt, type Place } from '../../driven/drive.ts';
import { startOnce } from '../first-load.ts';
import { median } from '../../driven/numbers.ts';
import { openOnce } from '../open.ts';
import { twenty } from './profiles.ts';

/** Composer on screen, ms: with the server there, and with the server gone, in turn. */
export async function measureOffline(
	folder: string,
	runs: number
): Promise<{ readonly warm: number; readonly offline: number }> {
	let served = await serve({ folder, port: 0 });
	const { port } = served;
	const place = appAt(served.url);
	const bench = await openBrowser();
	const times = { warm: [] as number[], offline: [] as number[] };
	try {
		await bench.page.goto(place.start);
		// Everything that is kept for offline use is there when it says so.
		await bench.page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
		for (let run = -2; run < runs; run++)
			for (const state of ['warm', 'offline'] as const) {
				if (state === 'offline') await served.close();
				const { composer } = await startOnce(bench, place);
				if (run >= 0) times[state].push(composer);
				if (state === 'offline') served = await serve({ folder, port });
			}
	} finally {
		await bench.close();
		await served.close();
	}
	return { warm: median(times.warm), offline: median(times.offline) };
}

/** Heap in MB after so many openings of conversations of 2,000 messages, twenty of them in turn. */
export async function measureHeap(
	place: Place,
	counts: readonly number[]
): Promise<ReadonlyMap<number, number>> {
	const bench: Bench = await openBrowser();
	const heaps = new Map<number, number>();
	try {
		bench.page.setDefaultTimeout(120_000);
		const all = twenty(40_000);
		await place.fill(bench.page, all);
		await bench.page.goto(place.start);
		for (let opened = 1; opened <= Math.max(...counts); opened++) {
			await openOnce(bench, all[opened % all.length]?.title ?? '');
			if (counts.includes(opened)) heaps.set(opened, (await footprint(bench)).heap);
		}
	} finally {
		await bench.close();
	}
	return heaps;
}
