import { describe, expect, it } from 'vitest';
import { policyFor } from '#core/presets/policy.ts';
import { assemblePrompt } from '#core/prompt/assemble.ts';
import { weightOfPrompt } from '#core/prompt/weight/call-weight.ts';
import { afterTools, callAfter } from '#core/reply/next-call.ts';
import { defaultSettings } from '#core/settings.ts';
import { aCard, answering, aPromptInput } from '../../support/builders/a-prompt.ts';
import { aStep, aTurn, call, result, text } from '../../support/builders/a-turn.ts';

const card = aCard({ window: 12_000, maxOutput: 1000 });
const turn = aTurn(0, 'What is in the shed?');
const policy = policyFor(defaultSettings, null, card);
const input = aPromptInput({ card, policy, newest: answering({ turn, steps: [] }) });
const prompt = assemblePrompt(input);
const read = { input, prompt };
const first = { messages: prompt.body.messages, weight: weightOfPrompt(prompt) };

describe('the call behind a step', () => {
	const results = [result('c1', 'A red canoe.')];
	const step = aStep(turn, 0, [text('Let me see.'), call('c1')], { results });

	it('begins byte for byte as the one before it, and ends with what the tools have said', () => {
		const { messages } = callAfter(step, first, read, null);
		expect(messages.slice(0, first.messages.length)).toEqual(first.messages);
		expect(messages.slice(first.messages.length)).toMatchObject([
			{ role: 'assistant', content: [text('Let me see.'), { type: 'tool_use', name: 'recall' }] },
			{ role: 'user', content: [{ type: 'tool_result', content: 'A red canoe.' }] }
		]);
	});

	it('weighs what the endpoint has reported, and what the tools have added', () => {
		const estimated = callAfter(step, first, read, null).weight.tokens;
		expect(estimated).toBeGreaterThan(first.weight.tokens);
		const reported = callAfter(step, first, read, 5000).weight.tokens;
		expect(reported).toBeGreaterThan(5000);
		expect(reported).toBeLessThan(5000 + estimated);
	});

	it('leaves the call before it as it was', () => {
		const before = structuredClone(first.messages);
		callAfter(aStep(turn, 0, 'I go on.'), first, read, null);
		expect(first.messages).toEqual(before);
	});

	it('is not made behind a step that says nothing', () => {
		expect(() => callAfter(aStep(turn, 0, []), first, read, null)).toThrow('says nothing');
	});
});

describe('when its tools have answered, a reply', () => {
	const usually = { rounds: 1, isStopped: false, mayMakeRoom: true, isReported: true };
	const ofTokens = (tokens: number) => ({ ...first, weight: { ...first.weight, tokens } });

	it('goes on up to the threshold, and makes room there where it may', () => {
		const { hard } = policy;
		const below = ofTokens((hard ?? 0) - 1);
		const above = ofTokens(hard ?? 0);
		expect(afterTools(below, read, usually)).toEqual({ next: 'go-on' });
		expect(afterTools(above, read, usually)).toEqual({ next: 'make-room' });
		expect(afterTools(above, read, { ...usually, mayMakeRoom: false })).toEqual({ next: 'go-on' });
	});

	it('has sixteen rounds, the last of which ends it', () => {
		expect(afterTools(first, read, { ...usually, rounds: 15 })).toEqual({ next: 'go-on' });
		expect(afterTools(first, read, { ...usually, rounds: 16 })).toEqual({
			next: 'fail',
			failure: { kind: 'tool-limit', limit: 16 }
		});
	});

	it('that the user has stopped ends as that, whatever else there is to say', () => {
		const late = { ...usually, isStopped: true, rounds: 16 };
		expect(afterTools(ofTokens(11_999), read, late)).toEqual({ next: 'stop' });
	});
});
