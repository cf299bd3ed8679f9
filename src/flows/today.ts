import type { Settings } from '#core/settings.ts';
import { lastDays, localDayOf } from '#core/time/stamp.ts';
import type { Clock } from '#flows/ports.ts';

type OfDays = Pick<Clock, 'now' | 'zone'>;

/** The day that it is for the user, e.g. `2026-02-14`. */
export const todayOf = (clock: OfDays): string => localDayOf(clock.now(), clock.zone());

/** The days whose notes go along with a message of today, newest first. */
export const noteDaysOf = (clock: OfDays, { noteDays }: Settings): readonly string[] =>
	lastDays(todayOf(clock), noteDays);
