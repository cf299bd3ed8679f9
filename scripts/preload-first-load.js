/** Names in the built page all that its first screen needs, so that the browser asks for it at once and not step by step. */
import { readFileSync, writeFileSync } from 'node:fs';
import { firstLoad } from './first-load.js';

/**
 * One page serves every address, so Kit names in it only what all routes need.
 *
 * @param {string} file The built page, changed in place.
 */
export function preloadFirstLoad(file) {
	const page = readFileSync(file, 'utf8');
	const { scripts, styles } = firstLoad();
	const links = [
		...scripts.map((script) => ({ href: `/${script}`, rel: 'modulepreload' })),
		...styles.map((style) => ({ href: `/${style}`, rel: 'stylesheet' }))
	];
	const missing = links
		.filter(({ href }) => !page.includes(`"${href}"`))
		.map(({ href, rel }) => `\t\t<link href="${href}" rel="${rel}">\n`);
	const end = page.indexOf('\t</head>');
	if (end < 0) throw new Error('The built page has no head.');
	writeFileSync(file, page.slice(0, end) + missing.join('') + page.slice(end));
}
