/** A file name made of a title: letters and digits of any script. */
export const nameOf = (title: string): string =>
	title
		.replace(/[^\p{L}\p{N}]+/gu, '-')
		.replace(/^-+|-+$/g, '')
		.slice(0, 60) || 'conversation';
