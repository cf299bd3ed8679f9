import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RoomLimit } from '#core/session/session.ts';
import { policyFor } from '#core/presets/policy.ts';
import { recommended } from '#core/presets/built-in.ts';
import { assemblePrompt } from '#core/prompt/assemble.ts';
import type { Prompt } from '#core/prompt/prompt.ts';
import { isBeyond, passedBy, remind, type Passed } from '#core/prompt/weight/reminder.ts';
import { defaultSettings, type Settings } from '#core/settings.ts';
import { aCard, aPromptInput } from '../../../support/builders/a-prompt.ts';
import { aStep, aTurn, text } from '../../../support/builders/a-turn.ts';

/** 180,000 usable: recommended prepares at 126,000 and needs a summary at 153,000. */
const card = aCard({ window: 200_000, maxOutput: 20_000 });

function passed(tokens: number, settings: Partial<Settings> = {}, unsent = 'Hello'): Passed {
	const policy = policyFor(
		{ ...defaultSettings, automaticCompaction: false, ...settings },
		null,
		card
	);
	const exchanges = [{ turn: aTurn(0), steps: [aStep(aTurn(0), 0)] }];
	const prompt: Prompt = assemblePrompt(
		aPromptInput({
			card,
			policy,
			exchanges,
			newest: { kind: 'unsent', asked: [text(unsent)], stamp: '' }
		})
	);
	const typed = prompt.segments.find(({ source }) => source === 'New message')?.tokens ?? 0;
	const weight = { ...prompt.weight, tokens: tokens + typed, basis: 'reported' as const };
	return passedBy({ ...prompt, weight }, policy);
}

describe('a conversation that is never compacted by itself', () => {
	it.each([
		[125_999, null],
		[126_000, 'threshold'],
		[152_999, 'threshold'],
		[153_000, 'emergency']
	])('of %i tokens has reached %s', (tokens, reached) => {
		expect(passed(tokens).reached).toBe(reached);
		// What is only typed is no part of it.
		expect(passed(tokens, {}, 'A long story. '.repeat(9000)).reached).toBe(reached);
	});

	it('of a preset that counts turns alone is told of them', () => {
		const own = {
			...recommended,
			id: 'own',
			afterTurns: 1,
			threshold: { kind: 'absolute', tokens: 0 } as const
		};
		expect(passed(1000, { preset: 'own', customPresets: { own } }).reached).toBe('threshold');
	});

	it('of a preset with one limit has no emergency', () => {
		expect(passed(180_000, { preset: 'gsv' }).reached).toBeNull();
		expect(passed(180_001, { preset: 'gsv' }).reached).toBe('threshold');
		expect(passed(250_000, { preset: 'gsv' }).reached).toBe('threshold');
	});

	it('is reminded at the limit of turns as well', () => {
		const own = { ...recommended, id: 'own', afterTurns: 1 };
		const settings = { preset: 'own', customPresets: { own } };
		expect(passed(1000, settings).reached).toBe('threshold');
		expect(
			passed(1000, { ...settings, customPresets: { own: { ...own, afterTurns: 2 } } })
		).toEqual({ reached: null, held: null });
	});

	it('is what it is about: with automatic compaction nothing is said', () => {
		expect(passed(153_000, { automaticCompaction: true })).toEqual({ reached: null, held: null });
	});
});

describe('a reminder', () => {
	/** What is said while the weight moves, one after the other. */
	function said(...tokens: readonly number[]): readonly (RoomLimit | null)[] {
		let told: RoomLimit | null = null;
		return tokens.map((now) => {
			const next = remind(passed(now), told);
			told = next.told;
			return next.say;
		});
	}

	it('comes once for each limit', () => {
		expect(said(100_000, 130_000, 140_000, 155_000, 170_000)).toEqual([
			null,
			'threshold',
			null,
			'emergency',
			null
		]);
	});

	it('of both limits at once is the more urgent one alone', () => {
		expect(said(160_000, 130_000)).toEqual(['emergency', null]);
	});

	it('does not come again because a number sways, and does after a summary has made room', () => {
		expect(said(130_000, 125_000, 127_000)).toEqual(['threshold', null, null]);
		expect(said(130_000, 80_000, 127_000)).toEqual(['threshold', null, 'threshold']);
		expect(said(155_000, 130_000, 155_000)).toEqual(['emergency', null, 'emergency']);
	});

	it('is never given twice without a fall below the limit in between, whatever the weights', () => {
		fc.assert(
			fc.property(fc.array(fc.nat(200_000), { maxLength: 40 }), (weights) => {
				let told: RoomLimit | null = null;
				let last: RoomLimit | null = null;
				for (const tokens of weights) {
					const now = passed(tokens);
					if (isBeyond(last, now.held)) last = now.held;
					const next = remind(now, told);
					if (next.say !== null) expect(isBeyond(next.say, last)).toBe(true);
					if (next.say !== null) last = next.say;
					told = next.told;
					// As soon as it is reached it has been spoken of.
					expect(isBeyond(now.reached, told)).toBe(false);
				}
			})
		);
	});
});
