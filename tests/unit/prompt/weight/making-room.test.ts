import { describe, expect, test } from 'vitest';
import { recommended } from '#core/presets/built-in.ts';
import { policyFor } from '#core/presets/policy.ts';
import { assemblePrompt } from '#core/prompt/assemble.ts';
import {
	draftWay,
	flushesFirst,
	newDraftWay,
	withoutDraft,
	type Assembled
} from '#core/prompt/weight/making-room.ts';
import type { Step } from '#core/log/turn.ts';
import { defaultSettings } from '#core/settings.ts';
import { aCard, answering, aPromptInput } from '../../../support/builders/a-prompt.ts';
import { aStep, aTurn } from '../../../support/builders/a-turn.ts';

/** How room is made for a prompt by what is remembered and summarised. */

const card = aCard({ window: 40_000, maxOutput: 4000 });
const asksFirst = { ...recommended, id: 'own', flush: { distance: 4000, silentWord: 'SILENT' } };
const settings = { ...defaultSettings, preset: 'own', customPresets: { own: asksFirst } };
const turn = aTurn(0, 'Hello');

/** A prompt of so many tokens, under a preset that asks first what to remember. */
function weighing(tokens: number, steps: readonly Step[] = []) {
	const policy = policyFor(settings, null, card);
	const input = aPromptInput({ card, policy, newest: answering({ turn, steps }) });
	const prompt = assemblePrompt(input);
	const weight = { ...prompt.weight, tokens, usable: 36_000 };
	return { input, prompt: { ...prompt, weight } } satisfies Assembled;
}

const { flush } = policyFor(settings, null, card);
const due = flush ?? 0;

describe('the flush turn', () => {
	const message = { verdict: 'hard', forced: false, borrowed: false } as const;

	test('comes before a message as soon as it is due', () => {
		expect(due).toBeGreaterThan(0);
		expect(flushesFirst(weighing(due + 1), message)).toBe(true);
		expect(flushesFirst(weighing(due - 1), message)).toBe(false);
	});

	test('does not come behind the first call of its answer', () => {
		const begun = weighing(due + 1, [aStep(turn, 0)]);
		expect(flushesFirst(begun, message)).toBe(false);
	});

	test('does not come for one answer by somebody else, nor where the user has said what stays out', () => {
		for (const change of [{ forced: true }, { borrowed: true }, { verdict: 'infeasible' }] as const)
			expect(flushesFirst(weighing(due + 1), { ...message, ...change })).toBe(false);
	});
});

describe('where a summary has to make room', () => {
	test('the user decides where none is made by itself, whatever waits', () => {
		for (const review of ['ask', 'notify', 'auto'] as const)
			for (const waits of [true, false])
				expect(draftWay({ automatic: false, review }, { waits })).toBe('leave-to-user');
	});

	test('a draft that waits is read first under `ask`, and else put to use; no second one is made', () => {
		const way = (review: 'ask' | 'notify' | 'auto') =>
			draftWay({ automatic: true, review }, { waits: true });
		expect([way('ask'), way('notify'), way('auto')]).toEqual(['review', 'use', 'use']);
	});

	test('one is made where none waits, and then goes by the same rule', () => {
		for (const review of ['ask', 'notify', 'auto'] as const)
			expect(draftWay({ automatic: true, review }, { waits: false })).toBe('make');
		expect(newDraftWay({ review: 'ask' })).toBe('review');
		expect(newDraftWay({ review: 'notify' })).toBe('use');
		expect(newDraftWay({ review: 'auto' })).toBe('in-use');
	});
});

describe('a message for which no draft could be made', () => {
	test('goes while the window has room, and else waits for the user', () => {
		expect(withoutDraft(weighing(36_000), null)).toEqual({ next: 'go' });
		expect(withoutDraft(weighing(36_001), null)).toEqual({ next: 'leave-to-user' });
	});

	test('is not sent again where the endpoint has refused it as too long', () => {
		const refusal = { kind: 'overflow', tokens: 700, window: 600 } as const;
		expect(withoutDraft(weighing(100), refusal)).toMatchObject({
			next: 'fail',
			failure: { kind: 'does-not-fit', tokens: 700, usable: 600 }
		});
	});
});
