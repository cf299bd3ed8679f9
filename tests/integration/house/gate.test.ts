// @vitest-environment node
/** The daily gate must never call a run a success that was none, and must find a browser where there is one. */
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import {
	addUp,
	closingLine,
	countPlaywright,
	countVitest,
	failuresOfPlaywright,
	failuresOfVitest,
	judge
} from '../../../scripts/count-results.js';
import { findBrowser } from '../../../scripts/find-browser.js';
import { launchOptions, wholeBrowser } from '../../support/browser.ts';

describe('The closing line', () => {
	const vitest = { numPassedTests: 5, numFailedTests: 0, numPendingTests: 1, testResults: [] };
	const stats = { expected: 3, unexpected: 0, flaky: 0, skipped: 0 };

	it('adds up both runners, and names skipped tests only where there are some', () => {
		const unit = judge(countVitest(vitest), 0);
		const browser = judge(countPlaywright({ stats, errors: [] }), 0);
		expect(closingLine(addUp([unit, browser]))).toBe('8 passed, 0 failed, 1 skipped');
		expect(closingLine(browser)).toBe('3 passed, 0 failed');
	});

	it('counts a file that cannot be loaded as a failure', () => {
		const failed = { status: 'failed', assertionResults: [{ status: 'failed' }] };
		const broken = { status: 'failed', assertionResults: [] };
		const report = { ...vitest, numFailedTests: 1, testResults: [failed, broken] };
		expect(countVitest(report).failed).toBe(2);
	});

	it('counts an error outside of all tests, a crash and a missing report as a failure', () => {
		expect(countPlaywright({ stats, errors: [{}, {}] }).failed).toBe(1);
		expect(countPlaywright({ stats: { ...stats, unexpected: 2 }, errors: [{}] }).failed).toBe(2);
		expect(judge(countVitest(vitest), 1)).toMatchObject({ passed: 5, failed: 1 });
		expect(judge(countVitest(vitest), null).failed).toBe(1);
		expect(judge(null, 0)).toEqual({ passed: 0, failed: 1, skipped: 0 });
	});
});

describe('What failed', () => {
	const failed = (fullName: string, message: string) => ({
		status: 'failed',
		fullName,
		failureMessages: [message]
	});

	it('is told with its file, its name and the first lines of why', () => {
		const broken = { name: 'b.test.ts', status: 'failed', message: 'no such file' };
		const report = {
			...{ numPassedTests: 5, numFailedTests: 1, numPendingTests: 0 },
			testResults: [
				{
					name: 'a.test.ts',
					status: 'failed',
					assertionResults: [
						failed('adds', `\u001B[31mError\u001B[39m\n{ seed: 7 }${'\nat'.repeat(90)}`),
						{ status: 'passed', fullName: 'other' }
					]
				},
				{ ...broken, assertionResults: [] }
			]
		};
		const [first, second, ...rest] = failuresOfVitest(report);
		expect(first).toMatch(/^a\.test\.ts › adds\n {2}Error\n {2}\{ seed: 7 \}\n/);
		expect(first?.split('\n').length).toBeLessThan(20);
		expect([second, rest]).toEqual(['b.test.ts\n  no such file', []]);
	});

	it('is found in nested suites, and outside of all tests', () => {
		const stats = { expected: 1, unexpected: 1, flaky: 0, skipped: 0 };
		const spec = { title: 'opens', file: 'a.spec.ts', line: 7 };
		const test = { results: [{ error: { message: 'not there' } }] };
		const suite = {
			specs: [{ ...spec, title: 'closes', ok: true, tests: [] }],
			suites: [{ specs: [{ ...spec, ok: false, tests: [test] }] }]
		};
		expect(failuresOfPlaywright({ stats, errors: [], suites: [suite] })).toEqual([
			'a.spec.ts:7 › opens\n  not there'
		]);
		expect(failuresOfPlaywright({ stats, errors: [{ message: 'no server' }] })).toEqual([
			'outside of all tests\n  no server'
		]);
	});
});

describe.skipIf(process.platform === 'win32')('The browser of the tests', () => {
	let folder: string;
	const program = async (name: string, script: string) => {
		const place = path.join(folder, name);
		await writeFile(place, `#!/bin/sh\n${script}\n`);
		await chmod(place, 0o755);
		return place;
	};
	beforeAll(async () => {
		folder = await mkdtemp(path.join(tmpdir(), 'keepsake-browser-'));
	});
	afterAll(() => rm(folder, { recursive: true }));
	afterEach(() => vi.unstubAllEnvs());

	it('is the one that CHROMIUM_PATH names, if it starts', async () => {
		const own = await program('own', 'echo "Chromium 1.2.3"');
		vi.stubEnv('CHROMIUM_PATH', own);
		expect(findBrowser({ install: false })).toEqual({ path: own, version: 'Chromium 1.2.3' });
		vi.stubEnv('CHROMIUM_PATH', await program('broken', 'exit 3'));
		expect(() => findBrowser({ install: false })).toThrow(/CHROMIUM_PATH is .*broken/);
		vi.stubEnv('CHROMIUM_PATH', path.join(folder, 'missing'));
		expect(() => findBrowser({ install: false })).toThrow(/no browser starts there/);
	});

	it('is otherwise the first on the PATH that starts', async () => {
		vi.stubEnv('CHROMIUM_PATH', '');
		await program('chromium', 'echo cannot start >&2; exit 1');
		await program('chromium-browser', 'echo nothing');
		const chrome = await program('google-chrome', 'echo "Google Chrome 156.0"');
		vi.stubEnv('PATH', folder);
		expect(findBrowser({ install: false, own: () => [] })).toEqual({
			path: chrome,
			version: 'Google Chrome 156.0'
		});
	});

	it('is a headless shell where there is one, on the PATH or beside that of Playwright, unless it has to be whole', async () => {
		vi.stubEnv('CHROMIUM_PATH', '');
		vi.stubEnv('PATH', folder);
		const chrome = await program('google-chrome', 'echo "Google Chrome 156.0"');
		const system = path.join(
			folder,
			'chromium_headless_shell-1243',
			'chrome-headless-shell-linux64'
		);
		await mkdir(system, { recursive: true });
		const beside = await program(
			path.join(path.relative(folder, system), 'chrome-headless-shell'),
			'echo "Shell 2.0"'
		);
		const own = () => [path.join(folder, 'chromium-1243', 'chrome-linux64', 'chrome')];
		const found = (options: object) => findBrowser({ install: false, own, ...options }).path;
		expect(found({})).toBe(beside);
		expect(found({ whole: true })).toBe(chrome);
		const onPath = await program('chromium-headless-shell', 'echo "Shell 1.0"');
		expect(found({})).toBe(onPath);
		expect(wholeBrowser().executablePath).toBe(chrome);
		vi.stubEnv('CHROMIUM_PATH', onPath);
		expect(found({})).toBe(onPath);
		expect(wholeBrowser().executablePath).toBe(chrome);
		vi.stubEnv('CHROMIUM_PATH', chrome);
		expect(found({})).toBe(chrome);
	});

	it('is not needed to read the configuration: a check of the sources does so before one is installed', () => {
		vi.stubEnv('CHROMIUM_PATH', '');
		vi.stubEnv('TEST_WORKER_INDEX', '');
		const none = () => {
			throw new Error('No Chromium was found.');
		};
		expect(launchOptions(none).executablePath).toBeUndefined();
		vi.stubEnv('CHROMIUM_PATH', path.join(folder, 'missing'));
		expect(() => launchOptions(none)).toThrow(/No Chromium was found/);
	});
});
