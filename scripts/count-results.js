/** Adds up what the runners of tests report, so that no crash, no broken file and no empty run looks like success. */

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
 * @property {{ status: string, assertionResults: { status: string }[] }[]} testResults
 */

/**
 * @typedef {object} PlaywrightReport
 * @property {{ expected: number, unexpected: number, flaky: number, skipped: number }} stats
 * @property {unknown[]} errors
 */

/**
 * A file that could not even be loaded has no failing test of its own; it counts as one.
 *
 * @param {VitestReport} report
 * @returns {Counts}
 */
export function countVitest(report) {
	const broken = report.testResults.filter(
		({ status, assertionResults }) =>
			status === 'failed' && !assertionResults.some((one) => one.status === 'failed')
	);
	return {
		passed: report.numPassedTests,
		failed: report.numFailedTests + broken.length,
		skipped: report.numPendingTests + (report.numTodoTests ?? 0)
	};
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
