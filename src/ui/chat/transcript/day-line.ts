import { weekdayDate } from '../../words/format.ts';

/** Where a conversation goes on on another day. */

const dayOf = (at: number): number => new Date(at).setHours(0, 0, 0, 0);

/**
 * The day of a message as it is told above it; empty where it goes without saying. All times in ms.
 *
 * @param before when the message before it was sent; null: there is none; undefined: it is not read
 */
export function dayLine(
	at: number,
	{ before, now }: { readonly before: number | null | undefined; readonly now: number }
): string {
	if (before === undefined || dayOf(at) === dayOf(before ?? now)) return '';
	return weekdayDate(at, { now });
}
