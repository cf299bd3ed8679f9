/** Names in the built page all that its first screen needs, and no more, so that the browser asks for it at once and not step by step. */
import { readFileSync, writeFileSync } from 'node:fs';
import { firstLoad } from './first-load.js';

/**
 * One page serves every address, so Kit names in it only the scripts that all routes need; and the styles of all
 * that these may ever fetch, which come with what they belong to.
 *
 * @param {string} file The built page, changed in place.
 */
export function preloadFirstLoad(file) {
	const page = readFileSync(file, 'utf8');
	const { scripts, styles } = firstLoad();
	const links = [
		...scripts.map((script) => `<link href="/${script}" rel="modulepreload">`),
		...styles.map((style) => `<link href="/${style}" rel="stylesheet">`)
	];
	const bare = page.replace(/\s*<link href="[^"]+" rel="(modulepreload|stylesheet)">/g, '');
	const end = bare.indexOf('\t</head>');
	if (end < 0) throw new Error('The built page has no head.');
	const named = links.map((link) => `\t\t${link}\n`).join('');
	writeFileSync(file, bare.slice(0, end) + named + bare.slice(end));
}
