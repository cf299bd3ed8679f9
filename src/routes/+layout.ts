export const ssr = false;
export const prerender = false;

/**
 * The first screen is drawn in a task of its own: in one with the evaluation of the scripts before it, the browser
 * could not answer to anybody for as long as both take.
 */
export const load = () => new Promise<void>((resolve) => setTimeout(resolve));
