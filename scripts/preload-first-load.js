/** Names in the built page all that its first screen needs, and no more, so that the browser asks for it at once and not step by step. */
import { readFileSync, writeFileSync } from 'node:fs';
import { firstLoad } from './first-load.js';

/**
 * One page serves every address, so Kit names in it only the scripts that all routes need. Its styles it puts into the
 * page itself, and says so by a link to each that is disabled.
 *
 * @param {string} file The built page, changed in place.
 */
export function preloadFirstLoad(file) {
	const page = readFileSync(file, 'utf8');
	const { scripts, styles } = firstLoad();
	for (const style of styles)
		if (!page.includes(`<link href="/${style}" rel="stylesheet" disabled`))
			throw new Error(`A style of the first screen is not in the page: ${style}.`);
	const bare = page.replace(/\s*<link href="[^"]+" rel="modulepreload">/g, '');
	const end = bare.indexOf('\t</head>');
	if (end < 0) throw new Error('The built page has no head.');
	const named = scripts.map((script) => `\t\t<link href="/${script}" rel="modulepreload">\n`);
	writeFileSync(file, bare.slice(0, end) + named.join('') + bare.slice(end));
}
