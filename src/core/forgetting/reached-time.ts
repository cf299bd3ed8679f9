import { dayMs } from '#core/time/day-ms.ts';

/**
 * What time it is for what cannot be brought back: a clock that is a year ahead must not make every deletion final. So
 * a time that lies far behind the last one is believed only when the app has been there on another day as well.
 */

/** What is known of the time; all Unix ms. */
export interface ReachedTime {
	/** The last time that was believed. */
	readonly believed: number;
	/** When a time was first seen that is too far behind it; null: none is doubted. */
	readonly doubtedAt: number | null;
}

/** Longest time without the app that is nothing to wonder at, ms. */
const mostAway = 3 * dayMs;

/** What is known now, by what was known before. A clock that went back has shown that nothing before it is sure. */
export function reachedTime(before: ReachedTime | null, now: number): ReachedTime {
	const sure = { believed: now, doubtedAt: null };
	if (!before || now - before.believed <= mostAway) return sure;
	const { believed, doubtedAt } = before;
	if (doubtedAt === null || now < doubtedAt) return { believed, doubtedAt: now };
	return now - doubtedAt < dayMs ? before : sure;
}
