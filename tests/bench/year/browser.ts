/** Putting a year into the database of a browser, past the app, and measuring start and opening in it. */
import { Buffer } from 'node:buffer';
import type { Archive } from '#core/archive/stored.ts';
import { trunk } from '#core/session/session.ts';
import { openBrowser, type Bench } from '../driven/browser.ts';
import { composer, type Place } from '../driven/drive.ts';
import { startOnce, type Start } from '../app/first-load.ts';
import { median } from '../driven/numbers.ts';
import { openOnce, type Once } from '../app/open.ts';
import { countRows, putRows, type Rows } from '../driven/put-rows.ts';
import { untilAtRest } from '../driven/rest.ts';
import type { Day } from './generate.ts';

export interface SeedDay extends Day {
	/** The archive that alone holds its turns; null: its rows are there. */
	readonly archive: Archive | null;
	readonly bytes: Uint8Array | null;
	readonly turnIds?: readonly string[];
}

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

/** The app makes its database; a page of the same origin without the app fills it. */
async function seedProfile({ page }: Bench, place: Place, days: readonly SeedDay[]): Promise<void> {
	await page.goto(place.start);
	await composer(page).waitFor();
	await page.goto(place.empty);
	for (const day of days) await putRows(page, rowsOf(day));
	const counted = await countRows(page, ['sessions', 'archiveBytes', 'turns']);
	const stored = counted.join(' ');
	const archives = days.filter(({ archive }) => archive !== null).length;
	const turns = days.reduce((sum, { exchanges }) => sum + exchanges.length, 0);
	const expected = [days.length, archives, turns].join(' ');
	if (stored !== expected) throw new Error(`Stored ${stored}, expected ${expected}`);
}

export interface Speeds {
	readonly startComposer: number;
	readonly startBusy: number;
	readonly startWhole: number;
	readonly openShown: number;
	readonly openBusy: number;
	readonly openHeap: number;
}

const runs = 25;
/** The first ones also load and compile code. */
const warmUps = 2;

/** Starts and openings of both profiles in turns, so that what else the machine does falls on both. */
export async function compareProfiles(
	place: Place,
	profiles: Readonly<Record<'small' | 'large', readonly SeedDay[]>>,
	title: string
): Promise<{ readonly small: Speeds; readonly large: Speeds; readonly restAfter: number }> {
	const small = await openBrowser();
	const large = await openBrowser();
	try {
		const benches = [small, large] as const;
		for (const bench of benches) bench.page.setDefaultTimeout(120_000);
		await seedProfile(small, place, profiles.small);
		await seedProfile(large, place, profiles.large);
		for (const bench of benches) await bench.page.goto(place.start);
		// A profile that was made in one go has a copy to make and sessions to weigh, once.
		const restAfter = await untilAtRest();
		const starts = new Map<Bench, Start[]>([
			[small, []],
			[large, []]
		]);
		const openings = new Map<Bench, Once[]>([
			[small, []],
			[large, []]
		]);
		for (let run = -warmUps; run < runs; run++)
			for (const bench of run % 2 === 0 ? benches : benches.toReversed()) {
				const start = await startOnce(bench, place);
				if (run >= 0) starts.get(bench)?.push(start);
			}
		for (const bench of benches) await bench.page.goto(place.start);
		await untilAtRest();
		for (let run = -warmUps; run < runs; run++)
			for (const bench of run % 2 === 0 ? benches : benches.toReversed()) {
				const opening = await openOnce(bench, title);
				if (run >= 0) openings.get(bench)?.push(opening);
			}
		const speeds = (bench: Bench): Speeds => {
			const started = starts.get(bench) ?? [];
			const opened = openings.get(bench) ?? [];
			return {
				startComposer: median(started.map(({ composer: at }) => at)),
				startBusy: median(started.map(({ busy }) => busy)),
				startWhole: median(started.map(({ whole }) => whole)),
				openShown: median(opened.map(({ shown }) => shown)),
				openBusy: median(opened.map(({ busy }) => busy)),
				openHeap: median(opened.map(({ heap }) => heap))
			};
		};
		return { small: speeds(small), large: speeds(large), restAfter };
	} finally {
		await small.close();
		await large.close();
	}
}
