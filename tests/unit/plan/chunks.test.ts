import { expect, test } from 'vitest';
import { chunksOf } from '#core/plan/chunks.ts';
import type { Item } from '#core/plan/items.ts';
import { callSizes } from '#core/plan/sizes.ts';
import { cardOf, inputOf } from '../../support/builders/a-plan-input.ts';

/** The covered range in parts that the summariser can read. */

/** Questions of one token and steps of so many. */
const itemsOf = (...turns: readonly (readonly number[])[]): Item[] =>
	turns.flatMap((steps, seq) =>
		[1, ...steps].map((input, at) => ({
			position: { seq, step: at - 1 },
			turnId: `t${String(seq)}`,
			tokens: input,
			now: input,
			messages: 1,
			images: 0,
			input,
			length: input * 4,
			question: at === 0,
			open: false
		}))
	);

const ranges = (items: readonly Item[], most: number): readonly string[] =>
	chunksOf(items, most).map(
		({ from, through }) =>
			`${String(from.seq)}.${String(from.step)}–${String(through.seq)}.${String(through.step)}`
	);

test('#88 a turn that fits a part of its own is not torn to fill the one before it', () => {
	expect(ranges(itemsOf([50], [30, 30], [10]), 100)).toEqual(['0.-1–0.0', '1.-1–2.0']);
	expect(ranges(itemsOf([50], [48], [10]), 100)).toEqual(['0.-1–1.0', '2.-1–2.0']);
});

test('#88 a turn that fits no part is cut between its steps, and fills the part before it', () => {
	expect(ranges(itemsOf([50], [40, 40, 40]), 100)).toEqual(['0.-1–1.0', '1.1–1.2']);
});

test('#204 INV-16 a piece that is longer than a part is cut to nine tenths of one, and no other is', () => {
	const items = itemsOf([100], [101], [400]);
	const cut = chunksOf(items, 100).flatMap(({ lossy }) => lossy);
	expect(cut).toEqual([
		{ position: { seq: 1, step: 0 }, length: Math.floor(((404 * 100) / 101) * 0.9) },
		{ position: { seq: 2, step: 0 }, length: 360 }
	]);
	for (const { tokens } of chunksOf(items, 100)) expect(tokens).toBeLessThanOrEqual(100);
});

test('INV-16 turns that the user has left out travel with their neighbours, so that no place is without a part', () => {
	const out = (items: Item[], ...seqs: readonly number[]): Item[] =>
		items.map((item) =>
			seqs.includes(item.position.seq) ? { ...item, input: 0, length: 0, tokens: 0 } : item
		);
	const items = itemsOf([60], [60], [60], [60]);
	expect(ranges(out(items, 1, 3), 100)).toEqual(['0.-1–1.0', '2.-1–3.0']);
	expect(ranges(out(items, 0, 1, 2, 3), 100)).toEqual(['0.-1–3.0']);
});

test('INV-40 #204 a call fits into the smallest window with what is answered, whatever the model may say at most', () => {
	const card = cardOf(4096, 8192);
	const { policy, instructions } = inputOf([], { card });
	const { chunk, output } = callSizes({
		policy,
		summariser: card,
		instructions,
		held: 0,
		usable: 3000,
		cap: 600
	});
	expect(output).toBe(1024);
	expect(instructions + 600 + chunk + output).toBeLessThanOrEqual(4096);
});
