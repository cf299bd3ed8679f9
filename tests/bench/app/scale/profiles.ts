/** Profiles of growing size, open at once and measured in turns, so that what else the machine does falls on all alike. */
import process from 'node:process';
import { openBrowser, type Bench } from '../../driven/browser.ts';
import type { Wanted } from '../../driven/corpus.ts';
import type { Place } from '../../driven/drive.ts';
import { untilAtRest } from '../../driven/rest.ts';

export interface Profile {
	readonly size: number;
	readonly bench: Bench;
}

/** Each profile is filled, started once and left until nothing of it works behind the screen any more. */
export async function withProfiles<T>(
	place: Place,
	sizes: readonly number[],
	fill: (bench: Bench, size: number) => Promise<void>,
	work: (profiles: readonly Profile[]) => Promise<T>
): Promise<T> {
	const profiles: Profile[] = [];
	const tell = (what: string): void => void process.stderr.write(`${place.name}: ${what}\n`);
	try {
		for (const size of sizes) {
			tell(`storing ${String(size)}`);
			const bench = await openBrowser();
			profiles.push({ size, bench });
			bench.page.setDefaultTimeout(120_000);
			await fill(bench, size);
			await bench.page.goto(place.start);
		}
		tell('waiting until nothing works behind the screen');
		await untilAtRest();
		tell('measuring');
		return await work(profiles);
	} finally {
		for (const { bench } of profiles) await bench.close();
	}
}

/** The first ones also load and compile code. */
const warmUps = 2;

/** What `measure` gives, by size; forwards and backwards in turn. */
export async function inTurns<T>(
	profiles: readonly Profile[],
	runs: number,
	measure: (bench: Bench, size: number) => Promise<T>
): Promise<ReadonlyMap<number, readonly T[]>> {
	const measured = new Map<number, T[]>(profiles.map(({ size }) => [size, []]));
	for (let run = -warmUps; run < runs; run++)
		for (const { bench, size } of run % 2 === 0 ? profiles : profiles.toReversed()) {
			const one = await measure(bench, size);
			if (run >= 0) measured.get(size)?.push(one);
		}
	return measured;
}

/** Twenty conversations of equal length that hold so many messages together, each with words of its own. */
export const twenty = (messages: number): Wanted[] =>
	messages === 0
		? []
		: Array.from({ length: 20 }, (_, at) => ({
				title: `Chat ${String(at).padStart(2, '0')}`,
				messages: messages / 20,
				from: (at * messages) / 40
			}));

/** So many short conversations. */
export const many = (count: number): Wanted[] =>
	Array.from({ length: count }, (_, at) => ({
		title: `Note ${String(at).padStart(4, '0')}`,
		messages: 2,
		from: at
	}));
