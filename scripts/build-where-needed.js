/** The build, for whoever tries or measures it: what is older than its sources is no longer what stands in them. */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';

/** What the build is made of. */
const SOURCES = [
	'src',
	'static',
	'package.json',
	'package-lock.json',
	'svelte.config.js',
	'vite.config.ts'
];

/** @returns {boolean} False when the build failed. */
export function buildWhereNeeded() {
	const built = 'build/index.html';
	const newest = Math.max(...SOURCES.flatMap(filesBelow).map((file) => statSync(file).mtimeMs));
	if (existsSync(built) && statSync(built).mtimeMs > newest) return true;
	const { status } = spawnSync(
		process.execPath,
		['node_modules/vite/bin/vite.js', 'build', '--logLevel', 'warn'],
		{ stdio: ['ignore', 'inherit', 'inherit'] }
	);
	return status === 0;
}

/**
 * The place itself, and all files and folders in it: a folder is as young as its last deletion.
 *
 * @param {string} place
 * @returns {string[]}
 */
function filesBelow(place) {
	if (!existsSync(place)) return [];
	if (!statSync(place).isDirectory()) return [place];
	return [place, ...readdirSync(place).flatMap((name) => filesBelow(path.join(place, name)))];
}
