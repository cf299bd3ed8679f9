/** Adds up what the runners of tests report, so that no crash, no broken file and no empty run looks like success. */

import path from 'node:path';

/** Lines of a message that are told: a property names its seed in the second. */
const LINES_TOLD = 12;

/**
 * @typedef {object} Counts
 * @property {number} passed
 * @property {number} failed
 * @property {number} skipped
 */

/**
 * @typedef {object} VitestReport
 * @property {number} numPassedTests
 * @property {number} numFailedTests
 * @property {number} numPendingTests
 * @property {number} [numTodoTests]
 * @property {VitestFile[]} testResults
 */

/**
 * @typedef {object} VitestFile
 * @property {string} [name]
 * @property {string} status
 * @property {string} [message]
 * @property {{ status: string, fullName?: string, failureMessages?: string[] }[]} assertionResults
 */

/**
 * @typedef {object} PlaywrightReport
 * @property {{ expected: number, unexpected: number, flaky: number, skipped: number }} stats
 * @property {{ message?: string }[]} errors
 * @property {PlaywrightSuite[]} [suites]
 */

/**
 * @typedef {object} PlaywrightSuite
 * @property {PlaywrightSuite[]} [suites]
 * @property {{ title: string, ok: boolean, file: string, line: number,
 *   tests: { results: { error?: { message?: string } }[] }[] }[]} [specs]
 */

/**
 * A file that could not even be loaded has no failing test of its own; it counts as one.
 *
 * @param {VitestReport} report
 * @returns {Counts}
 */
export function countVitest(report) {
	const broken = report.testResults.filter(isBroken);
	return {
		passed: report.numPassedTests,
		failed: report.numFailedTests + broken.length,
		skipped: report.numPendingTests + (report.numTodoTests ?? 0)
	};
}

/** @param {VitestFile} file */
function isBroken({ status, assertionResults }) {
	return status === 'failed' && !assertionResults.some((one) => one.status === 'failed');
}

/**
 * Which tests failed and with what words, to stand at the very end of a run: of a long one often nothing else is kept.
 *
 * @param {VitestReport} report
 * @returns {string[]} An entry for each test.
 */
export function failuresOfVitest({ testResults }) {
	return testResults.flatMap((file) => {
		const name = path.relative('', file.name ?? 'a file');
		if (isBroken(file)) return [told(name, file.message)];
		return file.assertionResults
			.filter(({ status }) => status === 'failed')
			.map((one) => told(`${name} › ${one.fullName ?? ''}`, one.failureMessages?.[0]));
	});
}

/**
 * @param {PlaywrightReport} report
 * @returns {string[]} An entry for each test.
 */
export function failuresOfPlaywright({ suites = [], errors }) {
	/** @type {(suite: PlaywrightSuite) => string[]} */
	const below = (suite) => [
		...(suite.specs ?? [])
			.filter(({ ok }) => !ok)
			.map(({ file, line, title, tests }) => {
				const results = tests.flatMap((test) => test.results);
				const message = results.find(({ error }) => error)?.error?.message;
				return told(`${file}:${line} › ${title}`, message);
			}),
		...(suite.suites ?? []).flatMap(below)
	];
	const specs = suites.flatMap(below);
	return specs.length > 0
		? specs
		: errors.map(({ message }) => told('outside of all tests', message));
}

/**
 * @param {string} name
 * @param {string} [message]
 */
function told(name, message = '') {
	// oxlint-disable-next-line no-control-regex -- colours of a terminal
	const lines = message.replaceAll(/\u001B\[[\d;]*m/g, '').split('\n');
	return [name, ...lines.slice(0, LINES_TOLD).map((line) => `  ${line}`)].join('\n');
}

/**
 * @param {PlaywrightReport} report
 * @returns {Counts}
 */
export function countPlaywright({ stats, errors }) {
	const failed = stats.unexpected > 0 ? stats.unexpected : Math.min(errors.length, 1);
	return { passed: stats.expected + stats.flaky, failed, skipped: stats.skipped };
}

/**
 * What a runner's report and its exit code say together. A runner that fails without naming a failed test, or
 * leaves no report, counts as one failure.
 *
 * @param {Counts | null} counts Null when there is no report.
 * @param {number | null} exitCode Null when it was killed.
 * @returns {Counts}
 */
export function judge(counts, exitCode) {
	if (counts === null) return { passed: 0, failed: 1, skipped: 0 };
	if (exitCode !== 0 && counts.failed === 0) return { ...counts, failed: 1 };
	return counts;
}

/**
 * @param {readonly Counts[]} all
 * @returns {Counts}
 */
export function addUp(all) {
	const sum = { passed: 0, failed: 0, skipped: 0 };
	for (const { passed, failed, skipped } of all) {
		sum.passed += passed;
		sum.failed += failed;
		sum.skipped += skipped;
	}
	return sum;
}

/**
 * The last line of a run, e.g. `812 passed, 0 failed`.
 *
 * @param {Counts} counts
 */
export function closingLine({ passed, failed, skipped }) {
	return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}
