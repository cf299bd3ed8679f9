import fc from 'fast-check';
import { holds } from './holds.ts';
import { Life } from './life.ts';
import { aLife, make } from './moves.ts';

/** Many lives, each from an empty profile: run with a few in the tests and with many in a script. */
export const manyLives = (numRuns: number): Promise<void> =>
	fc.assert(
		fc.asyncProperty(aLife, async (moves) => {
			const life = await Life.begin();
			try {
				for (const move of moves) {
					await make(life, move);
					await holds(life);
				}
			} catch (error) {
				throw new Error(`${life.story.join('\n')}\n${String(error)}`, { cause: error });
			} finally {
				await life.end();
			}
		}),
		// A life takes a second: a shorter one with the same end is found by hand.
		{ numRuns, endOnFailure: true }
	);
