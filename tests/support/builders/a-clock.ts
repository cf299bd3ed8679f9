import type { Clock } from '#flows/ports.ts';

/** Clocks that tell a test's own time, and ids that sort as they were given out. */

/** Wednesday 2026-11-18, 12:06 in Berlin, Unix ms. */
export const start = 1_795_000_000_000;

export interface HeldClock extends Clock {
	/** Unix ms. */
	at: number;
}

let clocks = 0;

/** No two clocks give the same one: each may stand for a device. */
function newIds(): () => string {
	const clock = String(++clocks).padStart(4, '0');
	let ids = 0;
	return () => `00000000-0000-7000-8000-${clock}${String(++ids).padStart(8, '0')}`;
}

/** A clock that a test sets; a look moves it on by `step`, ms. */
export function heldClock({ at = start, step = 1 } = {}): HeldClock {
	return {
		at,
		now() {
			return (this.at += step);
		},
		zone: () => 'Europe/Berlin',
		newId: newIds()
	};
}

/** A clock that stands still. */
export const fixedClock = (at = start): Clock => ({
	now: () => at,
	zone: () => 'Europe/Berlin',
	newId: newIds()
});
