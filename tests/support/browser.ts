/** How tests and benches start a browser: the one that is found, quiet and without calls of its own. */
import type { LaunchOptions } from '@playwright/test';
import { findBrowser } from '../../scripts/find-browser.js';

/**
 * For the configuration, and for tests that start a browser with a profile of its own. Where none is found the
 * configuration still loads, because a check of the sources reads it on machines that have none yet: Playwright then
 * looks for its own browser and says how to install it. `npm test` has found or installed one before.
 */
export function launchOptions(find = findBrowser): LaunchOptions {
	return quietly(browserPath(find));
}

/** For what measures: the browser as people have it, where tests may run in its engine alone. */
export const wholeBrowser = (find = findBrowser): LaunchOptions =>
	quietly(find({ install: false, whole: true }).path);

const quietly = (executablePath: string | undefined): LaunchOptions => ({
	...(executablePath === undefined ? {} : { executablePath }),
	args: [
		...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
		'--disable-background-networking',
		'--disable-component-update',
		'--no-first-run',
		'--disable-sync',
		'--disable-quic'
	]
});

/** Where the first process has found one: the workers of Playwright inherit it, so that it is looked for once. */
const FOUND = 'KEEPSAKE_BROWSER';

function browserPath(find: typeof findBrowser): string | undefined {
	const inherited = process.env['TEST_WORKER_INDEX'] && process.env[FOUND];
	if (inherited) return inherited;
	const path = foundBrowser(find);
	if (path !== undefined) process.env[FOUND] = path;
	return path;
}

function foundBrowser(find: typeof findBrowser): string | undefined {
	try {
		return find({ install: false }).path;
	} catch (error) {
		if (process.env['CHROMIUM_PATH']) throw error;
		return undefined;
	}
}
