/** How the built app is tested in a browser: a short gate for every day, and all of it on request. */
import { defineConfig } from '@playwright/test';
import { launchOptions } from './tests/support/browser.ts';

/** Another one by the environment, so that two work trees can be tested side by side. */
const PORT = Number(process.env.E2E_PORT ?? 4179);

export default defineConfig({
	testDir: 'tests/e2e',
	outputDir: 'test-results/e2e',
	workers: 2,
	retries: 0,
	fullyParallel: true,
	forbidOnly: true,
	// The machines are shared and noisy.
	timeout: 120_000,
	expect: { timeout: 20_000 },
	reporter: [['line'], ['json', { outputFile: 'test-results/e2e.json' }]],
	use: {
		baseURL: `http://localhost:${PORT}`,
		locale: 'en-US',
		timezoneId: 'Europe/Berlin',
		viewport: { width: 1280, height: 800 },
		screenshot: 'only-on-failure',
		trace: 'off',
		// Installing the worker costs each test a second; those that are about it allow it.
		serviceWorkers: 'block',
		launchOptions: launchOptions()
	},
	projects: [
		// The main paths; what takes long carries the tag and runs with `npm run test:all`.
		// The screen contract name by name, every page under axe and the hostile texts run with `npm run test:all`.
		{
			name: 'gate',
			grepInvert: /@slow/,
			testIgnore: /(contract[\\/][a-z]+|accessible|render)\.spec\.ts$/
		},
		{ name: 'all' }
	],
	webServer: {
		command: 'node scripts/serve.js',
		url: `http://localhost:${PORT}`,
		env: { PORT: String(PORT) },
		reuseExistingServer: false,
		timeout: 30_000
	}
});
