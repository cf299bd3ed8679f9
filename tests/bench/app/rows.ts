/** Which figures are reported, with their goals: ratios to the best of comparable apps, and the floor of a quiet machine. */
import type { Start } from './first-load.ts';
import type { Opening } from './open.ts';
import type { Row } from '../driven/report.ts';
import type { Streaming } from './stream.ts';

interface Starts {
	readonly cold: Start;
	readonly warm: Start;
}

export function firstLoadRows(
	app: Starts,
	floor: Starts,
	size: { readonly first: number; readonly parsed: number; readonly all: number }
): Row[] {
	const row = (
		name: string,
		unit: string,
		[measured, of]: readonly [number, number | null],
		[goal, quietFloor]: readonly [number | null, number | null]
	): Row => ({ name, unit, measured, floor: of, goal, quietFloor });
	return [
		row('scripts before the composer works', 'KB gzip', [size.first, null], [120, null]),
		row('the same', 'KB parsed', [size.parsed, null], [null, null]),
		row('everything that is kept for offline use', 'KB gzip', [size.all, null], [null, null]),
		row('composer, cold', 'ms', [app.cold.composer, floor.cold.composer], [240, 69]),
		row('composer, warm', 'ms', [app.warm.composer, floor.warm.composer], [130, 56]),
		row('main thread until then, cold', 'ms', [app.cold.busy, floor.cold.busy], [null, null]),
		row('main thread until then, warm', 'ms', [app.warm.busy, floor.warm.busy], [100, 44]),
		row('blocked by long tasks, cold', 'ms', [app.cold.blocked, floor.cold.blocked], [0, null])
	];
}

/** The floor page on the machine the goals were set on, ms; beyond what was measured there as at the largest. */
const quietOpening: Readonly<Record<number, number>> = { 200: 25, 2000: 30, 10000: 32, 20000: 32 };

export function openingRows(
	app: ReadonlyMap<number, Opening>,
	floor: ReadonlyMap<number, Opening>
): Row[] {
	const smallest = app.get(200);
	return [...app].flatMap(([size, opening]): Row[] => {
		const beside = floor.get(size) ?? null;
		const name = `open ${size.toLocaleString('en-US')} messages`;
		const quiet = quietOpening[size] ?? null;
		const none = { goal: null, quietFloor: null };
		const rows: Row[] = [
			{
				name,
				unit: 'ms',
				measured: opening.shown,
				floor: beside?.shown ?? null,
				goal: 80,
				quietFloor: quiet
			},
			{
				name: `${name}: main thread until shown`,
				unit: 'ms',
				measured: opening.busy,
				floor: beside?.busy ?? null,
				...none
			},
			{
				name: `${name}: main thread until idle`,
				unit: 'ms',
				measured: opening.settled,
				floor: beside?.settled ?? null,
				...none
			},
			{
				name: `${name}: longest task`,
				unit: 'ms',
				measured: opening.longest,
				floor: beside?.longest ?? null,
				goal: 50,
				quietFloor: null
			},
			{
				name: `${name}: elements`,
				unit: '',
				measured: opening.elements,
				floor: beside?.elements ?? null,
				goal: 1600,
				quietFloor: null
			},
			{
				name: `${name}: heap`,
				unit: 'MB',
				measured: opening.heap,
				floor: beside?.heap ?? null,
				goal: smallest && size > 200 ? smallest.heap + 3 : null,
				quietFloor: null
			}
		];
		if (smallest && size > 200)
			rows.push({
				name: `${name} : open 200`,
				unit: '×',
				measured: opening.shown / smallest.shown,
				floor: null,
				goal: 1.2,
				quietFloor: null
			});
		return rows;
	});
}

export function streamingRows(where: string, app: Streaming, floor: Streaming): Row[] {
	const row = (
		name: string,
		unit: string,
		key: keyof Streaming,
		goal: number | null,
		quietFloor: number | null,
		moreIsBetter = false
	): Row => ({
		name: `${where}: ${name}`,
		unit,
		measured: app[key],
		floor: floor[key],
		goal,
		quietFloor,
		moreIsBetter
	});
	return [
		row('frames', 'a second', 'framesPerSecond', 57, 60, true),
		row('dropped frames', '%', 'droppedShare', 2, null),
		row('frame, p95', 'ms', 'frame95', null, null),
		row('long tasks together', 'ms', 'longTasks', null, null),
		row('main thread busy', '%', 'busy', 40, 20),
		row('key → painted, p50', 'ms', 'key50', 24, 16),
		row('key → painted, p95', 'ms', 'key95', 40, 40),
		row('last token → shown', 'ms', 'late', null, null),
		row('tokens as sent', 'a second', 'rate', null, null, true)
	];
}

/** Enter → request, ms. */
export interface Asking {
	/** In a conversation of a few messages. */
	readonly short: number;
	/** In one of 2,000. */
	readonly long: number;
	/** The first message of all in that one: it puts all of it on file. */
	readonly first: number;
}

export function askingRows(app: Asking, floor: Asking): Row[] {
	const row = (where: string, key: keyof Asking, goal: number | null): Row => ({
		name: `${where}: Enter → request`,
		unit: 'ms',
		measured: app[key],
		floor: floor[key],
		goal,
		quietFloor: null
	});
	return [
		row('in a short session', 'short', 50),
		row('in 2,000 messages', 'long', 50),
		row('in 2,000 messages, the first time of all', 'first', null)
	];
}
