/** Bends the estimate of a model towards what its provider really reports, as plain data that can be stored. */

/** One report as it is kept: both numbers, whole tokens. */
interface CalibrationReport {
	readonly estimated: number;
	readonly reported: number;
}

/** What is known of one model; the newest report last, at most `kept` of them. */
export interface Calibration {
	readonly ratio: number;
	readonly reports: readonly CalibrationReport[];
	/** The smallest prompt reported: of all of them it holds the least but our own fixed parts. */
	readonly least: CalibrationReport | null;
}

/** A model that has reported nothing is taken at the estimate's word. */
export const noCalibration: Calibration = { ratio: 1, reports: [], least: null };

// Few enough that a change of language shows within five reports, enough that one odd call does not.
const kept = 7;
const lowest = 0.5;
const highest = 3;

const clamp = (ratio: number): number => Math.min(highest, Math.max(lowest, ratio));

/**
 * The calibration after one more report. Reports that cannot be (nothing estimated, nothing
 * reported) change nothing. Ratio = weighted mean of those of the last reports that are near their median, newer and
 * larger ones weighing more, clamped to 0.5–3 (docs/benchmarks/tokens.md, Calibration).
 */
export function calibrate(calibration: Calibration, report: CalibrationReport): Calibration {
	const { estimated, reported } = report;
	if (!isMeasure(estimated) || !isMeasure(reported)) return calibration;
	const reports = [...calibration.reports, { estimated, reported }].slice(-kept);
	return { ratio: clamp(ratioOf(reports)), reports, least: lesser(calibration.least, report) };
}

const lesser = (least: CalibrationReport | null, report: CalibrationReport): CalibrationReport =>
	least && least.estimated <= report.estimated
		? least
		: { estimated: report.estimated, reported: report.reported };

const isNear = (ratio: number, middle: number): boolean =>
	Math.abs(ratio - middle) <= middle * 0.25;

function ratioOf(reports: readonly CalibrationReport[]): number {
	// Whole prompts grow from call to call, and each report then holds all the ones before it.
	const grows = reports.every(({ estimated }, at) => estimated > (reports[at - 1]?.estimated ?? 0));
	const base = grows ? 3 : 1.35;
	const ratios = reports
		.map((report, at) => ({
			ratio: report.reported / report.estimated,
			weight: base ** at * Math.sqrt(report.estimated)
		}))
		.sort((left, right) => left.ratio - right.ratio);
	// Of two in the middle the lower one.
	const middle = ratios[Math.ceil(ratios.length / 2) - 1]?.ratio ?? 1;
	// Strays far from the middle are left out: one odd report must not bend what follows.
	const near = ratios.filter(({ ratio }) => isNear(ratio, middle));
	const weights = near.reduce((sum, { weight }) => sum + weight, 0);
	return weights > 0
		? near.reduce((sum, { ratio, weight }) => sum + ratio * weight, 0) / weights
		: middle;
}

/** Tokens an estimate stands for with this model: whole, rounded up. */
export const applyCalibration = (tokens: number, calibration: Calibration): number =>
	Math.ceil(tokens * calibration.ratio);

/**
 * A whole prompt, out of what its parts weigh with the calibration. Our instructions, tools and summary weigh otherwise than
 * the code and results that the ratio was learnt on, and behind a compaction they are most of the prompt: as much of it as
 * the smallest prompt reported held is taken at that report's own ratio, unless that one strays far.
 */
export function wholePrompt(tokens: number, { ratio, least }: Calibration): number {
	if (!least) return tokens;
	const own = clamp(least.reported / least.estimated);
	if (!isNear(own, ratio)) return tokens;
	return Math.ceil(tokens + Math.min(tokens / ratio, least.estimated) * (own - ratio));
}

/** Calibration out of a stored row; anything that is not one counts as none. */
export function readCalibration(stored: unknown): Calibration {
	if (typeof stored !== 'object' || stored === null || !('reports' in stored)) return noCalibration;
	if (!Array.isArray(stored.reports)) return noCalibration;
	let calibration = noCalibration;
	for (const report of stored.reports as readonly unknown[])
		if (isReport(report)) calibration = calibrate(calibration, report);
	const least = 'least' in stored && isReport(stored.least) ? stored.least : null;
	return least && calibration.least
		? { ...calibration, least: lesser(calibration.least, least) }
		: calibration;
}

const isReport = (stored: unknown): stored is CalibrationReport =>
	typeof stored === 'object' &&
	stored !== null &&
	'estimated' in stored &&
	'reported' in stored &&
	isMeasure(stored.estimated) &&
	isMeasure(stored.reported);

const isMeasure = (stored: unknown): boolean =>
	typeof stored === 'number' && stored > 0 && Number.isFinite(stored);
