import { isGone, waitingMark } from '#core/log/marks.ts';
import { isUnanswered, type Exchange, type Mark } from '#core/log/turn.ts';
import { dayMs } from '#core/time/day-ms.ts';
import type { ResetPolicy } from '#core/session/session.ts';

/** When a session is due to be reset. */

/** An instant as the user's clock shows it. */
interface LocalTime {
	/** `YYYY-MM-DD`. */
	readonly day: string;
	/** 0–23. */
	readonly hour: number;
}

/**
 * The day that a time belongs to if days begin at `hour`. It is stored as a key, so that no day has two resets
 * whatever the clock does.
 */
export function dayKey(time: LocalTime, hour: number): string {
	if (time.hour >= hour) return time.day;
	const [year = 0, month = 1, date = 1] = time.day.split('-').map(Number);
	return new Date(Date.UTC(year, month - 1, date - 1)).toISOString().slice(0, 10);
}

/** What of a session says whether it is due. */
export interface ResetTimes {
	/** Of its latest activity; `at` is Unix ms. */
	readonly active: LocalTime & { readonly at: number };
	/** When what stands unsent in its composer was written; null: nothing stands there. */
	readonly written: (LocalTime & { readonly at: number }) | null;
	/** When the session was begun: one that began with a reset today has no second reset today. */
	readonly begun: LocalTime;
	/** The day (`dayKey`) whose reset it began with, as that was called where the user was then; null: with none. */
	readonly resetDay: string | null;
}

/**
 * Whether a session is due at `now`. Who writes in it goes on in it: words that are not sent yet count like those that
 * were. A clock that moved back makes nothing due, and one that came forward again
 * repeats no day that has had its reset, nor does a flight to the west, where the hour comes once more; several missed
 * days are one reset.
 */
export function isResetDue(
	policy: ResetPolicy,
	{ active: sent, written, begun, resetDay }: ResetTimes,
	now: LocalTime & { readonly at: number }
): boolean {
	const active = written && written.at > sent.at && written.at <= now.at ? written : sent;
	switch (policy.kind) {
		case 'manual':
			return false;
		case 'daily': {
			const today = dayKey(now, policy.hour);
			return (
				dayKey(active, policy.hour) < today &&
				dayKey(begun, policy.hour) !== today &&
				resetDay !== today
			);
		}
		case 'idle':
			return now.at - active.at >= policy.minutes * 60_000;
	}
}

/** Whoever is away over a weekend, or longer, looks for what was in use before it, ms. */
const aWeek = 7 * dayMs;

/** Whether a session in which something was said last at `said` is in use, Unix ms. */
export const isInUse = (said: number, now: number): boolean => now - said < aWeek;

/**
 * Whether what was said last holds a reset back that nobody asked for: in a session that has ended it would never be
 * answered. It waits for the network, or for somebody to decide about a summary or to mend what kept it from going out;
 * who has not done that within a week does so no more. `marks`: its own; `now`: Unix ms.
 */
export const holdsReset = (newest: Exchange, marks: readonly Mark[], now: number): boolean =>
	waitingMark(newest, marks) !== null ||
	(isUnanswered(newest) && !isGone(newest.turn, marks) && isInUse(newest.turn.askedAt, now));
