/** Starts of profiles with many conversations, and with long ones, beside the start of an empty one. */
import type { Bench } from '../../driven/browser.ts';
import type { Place } from '../../driven/drive.ts';
import { startOnce } from '../first-load.ts';
import { median } from '../../driven/numbers.ts';
import { inTurns, type Profile } from './profiles.ts';

export interface Started {
	readonly composer: number;
	readonly busy: number;
	readonly elements: number;
}

/** Medians by size. */
export async function measureStartsOf(
	place: Place,
	profiles: readonly Profile[],
	runs: number
): Promise<ReadonlyMap<number, Started>> {
	const all = await inTurns(profiles, runs, (bench) => started(bench, place));
	const middle = (starts: readonly Started[], key: keyof Started): number =>
		median(starts.map((start) => start[key]));
	return new Map(
		[...all].map(([size, starts]) => [
			size,
			{
				composer: middle(starts, 'composer'),
				busy: middle(starts, 'busy'),
				elements: middle(starts, 'elements')
			}
		])
	);
}

async function started(bench: Bench, place: Place): Promise<Started> {
	await bench.page.goto('about:blank');
	const { composer, busy } = await startOnce(bench, place);
	const elements = await bench.page.evaluate(() => document.getElementsByTagName('*').length);
	return { composer, busy, elements };
}
