/** What has to be there before the composer works, from the manifest of the last build. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** @typedef {{ readonly file: string, readonly imports?: readonly string[], readonly css?: readonly string[] }} Chunk */

/** Where Kit puts what the browser gets; addresses of the files are relative to it. */
export const built = fileURLToPath(new URL('../.svelte-kit/output/client', import.meta.url));

/**
 * The static imports of the start page and of a session, with their styles; in the order in which they are met.
 *
 * @returns {{ readonly scripts: readonly string[], readonly styles: readonly string[] }}
 */
export function firstLoad() {
	/** @type {Readonly<Record<string, Chunk>>} */
	const manifest = JSON.parse(readFileSync(path.join(built, '.vite/manifest.json'), 'utf8'));
	/** The order in which Kit numbers its pages is that of their routes; a page is known by what it was made from. */
	const app = readFileSync(
		fileURLToPath(new URL('../.svelte-kit/generated/client-optimized/app.js', import.meta.url)),
		'utf8'
	);
	// Kit fetches the page for errors with the layout, whatever the route is.
	const begins = [
		'client/entry',
		'client-optimized/app',
		'nodes/0',
		'nodes/1',
		`nodes/${pageOf(app, '/')}`,
		`nodes/${pageOf(app, '/chat/[id]')}`
	];
	/** @type {Set<string>} */
	const read = new Set();
	/** @type {Set<string>} */
	const styles = new Set();
	/** @param {string} key */
	const follow = (key) => {
		if (read.has(key)) return;
		read.add(key);
		for (const style of manifest[key]?.css ?? []) styles.add(style);
		for (const next of manifest[key]?.imports ?? []) follow(next);
	};
	for (const begin of begins)
		for (const key of Object.keys(manifest)) if (key.endsWith(`${begin}.js`)) follow(key);
	const scripts = [...read].flatMap((key) => manifest[key]?.file ?? []);
	if (scripts.length < 5) throw new Error('The build has changed: its first files are not found.');
	return { scripts, styles: [...styles] };
}

/**
 * @param {string} app Kit's list of pages.
 * @param {string} route
 * @returns {string} Number of the page in the list.
 */
function pageOf(app, route) {
	const found = new RegExp(`"${route.replace(/[[\]]/g, '\\$&')}": \\[(\\d+)`).exec(app);
	if (!found?.[1]) throw new Error(`There is no page at ${route}.`);
	return found[1];
}
