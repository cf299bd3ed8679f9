import type { ResetPolicy } from '#core/session.ts';

/** When a session is due to be reset. */

/** An instant as the user's clock shows it. */
export interface LocalTime {
	/** `YYYY-MM-DD`. */
	readonly day: string;
	/** 0–23. */
	readonly hour: number;
}

/** The day a time belongs to when days begin at `hour`: a key, so that no day is reset twice whatever the clock does. */
export function dayKey(time: LocalTime, hour: number): string {
	if (time.hour >= hour) return time.day;
	const [year = 0, month = 1, date = 1] = time.day.split('-').map(Number);
	return new Date(Date.UTC(year, month - 1, date - 1)).toISOString().slice(0, 10);
}

/**
 * Whether a session whose last activity was `active` is due at `now`. A clock that moved back makes nothing due;
 * several missed days are one reset.
 */
export function isResetDue(
	policy: ResetPolicy,
	active: LocalTime & { readonly at: number },
	now: LocalTime & { readonly at: number }
): boolean {
	switch (policy.kind) {
		case 'manual':
			return false;
		case 'daily':
			return dayKey(active, policy.hour) < dayKey(now, policy.hour);
		case 'idle':
			return now.at - active.at >= policy.minutes * 60_000;
	}
}
