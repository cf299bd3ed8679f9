import { createSubscriber } from 'svelte/reactivity';

/** How long a new day may go unnoticed, ms. */
const pause = 60_000;

/**
 * Called in an effect, or in what one reads: it runs again from time to time, so that what it reads of the clock stays
 * true. A timer to the next midnight would sleep with the device, and know nothing of a clock or a zone that is changed.
 */
export const followDay: () => void = createSubscriber((again) => {
	const timer = setInterval(again, pause);
	return () => clearInterval(timer);
});
