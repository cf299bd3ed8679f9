/** Answers questions about the estimator over JSON lines, so that it can be measured from outside. */
import { createInterface } from 'node:readline';
import process from 'node:process';
import {
	applyCalibration,
	calibrate,
	noCalibration,
	type Calibration
} from '../../src/core/tokens/calibration.ts';
import { estimateTokens } from '../../src/core/tokens/estimate.ts';
import { familyOf } from '../../src/core/tokens/family.ts';
import { isFamily } from '../../src/core/tokens/weights.ts';

type Question =
	| { op: 'estimate'; text: string; family?: string; model?: string; session?: string }
	| { op: 'report'; session: string; model: string; estimated: number; reported: number };

const calibrations = new Map<string, Calibration>();
const keyOf = (session = '', model = '') => `${session}\n${model}`;

function answer(question: Question): object {
	const key = keyOf(question.session, question.model);
	const calibration = calibrations.get(key) ?? noCalibration;
	if (question.op === 'report') {
		const next = calibrate(calibration, question);
		calibrations.set(key, next);
		return { ratio: next.ratio };
	}
	const asked = question.family ?? '';
	const family = isFamily(asked) ? asked : familyOf(question.model ?? asked);
	return { tokens: applyCalibration(estimateTokens(question.text, family), calibration) };
}

for await (const line of createInterface({ input: process.stdin, crlfDelay: Infinity })) {
	if (line.trim() === '') continue;
	process.stdout.write(JSON.stringify(answer(JSON.parse(line) as Question)) + '\n');
}
