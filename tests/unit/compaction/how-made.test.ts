import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Compaction } from '#core/compaction/compaction.ts';
import { howMade } from '#core/compaction/how-made.ts';
import type { SummaryTier } from '#core/summary/summary.ts';
import { aPart } from '../../support/builders/a-compaction.ts';

type Part = Compaction['chunks'][number];

const made = (
	chunks: readonly Part[],
	over: Partial<Pick<Compaction, 'failure'>> = {},
	beside: Partial<Parameters<typeof howMade>[1]> = {}
) => howMade({ chunks, failure: null, ...over }, { isPartial: false, spentBeside: 0, ...beside });

it('a summary is as good as the worst of its parts, in whatever order they come', () => {
	const ladder: readonly SummaryTier[] = ['full', 'smaller-chunks', 'cheaper-model', 'extractive'];
	fc.assert(
		fc.property(fc.array(fc.nat(3), { minLength: 1, maxLength: 6 }), (steps) => {
			const parts = steps.map((step) => aPart({ tier: ladder[step] ?? 'full' }));
			expect(made(parts).tier).toBe(ladder[Math.max(...steps)]);
			expect(made(parts, {}, { isPartial: true }).tier).toBe('partial');
		})
	);
});

it('costs what its parts cost and what was spent beside them; one unknown price makes the sum unknown', () => {
	const parts = [aPart(), aPart()];
	expect(made(parts, {}, { spentBeside: 0.5 }).cost).toBe(1);
	expect(made(parts, {}, { spentBeside: null }).cost).toBeNull();
	expect(made([...parts, aPart({ cost: null })]).cost).toBeNull();
});

it('tells what went wrong where it came down the ladder, without the words of the endpoint', () => {
	const failure = { kind: 'forbidden', detail: 'message 3 says "secret"' } as const;
	expect(made([aPart()], { failure }).failure).toBeNull();
	expect(made([aPart({ tier: 'extractive' })], { failure }).failure).toEqual({
		kind: 'forbidden',
		detail: ''
	});
});

it('INV-16 names what the summariser has not read whole', () => {
	const parts = [
		aPart(),
		aPart({
			shortened: [
				{ seq: 3, step: 1 },
				{ seq: 4, step: -1 }
			]
		})
	];
	expect(made(parts).lossy).toEqual(['3:1', '4:-1']);
});
