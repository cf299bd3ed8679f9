/** `npm test`: builds where needed, runs every test there is for this occasion, and ends with one line of counts. */
import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import {
	addUp,
	closingLine,
	countPlaywright,
	countVitest,
	failuresOfPlaywright,
	failuresOfVitest,
	judge
} from './count-results.js';
import { buildWhereNeeded } from './build-where-needed.js';
import { findBrowser } from './find-browser.js';

/** @typedef {import('./count-results.js').Counts} Counts */

const root = fileURLToPath(new URL('..', import.meta.url));
const reports = { vitest: 'test-results/vitest.json', playwright: 'test-results/e2e.json' };
const programs = {
	vitest: 'node_modules/vitest/vitest.mjs',
	playwright: 'node_modules/@playwright/test/cli.js'
};
/** The gate tries the same random cases each time, so that a rare one never stops a change it has nothing to do with. */
const GATE_SEED = '20261123';
const FAILURE = { passed: 0, failed: 1, skipped: 0 };

process.chdir(root);
const all = process.argv.includes('--all');
/** A runner that hangs must not hold a machine for ever. */
const LONGEST_MS = (all ? 50 : 30) * 60_000;
/** @type {string[]} */
const failures = [];
const counts = addUp(await runEverything());
const nothingRan = counts.passed + counts.failed === 0;
if (nothingRan)
	console.error('There is no test to run: tests/ holds no file that ends in .test.ts or .spec.ts.');
process.exitCode = counts.failed > 0 || nothingRan ? 1 : 0;
if (failures.length > 0) console.log(`\nFailed:\n\n${failures.join('\n\n')}\n`);
console.log(closingLine(counts));

/** @returns {Promise<Counts[]>} */
async function runEverything() {
	for (const report of Object.values(reports)) rmSync(report, { force: true });
	const hasSpecs = readdirSync('tests/e2e', { recursive: true, encoding: 'utf8' }).some((file) =>
		/\.spec\.[jt]s$/.test(file)
	);
	const browser = hasSpecs ? lookForBrowser() : null;
	if (!buildWhereNeeded()) {
		console.error('The app could not be built, so no test was run.');
		return [FAILURE];
	}
	const results = [await runVitest()];
	if (!hasSpecs) console.log('No spec in tests/e2e: no test in a browser was run.');
	else if (browser === null) results.push(FAILURE);
	else results.push(await runPlaywright(browser));
	return results;
}

/** @returns {string | null} Path of the program. */
function lookForBrowser() {
	try {
		// What needs a browser as people have it starts one by itself; all else runs in the engine, in half the time.
		if (all) findBrowser({ install: true, whole: true });
		const browser = findBrowser({ install: true });
		console.log(`Browser: ${browser.version} (${browser.path})`);
		return browser.path;
	} catch (error) {
		console.error(error instanceof Error ? error.message : error);
		return null;
	}
}

/** @returns {Promise<Counts>} */
async function runVitest() {
	const exitCode = await run(
		programs.vitest,
		[
			'run',
			'--passWithNoTests',
			...['--reporter=default', '--reporter=json', `--outputFile.json=${reports.vitest}`]
		],
		all ? {} : { TEST_OCCASION: 'gate', FAST_CHECK_SEED: GATE_SEED }
	);
	/** @type {import('./count-results.js').VitestReport | null} */
	const report = readReport(reports.vitest);
	if (report) failures.push(...failuresOfVitest(report));
	return judge(report === null ? null : countVitest(report), exitCode);
}

/**
 * @param {string} browser
 * @returns {Promise<Counts>}
 */
async function runPlaywright(browser) {
	const exitCode = await run(
		programs.playwright,
		['test', '--project', all ? 'all' : 'gate', '--pass-with-no-tests'],
		{ CHROMIUM_PATH: browser, E2E_PORT: process.env.E2E_PORT ?? String(await freePort()) }
	);
	/** @type {import('./count-results.js').PlaywrightReport | null} */
	const report = readReport(reports.playwright);
	if (report) failures.push(...failuresOfPlaywright(report));
	return judge(report === null ? null : countPlaywright(report), exitCode);
}

/**
 * What an earlier run has left behind, or somebody else's server, must not stand in the way.
 *
 * @returns {Promise<number>}
 */
function freePort() {
	return new Promise((resolve, reject) => {
		const server = createServer();
		server.on('error', reject);
		server.listen(0, () => {
			const address = server.address();
			server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
		});
	});
}

/**
 * @param {string} program
 * @param {string[]} options
 * @param {Record<string, string>} [environment]
 * @returns {Promise<number | null>} The exit code; null when it was killed.
 */
function run(program, options, environment = {}) {
	return new Promise((resolve, reject) => {
		const child = spawn(process.execPath, [program, ...options], {
			stdio: ['ignore', 'inherit', 'inherit'],
			timeout: LONGEST_MS,
			env: { ...harmlessEnvironment(), ...environment }
		});
		child.on('error', reject);
		child.on('exit', (code) => resolve(code));
	});
}

/** No test needs a key: what looks like a secret stays here. */
function harmlessEnvironment() {
	const secret = /KEY|TOKEN|SECRET|PASSW|CREDENTIAL|^ANTHROPIC_/i;
	return Object.fromEntries(Object.entries(process.env).filter(([name]) => !secret.test(name)));
}

/**
 * @param {string} file
 * @returns {any} Null when the runner did not get as far as writing it.
 */
function readReport(file) {
	return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null;
}
