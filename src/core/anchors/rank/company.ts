/** What stands beside names that are being worked with is worked with next, whoever printed it. */
import type { Anchor } from '#core/anchors/passage.ts';

/** Cold names that every passage is taken to hold besides its own: one warm name alone is little company. */
const strangers = 5;

/**
 * How warm the names are that stood around each anchor, in the warmest of its passages: the mean of
 * `log2(1 + warmth)` over all names of that passage. `warmthOf` is asked once an anchor.
 */
export function companyOf(
	anchors: readonly Anchor[],
	warmthOf: (anchor: Anchor) => number
): ReadonlyMap<Anchor, number> {
	const sums = new Map<number, number>();
	const counts = new Map<number, number>();
	for (const anchor of anchors) {
		const warmth = Math.log2(1 + warmthOf(anchor));
		for (const place of anchor.places) {
			sums.set(place, (sums.get(place) ?? 0) + warmth);
			counts.set(place, (counts.get(place) ?? 0) + 1);
		}
	}
	const meanAt = (place: number): number =>
		(sums.get(place) ?? 0) / ((counts.get(place) ?? 0) + strangers);
	return new Map(
		anchors.map((anchor) => [
			anchor,
			anchor.places.reduce((most, place) => Math.max(most, meanAt(place)), 0)
		])
	);
}
