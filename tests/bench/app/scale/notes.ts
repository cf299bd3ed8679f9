/** Enter → request in a conversation of 2,000 messages, by how much is remembered. */
import { normaliseLine } from '#core/lines/line.ts';
import { localDayOf } from '#core/time/stamp.ts';
import type { Bench } from '../../driven/browser.ts';
import { endMark } from '../../driven/corpus.ts';
import { sessionLink, type Place } from '../../driven/drive.ts';
import type { Endpoint } from '../../driven/endpoint.ts';
import { median } from '../../driven/numbers.ts';
import { putRows } from '../../driven/put-rows.ts';
import { askOnce } from '../ask.ts';
import { inTurns, type Profile } from './profiles.ts';

export const longTitle = 'Bench 2000';
const day = 86_400_000;

const lineOf = (n: number): string =>
	`Gate ${n} is kept by keeper ${n * 7}, who likes the harbour.`;

/** `count` lines in MEMORY.md, and as many daily notes of a line each, the newest of today; with where they were learnt. */
export async function putNotes({ page }: Bench, count: number): Promise<void> {
	if (count === 0) return;
	const now = Date.now();
	const file = (path: string, text: string) => ({
		path,
		text,
		scope: 'everywhere',
		rev: 1,
		updatedAt: now,
		deletedAt: null
	});
	const origin = (path: string, n: number) => ({
		id: `origin-${path}-${n}`,
		path,
		line: normaliseLine(lineOf(n)),
		sessionId: null,
		turnIds: [],
		origin: 'own',
		writer: 'user',
		at: now,
		importance: null,
		tags: []
	});
	const all = Array.from({ length: count }, (_, n) => n);
	const noteOf = (n: number): string => `memory/${localDayOf(now - n * day, 'UTC')}.md`;
	await putRows(page, {
		memoryFiles: [
			file('MEMORY.md', all.map((n) => `- ${lineOf(n)}\n`).join('')),
			...all.map((n) => file(noteOf(n), `- ${lineOf(n)}\n`))
		],
		memoryOrigins: all.flatMap((n) => [origin('MEMORY.md', n), origin(noteOf(n), n)])
	});
}

/** The long conversation on screen, with its first request behind it: that one puts all of it on file. */
export async function openLong(bench: Bench, place: Place, endpoint: Endpoint): Promise<void> {
	const { page } = bench;
	await place.use(page, endpoint);
	await page.goto(place.start);
	await sessionLink(page, longTitle).click();
	await page.waitForFunction(
		(mark) => document.querySelector('[role=log]')?.textContent.includes(mark),
		endMark(longTitle)
	);
	await askOnce(bench, endpoint);
}

/** Medians, ms, by how many notes there are. */
export async function measureAsking(
	profiles: readonly Profile[],
	endpoint: Endpoint,
	runs: number
): Promise<ReadonlyMap<number, number>> {
	const all = await inTurns(profiles, runs, (bench) => askOnce(bench, endpoint));
	return new Map([...all].map(([size, asked]) => [size, median(asked)]));
}
