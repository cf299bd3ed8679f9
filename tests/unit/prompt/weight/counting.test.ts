import { describe, expect, it } from 'vitest';
import { countingOf } from '#core/prompt/weight/counting.ts';
import type { Prompt, Weight } from '#core/prompt/prompt.ts';
import { onDevice } from '#core/models/model-card.ts';

type Input = Parameters<typeof countingOf>[0];

const limits = { usable: 10_000, window: 12_000, maxOutput: 2_000, soft: 7_000, hard: 8_500 };
const weight = (tokens: number, how: Partial<Weight> = {}): Weight => ({
	...limits,
	tokens,
	turns: null,
	basis: 'estimated',
	...how
});

/** A prompt in which only what is looked at is filled in. */
const prompt = (how: Partial<Prompt>, model = 'claude-sonnet-5-5', type = 'text') =>
	({
		summaryId: null,
		weight: weight(1_000),
		...how,
		body: { model, messages: [{ role: 'user', content: [{ type }] }] }
	}) as unknown as Prompt;

const input = (seq: number, summaryId: string | null = null, recount = 'count-tokens') =>
	({
		newest: { kind: 'turn', exchange: { turn: { seq }, steps: [] } },
		policy: { preset: { recount } },
		session: { lastUsage: { summaryId } }
	}) as unknown as Input;

describe('a prompt is counted', () => {
	it('beside the answer on the first turn, where even twice as much is below every limit', () => {
		expect(countingOf(input(0), prompt({ weight: weight(3_499) }))).toBe('beside');
		expect(countingOf(input(0), prompt({ weight: weight(3_500) }))).toBe('before');
	});

	it('not at all on a first turn of which even two thirds are above every limit: no call is made', () => {
		expect(countingOf(input(0), prompt({ weight: weight(15_000) }))).toBe('before');
		expect(countingOf(input(0), prompt({ weight: weight(15_001) }))).toBe('never');
		expect(countingOf(input(0), prompt({ weight: weight(15_001) }, undefined, 'image'))).toBe(
			'before'
		);
	});

	it('before the answer on a first turn with a picture or a file, whose tokens are known less well', () => {
		expect(countingOf(input(0), prompt({}, undefined, 'image'))).toBe('before');
	});

	it('before the answer within 5 % of a limit, on whichever turn', () => {
		expect(countingOf(input(9), prompt({ weight: weight(6_650) }))).toBe('before');
		expect(countingOf(input(9), prompt({ weight: weight(6_649) }))).toBe('never');
		expect(countingOf(input(9), prompt({ weight: weight(8_100) }))).toBe('before');
		expect(countingOf(input(9), prompt({ weight: weight(7_700) }))).toBe('never');
	});

	it('before the answer once after a compaction, where the preset asks for it', () => {
		const fresh = prompt({ summaryId: 's2' });
		expect(countingOf(input(9, 's1'), fresh)).toBe('before');
		expect(countingOf(input(0, 's1'), fresh)).toBe('before');
		expect(countingOf(input(9, 's2'), fresh)).toBe('never');
		expect(countingOf(input(9, 's1', 'estimate'), fresh)).toBe('never');
	});

	it('beside the answer where no limit is known, and never on this device', () => {
		const unknown = weight(90_000, { usable: null, soft: null, hard: null });
		expect(countingOf(input(0), prompt({ weight: unknown }))).toBe('beside');
		expect(countingOf(input(0), prompt({}, onDevice))).toBe('never');
	});
});
