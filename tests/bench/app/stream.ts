/** A long Markdown reply arrives while someone types: frames, keys, and how much of the main thread it takes. */
import { mainThread, settle, type Bench } from '../driven/browser.ts';
import { endMark, longReply } from '../driven/corpus.ts';
import { composer, keysPerSecond } from '../driven/drive.ts';
import type { Endpoint } from '../driven/endpoint.ts';
import { median, quantile, sum } from '../driven/numbers.ts';

export interface Streaming {
	readonly framesPerSecond: number;
	/** Frames that were not drawn, of 60 a second. */
	readonly dropped: number;
	readonly droppedShare: number;
	readonly frame95: number;
	/** Lengths of all tasks over 50 ms together. */
	readonly longTasks: number;
	/** Share of the main thread, %. */
	readonly busy: number;
	readonly key50: number;
	readonly key95: number;
	/** Last token written → on screen, ms. */
	readonly late: number;
	/** Tokens a second as they were sent: below what was asked for where the machine was too busy. */
	readonly rate: number;
}

const frame = 1000 / 60;

export async function streamOnce(
	bench: Bench,
	endpoint: Endpoint,
	tokens: number
): Promise<Streaming> {
	const { page } = bench;
	const title = `reply ${performance.now().toFixed(0)}`;
	const pieces = longReply(tokens, title);
	endpoint.say(pieces);
	await composer(page).fill('Please write it all down');
	await settle(bench);
	await composer(page).press('Enter');
	const busyBefore = await mainThread(bench);
	const began = performance.now();
	await page.evaluate(() => void window.bench.record());
	const state = { ended: false };
	const shown = page
		.evaluate((mark) => window.bench.shown(mark), endMark(title))
		.then((at) => {
			state.ended = true;
			return at;
		});
	let typed = 0;
	for (; !state.ended; typed++) {
		const due = began + (typed * 1000) / keysPerSecond;
		await page.waitForTimeout(Math.max(0, due - performance.now()));
		await page.keyboard.press(typed % 6 === 5 ? 'Space' : 'e');
	}
	const shownAt = await shown;
	const wall = performance.now() - began;
	const busyAfter = await mainThread(bench);
	const { frames, keys, longTasks } = await page.evaluate(() => window.bench.stop());
	await composer(page).fill('');
	const gaps = frames.slice(1).map((at, index) => at - (frames[index] ?? at));
	const dropped = sum(gaps.map((gap) => Math.max(0, Math.round(gap / frame) - 1)));
	const span = sum(gaps);
	// Keys that were painted within 16 ms are not reported; they count as 16.
	const all = [...keys, ...Array.from({ length: Math.max(0, typed - keys.length) }, () => 16)];
	return {
		framesPerSecond: (gaps.length * 1000) / span,
		dropped,
		droppedShare: (100 * dropped) / (gaps.length + dropped),
		frame95: quantile(gaps, 0.95),
		longTasks: sum(longTasks),
		busy: (100 * (busyAfter.busy - busyBefore.busy)) / wall,
		key50: median(all),
		key95: quantile(all, 0.95),
		late: shownAt - endpoint.last.writtenAt,
		rate: (pieces.length * 1000) / (endpoint.last.writtenAt - endpoint.last.askedAt)
	};
}
