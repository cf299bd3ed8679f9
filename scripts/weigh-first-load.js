/** `npm run size`: what has to be read before the composer works, from the manifest of the last build; fails above the limit. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

/** KB (1000 bytes) after gzip: what was measured last and 5 % more. The goal is 120. */
const LIMIT = 130;

/** @typedef {{ readonly file: string, readonly imports?: readonly string[] }} Chunk */

const built = fileURLToPath(new URL('../.svelte-kit/output/client', import.meta.url));
/** @type {Readonly<Record<string, Chunk>>} */
const manifest = JSON.parse(readFileSync(path.join(built, '.vite/manifest.json'), 'utf8'));
/** The order in which Kit numbers its pages is that of their routes; a page is known by what it was made from. */
const app = readFileSync(
	fileURLToPath(new URL('../.svelte-kit/generated/client-optimized/app.js', import.meta.url)),
	'utf8'
);

/**
 * @param {string} route
 * @returns {string} Number of the page in Kit's list.
 */
function pageOf(route) {
	const found = new RegExp(`"${route.replace(/[[\]]/g, '\\$&')}": \\[(\\d+)`).exec(app);
	if (!found?.[1]) throw new Error(`There is no page at ${route}.`);
	return found[1];
}

const begins = [
	'nodes/0',
	`nodes/${pageOf('/')}`,
	`nodes/${pageOf('/chat/[id]')}`,
	'client/entry',
	'client-optimized/app'
];
/** @type {Set<string>} */
const read = new Set();

/** @param {string} key */
function follow(key) {
	if (read.has(key)) return;
	read.add(key);
	for (const next of manifest[key]?.imports ?? []) follow(next);
}

for (const key of Object.keys(manifest))
	if (begins.some((begin) => key.endsWith(`${begin}.js`))) follow(key);

let bytes = 0;
for (const key of read) {
	const { file } = manifest[key] ?? { file: '' };
	bytes += gzipSync(readFileSync(path.join(built, file)), { level: 9 }).length;
}
const weight = bytes / 1000;
console.log(
	`${weight.toFixed(1)} KB of scripts before the composer works, in ${read.size} files; the limit is ${LIMIT} KB.`
);
if (read.size < 10 || weight > LIMIT) process.exitCode = 1;
