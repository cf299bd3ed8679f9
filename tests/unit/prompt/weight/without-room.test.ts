import { describe, expect, test } from 'vitest';
import { recommended } from '#core/presets/built-in.ts';
import { policyFor } from '#core/presets/policy.ts';
import { assemblePrompt } from '#core/prompt/assemble.ts';
import {
	hasRoom,
	infeasible,
	refusedAsTooLong,
	wayOn,
	withoutRoom,
	type Assembled
} from '#core/prompt/weight/making-room.ts';
import { defaultSettings } from '#core/settings.ts';
import { aCard, answering, aPromptInput } from '../../../support/builders/a-prompt.ts';
import { aSession } from '../../../support/builders/a-session.ts';
import { aStep, aTurn, anExchange, call, result, text } from '../../../support/builders/a-turn.ts';

/** Whether there is room for a prompt, and what is left to do where there is none. */

const card = aCard({ window: 3000, maxOutput: 500 });

/** A prompt of so many turns of some 110 tokens each, for 2,500 tokens that are usable. */
function ofTurns(count: number, { asked = 'Hello', settings = {}, session = aSession() } = {}) {
	const policy = policyFor({ ...defaultSettings, ...settings }, session, card);
	const exchanges = Array.from({ length: count }, (_, seq) =>
		anExchange(seq, 'What stands on the hill? '.repeat(10), 'A mill and a barn. '.repeat(10))
	);
	const newest = answering({ turn: aTurn(count, asked), steps: [] });
	const input = aPromptInput({ card, policy, session, exchanges, newest });
	return { input, prompt: assemblePrompt(input) } satisfies Assembled;
}

/** So many turns, each with a long result that old turns send shortened. */
function withResults(count: number, preset: string): Assembled {
	const wide = aCard({ window: 40_000, maxOutput: 4000 });
	const policy = policyFor({ ...defaultSettings, preset }, null, wide);
	const exchanges = Array.from({ length: count }, (_, seq) => {
		const turn = aTurn(seq, `Question ${seq}`);
		const calls = [call(`c${seq}`)];
		const found = [result(`c${seq}`, 'A mill and a barn. '.repeat(3000))];
		const steps = [
			aStep(turn, 0, calls, { results: found }),
			aStep(turn, 1, [text('A mill and a barn. '.repeat(450))])
		];
		return { turn, steps };
	});
	const newest = answering({ turn: aTurn(count, 'And now?'), steps: [] });
	const input = aPromptInput({ card: wide, policy, exchanges, newest });
	return { input, prompt: assemblePrompt(input) };
}

/** The largest parts, among them one of this name. */
const naming = (source: string): unknown =>
	expect.arrayContaining([expect.objectContaining({ source })]);

const nothingTried = { forced: false, hasDraft: false, inVain: false };

/** With so many usable tokens, whatever the prompt weighs. */
const usable = ({ input, prompt }: Assembled, tokens: number): Assembled => ({
	input: { ...input, policy: { ...input.policy, usable: tokens } },
	prompt: { ...prompt, weight: { ...prompt.weight, tokens: 1000, usable: null } }
});

test('a prompt has room up to the last usable token', () => {
	const one = ofTurns(1);
	expect(hasRoom(usable(one, 1000))).toBe(true);
	expect(hasRoom(usable(one, 999))).toBe(false);
	// What the weight itself says counts before the policy.
	const { input, prompt } = usable(one, 10_000);
	expect(hasRoom({ input, prompt: { ...prompt, weight: { ...prompt.weight, usable: 999 } } })).toBe(
		false
	);
});

describe('after its verdict a prompt', () => {
	const usually = { isNarrow: false, forced: false, automatic: true, takesAny: false };

	test('goes while it is below the threshold, whoever answers', () => {
		for (const isNarrow of [true, false])
			for (const verdict of ['ok', 'soft'] as const)
				expect(wayOn(verdict, { ...usually, isNarrow })).toBe('go');
	});

	test('is summarised at the threshold, but only where that is done without asking', () => {
		expect(wayOn('hard', usually)).toBe('summarise');
		expect(wayOn('hard', { ...usually, automatic: false })).toBe('go-or-ask');
	});

	test('for one answer by a model with less room loses its oldest turns, and the session keeps its words', () => {
		expect(wayOn('hard', { ...usually, isNarrow: true })).toBe('leave-oldest-out');
		expect(wayOn('hard', { ...usually, isNarrow: true, automatic: false })).toBe(
			'leave-oldest-out'
		);
	});

	test('whose oldest turns the user has left out is shortened in no other way', () => {
		for (const isNarrow of [true, false])
			expect(wayOn('hard', { ...usually, isNarrow, forced: true })).toBe('go-or-ask');
	});

	test('that may be of any size is summarised without asking, and else asked about by nobody', () => {
		const here = { ...usually, takesAny: true };
		expect(wayOn('hard', here)).toBe('summarise');
		expect(wayOn('hard', { ...here, automatic: false })).toBe('leave-oldest-out');
		expect(wayOn('hard', { ...here, forced: true })).toBe('leave-oldest-out');
	});
});

describe('where there is no room', () => {
	const long = ofTurns(40);

	test('the user may leave out as many of the oldest turns as it takes', () => {
		const left = withoutRoom(long, { ...nothingTried, inVain: true });
		expect(left).toMatchObject({ kind: 'choice', fits: false });
		const oldest = left.kind === 'choice' ? left.oldest : 0;
		expect(oldest).toBeGreaterThan(0);
		const weigh = (dropOldest: number) =>
			assemblePrompt({ ...long.input, dropOldest }).weight.tokens;
		const limit = long.prompt.weight.hard ?? 0;
		expect(weigh(oldest)).toBeLessThan(limit);
		expect(weigh(oldest - 1)).toBeGreaterThanOrEqual(limit);
	});

	for (const preset of ['spec-008', 'two-phase'])
		test(`it takes as many as are weighed as they are sent, shortened by ${preset}`, () => {
			const { input, prompt } = withResults(20, preset);
			const left = withoutRoom({ input, prompt }, { ...nothingTried, inVain: true });
			const oldest = left.kind === 'choice' ? left.oldest : 0;
			const weigh = (dropOldest: number) => assemblePrompt({ ...input, dropOldest }).weight.tokens;
			const limit = prompt.weight.hard ?? 0;
			expect(oldest).toBeGreaterThan(1);
			expect(weigh(oldest)).toBeLessThan(limit);
			expect(weigh(oldest - 1)).toBeGreaterThanOrEqual(limit);
		});

	test('they are not offered again to whoever has left them out', () => {
		expect(withoutRoom(long, { ...nothingTried, forced: true })).toEqual({
			kind: 'choice',
			oldest: 0,
			fits: false
		});
	});

	const heavy = ofTurns(1, { asked: 'And what is in the valley? '.repeat(600) });

	test('and neither a summary nor leaving turns out makes any, what takes it is named', () => {
		expect(withoutRoom(heavy, { ...nothingTried, inVain: true })).toEqual({
			kind: 'does-not-fit',
			failure: {
				kind: 'does-not-fit',
				tokens: heavy.prompt.weight.tokens,
				usable: 2500,
				largest: naming('New message')
			}
		});
	});

	test('the user is asked as long as a draft waits, or none was tried for', () => {
		const asked = { kind: 'choice', oldest: 0, fits: false };
		expect(withoutRoom(heavy, nothingTried)).toEqual(asked);
		expect(withoutRoom(heavy, { ...nothingTried, hasDraft: true, inVain: true })).toEqual(asked);
	});

	test('only for the number of turns, the prompt is said to fit, and no turn need stay out', () => {
		const own = { ...recommended, id: 'own', afterTurns: 1 };
		const settings = { preset: 'own', customPresets: { own } };
		expect(withoutRoom(ofTurns(3, { settings }), { ...nothingTried, inVain: false })).toEqual({
			kind: 'choice',
			oldest: 0,
			fits: true
		});
	});
});

test('what can never fit is told in tokens of what cannot be made smaller (INV-1)', () => {
	const largest = [{ source: 'Pins', tokens: 90 }] as const;
	const told = { kind: 'does-not-fit', tokens: 120, usable: 100, largest };
	const found = { floor: 120, threshold: 100, largest };
	expect(infeasible(found, { usable: 100 })).toEqual(told);
	expect(infeasible(found, { usable: 130 })).toEqual({ ...told, isThreshold: true });
});

test('a refusal is told in the numbers of the endpoint, and as it came where it gave none', () => {
	const { prompt } = ofTurns(2);
	expect(refusedAsTooLong(prompt, { kind: 'overflow', tokens: 700, window: 600 })).toMatchObject({
		kind: 'does-not-fit',
		tokens: 700,
		usable: 600,
		largest: naming('Recent messages')
	});
	for (const refusal of [
		{ kind: 'overflow', tokens: null, window: 600 },
		{ kind: 'overflow', tokens: 700, window: null },
		{ kind: 'too-large' }
	] as const)
		expect(refusedAsTooLong(prompt, refusal)).toBe(refusal);
});
