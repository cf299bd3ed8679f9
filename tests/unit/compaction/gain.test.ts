import { expect, it } from 'vitest';
import { isEnough, isGain } from '#core/compaction/gain.ts';
import type { CompactionTrigger } from '#core/compaction/trigger.ts';

const gains = (tokens: number, trigger: CompactionTrigger): boolean =>
	isGain(tokens, { trigger, tokensBefore: 1000 });

it('a summary is a gain where the prompt becomes smaller', () => {
	for (const trigger of ['soft', 'hard', 'manual', 'emergency', 'idle'] as const) {
		expect(gains(999, trigger)).toBe(true);
		expect(gains(1000, trigger)).toBe(false);
	}
});

it('one that is made again, or because the endpoint has refused, is one at any size', () => {
	for (const trigger of ['again', 'overflow'] as const) expect(gains(2000, trigger)).toBe(true);
});

it('INV-3 a draft is enough up to its target, and always where there is none', () => {
	expect(isEnough({ tokensAfter: 700 }, { target: 700 })).toBe(true);
	expect(isEnough({ tokensAfter: 701 }, { target: 700 })).toBe(false);
	expect(isEnough({ tokensAfter: 9000 }, { target: null })).toBe(true);
});
