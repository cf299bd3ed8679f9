/**
 * The browser tests of every day in an installed Firefox: `npx playwright test -c playwright.firefox.config.ts` after a
 * build, by hand. Playwright drives a Firefox that is not its own through WebDriver BiDi, which is not finished:
 * `tests/support/installed-firefox.ts` says what is put right on the way.
 */
import { defineConfig } from '@playwright/test';
import chromium from './playwright.config.ts';
import { driveInstalledFirefox, notInFirefox } from './tests/support/installed-firefox.ts';

driveInstalledFirefox();

export default defineConfig({
	...chromium,
	outputDir: 'test-results/firefox',
	reporter: [['line'], ['json', { outputFile: 'test-results/firefox.json' }]],
	projects: [{ ...chromium.projects?.[0], name: 'firefox', grepInvert: notInFirefox }],
	use: {
		...chromium.use,
		browserName: 'firefox',
		channel: 'moz-firefox',
		launchOptions: {
			executablePath: process.env['FIREFOX_PATH'] ?? '/usr/bin/firefox-esr',
			firefoxUserPrefs: {
				// Without a screen Firefox says that nothing hovers and no pointer is fine.
				'ui.primaryPointerCapabilities': 6,
				'ui.allPointerCapabilities': 6,
				// A picker for files that nobody closes stays open, and its field opens no second one.
				'remote.bidi.dismiss_file_pickers.enabled': true
			}
		}
	}
});
