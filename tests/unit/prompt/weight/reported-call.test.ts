import { expect, test } from 'vitest';
import { onDevice } from '#core/models/model-card.ts';
import { afterCall, type ReportedCall } from '#core/prompt/weight/reported-call.ts';
import { estimateBody } from '#core/prompt/weight/weigh-parts.ts';
import { readCalibration } from '#core/tokens/calibration.ts';
import { noCounters } from '#core/wire/usage.ts';
import { aCard } from '../../../support/builders/a-prompt.ts';
import { aSession } from '../../../support/builders/a-session.ts';
import { aStep, aTurn, text } from '../../../support/builders/a-turn.ts';

/** What a reported call adds to its session. */

const body = {
	model: 'claude-test-5',
	max_tokens: 100,
	messages: [{ role: 'user' as const, content: [text('How far is it to the sea? '.repeat(40))] }]
};
const step = aStep(aTurn(3), 1, undefined, { epoch: 7, startedAt: 5 });

const reported = (over: Partial<ReportedCall> = {}): ReportedCall => ({
	usage: { input: 400, cacheRead: 100, cacheWrite: 0, output: 20 },
	contextTokens: 520,
	cost: 0.25,
	body,
	card: aCard(),
	summaryId: 's1',
	step,
	...over
});

test('a call adds its tokens and its price, and says what of the context it has measured', () => {
	const after = afterCall(aSession(), reported(), 9);
	expect(after.counters).toEqual({
		...noCounters,
		input: 400,
		cacheRead: 100,
		output: 20,
		cost: 0.25
	});
	expect(after.lastUsage).toEqual({
		usage: reported().usage,
		model: 'claude-test-5',
		epoch: 7,
		summaryId: 's1',
		branch: 'trunk',
		seq: 3,
		step: 1,
		estimated: estimateBody(body),
		at: 9,
		sentAt: 5
	});
});

test('the estimate of the model is bent by the prompt alone, and that of others stays', () => {
	const other = { ratio: 1.2, reports: [], least: null };
	const session = aSession({ calibration: { other } });
	const { calibration } = afterCall(session, reported(), 9);
	expect(calibration).toHaveProperty('other', other);
	expect(readCalibration(calibration?.['claude-test-5']).reports).toEqual([
		{ estimated: estimateBody(body), reported: 500 }
	]);
});

test('of a size that is not the sum of what was reported, the prompt is what the answer leaves (INV-12)', () => {
	const measured = (contextTokens: number) =>
		afterCall(aSession(), reported({ contextTokens }), 9).lastUsage?.usage;
	expect(measured(700)).toEqual({ input: 680, cacheRead: 0, cacheWrite: 0, output: 20 });
	expect(measured(15)).toEqual({ input: 0, cacheRead: 0, cacheWrite: 0, output: 15 });
});

test('a call that made no step, or whose report is no measure, is counted and measures nothing', () => {
	for (const over of [{ step: null }, { contextTokens: null }])
		expect(Object.keys(afterCall(aSession(), reported(over), 9))).toEqual(['counters']);
});

test('this device measures, and calibrates nothing', () => {
	const after = afterCall(aSession(), reported({ card: aCard({ id: onDevice }) }), 9);
	expect(after.lastUsage?.model).toBe(onDevice);
	expect(after).not.toHaveProperty('calibration');
});

test('a price that is unknown is counted as unknown, not as nothing', () => {
	const { counters } = afterCall(aSession(), reported({ cost: null }), 9);
	expect(counters).toMatchObject({ cost: 0, unpriced: 1 });
});
