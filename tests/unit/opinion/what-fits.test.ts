import fc from 'fast-check';
import { expect, test } from 'vitest';
import { answerRoomOf, newestThatFit, roomFor } from '#core/opinion/what-fits.ts';
import type { Item } from '#core/plan/items.ts';

/** How much of the messages goes along when a model is asked about their summary. */

/** Turns by the weights of their question and steps, tokens; a token is four characters here. */
const itemsOf = (turns: readonly (readonly number[])[]): Item[] =>
	turns.flatMap((weights, seq) =>
		weights.map((input, at) => ({
			position: { seq, step: at - 1 },
			turnId: `turn-${String(seq)}`,
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

test('all of it, whole, where it fits', () => {
	expect(newestThatFit(itemsOf([[100, 900]]), 1000)).toEqual({
		from: { seq: 0, step: -1 },
		through: { seq: 0, step: 0 },
		tokens: 1000,
		lossy: [],
		unread: null
	});
});

test('else the newest turns, and the others are named', () => {
	const items = itemsOf([
		[100, 100],
		[100, 100],
		[100, 100],
		[100, 100]
	]);
	expect(newestThatFit(items, 550)).toMatchObject({
		from: { seq: 2, step: -1 },
		through: { seq: 3, step: 0 },
		tokens: 400,
		unread: { from: 1, through: 2 }
	});
});

test('one page does not crowd out everything else: its head and tail go along', () => {
	const fitting = newestThatFit(itemsOf([[100, 100], [5000], [100, 100]]), 1000);
	expect(fitting).toMatchObject({
		from: { seq: 0, step: -1 },
		unread: null,
		tokens: 650,
		lossy: [{ position: { seq: 1, step: -1 }, length: 900 }]
	});
});

test('a long piece of work that is one turn is begun in its middle, and counts as not read', () => {
	const items = itemsOf([[100], [50, ...Array.from({ length: 20 }, () => 100)], [50]]);
	expect(newestThatFit(items, 1000)).toMatchObject({
		from: { seq: 1, step: 11 },
		unread: { from: 1, through: 2 }
	});
});

test('nothing where there is no room, or nothing to be shown', () => {
	expect(newestThatFit(itemsOf([[100]]), 0)).toBeNull();
	expect(newestThatFit(itemsOf([[0, 0]]), 1000)).toBeNull();
	expect(newestThatFit([], 1000)).toBeNull();
});

test('the room is what the model reads, its price step and the cap of the user allow, less the answer', () => {
	const card = { window: 100_000, maxOutput: null, priceStep: null };
	expect(roomFor(card, { beside: 1000, cap: null })).toBe(90_000 - 4000 - 1000);
	expect(roomFor({ ...card, priceStep: 50_000 }, { beside: 0, cap: null })).toBe(41_000);
	expect(roomFor(card, { beside: 0, cap: 20_000 })).toBe(14_000);
	expect(answerRoomOf({ window: 8000, maxOutput: null })).toBe(2000);
	expect(answerRoomOf({ window: 100_000, maxOutput: 1000 })).toBe(1000);
});

test('whatever the turns weigh, what goes along fits, ends where they end, and what is not shown is named', () => {
	const weight = fc.integer({ min: 0, max: 3000 });
	const turn = fc.array(weight, { minLength: 1, maxLength: 6 });
	fc.assert(
		fc.property(
			fc.array(turn, { minLength: 1, maxLength: 12 }),
			fc.integer({ min: 10, max: 8000 }),
			(turns, room) => {
				const items = itemsOf(turns);
				const fitting = newestThatFit(items, room);
				if (!fitting) {
					expect(items.every(({ input }) => input === 0)).toBe(true);
					return;
				}
				expect(fitting.tokens).toBeLessThanOrEqual(room);
				expect(fitting.through).toEqual(items.at(-1)?.position);
				const { from, unread } = fitting;
				const isWhole = from.seq === 0 && from.step === -1;
				expect(unread === null).toBe(isWhole);
				if (unread) {
					const firstShown = from.step === -1 ? from.seq + 1 : from.seq + 2;
					expect(unread).toEqual({ from: 1, through: firstShown - 1 });
				}
			}
		)
	);
});
