import fc from 'fast-check';
import { heldClock } from '../builders/a-clock.ts';
import { carry } from './back.ts';
import { holds } from './holds.ts';
import { Life } from './life.ts';
import { aMove, aMoveBeside, make } from './moves.ts';

/** Many lives, each from an empty profile: run with a few in the tests and with many in a script. */

const long = { minLength: 20, maxLength: 70, size: 'max' } as const;

/** A life takes a second: a shorter one with the same end is found by hand. */
const asked = (numRuns: number) => ({ numRuns, endOnFailure: true });

/** Of one device; something goes wrong in one act of so many, with 0 in none. */
export const manyLives = (numRuns: number, oneIn: number): Promise<void> =>
	fc.assert(
		fc.asyncProperty(fc.array(aMove(oneIn), long), (moves) =>
			told(1, async ([life]) => {
				for (const move of moves) {
					await make(life!, move);
					await holds(life!);
				}
			})
		),
		asked(numRuns)
	);

/** Of two devices of one user, which now and then bring each other what they hold. */
export const manyPairs = (numRuns: number, oneIn: number): Promise<void> =>
	fc.assert(
		fc.asyncProperty(
			fc.array(
				fc.tuple(
					fc.boolean(),
					fc.oneof(
						{ arbitrary: aMove(oneIn), weight: 6 },
						{ arbitrary: fc.constant(null), weight: 1 }
					)
				),
				long
			),
			(moves) =>
				told(2, async ([laptop, phone]) => {
					for (const [isOnPhone, move] of moves) {
						const [here, there] = isOnPhone ? [phone!, laptop!] : [laptop!, phone!];
						here.story.push(`on the ${isOnPhone ? 'phone' : 'laptop'}:`);
						if (move) await make(here, move);
						else await carry(there, here);
						await holds(here);
					}
				})
		),
		asked(numRuns)
	);

/** In two tabs of one device, where two things are done at once, often to the same; the second begins a little later. */
export const manyTabs = (numRuns: number, oneIn: number): Promise<void> =>
	fc.assert(
		fc.asyncProperty(fc.array(atOnce(oneIn), { ...long, maxLength: 40 }), (steps) =>
			told(1, async ([life]) => {
				const other = life!.beside();
				try {
					for (const { move, beside, turns, isSame } of steps) {
						life!.story.push('at once:');
						const second = isSame ? { ...beside, at: move.at } : beside;
						const later = turnsOfTheLoop(turns).then(() => make(other, second));
						await Promise.all([make(life!, move), later]);
						await holds(life!);
					}
				} finally {
					other.close();
				}
			})
		),
		asked(numRuns)
	);

/** `turns` of the loop until the second begins; `isSame`: it chooses as the first does. */
const atOnce = (oneIn: number) =>
	fc.record({
		move: aMoveBeside(oneIn),
		beside: aMoveBeside(oneIn),
		turns: fc.oneof(fc.nat(9), fc.nat(120)),
		isSame: fc.boolean()
	});

async function turnsOfTheLoop(turns: number): Promise<void> {
	for (let turn = 0; turn < turns; turn++) await new Promise<void>((done) => setImmediate(done));
}

/** Does something with devices; where it fails, their story is told. */
async function told(
	devices: number,
	live: (lives: readonly Life[]) => Promise<void>
): Promise<void> {
	const story: string[] = [];
	const lives: Life[] = [];
	const clock = heldClock();
	while (lives.length < devices) lives.push(await Life.begin(story, clock));
	try {
		await live(lives);
	} catch (error) {
		throw new Error(`${story.join('\n')}\n${String(error)}`, { cause: error });
	} finally {
		for (const life of lives) await life.end();
	}
}
