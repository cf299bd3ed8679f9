import { v7 } from 'uuid';
import type { Clock } from '#flows/ports.ts';

/** The real clock, of the page and of the workshop. */
export const systemClock: Clock = {
	now: () => Date.now(),
	zone: () => Intl.DateTimeFormat().resolvedOptions().timeZone,
	newId: () => v7()
};
