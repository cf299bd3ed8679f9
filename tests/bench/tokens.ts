/** Answers questions about the estimator over JSON lines, so that it can be measured from outside. */
import {
	applyCalibration,
	calibrate,
	noCalibration,
	type Calibration
} from '../../src/core/tokens/calibration.ts';
import { estimateTokens } from '../../src/core/tokens/estimate.ts';
import { familyAsked } from './json-lines/family-asked.ts';
import {
	answerLines,
	readNumber,
	readOptionalText,
	readText,
	type Fields
} from './json-lines/lines.ts';

/** What is known of a model in a session. */
interface Known {
	calibration: Calibration;
	/** Estimates that were given out, with what they were before calibration: a report may name either. */
	readonly given: Map<number, number>;
}

const sessions = new Map<string, Known>();

function knownOf(question: Fields): Known {
	const key = `${readOptionalText(question, 'session')}\n${readOptionalText(question, 'model')}`;
	const known = sessions.get(key) ?? { calibration: noCalibration, given: new Map() };
	sessions.set(key, known);
	return known;
}

function estimate(question: Fields): object {
	const text = readText(question, 'text');
	const asked = readOptionalText(question, 'family');
	const known = knownOf(question);
	const family = familyAsked(asked, readOptionalText(question, 'model') || asked);
	const estimated = estimateTokens(text, family);
	const tokens = applyCalibration(estimated, known.calibration);
	known.given.set(tokens, estimated);
	return { tokens };
}

function report(question: Fields): object {
	const known = knownOf(question);
	const named = readNumber(question, 'estimated');
	known.calibration = calibrate(known.calibration, {
		estimated: known.given.get(named) ?? named,
		reported: readNumber(question, 'reported')
	});
	return { ratio: known.calibration.ratio };
}

await answerLines((question) => {
	switch (question['op']) {
		case 'estimate':
			return estimate(question);
		case 'report':
			return report(question);
		default:
			throw new TypeError('"op" must be estimate or report');
	}
});
