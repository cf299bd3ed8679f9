/** Putting a year into the database of a browser, past the app, and measuring start and opening in it. */
import { Buffer } from 'node:buffer';
import type { Page } from '@playwright/test';
import type { Archive } from '#core/jobs.ts';
import { trunk } from '#core/log/session.ts';
import { openBrowser, type Bench } from '../app/browser.ts';
import { composer, type Place } from '../app/drive.ts';
import { startOnce } from '../app/first-load.ts';
import { median } from '../app/numbers.ts';
import { measureOpening } from '../app/open.ts';
import type { Day } from './generate.ts';

export interface SeedDay extends Day {
	/** The archive that alone holds its turns; null: its rows are there. */
	readonly archive: Archive | null;
	readonly bytes: Uint8Array | null;
	readonly turnIds?: readonly string[];
}

/** Rows by table; bytes as base64 under `$bytes`. */
type Rows = Record<string, readonly Record<string, unknown>[]>;

const piece = 100;

function rowsOf({ session, exchanges, archive, bytes, turnIds }: SeedDay): Rows {
	const count = turnIds?.length ?? exchanges.length;
	const cold = [];
	for (let from = 0; archive && turnIds && from < count; from += piece) {
		const through = Math.min(count, from + piece) - 1;
		cold.push({
			id: `${archive.id} ${trunk} ${String(from)}`,
			sessionId: session.id,
			branch: trunk,
			fromSeq: from,
			throughSeq: through,
			archiveId: archive.id,
			turnIds: turnIds.slice(from, through + 1),
			at: session.activeAt
		});
	}
	return {
		sessions: [{ ...session, endedAt: archive ? session.activeAt : null }],
		branches: [
			{
				sessionId: session.id,
				branch: trunk,
				parent: null,
				forkSeq: 0,
				headSeq: count - 1,
				createdAt: session.createdAt
			}
		],
		turns: exchanges.map(({ turn }) => ({ ...turn })),
		steps: exchanges.flatMap(({ steps }) => steps.map((step) => ({ ...step }))),
		archives: archive ? [{ ...archive }] : [],
		archiveBytes:
			archive && bytes ? [{ id: archive.id, $bytes: Buffer.from(bytes).toString('base64') }] : [],
		cold
	};
}

const put = (page: Page, rows: Rows): Promise<void> =>
	page.evaluate(async (given) => {
		const db = await new Promise<IDBDatabase>((resolve) => {
			const opening = indexedDB.open('keepsake');
			opening.onsuccess = () => resolve(opening.result);
		});
		const names = Object.keys(given).filter((name) => (given[name] ?? []).length > 0);
		const writing = db.transaction(names, 'readwrite');
		for (const name of names)
			for (const row of given[name] ?? []) {
				const { $bytes, ...rest } = row;
				const bytes =
					typeof $bytes === 'string'
						? { bytes: Uint8Array.from(atob($bytes), (letter) => letter.charCodeAt(0)) }
						: {};
				writing.objectStore(name).put({ ...rest, ...bytes });
			}
		await new Promise((resolve) => (writing.oncomplete = resolve));
		db.close();
	}, rows);

/** The app makes its database; a page of the same origin without the app fills it. */
async function seedProfile({ page }: Bench, place: Place, days: readonly SeedDay[]): Promise<void> {
	await page.goto(place.start);
	await composer(page).waitFor();
	await page.goto(place.empty);
	for (const day of days) await put(page, rowsOf(day));
	const stored = await page.evaluate(async () => {
		const db = await new Promise<IDBDatabase>((resolve) => {
			const opening = indexedDB.open('keepsake');
			opening.onsuccess = () => resolve(opening.result);
		});
		const count = (name: string) =>
			new Promise<number>((resolve) => {
				const counting = db.transaction(name).objectStore(name).count();
				counting.onsuccess = () => resolve(counting.result);
			});
		const found = [await count('sessions'), await count('archiveBytes'), await count('turns')];
		db.close();
		return found.join(' ');
	});
	const archives = days.filter(({ archive }) => archive !== null).length;
	const turns = days.reduce((sum, { exchanges }) => sum + exchanges.length, 0);
	const expected = [days.length, archives, turns].join(' ');
	if (stored !== expected) throw new Error(`Stored ${stored}, expected ${expected}`);
}

export interface Speeds {
	readonly startComposer: number;
	readonly startBusy: number;
	readonly openShown: number;
	readonly openBusy: number;
	readonly openHeap: number;
}

const runs = 7;

export async function startsAndOpenings(
	place: Place,
	days: readonly SeedDay[],
	title: string
): Promise<Speeds> {
	const bench = await openBrowser();
	try {
		bench.page.setDefaultTimeout(120_000);
		await seedProfile(bench, place, days);
		await startOnce(bench, place);
		await startOnce(bench, place);
		const starts = [];
		for (let run = 0; run < runs; run++) starts.push(await startOnce(bench, place));
		await bench.page.goto(place.start);
		const opening = await measureOpening(bench, title, runs);
		return {
			startComposer: median(starts.map(({ composer: at }) => at)),
			startBusy: median(starts.map(({ busy }) => busy)),
			openShown: opening.shown,
			openBusy: opening.busy,
			openHeap: opening.heap
		};
	} finally {
		await bench.close();
	}
}
