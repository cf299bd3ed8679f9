/** How tests start a browser: the one that is found, quiet and without calls of its own. */
import type { LaunchOptions } from '@playwright/test';
import { findBrowser } from '../../scripts/find-browser.js';

/** For the configuration, and for tests that start a browser with a profile of its own. */
export function launchOptions(): LaunchOptions {
	return {
		executablePath: browserPath(),
		args: [
			...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
			'--disable-background-networking',
			'--disable-component-update',
			'--no-first-run',
			'--disable-sync',
			'--disable-quic'
		]
	};
}

/** Looked for once: the workers of Playwright inherit what the runner has found. */
function browserPath(): string {
	const inherited = process.env['TEST_WORKER_INDEX'] && process.env['CHROMIUM_PATH'];
	if (inherited) return inherited;
	const { path } = findBrowser({ install: false });
	process.env['CHROMIUM_PATH'] = path;
	return path;
}
