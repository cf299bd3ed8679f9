/** Finds a Chromium to test in, wherever a machine keeps it, and fetches one where there is none. */
import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

/** Chromium's engine without its windows: where there is one, tests are done in half the time. */
const SHELLS = ['chromium-headless-shell', 'chrome-headless-shell'];
const WHOLE = [
	'chromium',
	'chromium-browser',
	'google-chrome',
	'google-chrome-stable',
	'chrome',
	'microsoft-edge',
	'microsoft-edge-stable',
	'msedge'
];
const ENDING = process.platform === 'win32' ? '.exe' : '';
const INSTALL_MS = 5 * 60_000;
const VERSION_MS = 30_000;

/**
 * @typedef {object} Browser
 * @property {string} path Absolute path of the program.
 * @property {string} version As the program says it, e.g. `Chromium 156.0.8078.79`.
 */

/**
 * The first browser that starts: `CHROMIUM_PATH`, the system's, Playwright's own, and with `install` one that is
 * fetched now (Playwright's; on Debian and Ubuntu as root the distribution's). A headless shell goes before all but the
 * one that is named, unless it has to be a `whole` browser, windows and all, as people have it. Prints nothing.
 *
 * @param {{ install: boolean, whole?: boolean, own?: () => string[] }} options `own`: where Playwright keeps its Chromium.
 * @returns {Browser}
 * @throws {Error} Where no browser can be found: the message says what to do.
 */
export function findBrowser({ install, whole = false, own = playwrightsOwn }) {
	const named = process.env.CHROMIUM_PATH;
	// A shell that is named, by `npm test` for its browser tests, is no whole one.
	if (named && !(whole && SHELLS.includes(path.basename(named, ENDING)))) {
		const browser = tryBrowser(named);
		if (browser) return browser;
		throw new Error(`CHROMIUM_PATH is ${named}, but no browser starts there.`);
	}
	const shell = () => firstOf([...onPath(SHELLS), ...own().flatMap(shellsBeside)]);
	const found =
		(whole ? null : shell()) ?? firstOf([...onPath(WHOLE), ...usualPlaces()]) ?? firstOf(own());
	if (found) return found;
	if (install) {
		const fetched = installWithPlaywright(whole) ?? installWithApt(whole);
		if (fetched) return fetched;
	}
	throw new Error(
		'No Chromium, Chrome or Edge was found. Install one of them, or run `npx playwright install chromium`, ' +
			'or set CHROMIUM_PATH to the program.'
	);
}

/**
 * @param {readonly string[]} candidates
 * @returns {Browser | null}
 */
function firstOf(candidates) {
	for (const candidate of candidates) {
		const browser = tryBrowser(candidate);
		if (browser) return browser;
	}
	return null;
}

/**
 * @param {string} program
 * @returns {Browser | null} Null where it is missing or does not start.
 */
function tryBrowser(program) {
	if (!isProgram(program)) return null;
	// On Windows `--version` opens a window instead of answering.
	if (process.platform === 'win32') return { path: program, version: 'unknown' };
	const { status, stdout } = run(program, ['--version'], VERSION_MS);
	const version = stdout.trim();
	return status === 0 && /\d+\.\d+/.test(version) ? { path: program, version } : null;
}

/** @param {string} program */
function isProgram(program) {
	try {
		accessSync(program, constants.X_OK);
		return true;
	} catch {
		return false;
	}
}

/**
 * @param {readonly string[]} names
 * @returns {string[]}
 */
function onPath(names) {
	const folders = (process.env.PATH ?? '').split(path.delimiter).filter((one) => one !== '');
	return names.flatMap((name) => folders.map((folder) => path.join(folder, name + ENDING)));
}

/** @returns {string[]} */
function usualPlaces() {
	switch (process.platform) {
		case 'darwin':
			return [
				'/Applications/Chromium.app/Contents/MacOS/Chromium',
				'/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
				'/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge'
			].flatMap((place) => [place, path.join(process.env.HOME ?? '/', place)]);
		case 'win32':
			return ['PROGRAMFILES', 'PROGRAMFILES(X86)', 'LOCALAPPDATA'].flatMap((variable) => {
				const folder = process.env[variable];
				if (!folder) return [];
				return [
					path.join(folder, 'Chromium', 'Application', 'chrome.exe'),
					path.join(folder, 'Google', 'Chrome', 'Application', 'chrome.exe'),
					path.join(folder, 'Microsoft', 'Edge', 'Application', 'msedge.exe')
				];
			});
		default:
			return [
				'/usr/bin/chromium',
				'/usr/bin/chromium-browser',
				'/usr/lib/chromium/chromium',
				'/usr/bin/google-chrome',
				'/opt/google/chrome/chrome',
				'/opt/microsoft/msedge/msedge',
				'/snap/bin/chromium'
			];
	}
}

/** @returns {string[]} */
function playwrightsOwn() {
	try {
		const { chromium } = createRequire(import.meta.url)('@playwright/test');
		return [chromium.executablePath()];
	} catch {
		// Playwright is not installed, or knows no browser for this system.
		return [];
	}
}

/**
 * Playwright keeps it beside its Chromium and does not say where:
 * `chromium-1243/…` and `chromium_headless_shell-1243/<system>/chrome-headless-shell`.
 *
 * @param {string} chromium
 * @returns {string[]}
 */
function shellsBeside(chromium) {
	const [, root = '', version = ''] = /^(.*)[\\/]chromium-(\d+)[\\/]/.exec(chromium) ?? [];
	const folder = path.join(root, `chromium_headless_shell-${version}`);
	if (!existsSync(folder)) return [];
	return readdirSync(folder).map((system) =>
		path.join(folder, system, `chrome-headless-shell${ENDING}`)
	);
}

/**
 * @param {boolean} whole
 * @returns {Browser | null}
 */
function installWithPlaywright(whole) {
	const npx = process.platform === 'win32' ? 'npx.cmd' : 'npx';
	const kind = whole ? '--no-shell' : '--only-shell';
	const { status } = run(
		npx,
		['--no-install', 'playwright', 'install', kind, 'chromium'],
		INSTALL_MS
	);
	if (status !== 0) return null;
	const own = playwrightsOwn();
	return firstOf(whole ? own : own.flatMap(shellsBeside));
}

/**
 * @param {boolean} whole
 * @returns {Browser | null}
 */
function installWithApt(whole) {
	if (process.getuid?.() !== 0 || !existsSync('/etc/debian_version')) return null;
	const quiet = { DEBIAN_FRONTEND: 'noninteractive' };
	const fetching = ['install', '-y', '-qq', '--no-install-recommends'];
	run('apt-get', ['update', '-qq'], INSTALL_MS, quiet);
	for (const name of whole ? ['chromium'] : ['chromium-headless-shell', 'chromium']) {
		const { status } = run('apt-get', [...fetching, name], INSTALL_MS, quiet);
		const found = status === 0 ? firstOf([...onPath([name, ...WHOLE]), ...usualPlaces()]) : null;
		if (found) return found;
	}
	return null;
}

/**
 * @param {string} program
 * @param {string[]} options
 * @param {number} timeout Milliseconds.
 * @param {Record<string, string>} [environment]
 */
function run(program, options, timeout, environment = {}) {
	const { status, stdout } = spawnSync(program, options, {
		timeout,
		killSignal: 'SIGKILL',
		encoding: 'utf8',
		stdio: ['ignore', 'pipe', 'ignore'],
		shell: program.endsWith('.cmd'),
		env: { ...process.env, ...environment }
	});
	return { status, stdout: stdout ?? '' };
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
	try {
		console.log(findBrowser({ install: process.argv.includes('--install') }).path);
	} catch (error) {
		console.error(error instanceof Error ? error.message : error);
		process.exitCode = 1;
	}
}
