import { expect, test } from 'vitest';
import {
	asking,
	cardOf,
	inputOf,
	plan,
	planned,
	turn,
	turns
} from '../../support/builders/a-plan-input.ts';

/** What a plan asks of the summariser: in what parts it reads, and how long its answer may be. */

const big = cardOf(200_000, 8000);

test('a budget that a preset asks for is asked for, however small', () => {
	const own = (budget: number) => {
		const { policy } = inputOf([], { card: big });
		const asked = { ...policy.preset.asked, budget };
		return { card: big, policy: { ...policy, preset: { ...policy.preset, asked } } };
	};
	expect(planned(plan(turns(200, 400), own(100))).sizes.budget).toBe(100);
	// Fewer words say nothing.
	expect(planned(plan(turns(200, 400), own(0))).sizes.budget).toBe(60);
});

test('#88 gsv cuts the input into parts of about a quarter of the window, however large that is', () => {
	const wide = cardOf(1_000_000, 32_000);
	const chunks = (card: typeof wide, count: number) =>
		planned(plan(turns(count, 1200), { preset: 'gsv', card, trigger: 'manual' })).chunks;
	for (const [card, count] of [
		[wide, 400],
		[big, 100]
	] as const) {
		const found = chunks(card, count);
		expect(found.length).toBeGreaterThan(2);
		for (const { tokens } of found.slice(0, -1)) {
			expect(tokens).toBeLessThanOrEqual(0.25 * (card.window ?? 0));
			expect(tokens).toBeGreaterThan(0.22 * (card.window ?? 0));
		}
	}
});

test('#88 recommended cuts the input into parts of at most a quarter of the window and 90,000 tokens', () => {
	const found = planned(
		plan(turns(400, 1200), { card: cardOf(1_000_000, 32_000), trigger: 'manual' })
	);
	expect(found.chunks.length).toBeGreaterThan(4);
	for (const chunk of found.chunks) expect(chunk.tokens).toBeLessThanOrEqual(90_000);
	const small = planned(plan(turns(100, 400)));
	for (const chunk of small.chunks) expect(chunk.tokens).toBeLessThanOrEqual(5000);
});

test('INV-40 a price step bounds the parts like a window', () => {
	const card = cardOf(1_000_000, 32_000);
	const largest = (priceStep: number | null): number => {
		const summariser = { ...card, priceStep };
		const found = planned(plan(turns(300, 1200), { card, summariser, trigger: 'manual' }));
		return Math.max(...found.chunks.map(({ tokens }) => tokens)) + 600 + found.sizes.cap;
	};
	expect(largest(null)).toBeGreaterThan(80_000);
	expect(largest(40_000)).toBeLessThanOrEqual(40_000);
});

test('INV-16 #204 a single huge piece keeps head and tail, and the plan records it', () => {
	const found = planned(
		plan([turn(50), asking(12_000), ...turns(12, 200)], {
			trigger: 'manual',
			preset: 'recommended'
		})
	);
	const cut = found.chunks.flatMap(({ lossy }) => lossy);
	expect(cut.map(({ position }) => position)).toEqual([{ seq: 1, step: -1 }]);
	expect(cut[0]?.length).toBeLessThan(12_000 * 6);
});

test('a summariser with a small window gets small parts, not a request that overflows', () => {
	const found = planned(plan(turns(100, 400), { summariser: cardOf(8000, 1000) }));
	for (const chunk of found.chunks) expect(chunk.tokens).toBeLessThanOrEqual(2000);
});

test('on this device the whole range is one part', () => {
	expect(planned(plan(turns(100, 400), { summariser: null })).chunks).toHaveLength(1);
});

test('INV-34 the limit of a document holds for models of its time; one that thinks first has room for that too', () => {
	const wide = (id: string) => ({ ...cardOf(128_000, 16_000), id });
	const output = (id: string) =>
		planned(plan(turns(60, 400), { preset: 'rounds', card: wide(id), summariser: wide(id) })).sizes
			.output;
	expect(output('claude-haiku-4-5-20251001')).toBe(1000);
	expect(output('claude-opus-5-5')).toBeGreaterThan(3000);
});
