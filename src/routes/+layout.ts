import { checked } from './keepsake.ts';

export const ssr = false;
export const prerender = false;

/**
 * The first screen is drawn in a task of its own: in one with the evaluation of the scripts before it, the browser
 * could not answer to anybody for as long as both take. And not before it may be shown: the router gives back where one
 * was to what it has drawn.
 */
export const load = async () => {
	await new Promise<void>((resolve) => setTimeout(resolve));
	await checked;
};
