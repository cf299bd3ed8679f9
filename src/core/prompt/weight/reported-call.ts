import type { Session } from '#core/session/session.ts';
import type { Step } from '#core/log/turn.ts';
import { onDevice, type ModelCard } from '#core/models/model-card.ts';
import type { RequestBody } from '#core/prompt/prompt.ts';
import { estimateBody } from '#core/prompt/weight/weigh-parts.ts';
import { calibrate, readCalibration } from '#core/tokens/calibration.ts';
import {
	contextTokens,
	countCall,
	promptTokens,
	type MeasuredUsage,
	type Usage
} from '#core/wire/usage.ts';

/** What a call reported, and what it adds to its session: sums, the measured size of the context, and calibration. */

export interface ReportedCall {
	readonly usage: Usage;
	/** Size of the context as the adapter reads it, tokens; null: what was reported is no measure of it (INV-12). */
	readonly contextTokens: number | null;
	/** US dollars; null: unknown. */
	readonly cost: number | null;
	readonly body: RequestBody;
	readonly card: ModelCard;
	readonly summaryId: string | null;
	/** The step that the call made; null: it made none, and only the sums count. */
	readonly step: Pick<Step, 'branch' | 'seq' | 'index' | 'epoch' | 'startedAt'> | null;
}

/** What of the session a call changes. `at`: when it was reported, Unix ms. */
export function afterCall(
	session: Pick<Session, 'counters' | 'calibration'>,
	reported: ReportedCall,
	at: number
): Pick<Session, 'counters'> & Partial<Pick<Session, 'lastUsage' | 'calibration'>> {
	const { usage, cost, card, body, step } = reported;
	const counters = countCall(session.counters, usage, cost);
	if (!step || reported.contextTokens === null) return { counters };
	const estimated = estimateBody(body);
	const measured = measuredUsage(usage, reported.contextTokens);
	const lastUsage: MeasuredUsage = {
		usage: measured,
		model: card.id,
		epoch: step.epoch,
		summaryId: reported.summaryId,
		branch: step.branch,
		seq: step.seq,
		step: step.index,
		estimated,
		at,
		sentAt: step.startedAt
	};
	if (card.id === onDevice) return { counters, lastUsage };
	const before = readCalibration(session.calibration[card.id]);
	const after = calibrate(before, { estimated, reported: promptTokens(measured) });
	return {
		counters,
		lastUsage,
		calibration: { ...session.calibration, [card.id]: { ...after } }
	};
}

/**
 * The usage as a measure of the context. If its size is not the sum of what was reported, the prompt is what is left
 * of the size.
 */
function measuredUsage(usage: Usage, size: number): Usage {
	if (size === contextTokens(usage)) return usage;
	const output = Math.min(usage.output, size);
	return { input: size - output, cacheRead: 0, cacheWrite: 0, output };
}
