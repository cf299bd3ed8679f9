/** Opening a conversation from inside the running app: click in the list → last message on screen. */
import { footprint, mainThread, settle, type Bench } from '../driven/browser.ts';
import { endMark } from '../driven/corpus.ts';
import { newChat, sessionLink } from '../driven/drive.ts';
import { median } from '../driven/numbers.ts';
import { trace } from '../driven/tracing.ts';

export interface Opening {
	/** Click → last message on screen, ms. */
	readonly shown: number;
	/** Work of the main thread until then, ms. */
	readonly busy: number;
	/** Work of the main thread until it has been idle again, ms: what is weighed and read behind the screen counts. */
	readonly settled: number;
	/** Longest task, ms of processor time. */
	readonly longest: number;
	readonly elements: number;
	/** MB after a collection of garbage. */
	readonly heap: number;
}

/** One opening, without what only a trace tells. */
export type Once = Omit<Opening, 'longest'>;

export async function openOnce(bench: Bench, title: string): Promise<Once> {
	const { page } = bench;
	await newChat(bench);
	await settle(bench);
	await footprint(bench);
	const before = await mainThread(bench);
	const opened = page.evaluate((mark) => window.bench.opened(mark), endMark(title));
	await sessionLink(page, title).click();
	const shown = await opened;
	const after = await mainThread(bench);
	await quiet(bench);
	const settled = await mainThread(bench);
	return {
		shown,
		busy: after.busy - before.busy,
		settled: settled.busy - before.busy,
		...(await footprint(bench))
	};
}

/** The main thread has done less than 5 ms of work in a quarter of a second, four times in a row. */
async function quiet(bench: Bench): Promise<void> {
	let calm = 0;
	let last = (await mainThread(bench)).busy;
	for (let looks = 0; calm < 4 && looks < 24; looks++) {
		await bench.page.waitForTimeout(250);
		const { busy } = await mainThread(bench);
		calm = busy - last < 5 ? calm + 1 : 0;
		last = busy;
	}
}

export async function measureOpening(bench: Bench, title: string, runs: number): Promise<Opening> {
	// The first one also loads code; the others are what every day is like.
	await openOnce(bench, title);
	const openings: Once[] = [];
	for (let run = 0; run < runs; run++) openings.push(await openOnce(bench, title));
	// A trace slows down what it watches, so it watches an opening of its own.
	const tasks = await trace(bench, async (mark) => {
		await mark('begin');
		await openOnce(bench, title);
		await mark('end');
	});
	const middle = (key: Exclude<keyof Opening, 'longest'>): number =>
		median(openings.map((opening) => opening[key]));
	return {
		shown: middle('shown'),
		busy: middle('busy'),
		settled: middle('settled'),
		longest: tasks[0]?.cpu ?? 0,
		elements: middle('elements'),
		heap: middle('heap')
	};
}
