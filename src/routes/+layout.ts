import { checked } from './keepsake.ts';

export const ssr = false;
export const prerender = false;

const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
/** Loaded anew, or come Back to: the router gives back where one was to what its first drawing has on screen. */
const comesBack = entry?.type !== 'navigate';

/**
 * The first screen is drawn in a task of its own: in one with the evaluation of the scripts before it, the browser
 * could not answer to anybody for as long as both take. Whoever comes back waits until it may be shown.
 */
export const load = async () => {
	await new Promise<void>((resolve) => setTimeout(resolve));
	if (comesBack) await checked;
};
