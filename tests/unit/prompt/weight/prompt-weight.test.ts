import { describe, expect, it } from 'vitest';
import { assemblePrompt } from '#core/prompt/assemble.ts';
import type { AssembleInput } from '#core/prompt/input.ts';
import type { Session } from '#core/session/session.ts';
import { unknownCard } from '#core/models/model-card.ts';
import { builtInPresets } from '#core/presets/built-in.ts';
import { policyFor } from '#core/presets/policy.ts';
import { defaultSettings } from '#core/settings.ts';
import { maxTokensOf } from '#core/prompt/weight/weigh.ts';
import { estimateBody, scaleOf } from '#core/prompt/weight/weigh-parts.ts';
import {
	aCard,
	answering,
	aPromptInput,
	aTool,
	aFullInput
} from '../../../support/builders/a-prompt.ts';
import { aSession } from '../../../support/builders/a-session.ts';
import { aSummary } from '../../../support/builders/a-summary.ts';
import { anExchange, aTurn } from '../../../support/builders/a-turn.ts';

/** What a prompt weighs: the last reported count where there is one, else an estimate of all its parts. */

describe('the weight of a prompt', () => {
	const usage = { input: 900, cacheRead: 0, cacheWrite: 0, output: 100 };
	const measured = (over: Partial<NonNullable<Session['lastUsage']>> = {}) => {
		const { epochKey, body } = assemblePrompt(talk());
		return aSession({
			epoch: 3,
			epochKey,
			lastUsage: {
				usage,
				model: 'claude-test-5',
				epoch: 3,
				summaryId: null,
				branch: 'trunk',
				seq: 0,
				step: 0,
				estimated: estimateBody({ ...body, messages: body.messages.slice(0, 1) }),
				at: 1,
				sentAt: 1,
				...over
			}
		});
	};
	const talk = (over: Partial<AssembleInput> = {}) =>
		aPromptInput({
			exchanges: [anExchange(0)],
			newest: answering({ turn: aTurn(1, 'Word '.repeat(400)), steps: [] }),
			...over
		});

	it('is the last reported count, with all that it covers, plus an estimate of what came after (INV-10, #3)', () => {
		const prompt = assemblePrompt(talk({ session: measured() }));
		const added = prompt.segments.find(({ source }) => source === 'New message')?.tokens ?? 0;
		expect(prompt.weight).toMatchObject({ tokens: 1000 + added, basis: 'reported' });
	});

	it('uses a report only for the model, epoch and summary it measured (INV-7, INV-8)', () => {
		const basis = (over: Partial<AssembleInput>) => assemblePrompt(talk(over)).weight.basis;
		expect(basis({ session: measured({ model: 'claude-test-6' }) })).toBe('estimated');
		expect(basis({ session: measured({ epoch: 2 }) })).toBe('estimated');
		expect(basis({ session: measured({ summaryId: 'm1' }) })).toBe('estimated');
		// From before the summary, also where that is switched off and no epoch has begun with it.
		const summary = aSummary(-1, { through: { seq: -1, step: -1 } });
		const behind = { summary, switchedOff: ['First request', 'Summary', 'Anchors'] };
		expect(basis({ ...behind, session: measured({ summaryId: summary.id }) })).toBe('reported');
		expect(basis({ ...behind, session: measured() })).toBe('estimated');
		expect(basis({ session: measured({ seq: 7 }) })).toBe('estimated');
		expect(basis({ session: measured(), card: aCard({ id: 'claude-test-6' }) })).toBe('estimated');
		expect(basis({ session: measured(), systemText: 'Changed' })).toBe('estimated');
	});

	it('is estimated where what was measured stands there longer now, in an epoch of its own', () => {
		const session = measured();
		const { lastUsage } = session;
		const shorter = { ...session, lastUsage: lastUsage && { ...lastUsage, estimated: 20 } };
		const before = assemblePrompt(talk({ session }));
		const { weight, epoch, epochKey } = assemblePrompt(talk({ session: shorter }));
		expect(weight.basis).toBe('estimated');
		expect({ epoch, epochKey }).toEqual({ epoch: before.epoch + 1, epochKey: before.epochKey });
	});

	it('counts system, tools, memory and summary (INV-28)', () => {
		const tokens = (over: Partial<AssembleInput>) => assemblePrompt(aFullInput(over)).weight.tokens;
		for (const source of ['System', 'MEMORY.md', 'Summary', 'Tools', 'Pins'])
			expect(tokens({ switchedOff: [source] })).toBeLessThan(tokens({}));
	});

	it.each([3_000, 10_000])('#9 a system text of about %i tokens counts in full', (size) => {
		const systemText = 'tea '.repeat(size);
		const weightOf = (over: Partial<AssembleInput>) =>
			assemblePrompt(aFullInput(over)).weight.tokens;
		const added = weightOf({ systemText }) - weightOf({ systemText: '' });
		expect(added).toBe(scaleOf(aSession(), aCard().id).text(systemText));
		expect(added).toBeGreaterThan(0.9 * size);
	});

	it('#10 #62 each tool counts with its whole schema, fifty as well as one', () => {
		const tools = Array.from({ length: 50 }, (_, at) => aTool(`tool_${String(at)}`));
		const weightOf = (count: number) =>
			assemblePrompt(aFullInput({ tools: tools.slice(0, count) })).weight.tokens;
		const bare = { ...aTool(), description: '', input_schema: { type: 'object' as const } };
		const poor = assemblePrompt(aFullInput({ tools: [bare] })).weight.tokens;
		expect(weightOf(1)).toBeGreaterThan(poor);
		expect(weightOf(50) - weightOf(1)).toBeGreaterThan(45 * (weightOf(1) - poor));
	});

	it('of a model with an unknown window says unknown and still has thresholds (INV-11)', () => {
		const { weight } = assemblePrompt(talk({ card: aCard({ window: null, maxOutput: null }) }));
		expect(weight).toMatchObject({ window: null, usable: null });
		expect(weight.hard).toBeGreaterThan(100_000);
		expect(weight.hard).toBeLessThan(200_000);
	});
});

it.each([2048, 8192, 32_768, 200_000])(
	'where a server names a window of %s tokens and no longest answer, prompt and answer go into it together',
	(window) => {
		const card = { ...unknownCard('m'), window };
		for (const { id: preset } of builtInPresets) {
			const policy = policyFor({ ...defaultSettings, preset }, null, card);
			expect(maxTokensOf(card) + policy.usable).toBeLessThanOrEqual(window);
		}
	}
);
