/** How the app behaves as what it keeps grows: each dimension at three sizes a decade apart. */
import type { Bench } from '../../driven/browser.ts';
import { newChat, type Place } from '../../driven/drive.ts';
import type { Endpoint } from '../../driven/endpoint.ts';
import { watchMemory } from '../../driven/memory.ts';
import { median } from '../../driven/numbers.ts';
import type { Row } from '../../driven/report.ts';
import { askOnce } from '../ask.ts';
import { streamOnce } from '../stream.ts';
import { exportOnce, type Exported } from './export.ts';
import { measureHeap, measureOffline } from './lasting.ts';
import { longTitle, measureAsking, openLong, putNotes } from './notes.ts';
import { inTurns, many, twenty, withProfiles } from './profiles.ts';
import { answerRows, exportRows, number, slopeRow, startRows, textRows } from './rows.ts';
import { measureTexts, measureTitles } from './search.ts';
import { measureStartsOf } from './starts.ts';

export interface Scaling {
	readonly app: Place;
	readonly floor: Place;
	readonly endpoint: Endpoint;
	/** The built app. */
	readonly folder: string;
	readonly runs: number;
	readonly tokens: number;
	readonly tell: (what: string) => void;
}

const sessions = [0, 10, 100, 1_000];
const messages = [0, 400, 4_000, 40_000];
const stored = messages.slice(1);
const notes = [0, 10, 100, 1_000];
const openings = [1, 10, 100];
const largest = (sizes: readonly number[]): number => Math.max(...sizes);
const plain = { floor: null, goal: null, quietFloor: null };

const withSessions = (place: Place) => (bench: Bench, size: number) =>
	place.fill(bench.page, many(size));
const withMessages = (place: Place) => (bench: Bench, size: number) =>
	place.fill(bench.page, twenty(size));

/** Starts differ more from one to the next than by what is measured: a median of few of them says nothing. */
const startRuns = 15;

async function ofSessions({ app, floor, runs }: Scaling): Promise<Row[]> {
	const measure = (place: Place) =>
		withProfiles(place, sessions, withSessions(place), async (profiles) => {
			const starts = await measureStartsOf(place, profiles, startRuns);
			const titles = new Map<number, Awaited<ReturnType<typeof measureTitles>>>();
			for (const { bench, size } of profiles) {
				if (size === 0) continue;
				await bench.page.goto(place.start);
				titles.set(size, await measureTitles(bench, size, runs));
			}
			return { starts, titles };
		});
	const ofFloor = await measure(floor);
	const ofApp = await measure(app);
	return [
		...startRows('sessions', ofApp.starts, ofFloor.starts, { busy: 20, same: null }),
		...[...ofApp.titles].flatMap(([size, answer]) =>
			answerRows(
				`titles of ${number(size)} sessions`,
				answer,
				ofFloor.titles.get(size) ?? null,
				size === largest(sessions) ? 16 : null
			)
		)
	];
}

async function ofStart({ app, floor }: Scaling): Promise<Row[]> {
	const measure = (place: Place) =>
		withProfiles(place, messages, withMessages(place), (profiles) =>
			measureStartsOf(place, profiles, startRuns)
		);
	const ofFloor = await measure(floor);
	return startRows('messages', await measure(app), ofFloor, { busy: null, same: 1.1 });
}

async function ofSearch({ app, floor, runs }: Scaling): Promise<Row[]> {
	const rows: Row[] = [];
	const measure = (place: Place, at: string) =>
		withProfiles(place, stored, withMessages(place), async (profiles) => {
			const found = new Map<number, Awaited<ReturnType<typeof measureTexts>>>();
			for (const { bench, size } of profiles) {
				await bench.page.goto(at);
				found.set(size, await measureTexts(bench, size, runs));
			}
			return found;
		});
	const ofFloor = await measure(floor, floor.start);
	const ofApp = await measure(app, `${app.start}search`);
	for (const [size, found] of ofApp)
		rows.push(
			...textRows(size, found, ofFloor.get(size) ?? null, size === largest(stored) ? 60 : null)
		);
	return rows;
}

async function ofExport({ app, floor, runs }: Scaling): Promise<Row[]> {
	const measure = (place: Place, at: string) =>
		withProfiles(place, stored, withMessages(place), async (profiles) => {
			for (const { bench } of profiles) await bench.page.goto(at);
			return inTurns(profiles, Math.min(runs, 5), (bench) => exportOnce(bench));
		});
	const ofFloor = await measure(floor, floor.start);
	const ofApp = await measure(app, `${app.start}settings#data`);
	const middle = (all: readonly Exported[] | undefined): Exported => ({
		took: median((all ?? []).map(({ took }) => took)),
		file: median((all ?? []).map(({ file }) => file)),
		memory: median((all ?? []).map(({ memory }) => memory))
	});
	const [small = 0] = stored;
	const most = largest(stored);
	return [
		...[...ofApp].flatMap(([size, all]) =>
			exportRows(size, middle(all), middle(ofFloor.get(size)), size === most)
		),
		slopeRow('export', middle(ofApp.get(small)).took, middle(ofApp.get(most)).took, 2)
	];
}

async function ofStream({ app, floor, endpoint, runs, tokens }: Scaling): Promise<Row[]> {
	const measure = (place: Place, sizes: readonly number[]) =>
		withProfiles(
			place,
			sizes,
			async (bench, size) => {
				await place.fill(bench.page, twenty(size));
				await place.use(bench.page, endpoint);
			},
			(profiles) =>
				inTurns(profiles, Math.min(runs, 3), async (bench) => {
					await newChat(bench);
					const memory = watchMemory(bench);
					const streamed = await streamOnce(bench, endpoint, tokens);
					const memoryAtMost = memory.peak();
					return { ...streamed, memory: memoryAtMost, asked: await askOnce(bench, endpoint) };
				})
		);
	const most = largest(messages);
	const ofFloor = (await measure(floor, [most])).get(most) ?? [];
	const ofApp = await measure(app, messages);
	const middle = <T>(all: readonly T[], read: (one: T) => number): number => median(all.map(read));
	const empty = middle(ofApp.get(0) ?? [], (one) => one.framesPerSecond);
	return [...ofApp].flatMap(([size, all]): Row[] => {
		const name = `a reply while ${number(size)} other messages are stored`;
		const isLargest = size === most;
		const row = (
			what: string,
			unit: string,
			read: (one: (typeof all)[number]) => number,
			goal: number | null,
			more = false
		): Row => ({
			name: `${name}: ${what}`,
			unit,
			measured: middle(all, read),
			floor: isLargest ? middle(ofFloor, read) : null,
			goal: isLargest ? goal : null,
			quietFloor: null,
			moreIsBetter: more
		});
		const goal = Math.max(57, empty * 0.95);
		return [
			row('frames', 'a second', (one) => one.framesPerSecond, goal, true),
			row('main thread busy', '%', (one) => one.busy, null),
			row('key → painted, p95', 'ms', (one) => one.key95, 40),
			row('Enter → request', 'ms', (one) => one.asked, null),
			row('memory of the page at most', 'MB', (one) => one.memory, 300)
		];
	});
}

async function ofNotes({ app, floor, endpoint, runs }: Scaling): Promise<Row[]> {
	const measure = (place: Place, sizes: readonly number[]) =>
		withProfiles(
			place,
			sizes,
			async (bench, size) => {
				await place.fill(bench.page, [{ title: longTitle, messages: 2_000 }]);
				await putNotes(bench, size);
			},
			async (profiles) => {
				for (const { bench } of profiles) await openLong(bench, place, endpoint);
				return measureAsking(profiles, endpoint, runs);
			}
		);
	const ofFloor = (await measure(floor, [0])).get(0) ?? null;
	return [...(await measure(app, notes))].map(([size, asked]) => ({
		name: `Enter → request, 2,000 messages, ${number(size)} notes`,
		unit: 'ms',
		measured: asked,
		floor: ofFloor,
		goal: size === largest(notes) ? 50 : null,
		quietFloor: null
	}));
}

async function ofOffline({ folder }: Scaling): Promise<Row[]> {
	const { warm, offline } = await measureOffline(folder, startRuns);
	return [
		{ ...plain, name: 'start, warm', unit: 'ms', measured: warm },
		{ ...plain, name: 'start without a network', unit: 'ms', measured: offline },
		{ ...plain, name: 'without a network : warm', unit: '×', measured: offline / warm, goal: 1.1 }
	];
}

async function ofHeap({ app, runs }: Scaling): Promise<Row[]> {
	const heaps = await measureHeap(app, runs < 7 ? openings.slice(0, 2) : openings);
	const first = heaps.get(1) ?? NaN;
	return [...heaps].map(([count, heap]) => ({
		...plain,
		name: `heap after opening ${number(count)} long sessions`,
		unit: 'MB',
		measured: heap,
		goal: count === 1 ? null : first * 1.2
	}));
}

/** By the name it is asked for with. */
export const scales: Readonly<Record<string, (scaling: Scaling) => Promise<Row[]>>> = {
	sessions: ofSessions,
	start: ofStart,
	search: ofSearch,
	export: ofExport,
	store: ofStream,
	notes: ofNotes,
	offline: ofOffline,
	heap: ofHeap
};
