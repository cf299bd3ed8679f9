import { wordSet } from '#core/text/word-set.ts';

/**
 * Small words that turn a fact into another one: before and after, on and off (for signs see `telling-signs.ts`). Search takes
 * these words for no content, for by them no text is found; those of other languages are content, and part two lines by
 * themselves.
 */

/** A line a group: what stands in one place of a sentence. Words between the same bars turn nothing among themselves. */
const groups: readonly (readonly ReadonlySet<string>[])[] = `
before|during|after
on|off
in into|out
from|to until
by|to for
under below|above over
for|against
more|less fewer
all both each|most|some few
is are am has have|was were had did|should must|will shall|can could may might`
	.trim()
	.split('\n')
	.map((group) => group.split('|').map((words) => wordSet([words])));

/** Whether all of `part` stands in `whole`, in its order. */
export function isWithin<T>(
	part: readonly T[],
	whole: readonly T[],
	isSame: (a: T, b: T) => boolean = Object.is
): boolean {
	let at = 0;
	for (const one of whole) if (at < part.length && isSame(part[at] as T, one)) at++;
	return at === part.length;
}

/**
 * Whether the small words of two lines contradict each other. Words as they are folded, in their order. A word more
 * turns nothing: "Flies Porto to Lyon" is "Flies from Porto to Lyon".
 */
export const isTurned = (mine: readonly string[], theirs: readonly string[]): boolean =>
	groups.some((group) => {
		const placed = (words: readonly string[]): readonly number[] =>
			words.map((word) => group.findIndex((one) => one.has(word))).filter((at) => at >= 0);
		const [a, b] = [placed(mine), placed(theirs)];
		return !isWithin(a, b) && !isWithin(b, a);
	});
