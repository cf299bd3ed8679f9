/**
 * The path of a base URL in one spelling: slashes at its end go, and the paths of the API that people paste along. It
 * stands alone, so that what is loaded first does without it.
 */
export const basePathOf = (path: string): string =>
	path.replace(/(?<!\/)\/+$/, '').replace(/\/v1(?:\/messages)?$/, '');
