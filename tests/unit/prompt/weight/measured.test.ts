import { describe, expect, it } from 'vitest';
import type { Exchange } from '#core/log/turn.ts';
import { policyFor } from '#core/presets/policy.ts';
import { assemblePrompt } from '#core/prompt/assemble.ts';
import { estimateBody } from '#core/prompt/weight/weigh-parts.ts';
import { defaultSettings } from '#core/settings.ts';
import { aCard, answering, aPromptInput } from '../../../support/builders/a-prompt.ts';
import { aSession } from '../../../support/builders/a-session.ts';
import { anExchange, aStep, aTurn, call, result } from '../../../support/builders/a-turn.ts';

/** A turn with a long result of a tool, which presets shorten as it grows old. */
function lookedUp(seq: number): Exchange {
	const turn = aTurn(seq);
	const id = `call-${String(seq)}`;
	const words = `${String(seq)} stones in the old wall of the garden. `.repeat(200);
	const found = { results: [result(id, words)], resultsHash: 'r', epoch: 3 };
	return { turn, steps: [aStep(turn, 0, [call(id)], found)] };
}

describe('a measured prompt whose old results have been shortened since (INV-7)', () => {
	const count = 12;
	const log = Array.from({ length: count }, (_, seq) => lookedUp(seq));
	const promptOf = (preset: string, exchanges: readonly Exchange[], over = {}) =>
		assemblePrompt(
			aPromptInput({
				policy: policyFor({ ...defaultSettings, preset }, null, aCard()),
				exchanges,
				newest: answering({ turn: aTurn(exchanges.length), steps: [] }),
				...over
			})
		);

	it.each(['two-phase', 'spec-008', 'recommended', 'gsv'])(
		'weighs what is sent now, with %s',
		(preset) => {
			const sent = promptOf(preset, log);
			const estimated = estimateBody(sent.body);
			const session = aSession({
				epoch: 3,
				epochKey: sent.epochKey,
				calibration: {
					'claude-test-5': { ratio: 2, reports: [{ estimated, reported: 2 * estimated }] }
				},
				lastUsage: {
					usage: { input: 2 * estimated, cacheRead: 0, cacheWrite: 0, output: 20 },
					model: 'claude-test-5',
					epoch: 3,
					summaryId: null,
					branch: 'trunk',
					seq: count,
					step: 0,
					estimated,
					at: 1,
					sentAt: 1
				}
			});
			const { body, weight } = promptOf(preset, [...log, anExchange(count)], { session });
			expect(weight.basis).toBe('reported');
			const truth = 2 * estimateBody(body);
			expect(Math.abs(weight.tokens - truth) / truth).toBeLessThan(0.01);
			const shrank = estimateBody(body) < estimated;
			expect(shrank).toBe(preset === 'two-phase' || preset === 'spec-008');
		}
	);
});
