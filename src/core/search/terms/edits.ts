/** Tells whether two words are so alike that one may be the other mistyped. */
import { sharedEnd, sharedStart } from '#core/text/shared-ends.ts';

/** One edit apart at most: a letter more, less, other, or two swapped. */
export function isOneEdit(one: string, other: string): boolean {
	const gap = one.length - other.length;
	if (gap > 1 || gap < -1) return false;
	const start = sharedStart(one, other);
	const shared = start + sharedEnd(one, other, start);
	const restOne = one.length - shared;
	const restOther = other.length - shared;
	if (restOne <= 1 && restOther <= 1) return true;
	return (
		restOne === 2 &&
		restOther === 2 &&
		one[start] === other[start + 1] &&
		one[start + 1] === other[start]
	);
}

/** Two edits apart at most, the first letter being the same. */
export function isTwoEdits(one: string, other: string): boolean {
	if (Math.abs(one.length - other.length) > 2 || one[0] !== other[0]) return false;
	const start = sharedStart(one, other);
	const a = one.slice(start);
	const b = other.slice(start);
	return (
		isOneEdit(a.slice(1), b.slice(1)) ||
		isOneEdit(a.slice(1), b) ||
		isOneEdit(a, b.slice(1)) ||
		(a[0] === b[1] && a[1] === b[0] && isOneEdit(a.slice(2), b.slice(2)))
	);
}
